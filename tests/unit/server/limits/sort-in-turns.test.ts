import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sortInTurns } from "../../../../server/limits/sort-in-turns.ts";

describe("a long list that is sorted in turns", () => {
  it("comes out as toSorted has it, equal ones in their order", async () => {
    const rows = fc.array(fc.tuple(fc.nat(50), fc.nat()), { maxLength: 3_000, size: "max" });
    const compare = (a: readonly [number, number], b: readonly [number, number]) => a[0] - b[0];
    await fc.assert(
      fc.asyncProperty(rows, async (list) => {
        const before = [...list];
        expect(await sortInTurns(list, compare)).toEqual(list.toSorted(compare));
        expect(list).toEqual(before);
      }),
      { numRuns: 20 },
    );
  });

  it("lets others have their turn at least once in some thousand comparisons (neighbour 2)", async () => {
    let compared = 0;
    let most = 0;
    let isDone = false;
    const others = (async () => {
      while (!isDone) {
        most = Math.max(most, compared);
        compared = 0;
        await setImmediate();
      }
    })();
    const list = Array.from({ length: 10_000 }, (_, at) => (at * 7_919) % 10_007);
    await sortInTurns(list, (a, b) => {
      compared += 1;
      return a - b;
    });
    isDone = true;
    await others;
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThan(10_000);
  });
});
