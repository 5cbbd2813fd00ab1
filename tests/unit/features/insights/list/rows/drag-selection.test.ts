import { describe, expect, it } from "vitest";
import {
  changesOfDrag,
  startDrag,
} from "../../../../../../src/features/insights/list/rows/drag-selection.ts";

const ids = ["a", "b", "c", "d", "e", "f"];

describe("a drag over rows", () => {
  it("chooses all between its ends, and gives back what it leaves again", () => {
    const chosen = new Set(["e"]);
    const first = changesOfDrag(startDrag(1, true), { ids, first: 0, chosen }, 5);
    expect([...first.changes]).toEqual([
      ["b", true],
      ["c", true],
      ["d", true],
      ["f", true],
    ]);
    const back = changesOfDrag(first.drag, { ids, first: 0, chosen: new Set(["b", "c", "d", "e", "f"]) }, 2);
    expect([...back.changes]).toEqual([
      ["d", false],
      ["f", false],
    ]);
  });

  it("takes rows out where it began on a chosen one, also upwards", () => {
    const { changes } = changesOfDrag(startDrag(3, false), { ids, first: 0, chosen: new Set(ids) }, 1);
    expect([...changes]).toEqual([
      ["b", false],
      ["c", false],
      ["d", false],
    ]);
  });

  it("remembers rows that were scrolled out of what is drawn", () => {
    const start = changesOfDrag(startDrag(0, true), { ids: ids.slice(0, 3), first: 0, chosen: new Set() }, 2);
    const later = changesOfDrag(
      start.drag,
      { ids: ids.slice(2), first: 2, chosen: new Set(["a", "b", "c"]) },
      4,
    );
    expect([...later.changes]).toEqual([
      ["d", true],
      ["e", true],
    ]);
    const home = changesOfDrag(later.drag, { ids, first: 0, chosen: new Set(["a", "b", "c", "d", "e"]) }, 0);
    expect([...home.changes.keys()]).toEqual(["b", "c", "d", "e"]);
  });
});
