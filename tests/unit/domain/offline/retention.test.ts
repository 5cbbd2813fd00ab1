import { describe, expect, it } from "vitest";
import {
  isRecentEnough,
  isSameChoice,
  isSameGroups,
  isWider,
  RETAIN_EVERYTHING,
  type Retention,
  type RetentionChoice,
  retainsEverything,
  retentionAt,
  UNGROUPED,
} from "../../../../src/domain/offline/retention.ts";

const keep = (days: number | null, groups: string[] | null = null): RetentionChoice => ({ days, groups });

describe("a choice of what to keep", () => {
  it.each([
    ["more days", keep(90), keep(30), true],
    ["fewer days", keep(30), keep(90), false],
    ["any age", keep(null), keep(365), true],
    ["days instead of any age", keep(365), keep(null), false],
    ["another group besides", keep(7, ["1", "2"]), keep(7, ["1"]), true],
    ["one group of two", keep(7, ["1"]), keep(7, ["2", "1"]), false],
    ["all groups", keep(7), keep(7, ["1", UNGROUPED]), true],
    ["some of all groups", keep(7, ["1"]), keep(7), false],
    ["the same", keep(7, ["1", "2"]), keep(7, ["2", "1"]), false],
    ["fewer days of another group", keep(7, ["2"]), keep(30, ["1"]), true],
  ])("is wider than another where it brings what that leaves out: %s", (_, choice, than, wider) => {
    expect(isWider(choice, than)).toBe(wider);
  });

  it("is the same as another with the same days and, in any order, the same groups", () => {
    expect(isSameChoice(keep(7, ["1", "2"]), keep(7, ["2", "1"]))).toBe(true);
    expect(isSameChoice(keep(7, ["1"]), keep(8, ["1"]))).toBe(false);
    expect(isSameChoice(keep(7, ["1"]), keep(7, ["2"]))).toBe(false);
    expect(isSameGroups(null, null)).toBe(true);
    for (const [one, other] of [
      [null, ["1"]],
      [["1"], null],
      [["1"], ["1", "2"]],
      [
        ["1", "3"],
        ["1", "2"],
      ],
    ] as const) {
      expect(isSameGroups(one, other)).toBe(false);
    }
  });

  it("keeps everything where it bounds neither days nor groups", () => {
    expect(retainsEverything(RETAIN_EVERYTHING)).toBe(true);
    expect([keep(7), keep(null, ["1"]), keep(7, ["1"])].map(retainsEverything)).toEqual([
      false,
      false,
      false,
    ]);
    expect(RETAIN_EVERYTHING.since).toBeNull();
  });
});

describe("the window of a choice", () => {
  const NOON = Date.UTC(2026, 10, 21, 12);
  const pinned = (days: number | null, since: number | null): Retention => ({ days, since, groups: null });

  it("begins at midnight so many days ago, and has no beginning where days have no bound", () => {
    expect(retentionAt(keep(7, ["3"]), NOON, RETAIN_EVERYTHING)).toEqual({
      days: 7,
      since: Date.UTC(2026, 10, 14),
      groups: ["3"],
    });
    expect(retentionAt(keep(null, ["3"]), NOON, pinned(7, 5))).toEqual({
      days: null,
      since: null,
      groups: ["3"],
    });
  });

  it("never moves back while the days stay the same, whatever a clock does", () => {
    const earlier = pinned(7, Date.UTC(2026, 10, 20));
    expect(retentionAt(keep(7), NOON, earlier).since).toBe(earlier.since);
    expect(retentionAt(keep(7), NOON, pinned(7, Date.UTC(2026, 10, 1))).since).toBe(Date.UTC(2026, 10, 14));
    expect(retentionAt(keep(8), NOON, earlier).since).toBe(Date.UTC(2026, 10, 13));
    expect(retentionAt(keep(7), Date.UTC(1960, 0, 10), pinned(7, null)).since).toBe(Date.UTC(1960, 0, 3));
  });

  it("has what was received at its first moment or later", () => {
    expect([isRecentEnough(5, 5), isRecentEnough(4, 5), isRecentEnough(0, null)]).toEqual([
      true,
      false,
      true,
    ]);
  });
});
