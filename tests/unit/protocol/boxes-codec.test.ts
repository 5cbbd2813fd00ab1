import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BOXES_SHOWN, type DetectionBox } from "../../../src/domain/insight/detection-box.ts";
import { decodeBoxes, encodeBoxes } from "../../../src/protocol/boxes-codec.ts";

const side = fc.integer({ min: 1, max: 500 }).map((value) => value / 1000);
const anyBox: fc.Arbitrary<DetectionBox> = fc.record({
  className: fc.oneof(fc.constantFrom("fox", "a,b;c%", "two words\n"), fc.string({ minLength: 1 })),
  confidence: fc.option(fc.integer({ min: 20, max: 100 }).map((value) => value / 100)),
  box: fc.tuple(side, side, side, side),
});

describe("boxes in the feed", () => {
  it("come back as they went, to a thousandth of the picture and a percent, whatever their classes are called", () => {
    fc.assert(
      fc.property(fc.array(anyBox, { maxLength: 5 }), (boxes) => {
        const text = encodeBoxes(boxes, "fox");
        expect(text?.includes("\n") ?? false).toBe(false);
        const back = decodeBoxes(text, "fox");
        expect(back.toSorted(byText)).toEqual(boxes.toSorted(byText));
      }),
    );
  });

  it("say nothing twice: neither the insight's own class nor what is not known", () => {
    const box = [0.4123, 0.305, 0.12, 0.0881] as const;
    expect(encodeBoxes([{ className: "fox", confidence: 0.934, box }], "fox")).toBe("412,305,120,88,93");
    expect(encodeBoxes([{ className: "fox", confidence: null, box }], "fox")).toBe("412,305,120,88");
    expect(encodeBoxes([{ className: "dog", confidence: null, box }], "fox")).toBe("412,305,120,88,,dog");
    expect(encodeBoxes([], "fox")).toBeNull();
    expect(decodeBoxes(null, "fox")).toEqual([]);
  });

  it("keep a box that is thinner than a thousandth", () => {
    const box = [0.5, 0.5, 0.0001, 0.2] as const;
    expect(decodeBoxes(encodeBoxes([{ className: "fox", confidence: 0.9, box }], "fox"), "fox")).toHaveLength(
      1,
    );
  });

  it.each([
    "",
    ";;",
    "1,2,3",
    "a,b,c,d",
    "900,900,500,500,90",
    "1,1,-5,5",
    "NaN,0,1,1",
    ",,,",
    "1e999,0,9,9",
  ])("leave out what is no box: %j", (text) => {
    expect(decodeBoxes(text, "fox")).toEqual([]);
  });

  it("take a broken class and an impossible confidence for what can be told of them", () => {
    expect(decodeBoxes("0,0,500,500,900,%E0%A4%A", "fox")).toEqual([
      { className: "%E0%A4%A", confidence: null, box: [0, 0, 0.5, 0.5] },
    ]);
  });

  it("are cut off where a server sends more than are shown", () => {
    expect(decodeBoxes(Array(3_000).fill("0,0,9,9").join(";"), "fox")).toHaveLength(BOXES_SHOWN);
  });
});

function byText(a: DetectionBox, b: DetectionBox): number {
  return JSON.stringify(a).localeCompare(JSON.stringify(b));
}
