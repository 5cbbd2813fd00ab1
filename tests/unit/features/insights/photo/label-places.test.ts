import { describe, expect, it } from "vitest";
import type { FractionBox } from "../../../../../src/domain/insight/detection-box.ts";
import { placeLabels } from "../../../../../src/features/insights/photo/label-places.ts";

const PHONE = { width: 360, height: 270 };
const words = "Red deer 80%";
const placed = (boxes: readonly FractionBox[], picture = PHONE) =>
  placeLabels(
    boxes.map((box) => ({ box, words })),
    picture,
  );

describe("where the words of boxes stand", () => {
  it("is above the box from its left, at the right edge of the picture from its right", () => {
    expect(placed([[0.2, 0.3, 0.4, 0.3]])).toEqual([{ place: "above", atEnd: false }]);
    expect(placed([[0.7, 0.3, 0.2, 0.3]])).toEqual([{ place: "above", atEnd: true }]);
  });

  it("is below where the box begins at the top of the picture, and inside where it fills the height", () => {
    expect(placed([[0.2, 0, 0.4, 0.5]])).toEqual([{ place: "below", atEnd: false }]);
    expect(placed([[0.2, 0, 0.4, 1]])).toEqual([{ place: "inside", atEnd: false }]);
  });

  it("changes sides where words would leave the picture", () => {
    expect(placed([[0.55, 0.3, 0.4, 0.3]], { width: 200, height: 150 })).toEqual([
      { place: "above", atEnd: true },
    ]);
  });

  it("lets the words of one of two boxes that overlap give way", () => {
    const deer: FractionBox[] = [
      [0.27, 0.4, 0.36, 0.5],
      [0.38, 0.37, 0.34, 0.4],
    ];
    expect(placed(deer)).toEqual([
      { place: "below", atEnd: false },
      { place: "above", atEnd: false },
    ]);
  });

  it("keeps the usual places where a larger picture has room for both", () => {
    const apart: FractionBox[] = [
      [0.2, 0.4, 0.3, 0.5],
      [0.42, 0.35, 0.3, 0.4],
    ];
    expect(placed(apart, { width: 1200, height: 900 }).map(({ place }) => place)).toEqual(["above", "above"]);
    expect(new Set(placed(apart).map(({ place }) => place)).size).toBe(2);
  });

  it("keeps off another animal where there is another place", () => {
    const [upper, lower] = placed([
      [0.2, 0.2, 0.4, 0.3],
      [0.2, 0.52, 0.4, 0.3],
    ]);
    expect([upper?.place, lower?.place]).toEqual(["above", "below"]);
  });

  it("has a place for each of many boxes, and for none", () => {
    expect(placed(Array.from({ length: 20 }, (): FractionBox => [0.1, 0.1, 0.8, 0.8]))).toHaveLength(20);
    expect(placed([])).toEqual([]);
  });
});
