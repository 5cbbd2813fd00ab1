import { describe, expect, it } from "vitest";
import {
  DEFAULT_NOTIFICATION_RULES,
  isInRange,
  isTimeOfDay,
  rulesIn,
  withMutedClass,
  withMutedDevice,
} from "../../../../src/domain/notification/notification-rules.ts";

describe("rules of notifications", () => {
  it("have defaults for what is not stored", () => {
    expect(rulesIn(null)).toEqual(DEFAULT_NOTIFICATION_RULES);
    for (const damaged of ["", "{", "null", "[]", "7"]) {
      expect(rulesIn(damaged)).toMatchObject(DEFAULT_NOTIFICATION_RULES);
    }
    expect(rulesIn('{"visitMinutes":0}')).toEqual({ ...DEFAULT_NOTIFICATION_RULES, visitMinutes: 0 });
  });

  it("know times of a day and the ranges of numbers, the ends included", () => {
    const times = ["00:00", "09:59", "23:59", "24:00", "9:00", "12:60", "12:30 ", ""];
    expect(times.map(isTimeOfDay)).toEqual([true, true, true, false, false, false, false, false]);
    expect([0, 240, -1, 241, 1.5, Number.NaN].map((value) => isInRange("visitMinutes", value))).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
    expect([1, 500, 0, 501].map((value) => isInRange("dailyLimit", value))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect([0, 23, 24].map((value) => isInRange("digestHour", value))).toEqual([true, true, false]);
  });

  it("mute a class or a Sentinel once", () => {
    const lions = withMutedClass(DEFAULT_NOTIFICATION_RULES, "Lion");
    expect(lions.mutedClasses).toEqual(["Lion"]);
    expect(withMutedClass(lions, "Lion")).toBe(lions);
    const forNow = withMutedDevice(lions, "S-1", 5);
    const forGood = withMutedDevice(withMutedDevice(forNow, "S-2", null), "S-1", null);
    expect(forGood.mutedDevices).toEqual([
      { deviceId: "S-2", until: null },
      { deviceId: "S-1", until: null },
    ]);
    expect(forGood.mutedClasses).toEqual(["Lion"]);
  });
});
