import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  arraysOfInsights,
  arraysOfRows,
  encodeChunk,
  insightAt,
  type MirrorInsight,
} from "../../../src/storage/insight-chunk.ts";
import { insight } from "../query/insight-fixtures.ts";

const anyText = fc.oneof(fc.constantFrom("7", "007", "12345678901234567890", "1e3", "-1", ""), fc.string());
// Minus zero is no number that JSON knows.
const anyNumber = fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0));

const anyInsight: fc.Arbitrary<MirrorInsight> = fc
  .record({
    insightId: anyText,
    deviceId: anyText,
    algId: fc.option(anyText),
    className: fc.constantFrom("fox", "boar", ""),
    classId: anyNumber,
    classList: fc.array(fc.record({ className: fc.string(), averageConfidence: anyNumber }), {
      maxLength: 2,
    }),
    confidence: anyNumber,
    isFromLora: fc.boolean(),
    fileCtimeMs: anyNumber,
    photoUrl: fc.option(anyText),
    status: fc.constantFrom("none" as const, "archive" as const, "favorite" as const),
    userConfirmed: fc.boolean(),
    collectionId: fc.option(anyText),
  })
  .map((fields) => insight("1", fields));

describe("insights as columns", () => {
  it("gives back every field of every insight, whatever its ids are spelled like [INS-19, INS-22]", () => {
    fc.assert(
      fc.property(fc.array(anyInsight, { maxLength: 20 }), (insights) => {
        const chunk = { ...encodeChunk(arraysOfInsights(insights)), chunkId: 1 };
        expect(insights.map((_, row) => insightAt(chunk, row))).toEqual(insights);
        const rows = insights.map((_, row) => ({ chunk, row }));
        const again = { ...encodeChunk(arraysOfRows(rows)), chunkId: 2 };
        expect(insights.map((_, row) => insightAt(again, row))).toEqual(insights);
      }),
    );
  });

  it("takes no room for a column in which all rows are alike, and little for ids", () => {
    const chunk = encodeChunk(arraysOfInsights([insight("1"), insight("2"), insight("3")]));
    expect(chunk.text.deviceId).toEqual({ all: "cam-1" });
    expect(chunk.numbers.latitude).toEqual({ all: null });
    expect(chunk.text.insightId).toEqual({ ids: Float64Array.of(1, 2, 3) });
  });
});
