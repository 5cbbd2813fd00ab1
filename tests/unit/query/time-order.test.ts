import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InsightColumns } from "../../../src/query/insight-columns.ts";
import { chunkOf, insight, RECEIVED_MS } from "./insight-fixtures.ts";

/** All living rows, put in order anew. */
function orderedAnew({ count, alive, timeMs }: InsightColumns): number[] {
  const living = Array.from({ length: count }, (_, row) => row).filter((row) => alive[row] === 1);
  return living.sort((a, b) => (timeMs[a] ?? 0) - (timeMs[b] ?? 0) || a - b);
}

const insightOf = ({ id, at }: { id: number; at: number }) =>
  insight(String(id), { timeStampMs: RECEIVED_MS + at });
const rows = fc.uniqueArray(
  fc.record({ id: fc.integer({ min: 1, max: 30 }), at: fc.integer({ min: 0, max: 9 }) }),
  { selector: ({ id }) => id, maxLength: 12 },
);
const gone = fc.array(
  fc.integer({ min: 1, max: 30 }).map((id) => String(id)),
  { maxLength: 4 },
);
/** A change of the mirror: a chunk that stays, and a delta. Each delta replaces the delta of the previous change. */
const change = fc.record({ added: rows, gone, delta: rows, deltaGone: gone });

describe("the order of growing columns by time", () => {
  it("is that of all living rows after any changes, each asked for or not", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(change, fc.boolean()), { maxLength: 8 }), (changes) => {
        const columns = new InsightColumns();
        let takeOff = () => {};
        for (const [at, [{ added, gone, delta, deltaGone }, isAsked]] of changes.entries()) {
          takeOff();
          columns.append(chunkOf(at, added.map(insightOf), gone));
          takeOff = columns.appendForNow(chunkOf(at + 0.5, delta.map(insightOf), deltaGone));
          if (isAsked) expect(Array.from(columns.timeOrder.rows())).toEqual(orderedAnew(columns));
        }
        takeOff();
        expect(Array.from(columns.timeOrder.rows())).toEqual(orderedAnew(columns));
      }),
    );
  });

  it("stays the same array until the columns change, and is another one then", () => {
    const columns = new InsightColumns();
    columns.append(chunkOf(1, [insight("1"), insight("2")]));
    const before = columns.timeOrder.rows();
    expect(columns.timeOrder.rows()).toBe(before);
    columns.append(chunkOf(2, [], ["1"]));
    expect(Array.from(columns.timeOrder.rows())).toEqual([1]);
    expect(Array.from(before)).toEqual([0, 1]);
  });
});
