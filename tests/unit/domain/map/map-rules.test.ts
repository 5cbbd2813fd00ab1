import { describe, expect, it } from "vitest";
import {
  CLUSTER_MAX_ZOOM,
  CLUSTER_RADIUS_PX,
  clusterStep,
  FIT_MAX_ZOOM,
  isNarrowMap,
  isOnHeatmap,
  shownCount,
} from "../../../../src/domain/map/map-rules.ts";
import { daysSinceCheckIn, warningsByDevice } from "../../../../src/domain/map/map-warnings.ts";
import { plottedAt } from "../../../../src/domain/map/position.ts";

describe("the rules of the map", () => {
  it("clusters within 35 pixels up to zoom 14 and fits up to zoom 10 [MAP-30]", () => {
    expect([CLUSTER_RADIUS_PX, CLUSTER_MAX_ZOOM, FIT_MAX_ZOOM]).toEqual([35, 14, 10]);
  });

  it("changes the colour of clusters at 100 and at 750 points [MAP-32]", () => {
    expect([2, 99, 100, 749, 750, 100_000].map(clusterStep)).toEqual([1, 1, 2, 2, 3, 3]);
  });

  it("writes counts above 999 as '>999' [MAP-33]", () => {
    expect([0, 1, 999, 1000, 54_321].map(shownCount)).toEqual(["0", "1", "999", ">999", ">999"]);
  });

  it("takes maps of 740 px and below as narrow", () => {
    expect([360, 740, 741].map(isNarrowMap)).toEqual([true, true, false]);
  });

  it("plots a Sentinel where both halves of its position are set and in range [MAP-35, MAP-36, MAP-37]", () => {
    const at = (latitude: number | null, longitude: number | null) => plottedAt({ latitude, longitude });
    expect(at(null, 5)).toBeNull();
    expect(at(5, null)).toBeNull();
    expect(at(90.001, 5)).toBeNull();
    expect(at(-90.001, 5)).toBeNull();
    expect(at(5, 180.001)).toBeNull();
    expect(at(5, -180.001)).toBeNull();
    expect(at(Number.NaN, 5)).toBeNull();
    expect(at(-90, 180)).toEqual({ latitude: -90, longitude: 180 });
    expect(at(90, -180)).toEqual({ latitude: 90, longitude: -180 });
    expect(at(0, 0)).toEqual({ latitude: 0, longitude: 0 });
  });

  it("keeps insights without a position, or with a zero in it, off the heatmap [MAP-39, MAP-40]", () => {
    const on = (latitude: number | null, longitude: number | null) => isOnHeatmap({ latitude, longitude });
    expect(on(51.3, 5.4)).toBe(true);
    expect([on(null, 5.4), on(51.3, null), on(0, 5.4), on(51.3, 0), on(0, 0), on(-0, 5.4)]).toEqual(
      new Array(6).fill(false),
    );
    expect([on(90, 180), on(-90, -180)]).toEqual([true, true]);
    expect([on(91, 5), on(5, 181), on(Number.NaN, 5)]).toEqual([false, false, false]);
  });

  it("warns by alerts that are new or acknowledged, one warning a type [MAP-41]", () => {
    const alert = (alert_type: string, status: string, associated_id = "A") => ({
      alert_key: "device_id",
      associated_id,
      alert_type,
      status,
    });
    const warnings = warningsByDevice([
      alert("low_battery", "new"),
      alert("low_battery", "acknowledged"),
      alert("spypoint_error", "resolved"),
      alert("no_recent_insights", "acknowledged"),
      alert("no_recent_camera_triggers", "new", "B"),
      { ...alert("spypoint_error", "new"), alert_key: "group_id" },
      alert("something_else", "new"),
    ]);
    expect(warnings("A")).toEqual(["no_recent_insights", "low_battery"]);
    expect(warnings("B")).toEqual(["no_recent_camera_triggers"]);
    expect(warnings("C")).toEqual([]);
  });

  it("counts whole days since the last check-in", () => {
    const nowMs = Date.parse("2026-11-22T12:00:00Z");
    expect(daysSinceCheckIn("2026-11-21T12:00:01Z", nowMs)).toBe(0);
    expect(daysSinceCheckIn("2026-11-21T12:00:00Z", nowMs)).toBe(1);
    expect(daysSinceCheckIn("2026-11-23T12:00:00Z", nowMs)).toBe(0);
    expect(daysSinceCheckIn(null, nowMs)).toBeNull();
  });
});
