import { describe, expect, it } from "vitest";
import { columnsThatFit, figureWidth } from "../../../../src/ui/data-table/columns-that-fit.ts";

const COLUMNS = [
  { id: "photo", type: "element", roomPx: 100 },
  { id: "name", type: "string", roomPx: 100, locked: true, rowHeader: true },
  { id: "group", type: "string", roomPx: 100 },
  { id: "battery", type: "number", roomPx: 100, leaves: 0 },
  { id: "images", type: "number", roomPx: 100, leaves: 2 },
  { id: "space", type: "number", roomPx: 100, leaves: 2 },
  { id: "act", type: "buttons", roomPx: 100 },
] as const;
const left = (widthPx: number, selectable = false) =>
  columnsThatFit(COLUMNS, widthPx, selectable)
    .map(({ id }) => id)
    .join(" ");

describe("the columns of a table in little room", () => {
  it("leave by their number, the last of equals first, until the others have room", () => {
    expect(left(699)).toBe("photo name group battery images act");
    expect(left(500)).toBe("photo name group battery act");
    expect(left(400)).toBe("photo name battery act");
    expect(left(300)).toBe("name battery act");
  });

  it("keep what a row is known and used by, however little room there is", () => {
    expect(left(10)).toBe("name act");
  });

  it("count the checkboxes where rows can be chosen, and are the same list where all have room", () => {
    expect(columnsThatFit(COLUMNS, 700, false)).toBe(COLUMNS);
    expect(left(700, true)).toBe("photo name group battery images act");
  });
});

describe("the width of a column", () => {
  it("is that of its figures or dates in letters, so that texts have the rest", () => {
    expect(figureWidth({ type: "number", roomPx: 130 })).toBe("10.00em");
    expect(figureWidth({ type: "date", roomPx: 13 })).toBe("1.00em");
    expect(figureWidth({ type: "percent", roomPx: 26 })).toBe("2.00em");
  });

  it("is left to the table for texts, and for columns that have it by their class or do not state their need", () => {
    expect(figureWidth({ type: "string", roomPx: 130 })).toBeUndefined();
    expect(figureWidth({ type: "number", roomPx: 130, className: "narrow" })).toBeUndefined();
    expect(figureWidth({ type: "number" })).toBeUndefined();
  });
});
