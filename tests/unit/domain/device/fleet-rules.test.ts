import { describe, expect, it } from "vitest";
import { batteryTier, isReliable, MIN_RELIABLE_VOLTAGE } from "../../../../src/domain/device/battery.ts";
import { DURATION_OPTIONS, durationOptions } from "../../../../src/domain/device/duration-options.ts";
import { editedGroupNameFault, newGroupNameFault } from "../../../../src/domain/device/group-name.ts";
import { hoursSinceRoundedUp } from "../../../../src/domain/time.ts";

describe("duration options", () => {
  it("go from 5 to 55 minutes in steps of 5 [DEV-19]", () => {
    expect(DURATION_OPTIONS.slice(0, 11)).toEqual([5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55]);
  });

  it("continue from 1 to 11.5 hours in half hours [DEV-20]", () => {
    const hours = DURATION_OPTIONS.slice(11, 33).map((minutes) => minutes / 60);
    expect(hours).toEqual(Array.from({ length: 22 }, (_, at) => 1 + at / 2));
  });

  it("continue from 12 to 48 hours in whole hours, 70 in all [DEV-21]", () => {
    const hours = DURATION_OPTIONS.slice(33).map((minutes) => minutes / 60);
    expect(hours).toEqual(Array.from({ length: 37 }, (_, at) => 12 + at));
    expect(DURATION_OPTIONS).toHaveLength(70);
  });

  it("have the present time among them where it is another", () => {
    expect(durationOptions(690)).toEqual(DURATION_OPTIONS);
    expect(durationOptions(null)).toEqual(DURATION_OPTIONS);
    expect(durationOptions(7).slice(0, 3)).toEqual([5, 7, 10]);
    expect(durationOptions(7)).toHaveLength(71);
  });
});

describe("a battery", () => {
  it("has a tier above 4, 3.8, 3.6, 3.4 and 3.2 volts, all reliable [DEV-22]", () => {
    expect([4.01, 4, 3.8, 3.6, 3.4].map(batteryTier)).toEqual(["full", "high", "good", "medium", "fair"]);
    expect([4.01, 3.81, 3.61, 3.41, 3.21].every(isReliable)).toBe(true);
  });

  it("is low at 3.2 volts and below [DEV-23]", () => {
    expect([3.2, 3.1, 0].map(batteryTier)).toEqual(["low", "low", "low"]);
  });

  it("makes a Sentinel reliable above 3.2 volts alone, and where no reading came nothing is said [DEV-25]", () => {
    expect(MIN_RELIABLE_VOLTAGE).toBe(3.2);
    expect([3.21, 3.2, null].map(isReliable)).toEqual([true, false, false]);
    expect([null, Number.NaN].map(batteryTier)).toEqual(["unknown", "unknown"]);
  });
});

describe("hours since a moment", () => {
  it("are rounded up in tables [INS-62]", () => {
    const now = Date.UTC(2026, 10, 21, 12);
    const before = (ms: number) => hoursSinceRoundedUp(now - ms, now);
    expect([0, 1, 3_600_000, 3_600_001, 86_400_000].map(before)).toEqual([0, 1, 1, 2, 24]);
    expect(before(-60_000)).toBe(0);
    expect(hoursSinceRoundedUp(null, now)).toBeNull();
  });
});

describe("a group's name", () => {
  const groups = [
    { groupId: "1", name: "Nordtal" },
    { groupId: "2", name: "Café" },
  ];

  it("is needed on creation, where it may be that of another [GRP-03]", () => {
    expect(["", "  ", "Nordtal"].map(newGroupNameFault)).toEqual(["empty", "empty", null]);
    expect(["n".repeat(200), "n".repeat(201)].map(newGroupNameFault)).toEqual([null, "too-long"]);
  });

  it("may not become that of another group, whatever the case; its own is no duplicate [GRP-10]", () => {
    const faultOf = (name: string, groupId = "1") => editedGroupNameFault(name, groupId, groups);
    expect(["CAFE\u0301", " café "].map((name) => faultOf(name))).toEqual(["taken", "taken"]);
    expect([faultOf("NORDTAL"), faultOf("Nordtal "), faultOf("Cafe")]).toEqual([null, null, null]);
    expect(faultOf("nordtal", "2")).toBe("taken");
  });

  it("may not be emptied [GRP-11]", () => {
    expect(editedGroupNameFault(" \t", "1", groups)).toBe("empty");
  });
});
