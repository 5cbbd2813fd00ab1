import { describe, expect, it } from "vitest";
import type { InsightLink } from "../../../../src/domain/dashboard/picture.ts";
import { type AddressFilter, readFilter } from "../../../../src/parts/insight-filter/filter-address.ts";
import { insightsHref } from "../../../../src/parts/insight-filter/insights-href.ts";

const NOW_MS = Date.UTC(2026, 10, 21, 15);

/** The filter of the insights list behind a link. */
function opened(filter: AddressFilter, link: InsightLink): AddressFilter {
  const search = new URL(insightsHref(filter, link), "https://example.org").searchParams;
  expect([search.get("tab"), search.get("collections")]).toEqual(["insights", "0"]);
  return readFilter(search, NOW_MS);
}

describe("the link from a chart to its insights", () => {
  const filter: AddressFilter = { showArchived: false, groupIds: ["3"], classNames: ["fox", "boar"] };

  it("adds what a part stands for to the filter under which it was counted", () => {
    expect(opened(filter, {})).toEqual(filter);
    expect(opened(filter, { className: "fox", deviceId: "7", hour: 0 })).toEqual({
      ...filter,
      classNames: ["fox"],
      deviceIds: ["7"],
      hour: 0,
    });
    expect(opened(filter, { receivedWeekday: 7, receivedHour: 23 })).toEqual({
      ...filter,
      receivedWeekday: 7,
      receivedHour: 23,
    });
    expect(opened(filter, { status: "favorite", source: "lora" })).toEqual({
      ...filter,
      statuses: ["favorite"],
      sources: ["lora"],
    });
  });

  it("opens delays under the filter that they are counted by, negative ones too", () => {
    expect(opened(filter, { underDelayFilter: true, maxDelayHours: -1 })).toEqual({
      showArchived: true,
      classNames: ["fox", "boar"],
      maxDelayHours: -1,
    });
  });

  it("keeps a day within the dates of the filter, and names days that follow today by their dates", () => {
    const day = (text: string) => Date.parse(`${text}T00:00:00Z`);
    const end = (text: string) => day(text) + 86_400_000 - 1;
    const dated = { showArchived: false, fromMs: day("2026-11-10"), toMs: end("2026-11-12") };
    const wide = { fromMs: day("2026-11-01"), toMs: end("2026-11-11") };
    expect(opened(dated, wide)).toEqual({
      showArchived: false,
      fromMs: day("2026-11-10"),
      toMs: end("2026-11-11"),
    });
    const following = readFilter(new URLSearchParams("days=7d"), NOW_MS);
    expect(opened(following, { fromMs: day("2026-11-20"), toMs: end("2026-11-20") })).toEqual({
      showArchived: false,
      fromMs: day("2026-11-20"),
      toMs: end("2026-11-20"),
    });
  });
});
