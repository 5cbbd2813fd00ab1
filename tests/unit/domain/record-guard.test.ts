import { expect, it } from "vitest";
import { isRecord } from "../../../src/domain/record-guard.ts";

it("is a record only what is an object with fields", () => {
  expect([{}, { a: 1 }].every(isRecord)).toBe(true);
  for (const other of [null, undefined, [], "text", 7]) expect(isRecord(other)).toBe(false);
});
