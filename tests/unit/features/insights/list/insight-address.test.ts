import { describe, expect, it } from "vitest";
import {
  queryOf,
  readAddress,
  writeAddress,
} from "../../../../../src/features/insights/list/insight-address.ts";
import {
  activeParts,
  reversedParts,
  withoutPart,
  withRangesTurned,
} from "../../../../../src/parts/insight-filter/filter-address.ts";

const NOW_MS = Date.UTC(2026, 10, 21, 15);
const read = (search: string, nowMs = NOW_MS) => readAddress(new URLSearchParams(search), nowMs);

describe("the address of the insights screen", () => {
  it("comes back from its own text, whatever is in it", () => {
    const search =
      "tab=insights&q=her%C3%B6n&device_name=MICA+318&class=ocelot&class=agouti&device_id=7&group_id=3" +
      "&status=none&source=lora&from=2026-11-01&to=2026-11-22&confidence=35&confidence_to=80&class_list=puma&f.members=4&f.model=17+b&archived=1&sort=confidence&page=3&rows=50";
    const written = writeAddress(read(search), new URLSearchParams("tab=insights"));
    expect(read(written.toString())).toEqual(read(search));
    expect(written.get("tab")).toBe("insights");
  });

  it("is short where nothing was chosen", () => {
    const written = writeAddress(read("tab=insights"), new URLSearchParams("tab=insights"));
    expect(written.toString()).toBe("tab=insights");
  });

  it("hides what is archived, shows 25 rows and begins with the newest when nothing is said [INS-09, TBL-07]", () => {
    const { filter, sort, page, pageSize } = read("tab=insights");
    expect(filter).toEqual({ showArchived: false });
    expect({ sort, page, pageSize }).toEqual({
      sort: { column: "time", descending: true },
      page: 1,
      pageSize: 25,
    });
  });

  it("shows what is archived to whoever asks for it by its status [INS-09]", () => {
    expect(read("status=archive&status=none").filter.showArchived).toBe(true);
    expect(read("status=none").filter.showArchived).toBe(false);
  });

  it("leaves out what makes no sense instead of breaking", () => {
    const address = read(
      "status=eaten&source=pigeon&from=2026-99-01&sort=colour&page=-4&rows=7&confidence=400&confidence_to=-1",
    );
    expect({ ...address, unread: [] }).toEqual(read(""));
    expect(Object.fromEntries(address.unread)).toEqual({
      status: "eaten",
      source: "pigeon",
      from: "2026-99-01",
      sort: "colour",
      page: "-4",
      rows: "7",
      confidence: "400",
      confidence_to: "-1",
    });
  });

  it("passes on what it does not understand, as long as nothing is chosen in its stead", () => {
    const search =
      "tab=insights&status=eaten&status=none&sort=colour&from=yesterday&newer=1&collections=often";
    const address = read(search);
    expect(address.unread).toHaveLength(4);
    const passedOn = writeAddress({ ...address, page: 2 }, new URLSearchParams(search));
    expect(passedOn.getAll("status")).toEqual(["none", "eaten"]);
    expect(passedOn.toString()).toContain("newer=1");
    expect(Object.fromEntries(passedOn)).toMatchObject({
      sort: "colour",
      from: "yesterday",
      collections: "often",
    });
    const chosen = { ...address, sort: { column: "device", descending: false } as const, collections: false };
    const written = writeAddress(chosen, new URLSearchParams(search));
    expect([written.getAll("sort"), written.getAll("collections")]).toEqual([["device"], ["0"]]);
    expect(writeAddress({ ...address, unread: [] }, new URLSearchParams(search)).toString()).toBe(
      "tab=insights&newer=1&status=none",
    );
    expect(read("__proto__=1&constructor=1&tab=x").unread).toEqual([]);
  });

  it("says whether insights are folded into collections only where it is named [INS-31]", () => {
    expect([
      read("").collections,
      read("collections=0").collections,
      read("collections=1").collections,
    ]).toEqual([null, false, true]);
    const search = "tab=insights&collections=0";
    expect(writeAddress(read(search), new URLSearchParams("tab=insights")).toString()).toBe(search);
  });

  it("takes blanks for nothing that is searched for", () => {
    expect(read("q=%20%20&class_list=%20")).toEqual(read(""));
    expect(read("q=%20heron").filter.text).toBe(" heron");
  });

  it("takes whole days in UTC, both included", () => {
    const { filter } = read("from=2026-11-20&to=2026-11-21");
    expect(filter.fromMs).toBe(Date.UTC(2026, 10, 20));
    expect(filter.toMs).toBe(Date.UTC(2026, 10, 22) - 1);
  });

  it("keeps dates that follow today as they were chosen, and reads them anew each day [TBL-20]", () => {
    const { filter } = read("days=7d");
    expect(filter).toMatchObject({
      lastDays: 7,
      fromMs: Date.UTC(2026, 10, 15),
      toMs: Date.UTC(2026, 10, 22) - 1,
    });
    expect(writeAddress(read("days=7d"), new URLSearchParams("tab=insights")).toString()).toBe(
      "tab=insights&days=7d",
    );
    expect(read("days=7d", Date.UTC(2027, 0, 2)).filter.fromMs).toBe(Date.UTC(2026, 11, 27));
    expect(read("days=7d&from=2026-11-01").filter.lastDays).toBeUndefined();
    expect(read("days=0d")).toEqual({ ...read(""), unread: [["days", "0d"]] });
    expect(activeParts(filter)).toEqual(["dates"]);
    expect(withoutPart(filter, "dates")).toEqual(read("").filter);
    expect(queryOf(read("days=7d"), false).filter).not.toHaveProperty("lastDays");
  });

  it("names ranges that end before they begin, and turns them round", () => {
    const { filter } = read(
      "from=2026-11-21&to=2026-11-20&confidence=80&confidence_to=35&delay=5&delay_to=-3",
    );
    expect(reversedParts(filter)).toEqual(["dates", "confidence", "delay"]);
    const turned = withRangesTurned(filter);
    expect(turned).toEqual(
      read("from=2026-11-20&to=2026-11-21&confidence=35&confidence_to=80&delay=-3&delay_to=5").filter,
    );
    expect(reversedParts(turned)).toEqual([]);
    expect(
      reversedParts(
        read("from=2026-11-20&to=2026-11-20&confidence=35&confidence_to=35&delay=4&delay_to=4").filter,
      ),
    ).toEqual([]);
  });

  it("asks for the rows of its page", () => {
    expect(queryOf(read("page=3&rows=10"), true)).toMatchObject({ offset: 20, limit: 10, grouped: true });
  });

  it("names each part that narrows the list once, and takes it away whole", () => {
    const { filter } = read("from=2026-11-20&to=2026-11-21&class=ocelot&archived=1");
    expect(activeParts(filter)).toEqual(["dates", "classNames"]);
    expect(activeParts(withoutPart(filter, "dates"))).toEqual(["classNames"]);
    expect(withoutPart(filter, "dates").showArchived).toBe(true);
  });
});
