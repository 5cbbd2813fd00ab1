import { describe, expect, it } from "vitest";
import {
  daysBackTo,
  fitsBudget,
  isCovered,
  leavesSpace,
  OFFLINE_SET_EVERYTHING,
  type OfflineSet,
  offlineSetState,
  percentHere,
  ROOM_LEFT_FREE,
  readinessOf,
  readinessOfAll,
} from "../../../../src/domain/offline/offline-set.ts";
import { MOST_GROUPS_RETAINED } from "../../../../src/domain/offline/retention.ts";
import { retentionWithOfflineSets } from "../../../../src/domain/offline/retention-with-offline-sets.ts";

const DAY_MS = 86_400_000;
const NOW = 20_000 * DAY_MS + 5_000;

const SET: OfflineSet = {
  packId: "p",
  name: "Mara",
  madeAtMs: NOW,
  pictures: "thumbnails",
  budget: null,
  anyLink: false,
  needs: { days: 30, groups: null },
  insights: 10,
  wanted: 10,
  fetched: 4,
  missing: 1,
  failed: 0,
  received: 400,
  stored: 400,
  hold: null,
};
const GOOD = { online: true, costly: false, covered: true };

describe("an offline set", () => {
  it("says what it does, and of several reasons to stand the one that a person can change", () => {
    expect(offlineSetState(SET, GOOD)).toBe("fetching");
    expect(offlineSetState({ ...SET, insights: null }, GOOD)).toBe("gathering");
    expect(offlineSetState(SET, { ...GOOD, covered: false })).toBe("insights");
    expect(offlineSetState(SET, { ...GOOD, online: false })).toBe("offline");
    expect(offlineSetState(SET, { ...GOOD, online: false, covered: false })).toBe("offline");
    expect(offlineSetState(SET, { ...GOOD, costly: true })).toBe("costly");
    expect(offlineSetState({ ...SET, anyLink: true }, { ...GOOD, costly: true })).toBe("fetching");
    expect(offlineSetState({ ...SET, hold: "person" }, { ...GOOD, online: false })).toBe("paused");
    expect(offlineSetState({ ...SET, hold: "budget" }, GOOD)).toBe("budget");
    expect(offlineSetState({ ...SET, hold: "full" }, { ...GOOD, costly: true })).toBe("full");
    expect(offlineSetState({ ...SET, insights: null, hold: "tooMany" }, GOOD)).toBe("tooMany");
    expect(offlineSetState({ ...SET, fetched: 9, hold: "tooMany" }, GOOD)).toBe("tooMany");
  });

  it("is paused before its insights are gathered too, when no picture is wanted yet", () => {
    const begun = { ...SET, insights: null, wanted: 0, fetched: 0, missing: 0 };
    expect(offlineSetState({ ...begun, hold: "person" }, GOOD)).toBe("paused");
  });

  it("is of everything unless a person picks less", () => {
    expect(OFFLINE_SET_EVERYTHING).toEqual({ days: null, groups: null, area: null });
  });

  it("is ready without a connection, on any link and though it was paused once all is here", () => {
    const whole = { ...SET, fetched: 9, hold: "person" } as const;
    expect(offlineSetState(whole, { online: false, costly: true, covered: true })).toBe("ready");
    expect(offlineSetState({ ...whole, fetched: 7, failed: 2 }, GOOD)).toBe("partly");
    expect(offlineSetState(whole, { ...GOOD, covered: false })).toBe("insights");
  });

  it("is ready for the field only with all of its pictures, and on its way only while it comes by itself", () => {
    expect(readinessOf("ready")).toBe("ready");
    expect(readinessOf("partly")).toBe("partly");
    for (const state of ["insights", "gathering", "fetching"] as const) {
      expect(readinessOf(state)).toBe("coming");
    }
    for (const state of ["costly", "offline", "paused", "budget", "full", "tooMany"] as const) {
      expect(readinessOf(state)).toBe("stopped");
    }
  });

  it("counts with others as what a person would wait for first", () => {
    expect(readinessOfAll([])).toBeNull();
    expect(readinessOfAll(["ready", "ready"])).toBe("ready");
    expect(readinessOfAll(["ready", "partly"])).toBe("partly");
    expect(readinessOfAll(["partly", "paused", "ready"])).toBe("stopped");
    expect(readinessOfAll(["paused", "fetching", "partly"])).toBe("coming");
  });

  it("has so many of 100 pictures as are fetched, missing or failed, rounded down", () => {
    expect(percentHere([])).toBeNull();
    expect(percentHere([{ ...SET, insights: null, wanted: 0, fetched: 0, missing: 0 }])).toBeNull();
    expect(percentHere([SET])).toBe(50);
    expect(percentHere([SET, { ...SET, wanted: 20, failed: 2 }])).toBe(40);
    expect(percentHere([{ ...SET, wanted: 1000, fetched: 998, missing: 1 }])).toBe(99);
  });

  it("fits its budget to the byte, and leaves room for what is precious", () => {
    expect(fitsBudget({ budget: 1_000, received: 400 }, 600)).toBe(true);
    expect(fitsBudget({ budget: 1_000, received: 400 }, 601)).toBe(false);
    expect(fitsBudget({ budget: null, received: 400 }, 1e12)).toBe(true);
    expect(leavesSpace(ROOM_LEFT_FREE + 10, 10)).toBe(true);
    expect(leavesSpace(ROOM_LEFT_FREE + 10, 11)).toBe(false);
    expect(leavesSpace(null, 1e12)).toBe(true);
  });

  it("is covered only by a whole mirror that keeps what it needs", () => {
    const covers = { days: 31, groups: null };
    expect(isCovered(SET, { covers, complete: true, trimmed: false })).toBe(true);
    expect(isCovered(SET, { covers, complete: false, trimmed: false })).toBe(false);
    expect(isCovered(SET, { covers, complete: true, trimmed: true })).toBe(false);
    expect(isCovered(SET, { covers: { days: 29, groups: null }, complete: true, trimmed: false })).toBe(
      false,
    );
    expect(isCovered(SET, { covers: { days: 40, groups: ["3"] }, complete: true, trimmed: false })).toBe(
      false,
    );
  });
});

