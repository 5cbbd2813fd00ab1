import { describe, expect, it } from "vitest";
import {
  isShown,
  LAYOUT_MODES,
  moveColumn,
  OWN_LAYOUT,
  orderColumns,
  readLayout,
  resizeColumns,
  showColumn,
} from "../../../../src/domain/table/table-layout.ts";

const COLUMNS = [{ id: "a", locked: true }, { id: "b" }, { id: "c", hidden: true }, { id: "d" }];
const idsOf = (layout = OWN_LAYOUT) => orderColumns(COLUMNS, layout).map(({ id }) => id);
const shownOf = (layout = OWN_LAYOUT) =>
  COLUMNS.filter((column) => isShown(column, layout)).map(({ id }) => id);

describe("a table's layout", () => {
  it("shows and hides columns, but never one that is locked [TBL-02]", () => {
    expect(shownOf()).toEqual(["a", "b", "d"]);
    expect(shownOf(showColumn(showColumn(OWN_LAYOUT, "c", true), "b", false))).toEqual(["a", "c", "d"]);
    expect(shownOf(showColumn(OWN_LAYOUT, "a", false))).toContain("a");
  });

  it("moves a column by a place and stops at the ends [TBL-02]", () => {
    const once = moveColumn(COLUMNS, OWN_LAYOUT, "d", -1);
    expect(idsOf(once)).toEqual(["a", "b", "d", "c"]);
    expect(idsOf(moveColumn(COLUMNS, once, "a", -1))).toEqual(["a", "b", "d", "c"]);
    expect(idsOf(moveColumn(COLUMNS, once, "a", 1))).toEqual(["b", "a", "d", "c"]);
    expect(idsOf(moveColumn(COLUMNS, OWN_LAYOUT, "b", -1))).toEqual(["b", "a", "c", "d"]);
    expect(moveColumn(COLUMNS, OWN_LAYOUT, "d", 1)).toBe(OWN_LAYOUT);
    expect(moveColumn(COLUMNS, OWN_LAYOUT, "gone", 1)).toBe(OWN_LAYOUT);
  });

  it("keeps a new column beside its neighbour and forgets none that is gone", () => {
    expect(idsOf({ ...OWN_LAYOUT, order: ["d", "gone", "a", "d"] })).toEqual(["d", "a", "b", "c"]);
  });

  it("has the modes 'resize' and 'padding', and bounds widths [TBL-11]", () => {
    expect(LAYOUT_MODES).toEqual(["resize", "padding"]);
    expect(resizeColumns(OWN_LAYOUT, { a: 3, b: 99_999, d: 120.4 }).widthsPx).toEqual({
      a: 48,
      b: 1200,
      d: 120,
    });
  });

  it("is the table's own until a person arranges it", () => {
    expect(OWN_LAYOUT).toEqual({ mode: "resize", look: "rows", order: [], shown: {}, widthsPx: {} });
  });

  it("reads what was stored and mistrusts it", () => {
    expect(readLayout({})).toEqual(OWN_LAYOUT);
    expect(readLayout({ widthsPx: { a: Number.POSITIVE_INFINITY } })).toEqual(OWN_LAYOUT);
    const layout = {
      ...OWN_LAYOUT,
      mode: "padding" as const,
      order: ["b"],
      shown: { b: false },
      widthsPx: { b: 90 },
    };
    expect(readLayout(JSON.parse(JSON.stringify(layout)))).toEqual(layout);
    expect(readLayout(null)).toEqual(OWN_LAYOUT);
    expect(
      readLayout({ mode: "odd", order: [1, "b"], shown: { b: "no" }, widthsPx: { a: "x", b: 1 } }),
    ).toEqual({
      ...OWN_LAYOUT,
      order: ["b"],
      widthsPx: { b: 48 },
    });
  });
});
