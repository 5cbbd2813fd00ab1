import { describe, expect, it } from "vitest";
import {
  asksForInsights,
  countParts,
  deviceInsightsHref,
  insightFilterOf,
  type MapFilter,
  NO_FILTER,
  readMapFilter,
  writeMapFilter,
} from "../../../../src/features/map/map-filter.ts";

const NOW_MS = Date.parse("2026-11-22T00:00:00.000Z");
const FILTER: MapFilter = {
  showArchived: false,
  namePart: "heron",
  groupIds: ["7"],
  classNames: ["Grey heron", "Mallard"],
  statuses: ["favorite"],
  sources: ["lora", "wifi"],
  fromMs: Date.parse("2026-11-01T00:00:00.000Z"),
  toMs: Date.parse("2026-11-20T23:59:59.999Z"),
};

describe("the filter of the map", () => {
  it("stands in the address, beside what is others'", () => {
    const written = writeMapFilter(FILTER, new URLSearchParams("tab=map&device=A&class=Old"));
    expect(written.get("tab")).toBe("map");
    expect(written.get("device")).toBe("A");
    expect(written.getAll("class")).toEqual(["Grey heron", "Mallard"]);
    expect([written.get("from"), written.get("to")]).toEqual(["2026-11-01", "2026-11-20"]);
    expect(readMapFilter(written, NOW_MS)).toEqual(FILTER);
    expect(writeMapFilter(NO_FILTER, written).toString()).toBe("tab=map&device=A");
  });

  it("leaves out what an address says and nobody understands, or no field of the map shows", () => {
    const read = (search: string) => readMapFilter(new URLSearchParams(search), NOW_MS);
    expect(read("status=lost&source=pigeon&from=soon&to=2026-02-30")).toEqual(NO_FILTER);
    expect(read("hour=5&device_id=A&device_name=B&q=fox&confidence=50&archived=1")).toEqual(NO_FILTER);
  });

  it("asks the insights for what it names, without archived ones unless those are asked for", () => {
    expect(insightFilterOf(NO_FILTER)).toEqual({ showArchived: false });
    const { namePart: _name, groupIds: _groups, ...asked } = FILTER;
    expect(insightFilterOf(FILTER)).toEqual(asked);
    const archived = writeMapFilter({ ...NO_FILTER, statuses: ["archive"] }, new URLSearchParams());
    expect(archived.toString()).toBe("status=archive");
    expect(insightFilterOf(readMapFilter(archived, NOW_MS)).showArchived).toBe(true);
    expect(asksForInsights({ ...NO_FILTER, namePart: "heron", groupIds: ["7"] })).toBe(false);
    expect(asksForInsights({ ...NO_FILTER, toMs: NOW_MS })).toBe(true);
  });

  it("counts its parts, a range of days once", () => {
    expect([countParts(NO_FILTER), countParts(FILTER)]).toEqual([0, 6]);
  });

  it("opens the insights of a Sentinel by its own name, with the id that decides where names repeat", () => {
    const device = { device_id: "SN 1", device_name: "MICA & co" };
    const filter = { ...NO_FILTER, namePart: "mica", groupIds: ["7"], classNames: ["Mallard"] };
    expect(deviceInsightsHref(device, filter)).toBe(
      "/?tab=insights&device_name=MICA+%26+co&class=Mallard&device_id=SN+1&collections=0",
    );
    expect(deviceInsightsHref({ device_id: "A", device_name: null }, NO_FILTER)).toBe(
      "/?tab=insights&device_id=A&collections=0",
    );
  });
});
