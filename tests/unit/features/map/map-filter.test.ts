import { describe, expect, it } from "vitest";
import {
  activeParts,
  asksForInsights,
  insightFilterOf,
  insightsHref,
  isReversedRange,
  NO_FILTER,
  readMapFilter,
  writeMapFilter,
} from "../../../../src/features/map/map-filter.ts";

const FILTER = {
  deviceName: "heron",
  groupIds: ["7"],
  classNames: ["Grey heron", "Mallard"],
  statuses: ["favorite"],
  sources: ["lora", "wifi"],
  from: "2026-11-01",
  to: "2026-11-20",
} as const;

describe("the filter of the map", () => {
  it("stands in the address, beside what is others'", () => {
    const written = writeMapFilter(FILTER, new URLSearchParams("tab=map&device=A&class=Old"));
    expect(written.get("tab")).toBe("map");
    expect(written.get("device")).toBe("A");
    expect(written.getAll("class")).toEqual(["Grey heron", "Mallard"]);
    expect(readMapFilter(written)).toEqual({ ...FILTER, sources: ["wifi", "lora"] });
    expect(writeMapFilter(NO_FILTER, written).toString()).toBe("tab=map&device=A");
  });

  it("leaves out what an address says and nobody understands", () => {
    const read = readMapFilter(new URLSearchParams("status=lost&source=pigeon&from=soon&to=2026-02-30"));
    expect(read).toEqual(NO_FILTER);
  });

  it("asks the insights for what it names, without archived ones unless those are asked for", () => {
    expect(insightFilterOf(NO_FILTER)).toEqual({ showArchived: false });
    expect(insightFilterOf(FILTER)).toEqual({
      showArchived: false,
      classNames: ["Grey heron", "Mallard"],
      statuses: ["favorite"],
      sources: ["lora", "wifi"],
      fromMs: Date.parse("2026-11-01T00:00:00.000Z"),
      toMs: Date.parse("2026-11-20T23:59:59.999Z"),
    });
    expect(insightFilterOf({ ...NO_FILTER, statuses: ["archive"] }).showArchived).toBe(true);
    expect(asksForInsights({ ...NO_FILTER, deviceName: "heron", groupIds: ["7"] })).toBe(false);
    expect(asksForInsights({ ...NO_FILTER, to: "2026-11-20" })).toBe(true);
  });

  it("counts its parts, and sees a range that ends before it begins", () => {
    expect([activeParts(NO_FILTER), activeParts(FILTER)]).toEqual([0, 6]);
    expect(isReversedRange({ ...NO_FILTER, from: "2026-11-02", to: "2026-11-01" })).toBe(true);
    expect(isReversedRange({ ...NO_FILTER, from: "2026-11-01", to: "2026-11-01" })).toBe(false);
  });

  it("opens the insights of a Sentinel by its own name, with the id that decides where names repeat", () => {
    const device = { device_id: "SN 1", device_name: "MICA & co" };
    expect(insightsHref(device, { ...NO_FILTER, deviceName: "mica", classNames: ["Mallard"] })).toBe(
      "/?tab=insights&device_name=MICA+%26+co&device_id=SN+1&class=Mallard",
    );
    expect(insightsHref({ device_id: "A", device_name: null }, NO_FILTER)).toBe("/?tab=insights&device_id=A");
  });
});
