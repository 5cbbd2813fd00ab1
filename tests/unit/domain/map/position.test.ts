import { describe, expect, it } from "vitest";
import {
  bearingDegrees,
  compassPoint,
  distanceM,
  distanceText,
  wrappedLongitude,
} from "../../../../src/domain/map/position.ts";
import { spreadCoinciding } from "../../../../src/domain/map/spread.ts";

const at = (latitude: number, longitude: number) => ({ latitude, longitude });

describe("distance and bearing", () => {
  it("agrees with known distances", () => {
    // A degree of a great circle is 111.195 km on a sphere of the mean radius.
    expect(distanceM(at(0, 0), at(0, 1))).toBeCloseTo(111_195.08, 1);
    expect(distanceM(at(0, 0), at(1, 0))).toBeCloseTo(111_195.08, 1);
    // Half way round, where the square root may come out above 1.
    expect(distanceM(at(0, 0), at(0, 180))).toBeCloseTo(Math.PI * 6_371_008.8, 0);
    // Paris to Nairobi, 6,476 km by air.
    expect(Math.abs(distanceM(at(48.8567, 2.3508), at(-1.2833, 36.8167)) / 6_476_000 - 1)).toBeLessThan(0.01);
    // A right angle at the pole: the cosine of the third side is the product of the other two.
    const third = Math.acos(Math.cos(Math.PI / 6) * Math.cos(Math.PI / 18)) * 6_371_008.8;
    expect(distanceM(at(60, 0), at(80, 90))).toBeCloseTo(third, 3);
    expect(distanceM(at(0, 179.9), at(0, -179.9))).toBeCloseTo(0.2 * 111_195.08, 1);
  });

  it("names the direction in which to set out", () => {
    expect(bearingDegrees(at(0, 0), at(1, 0))).toBe(0);
    expect(bearingDegrees(at(0, 0), at(0, 1))).toBeCloseTo(90);
    expect(bearingDegrees(at(1, 0), at(0, 0))).toBeCloseTo(180);
    expect(bearingDegrees(at(0, 0), at(0, -1))).toBeCloseTo(270);
    // The worked example of the Baghdad to Osaka route: it sets out north of east.
    expect(bearingDegrees(at(35, 45), at(35, 135))).toBeCloseTo(60.16, 1);
    // By hand: atan(sin 60° cos 60° / (cos 30° sin 60° - sin 30° cos 60° cos 60°)).
    expect(bearingDegrees(at(30, 0), at(60, 60))).toBeCloseTo(34.715, 3);
    expect([0, 22, 23, 60, 180, 337, 338, 359.9].map(compassPoint)).toEqual([
      "N",
      "N",
      "NE",
      "NE",
      "S",
      "NW",
      "N",
      "N",
    ]);
  });

  it("writes distances as exactly as a walk needs", () => {
    expect([3, 348, 994, 995, 2449, 9949, 9950, 1_204_499].map(distanceText)).toEqual([
      "0 m",
      "350 m",
      "990 m",
      "1.0 km",
      "2.4 km",
      "9.9 km",
      "10 km",
      "1,204 km",
    ]);
  });

  it("brings longitudes back to the globe", () => {
    expect([-180, 180, 190, -190, 540, 725].map(wrappedLongitude)).toEqual([-180, 180, -170, 170, -180, 5]);
  });
});

describe("coinciding points", () => {
  it("are drawn apart, each far enough from every other to be pressed", () => {
    for (const count of [2, 3, 8, 9, 40]) {
      const points = Array.from({ length: count }, (_, number) => ({
        ...at(51.3, 5.4 + number * 1e-7),
        number,
      }));
      const offsets = [...spreadCoinciding(points).values()];
      expect(offsets).toHaveLength(count);
      for (const [one, a] of offsets.entries())
        for (const b of offsets.slice(one + 1)) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(43);
    }
  });

  it("leaves points that stand alone where they are", () => {
    const [one, other] = [at(51.3, 5.4), at(51.3002, 5.4)];
    const offsets = spreadCoinciding([one, other]);
    expect([offsets.get(one), offsets.get(other)]).toEqual([
      { x: 0, y: 0 },
      { x: 0, y: 0 },
    ]);
  });

  it("finds those at both sides of a cell's edge", () => {
    const offsets = spreadCoinciding([at(0.00001, 0.00001), at(-0.00001, -0.00001)]);
    expect([...offsets.values()].every(({ x, y }) => x !== 0 || y !== 0)).toBe(true);
  });
});
