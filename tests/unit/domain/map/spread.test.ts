import { describe, expect, it } from "vitest";
import { spreadCoinciding } from "../../../../src/domain/map/spread.ts";

/** A metre in degrees of latitude, and at the equator of longitude. */
const METRE = 1 / 111_195;
const at = (latitude: number, longitude: number) => ({ latitude, longitude });
const offsets = (points: readonly { latitude: number; longitude: number }[]) => {
  const found = spreadCoinciding(points);
  return points.map((point) => {
    const { x, y } = found.get(point) ?? { x: Number.NaN, y: Number.NaN };
    return [x, y];
  });
};
const together = (count: number) => offsets(Array.from({ length: count }, () => at(3, 4)));
const isMoved = ([x, y]: readonly (number | undefined)[]) => x !== 0 || y !== 0;

describe("markers of one place", () => {
  it("stand around it, from the top on, as near as their width allows", () => {
    expect(together(1)).toEqual([[0, 0]]);
    expect(together(2)).toEqual([
      [0, -23],
      [0, 23],
    ]);
    // The circle through three markers 46 px apart: 46 / (2 sin 60°).
    expect(together(3)).toEqual([
      [0, -27],
      [23, 13],
      [-23, 13],
    ]);
  });

  it("stand on a second ring beyond eight, and on a third beyond it", () => {
    const eleven = together(11);
    // 46 / (2 sin 22.5°) = 60.1, and a marker's width more.
    expect(eleven[0]).toEqual([0, -60]);
    expect(eleven[2]).toEqual([60, 0]);
    expect(eleven.slice(8)).toEqual([
      [0, -106],
      [92, 53],
      [-92, 53],
    ]);
    // Fourteen fit on the second ring.
    const many = together(24);
    expect(many.slice(8, 22).every(([x = 0, y = 0]) => Math.abs(Math.hypot(x, y) - 106) < 1.5)).toBe(true);
    expect(many[8 + 7]).toEqual([0, 106]);
    expect(many.slice(22)).toEqual([
      [0, -152],
      [0, 152],
    ]);
  });

  it("are those within twelve metres, on whichever side of each other", () => {
    // From the corner of a cell of the search grid in all directions.
    for (const [down, right] of [
      [11, 0],
      [-11, 0],
      [0, 11],
      [0, -11],
      [7, 7],
      [-7, -7],
      [7, -7],
      [-7, 7],
    ] as const) {
      const first = at(0.0004 - Math.sign(down) * METRE, 0.0004 - Math.sign(right) * METRE);
      const second = at(first.latitude + down * METRE, first.longitude + right * METRE);
      expect(offsets([first, second]).every(isMoved), `${down} ${right}`).toBe(true);
    }
    expect(offsets([at(0, 0), at(13 * METRE, 0), at(0, -13 * METRE)]).some(isMoved)).toBe(false);
  });

  it("join the place that they are near to, of several close by", () => {
    const [west, east] = [at(0.0001, 0.00005), at(0.0001, 0.0003)];
    const found = offsets([west, east, at(0.0001, 0.00006), at(0.0001, 0.00031)]);
    expect(found).toEqual([
      [0, -23],
      [0, -23],
      [0, 23],
      [0, 23],
    ]);
  });
});
