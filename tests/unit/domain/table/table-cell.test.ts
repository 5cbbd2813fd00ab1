import { describe, expect, it } from "vitest";
import { cellText, cutCell } from "../../../../src/domain/table/table-cell.ts";

describe("a cell", () => {
  it("shows 50 characters of a string and an ellipsis, never half a character [TBL-12]", () => {
    expect(cutCell("string", "a".repeat(50))).toBe("a".repeat(50));
    expect(cutCell("string", "a".repeat(51))).toBe(`${"a".repeat(50)}…`);
    expect(cutCell("string", "🦊".repeat(50))).toBe("🦊".repeat(50));
    expect(cutCell("string", "🦊".repeat(51))).toBe(`${"🦊".repeat(50)}…`);
  });

  it("shows 200 characters of a list and an ellipsis [TBL-13]", () => {
    expect(cutCell("list", "b".repeat(200))).toBe("b".repeat(200));
    expect(cutCell("list", "b".repeat(201))).toBe(`${"b".repeat(200)}…`);
  });

  it("shows all of what is neither a string nor a list", () => {
    expect(cutCell("number", "9".repeat(300))).toBe("9".repeat(300));
  });

  it("writes each type of column in its way [TBL-10]", () => {
    expect(cellText("string", "Agouti")).toBe("Agouti");
    expect(cellText("date", Date.UTC(2026, 10, 21, 7, 5, 9))).toBe("2026-11-21T07:05:09.000Z");
    expect(cellText("number", 0.25)).toBe("0.25");
    expect(cellText("percent", 0.874)).toBe("87%");
    expect(cellText("list", ["Agouti (87%)", "Paca"])).toBe("Agouti (87%); Paca");
    expect(cellText("element", null)).toBe("");
    expect(cellText("buttons", null)).toBe("");
    expect(cellText("date", 9e15)).toBe("");
    expect(cellText("number", Number.NaN)).toBe("");
    expect(cellText("percent", Number.POSITIVE_INFINITY)).toBe("");
  });
});
