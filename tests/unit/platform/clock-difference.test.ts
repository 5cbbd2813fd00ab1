import { describe, expect, it } from "vitest";
import { clockAheadAt, noteServerTime } from "../../../src/platform/clock-difference.ts";
import { LOCAL_KEYS, type LocalKey, type LocalValues } from "../../../src/platform/stored-values.ts";

function memory() {
  const values = new Map<LocalKey, string>();
  let writes = 0;
  const local: LocalValues = {
    get: (key) => values.get(key) ?? null,
    set(key, value) {
      writes += 1;
      values.set(key, value);
    },
    remove: (key) => void values.delete(key),
  };
  return { local, values, writes: () => writes };
}

describe("the difference of the clocks", () => {
  it("is not known before the server was heard, nor at a moment before that, nor from a spoilt value", () => {
    const { local, values } = memory();
    expect(clockAheadAt(local, 5_000)).toBeUndefined();
    noteServerTime(local, 5_000, 3_000);
    expect(clockAheadAt(local, 5_000)).toBe(2_000);
    expect(clockAheadAt(local, 4_999)).toBeUndefined();
    for (const spoilt of ["", "7", "x 5", "5 x", "1.5 2"]) {
      values.set(LOCAL_KEYS.clockAhead, spoilt);
      expect(clockAheadAt(local, 9_000)).toBeUndefined();
    }
  });

  it("is the smallest of a minute, which came with the fastest answer, unless a clock was set", () => {
    const { local, writes } = memory();
    noteServerTime(local, 100_000, 97_000);
    noteServerTime(local, 101_000, 100_500);
    expect([writes(), clockAheadAt(local, 120_000)]).toEqual([2, 500]);
    for (const aheadMs of [251, 500, 10_499]) noteServerTime(local, 110_000, 110_000 - aheadMs);
    expect([writes(), clockAheadAt(local, 120_000)]).toEqual([2, 500]);
    noteServerTime(local, 112_000, 101_500);
    expect([writes(), clockAheadAt(local, 120_000)]).toEqual([3, 10_500]);
    noteServerTime(local, 171_999, 161_499);
    expect(writes()).toBe(3);
    noteServerTime(local, 172_000, 161_500);
    expect(writes()).toBe(4);
    noteServerTime(local, 171_500, 161_000);
    expect([writes(), clockAheadAt(local, 171_500)]).toEqual([5, 10_500]);
  });
});
