import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { IdIndex } from "../../../src/query/id-index.ts";
import { orderByFloats, orderByRanks } from "../../../src/query/radix-order.ts";

const rowsOf = (values: { length: number }) => Uint32Array.from({ length: values.length }, (_, row) => row);

describe("orders by radix", () => {
  it("sorts any numbers as a stable sort does, what is no number first", () => {
    const repeating = fc.oneof(fc.double(), fc.constantFrom(0, -0, 0.5, 1, 1.7e12, -3, Number.NaN));
    fc.assert(
      fc.property(fc.array(repeating, { maxLength: 200 }), (given) => {
        const key = (row: number) => {
          const value = given[row] ?? Number.NaN;
          return Number.isNaN(value) ? Number.NEGATIVE_INFINITY : value;
        };
        const rows = rowsOf(given).filter(
          (row) => key(row) !== Number.NEGATIVE_INFINITY || Number.isNaN(given[row]),
        );
        const expected = Array.from(rows).sort((a, b) =>
          key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a - b,
        );
        expect(Array.from(orderByFloats(rows, Float64Array.from(given)))).toEqual(expected);
      }),
    );
  });

  it("sorts many values that are close together beside one that is far away", () => {
    const near = fc.array(fc.integer({ min: 0, max: 1_000 }), { minLength: 40, maxLength: 200 });
    fc.assert(
      fc.property(near, fc.constantFrom(1e15, -1e15, 1e300, Number.MAX_VALUE), (steps, far) => {
        const given = [far, ...steps.map((step) => step * 1e-9), Number.NaN];
        const numbers = Array.from(rowsOf(given)).slice(0, -1);
        const ordered = numbers.sort((a, b) => (given[a] ?? 0) - (given[b] ?? 0) || a - b);
        const expected = [given.length - 1, ...ordered];
        expect(Array.from(orderByFloats(rowsOf(given), Float64Array.from(given)))).toEqual(expected);
      }),
    );
  });

  it("sorts codes by their ranks and keeps the order of equals", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 5 })), (given) => {
        const ranks = Uint32Array.from([3, 0, 3, 1, 9, 2]);
        const expected = Array.from(rowsOf(given)).sort(
          (a, b) => (ranks[given[a] ?? 0] ?? 0) - (ranks[given[b] ?? 0] ?? 0) || a - b,
        );
        expect(Array.from(orderByRanks(rowsOf(given), Uint8Array.from(given), ranks))).toEqual(expected);
      }),
    );
  });
});

describe("the index of ids", () => {
  it("finds what a Map finds, whatever is put in and taken out", () => {
    const anyKey = fc.oneof(
      fc.integer({ min: 0, max: 60 }),
      fc.maxSafeNat(),
      fc.string(),
      fc.constant(Number.NaN),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(anyKey, fc.option(fc.nat({ max: 1_000_000 })))), (steps) => {
        const [index, map] = [new IdIndex(), new Map<number | string, number>()];
        for (const [key, row] of steps) {
          if (row === null) {
            index.delete(key);
            map.delete(key);
          } else {
            index.set(key, row);
            map.set(key, row);
          }
        }
        for (const [key] of steps) expect(index.get(key)).toBe(map.get(key));
      }),
    );
    const many = new IdIndex();
    for (let id = 0; id < 20_000; id += 1) many.set(id * 4096, id);
    for (let id = 0; id < 20_000; id += 1) expect(many.get(id * 4096)).toBe(id);
    expect(many.get(1)).toBeUndefined();
  });
});
