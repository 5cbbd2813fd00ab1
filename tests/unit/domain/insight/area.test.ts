import { describe, expect, it } from "vitest";
import { isArea, isInArea } from "../../../../src/domain/insight/area.ts";

const MARA = { south: -2, west: 34, north: -1, east: 36 };
const FIJI = { south: -20, west: 177, north: -15, east: -178 };
const at = (latitude: number | null, longitude: number | null) => ({ latitude, longitude });

describe("an area", () => {
  it("has what lies in it and on its edges", () => {
    for (const place of [at(-1.5, 35), at(-2, 35), at(-1, 35), at(-1.5, 34), at(-1.5, 36)]) {
      expect(isInArea(MARA, place), JSON.stringify(place)).toBe(true);
    }
    for (const place of [at(-2.1, 35), at(-0.9, 35), at(-1.5, 33.9), at(-1.5, 36.1)]) {
      expect(isInArea(MARA, place), JSON.stringify(place)).toBe(false);
    }
  });

  it("has both sides of the date line where it crosses it", () => {
    for (const longitude of [177, 179, 180, -179, -178]) {
      expect(isInArea(FIJI, at(-17, longitude)), String(longitude)).toBe(true);
    }
    for (const longitude of [176.9, 0, -177.9]) {
      expect(isInArea(FIJI, at(-17, longitude)), String(longitude)).toBe(false);
    }
  });

  it("may be a single meridian, which does not cross the date line", () => {
    const line = { ...MARA, west: 34, east: 34 };
    expect(isInArea(line, at(-1.5, 34))).toBe(true);
    expect(isInArea(line, at(-1.5, 35))).toBe(false);
  });

  it("has no place that is not known", () => {
    const world = { south: -90, west: -180, north: 90, east: 180 };
    expect(isInArea(world, at(null, 0))).toBe(false);
    expect(isInArea(world, at(0, null))).toBe(false);
    expect(isInArea(world, at(0, 0))).toBe(true);
  });

  it("lies on the globe, its south not north of its north", () => {
    const world = { south: -90, west: -180, north: 90, east: 180 };
    for (const area of [MARA, FIJI, world, { ...MARA, south: -1 }]) expect(isArea(area)).toBe(true);
    for (const bounds of [
      { ...MARA, south: 0 },
      { ...world, south: -90.1 },
      { ...world, north: 90.1 },
      { ...world, west: -180.1 },
      { ...world, east: 180.1 },
      { ...MARA, west: Number.NaN },
    ]) {
      expect(isArea(bounds), JSON.stringify(bounds)).toBe(false);
    }
  });
});
