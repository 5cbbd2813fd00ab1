import { describe, expect, it } from "vitest";
import {
  isDeviceMuted,
  isMuted,
  isSameVisit,
  reasonToTell,
} from "../../../../src/domain/notification/decide-notification.ts";
import { MINUTE_MS } from "../../../../src/domain/time.ts";

describe("which choice asks for an insight", () => {
  const groups = [
    { groupId: 5, classes: ["wolf"] },
    { groupId: 6, classes: ["lynx"] },
  ];
  const byGroups = { classes: "none" as const, groups };

  it.each([
    ["all classes", { classes: "all" as const, groups: [] }, 5, { by: "all", className: "wolf" }],
    ["the class is chosen", { classes: ["wolf"], groups: [] }, null, { by: "classes", className: "wolf" }],
    ["it is written another way", { classes: ["Wolf"], groups: [] }, null, null],
    ["none is chosen", { classes: "none" as const, groups: [] }, 5, null],
    ["the class of its group", byGroups, 5, { by: "group", className: "wolf", groupId: 5 }],
    ["the class of another group", byGroups, 6, null],
    ["a Sentinel without a group", byGroups, null, null],
    ["groups are not asked beside classes", { classes: ["lynx"], groups }, 5, null],
  ])("%s", (_, choice, groupId, why) => {
    expect(reasonToTell(choice, "wolf", groupId)).toEqual(why);
  });
});

describe("what is muted", () => {
  const rules = {
    mutedClasses: ["wolf"],
    mutedDevices: [
      { deviceId: "a", until: null },
      { deviceId: "b", until: 100 },
    ],
  };
  it.each([
    ["wolf", "c", 0, true],
    ["lynx", "a", 1e15, true],
    ["lynx", "b", 99, true],
    ["lynx", "b", 100, false],
    ["lynx", "c", 0, false],
  ])("%s at %s, at %d: %s", (className, deviceId, nowMs, muted) => {
    expect(isMuted(rules, { className, deviceId }, nowMs)).toBe(muted);
  });

  it("a muted Sentinel tells no alerts either", () => {
    expect(isDeviceMuted(rules, "a", 0)).toBe(true);
    expect(isDeviceMuted(rules, "b", 100)).toBe(false);
    expect(isDeviceMuted(rules, "c", 0)).toBe(false);
  });
});

describe("a visit", () => {
  it.each([
    [0, true],
    [10 * MINUTE_MS, true],
    [10 * MINUTE_MS + 1, false],
    [-MINUTE_MS, true],
    [-60 * MINUTE_MS, false],
  ])(
    "of ten minutes goes on after %d ms, which are negative where the clock was set back: %s",
    (gap, same) => {
      expect(isSameVisit(1e12, 1e12 + gap, 10)).toBe(same);
    },
  );

  it("of no minutes ends with each insight", () => {
    expect(isSameVisit(1e12, 1e12, 0)).toBe(false);
  });
});
