import { describe, expect, it } from "vitest";
import { randomIds } from "../../../src/platform/random-ids.ts";

describe("random ids", () => {
  it("are UUIDs of version 4, no two alike, however many are made at once", () => {
    const ids = Array.from({ length: 3_000 }, () => randomIds.uuid());
    expect(new Set(ids).size).toBe(ids.length);
    const form = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
    expect(ids.filter((id) => !form.test(id))).toEqual([]);
  });
});
