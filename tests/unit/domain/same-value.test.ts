import fc from "fast-check";
import { expect, it } from "vitest";
import { isSameValue } from "../../../src/domain/same-value.ts";

it("compares plain data by what it says, whatever the order of its fields", () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => isSameValue(value, structuredClone(value))));
  expect(isSameValue({ a: 1, b: [{ c: null }] }, { b: [{ c: null }], a: 1 })).toBe(true);
});

it.each([
  [{ a: 1 }, { a: 2 }],
  [{ a: 1 }, { b: 1 }],
  [{ a: undefined }, { b: undefined }],
  [{ a: 1 }, { a: 1, b: 1 }],
  [
    [1, 2],
    [2, 1],
  ],
  [[1], [1, 2]],
  [[undefined], []],
  [
    { a: 1, b: 2 },
    { b: 2, a: 1, c: 3 },
  ],
  [null, {}],
  ["1", 1],
  [[], {}],
  [new Date(1), new Date(1)],
  [new Set([1]), new Set([1])],
])("tells %j from %j", (one, other) => {
  expect(isSameValue(one, other)).toBe(false);
  expect(isSameValue(other, one)).toBe(false);
});
