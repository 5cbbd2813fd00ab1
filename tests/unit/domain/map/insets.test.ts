import { describe, expect, it } from "vitest";
import { insetsAround, NO_INSETS } from "../../../../src/domain/map/insets.ts";

const MAP = { width: 1000, height: 800 };
const box = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom });

describe("the free part of a map", () => {
  it("is all of it where nothing covers it", () => {
    expect(insetsAround(MAP, [])).toEqual(NO_INSETS);
    // Beside it, and hidden.
    expect(insetsAround(MAP, [box(-50, 0, 0, 800), box(0, 800, 90, 900), box(-9, -9, -9, -9)])).toEqual(
      NO_INSETS,
    );
  });

  it("leaves out a box at the edge that costs least", () => {
    expect(insetsAround(MAP, [box(0, 300, 200, 800)])).toEqual({ ...NO_INSETS, left: 200 });
    expect(insetsAround(MAP, [box(0, 0, 600, 60)])).toEqual({ ...NO_INSETS, top: 60 });
    expect(insetsAround(MAP, [box(950, 100, 1000, 400)])).toEqual({ ...NO_INSETS, right: 50 });
    expect(insetsAround(MAP, [box(300, 760, 1000, 800)])).toEqual({ ...NO_INSETS, bottom: 40 });
    // Beyond the map it covers nothing.
    expect(insetsAround(MAP, [box(-40, 300, 200, 900)])).toEqual({ ...NO_INSETS, left: 200 });
    expect(insetsAround(MAP, [box(900, -90, 1400, 60)])).toEqual({ ...NO_INSETS, top: 60 });
  });

  it("pays once for boxes that one edge keeps out", () => {
    const boxes = [box(16, 16, 440, 60), box(16, 400, 286, 776), box(940, 16, 984, 192)];
    expect(insetsAround(MAP, boxes)).toEqual({ left: 286, top: 60, right: 60, bottom: 0 });
    expect(insetsAround(MAP, [box(0, 0, 300, 800), box(0, 0, 100, 100)])).toEqual({
      ...NO_INSETS,
      left: 300,
    });
    // The smaller one alone would be kept out by the left edge.
    const [small, large] = [box(0, 700, 120, 800), box(0, 600, 1000, 800)];
    expect(insetsAround(MAP, [small])).toEqual({ ...NO_INSETS, left: 120 });
    expect(insetsAround(MAP, [small, large])).toEqual({ ...NO_INSETS, bottom: 200 });
    expect(insetsAround(MAP, [box(880, 670, 1000, 800), large])).toEqual({ ...NO_INSETS, bottom: 200 });
    expect(insetsAround(MAP, [box(750, 680, 1000, 800), box(700, 0, 1000, 800)])).toEqual({
      ...NO_INSETS,
      right: 300,
    });
    expect(insetsAround(MAP, [box(0, 0, 1000, 200), box(700, 0, 1000, 100)])).toEqual({
      ...NO_INSETS,
      top: 200,
    });
    expect(insetsAround(MAP, [box(0, 600, 1000, 800), box(0, 700, 300, 800)])).toEqual({
      ...NO_INSETS,
      bottom: 200,
    });
    expect(insetsAround(MAP, [box(700, 0, 1000, 800), box(800, 0, 1000, 100)])).toEqual({
      ...NO_INSETS,
      right: 300,
    });
  });

  it("keeps two fifths of each side free, whatever covers the map", () => {
    expect(insetsAround(MAP, [box(0, 0, 1000, 480)])).toEqual({ ...NO_INSETS, top: 480 });
    expect(insetsAround(MAP, [box(0, 0, 1000, 481)])).toEqual(NO_INSETS);
    expect(insetsAround(MAP, [box(0, 0, 600, 800)])).toEqual({ ...NO_INSETS, left: 600 });
    expect(insetsAround(MAP, [box(0, 0, 601, 800)])).toEqual(NO_INSETS);
  });
});
