import { describe, expect, it } from "vitest";
import {
  extendSelection,
  NOTHING_SELECTED,
  type RowSelection,
  selectRange,
  togglePage,
  toggleRow,
  withoutRows,
} from "../../../../src/ui/data-table/row-selection.ts";

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

  it("takes the page in and out, and keeps what other pages show", () => {
    const both = togglePage(toggleRow(NOTHING_SELECTED, "elsewhere"), ["a", "b"]);
    expect(ids(both)).toEqual(["a", "b", "elsewhere"]);
    expect(ids(togglePage(both, ["a", "b"]))).toEqual(["elsewhere"]);
  });

  it("loses what has left the list, and no range begins there any more", () => {
    const selection = selectRange(toggleRow(NOTHING_SELECTED, "a"), "c", order);
    expect(withoutRows(selection, ["a", "never chosen"])).toEqual({
      ids: new Set(["b", "c"]),
      anchorId: null,
    });
    expect(withoutRows(selection, ["never chosen"])).toBe(selection);
  });

  it("grows and shrinks by steps from where it began", () => {
    const order = ["a", "b", "c", "d"];
    const steps = [
      ["b", "c"],
      ["c", "d"],
      ["d", "c"],
      ["c", "b"],
      ["b", "a"],
    ] as const;
    const kept = steps.reduce<{ last: RowSelection; ids: string[] }>(
      ({ last, ids }, step) => {
        const next = extendSelection(last, step, order, 0);
        return { last: next, ids: [...ids, [...next.ids].toSorted().join("")] };
      },
      { last: NOTHING_SELECTED, ids: [] },
    );
    expect(kept.ids).toEqual(["bc", "bcd", "bc", "b", "ab"]);
    expect(kept.last.anchorId).toBe("b");
  });

  it("shrinks by steps back to where it began, also where that is drawn no longer", () => {
    const chosen = { ids: new Set(["begin", "x", "y", "z"]), anchorId: "begin" };
    const drawn = ["x", "y", "z"];
    expect(ids(extendSelection(chosen, ["z", "y"], drawn, -20))).toEqual(["begin", "x", "y"]);
    expect(ids(extendSelection(chosen, ["x", "y"], drawn, 20))).toEqual(["begin", "y", "z"]);
    expect(ids(extendSelection(chosen, ["y", "z"], drawn, -20))).toEqual(["begin", "x", "y", "z"]);
  });
});
