import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  answerTableQuery,
  compareCells,
  type TableFields,
} from "../../../../src/domain/table/table-query.ts";

interface Animal {
  name: string;
  count: number | null;
  kind: string;
}

const ANIMALS: Animal[] = [
  { name: "ocelot", count: 2, kind: "cat" },
  { name: "Agouti", count: null, kind: "rodent" },
  { name: "Paca", count: 11, kind: "rodent" },
  { name: "jaguar", count: 2, kind: "cat" },
];
const FIELDS: TableFields<Animal> = {
  columns: [
    { id: "name", type: "string", value: ({ name }) => name },
    { id: "count", type: "number", value: ({ count }) => count },
  ],
  kindOf: ({ kind }) => kind,
};
const ALL = { filters: [], sort: null, offset: 0, limit: 100 };
const names = (change: object) =>
  answerTableQuery(ANIMALS, FIELDS, { ...ALL, ...change }).rows.map(({ name }) => name);

describe("rows in memory", () => {
  it("are sorted by a column both ways, what is absent last, equals as they were [TBL-01]", () => {
    expect(names({ sort: { column: "name", descending: false } })).toEqual([
      "Agouti",
      "jaguar",
      "ocelot",
      "Paca",
    ]);
    expect(names({ sort: { column: "count", descending: false } })).toEqual([
      "ocelot",
      "jaguar",
      "Paca",
      "Agouti",
    ]);
    expect(names({ sort: { column: "count", descending: true } })).toEqual([
      "Paca",
      "ocelot",
      "jaguar",
      "Agouti",
    ]);
    expect(names({ sort: { column: "gone", descending: true } })).toEqual(ANIMALS.map(({ name }) => name));
  });

  it("are filtered by every filter at once, each only on its own kind of rows [TBL-03, TBL-23]", () => {
    const two = { column: "count", test: { kind: "number", equals: 2 } } as const;
    const oce = { column: "name", test: { kind: "string", contains: "OCE" } } as const;
    expect(names({ filters: [two] })).toEqual(["ocelot", "jaguar"]);
    expect(names({ filters: [two, oce] })).toEqual(["ocelot"]);
    expect(names({ filters: [{ ...oce, rowKind: "cat" }] })).toEqual(["ocelot", "Agouti", "Paca"]);
  });

  it("come in pages that together are all rows, with the counts of all [TBL-05]", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9 })), fc.constantFrom(5, 10, 25), (counts, limit) => {
        const rows = counts.map((count, at) => ({ name: String(at), count, kind: "any" }));
        const query = { ...ALL, sort: { column: "count", descending: false }, limit };
        const pages = [];
        for (let offset = 0; offset < rows.length; offset += limit) {
          const page = answerTableQuery(rows, FIELDS, { ...query, offset });
          expect(page).toMatchObject({ matched: rows.length, held: rows.length });
          pages.push(...page.rows);
        }
        const expected = rows.toSorted((a, b) => a.count - b.count || Number(a.name) - Number(b.name));
        expect(pages).toEqual(expected);
      }),
    );
  });

  it("pass a filter of a column that the table does not have", () => {
    const gone = { column: "gone", test: { kind: "string", contains: "x" } } as const;
    expect(names({ filters: [gone] })).toEqual(ANIMALS.map(({ name }) => name));
  });

  it("have no kind in a table that does not tell one", () => {
    const { kindOf: _, ...fields } = FIELDS;
    const filter = { column: "name", test: { kind: "string", contains: "oce" } } as const;
    const query = { ...ALL, filters: [filter, { ...filter, rowKind: "cat" }] };
    expect(answerTableQuery(ANIMALS, fields, query).rows.map(({ name }) => name)).toEqual(["ocelot"]);
  });

  it("compare figures by size, lists by their text, and figures with text as names", () => {
    expect(compareCells(-2, -1, false)).toBeLessThan(0);
    expect(compareCells(-2, -1, true)).toBeGreaterThan(0);
    expect(compareCells(["a", "b"], ["a", "c"], false)).toBeLessThan(0);
    expect(compareCells(5, "fox", false)).toBeLessThan(0);
    expect(compareCells("fox", 5, false)).toBeGreaterThan(0);
  });

  it("compare NaN and empty text as absent", () => {
    expect(compareCells(Number.NaN, 1, true)).toBe(1);
    expect(compareCells("a", "", false)).toBe(-1);
    expect(compareCells(null, null, false)).toBe(0);
  });
});
