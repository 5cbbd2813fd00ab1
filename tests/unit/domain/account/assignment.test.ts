import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  assignmentChange,
  isSameAssignment,
  rebaseAssignment,
} from "../../../../src/domain/account/assignment.ts";

const ids = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "e", "f")).map((list) => new Set(list));

describe("the edit of a list of assigned ids", () => {
  it("names what it adds and what it removes, each once", () => {
    expect(assignmentChange(new Set(["a", "b"]), new Set(["b", "c", "d"]))).toEqual({
      added: ["c", "d"],
      removed: ["a"],
    });
  });

  it("is the same list in any order, and no other", () => {
    expect(isSameAssignment(new Set(["a", "b"]), new Set(["b", "a"]))).toBe(true);
    expect(isSameAssignment(new Set(["a"]), new Set(["b"]))).toBe(false);
    expect(isSameAssignment(new Set(["a"]), new Set(["a", "b"]))).toBe(false);
    expect(isSameAssignment(new Set(["a", "b"]), new Set(["a"]))).toBe(false);
  });

  it("leads from the list to the chosen one", () => {
    fc.assert(
      fc.property(ids, ids, (base, chosen) => {
        const { added, removed } = assignmentChange(base, chosen);
        const made = new Set([...base, ...added].filter((id) => !removed.includes(id)));
        expect(isSameAssignment(made, chosen)).toBe(true);
        expect(rebaseAssignment(base, chosen, base)).toEqual(chosen);
      }),
    );
  });

  it("made on a newer list keeps what others added and removed, and all that it changed itself", () => {
    fc.assert(
      fc.property(ids, ids, ids, (base, chosen, latest) => {
        const rebased = rebaseAssignment(base, chosen, latest);
        for (const id of new Set([...base, ...chosen, ...latest])) {
          const edited = base.has(id) !== chosen.has(id);
          expect(rebased.has(id)).toBe(edited ? chosen.has(id) : latest.has(id));
        }
      }),
    );
  });
});
