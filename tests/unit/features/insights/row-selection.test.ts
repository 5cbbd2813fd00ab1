import { describe, expect, it } from "vitest";
import {
  keepShown,
  NOTHING_SELECTED,
  selectRange,
  togglePage,
  toggleRow,
} from "../../../../src/features/insights/row-selection.ts";

const order = ["a", "b", "c", "d", "e"];
const ids = (selection: { ids: ReadonlySet<string> }) => [...selection.ids].toSorted();

describe("the selection", () => {
  it("takes the range between two presses, in either direction", () => {
    const down = selectRange(toggleRow(NOTHING_SELECTED, "b"), "d", order);
    expect(ids(down)).toEqual(["b", "c", "d"]);
    expect(ids(selectRange(down, "a", order))).toEqual(["a", "b", "c", "d"]);
  });

  it("takes one row where the range has no beginning on this page", () => {
    expect(ids(selectRange(toggleRow(NOTHING_SELECTED, "gone"), "c", order))).toEqual(["c", "gone"]);
  });

  it("takes the page, and lets it go when all of it was taken", () => {
    const all = togglePage(toggleRow(NOTHING_SELECTED, "b"), order);
    expect(ids(all)).toEqual(order);
    expect(ids(togglePage(all, order))).toEqual([]);
  });

  it("loses what has left the page, so that no action reaches what is not seen", () => {
    const selection = togglePage(NOTHING_SELECTED, order);
    expect(ids(keepShown(selection, ["a", "c"]))).toEqual(["a", "c"]);
    expect(keepShown(selection, [...order, "f"])).toBe(selection);
  });
});