describe("retention with offline sets", () => {
  const madeSet = (days: number | null, groups: readonly string[] | null, madeAtMs = NOW) => ({
    needs: { days, groups },
    madeAtMs,
  });

  it("is the choice where no set needs more, and everything stays everything", () => {
    const choice = { days: 30, groups: null };
    expect(retentionWithOfflineSets(choice, [], NOW)).toBe(choice);
    expect(retentionWithOfflineSets(choice, [madeSet(7, ["3"])], NOW)).toBe(choice);
    expect(retentionWithOfflineSets(null, [madeSet(7, ["3"])], NOW)).toBeNull();
  });

  it("has the days and the groups of all of them", () => {
    expect(retentionWithOfflineSets({ days: 7, groups: ["1"] }, [madeSet(30, ["3"])], NOW)).toEqual({
      days: 30,
      groups: ["1", "3"],
    });
    expect(retentionWithOfflineSets({ days: 7, groups: ["1"] }, [madeSet(null, null)], NOW)).toEqual({
      days: null,
      groups: null,
    });
  });

  it("has all groups where together they are more than a server takes", () => {
    const ids = (count: number) => Array.from({ length: count }, (_, at) => String(at));
    const choice = { days: 7, groups: ["first"] };
    const groupsWith = (count: number) =>
      retentionWithOfflineSets(choice, [madeSet(7, ids(count))], NOW)?.groups?.length ?? null;
    expect(groupsWith(MOST_GROUPS_RETAINED - 1)).toBe(MOST_GROUPS_RETAINED);
    expect(groupsWith(MOST_GROUPS_RETAINED)).toBeNull();
  });

  it("stays of any age where a set adds a group", () => {
    expect(retentionWithOfflineSets({ days: null, groups: ["1"] }, [madeSet(30, ["3"])], NOW)).toEqual({
      days: null,
      groups: ["1", "3"],
    });
  });

  it("grows with the days that pass, so that nothing ages out of a set, and no clock takes anything away", () => {
    const sets = [madeSet(30, null, NOW)];
    const days = (nowMs: number) => retentionWithOfflineSets({ days: 7, groups: null }, sets, nowMs)?.days;
    expect(days(NOW)).toBe(30);
    expect(days(NOW + 1)).toBe(31);
    expect(days(NOW + 10 * DAY_MS)).toBe(40);
    expect(days(NOW - 400 * DAY_MS)).toBe(30);
    const first = (Math.floor(NOW / DAY_MS) - 30) * DAY_MS;
    for (let hours = 0; hours < 100; hours += 1) {
      const now = NOW + hours * 3_600_000;
      expect((Math.floor(now / DAY_MS) - (days(now) ?? 0)) * DAY_MS).toBeLessThanOrEqual(first);
    }
  });

  it("reaches back to the day of the oldest insight of a filter", () => {
    expect(daysBackTo(NOW, NOW)).toBe(1);
    expect(daysBackTo(NOW - 3 * DAY_MS, NOW)).toBe(4);
    expect(daysBackTo(NOW + 9 * DAY_MS, NOW)).toBe(1);
  });
});
