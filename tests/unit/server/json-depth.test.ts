import { describe, expect, it } from "vitest";
import { partsOf } from "../../../server/plugins/json-body.ts";

const nestsDeeper = (text: string, levels: number) => partsOf(text).depth > levels;
const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);

describe("the depth of JSON (neighbour 8)", () => {
  it("is that of lists and objects within each other, not their number", () => {
    expect(nestsDeeper(nested(32), 32)).toBe(false);
    expect(nestsDeeper(nested(33), 32)).toBe(true);
    expect(nestsDeeper(`{"a":${nested(32)}}`, 32)).toBe(true);
    expect(nestsDeeper(`[${"[],{},".repeat(100)}[]]`, 2)).toBe(false);
  });

  it("is not that of brackets in text, whatever is escaped there", () => {
    expect(nestsDeeper(JSON.stringify({ a: nested(99), b: '\\"[[[', c: "[[\\" }), 1)).toBe(false);
    expect(nestsDeeper(`["a\\\\",${nested(3)}]`, 3)).toBe(true);
    expect(nestsDeeper(`["a\\"",[]]`, 2)).toBe(false);
    expect(nestsDeeper('["[[[[', 1)).toBe(false);
  });

  it("comes with the number of lists and objects, none of which stands in text (neighbour 3)", () => {
    expect(partsOf(`[${"[],{},".repeat(100)}"{}"]`).parts).toBe(201);
    expect(partsOf('{"a":"[[{","b":[{}]}').parts).toBe(3);
    expect(partsOf("7").parts).toBe(0);
  });
});
