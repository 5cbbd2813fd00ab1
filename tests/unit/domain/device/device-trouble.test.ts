import { describe, expect, it } from "vitest";
import {
  byNeed,
  type DeviceNeed,
  needsLook,
  troubleCount,
} from "../../../../src/domain/device/device-trouble.ts";

const need = (over: Partial<DeviceNeed>): DeviceNeed => ({
  id: over.id ?? over.name ?? "x",
  name: "x",
  alerts: [],
  batteryVoltage: 4,
  updateStatus: null,
  lastSeenMs: 1000,
  ...over,
});

describe("which Sentinel needs somebody first", () => {
  it("puts more that is wrong first, then failed updates, then the longer silence, then names", () => {
    const worstFirst = [
      need({ name: "two", alerts: ["spypoint_error", "no_recent_insights"] }),
      need({ name: "never", alerts: ["spypoint_error"], lastSeenMs: null }),
      need({ name: "alert", alerts: ["low_battery"], batteryVoltage: 3 }),
      need({ name: "low", batteryVoltage: 3.2, lastSeenMs: 2000 }),
      need({ name: "failed", updateStatus: "failed", lastSeenMs: 9000 }),
      need({ name: "silent", lastSeenMs: 5 }),
      need({ name: "A", id: "1" }),
      need({ name: "A", id: "2" }),
      need({ name: "b" }),
    ];
    expect(worstFirst.toReversed().sort(byNeed)).toEqual(worstFirst);
  });

  it("counts a low battery once, whether an alert names it or not", () => {
    expect(troubleCount(need({ batteryVoltage: 3.1 }))).toBe(1);
    expect(troubleCount(need({ batteryVoltage: 3.1, alerts: ["low_battery"] }))).toBe(1);
    expect(troubleCount(need({ batteryVoltage: null }))).toBe(0);
  });

  it("asks for a look where something is wrong or the update failed, and not for a pending one", () => {
    expect(needsLook(need({ alerts: ["no_recent_insights"] }))).toBe(true);
    expect(needsLook(need({ updateStatus: "failed" }))).toBe(true);
    expect(needsLook(need({ updateStatus: "pending" }))).toBe(false);
  });
});
