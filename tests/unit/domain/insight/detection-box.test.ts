import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  BOXES_SHOWN,
  boxesToShow,
  boxInPicture,
  type DetectionBox,
  surestBoxes,
} from "../../../../src/domain/insight/detection-box.ts";

const found = (confidence: number | null, className = "fox"): DetectionBox => ({
  className,
  confidence,
  box: [0.1, 0.1, 0.2, 0.2],
});

describe("a box in a picture", () => {
  it("is taken as it is, up to the very edges", () => {
    expect(boxInPicture(0, 0, 1, 1)).toEqual([0, 0, 1, 1]);
    expect(boxInPicture(0.1, 0.2, 0.3, 0.4)).toEqual([0.1, 0.2, 0.3, 0.4]);
  });

  it("is drawn in to the picture where it reaches out by what a detector rounds", () => {
    const box = boxInPicture(-0.005, 0.5, 0.205, 0.508);
    expect(box?.map((side) => Math.round(side * 1000))).toEqual([0, 500, 200, 500]);
    const rounded = (...sides: Parameters<typeof boxInPicture>) =>
      boxInPicture(...sides)?.map((side) => Math.round(side * 1000));
    expect(rounded(0.9, 0.2, 0.105, 0.1)).toEqual([900, 200, 100, 100]);
    expect(rounded(0.2, 0.9, 0.1, 0.105)).toEqual([200, 900, 100, 100]);
    expect(rounded(0.5, -0.005, 0.2, 0.205)).toEqual([500, 0, 200, 200]);
  });

  it("may reach out by a hundredth, and by no more", () => {
    expect(boxInPicture(-0.01, 0, 0.5, 0.5)).not.toBeNull();
    expect(boxInPicture(0.5, 0.5, 0.51, 0.51)).not.toBeNull();
    expect(boxInPicture(-0.0101, 0, 0.5, 0.5)).toBeNull();
    expect(boxInPicture(0.5, 0.5, 0.5, 0.5101)).toBeNull();
  });

  it.each([
    ["pixels", 100, 200, 30, 40],
    ["beyond the edge", 0.9, 0.9, 0.5, 0.5],
    ["left of the picture", -0.2, 0.1, 0.5, 0.5],
    ["no number", 0.1, 0.1, Number.NaN, 0.1],
    ["endless", 0, 0, Number.POSITIVE_INFINITY, 1],
    ["without width", 0.1, 0.1, 0, 0.1],
    ["without height", 0.1, 0.1, 0.1, 0],
    ["negative width", 0.5, 0.1, -0.2, 0.1],
    ["negative height", 0.1, 0.5, 0.1, -0.2],
    ["no height left of it within the picture", 0.1, -0.009, 0.1, 0.005],
    ["nothing left of it within the picture", -0.009, 0.1, 0.005, 0.1],
  ])("is refused: %s", (_, x, y, width, height) => {
    expect(boxInPicture(x, y, width, height)).toBeNull();
  });

  it("never reaches out of the picture, whatever the numbers are", () => {
    const side = fc.oneof(fc.double(), fc.double({ min: -0.02, max: 1.02, noNaN: true }));
    fc.assert(
      fc.property(side, side, side, side, (x, y, width, height) => {
        const box = boxInPicture(x, y, width, height);
        if (box === null) return;
        expect(box.every((value) => value >= 0 && value <= 1)).toBe(true);
        expect(box[0] + box[2]).toBeLessThanOrEqual(1 + 1e-9);
        expect(box[1] + box[3]).toBeLessThanOrEqual(1 + 1e-9);
      }),
    );
  });
});

describe("the boxes of a picture", () => {
  it("are kept by how sure they are, those that people drew before all", () => {
    const boxes = [found(0.3), found(0.9), found(null, "bear"), found(0.9, "dog")];
    expect(surestBoxes(boxes, 3).map(({ className }) => className)).toEqual(["bear", "fox", "dog"]);
  });

  it("are shown from 20 % on, and where none is so sure the one that named the insight", () => {
    expect(boxesToShow([found(0.1), found(0.2), found(0.8)])).toHaveLength(2);
    expect(boxesToShow([found(0.01), found(0.1)])).toEqual([found(0.1)]);
    expect(boxesToShow([])).toEqual([]);
  });

  it("are never shown by the hundred", () => {
    expect(boxesToShow(Array.from({ length: 5_000 }, () => found(0.9)))).toHaveLength(BOXES_SHOWN);
  });
});
