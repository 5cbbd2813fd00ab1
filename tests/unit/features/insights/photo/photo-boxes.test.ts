import { describe, expect, it } from "vitest";
import { labelOf } from "../../../../../src/features/insights/photo/photo-boxes.tsx";

const box = { className: "collared peccary", confidence: 0.8, box: [0, 0, 0.5, 0.5] as const };

describe("the words at a box", () => {
  it("name the class with the confidence wherever there is room", () => {
    expect(labelOf(box as never, "collared peccary", 1)).toBe("Collared peccary 80%");
    expect(labelOf(box as never, "collared peccary", 0.48)).toBe("Collared peccary 80%");
  });

  it("leave out the insight's own class where there is none, but never another's", () => {
    expect(labelOf(box as never, "collared peccary", 0.2)).toBe("80%");
    expect(labelOf(box as never, "agouti", 0.2)).toBe("Collared peccary 80%");
    expect(labelOf({ ...box, confidence: null } as never, "collared peccary", 0.2)).toBe("Collared peccary");
  });
});
