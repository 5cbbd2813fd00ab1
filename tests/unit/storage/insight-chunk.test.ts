import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { classListText, parseClassList } from "../../../src/storage/mirror/class-list-text.ts";
import {
  arraysOfInsights,
  arraysOfRows,
  createNumberReader,
  encodeChunk,
  type InsightChunk,
  insightAt,
  type MirrorInsight,
  type NumberColumn,
  numberAt,
  numberColumnOf,
} from "../../../src/storage/mirror/insight-chunk.ts";
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
    boxes: fc.array(
      fc.record({
        className: fc.constantFrom("fox", "boar", "wolf"),
        confidence: fc.option(fc.constantFrom(0.5, 0.97)),
        box: fc.constantFrom([0.1, 0.2, 0.3, 0.4] as const, [0, 0, 1, 1] as const),
      }),
      { maxLength: 1 },
    ),
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

  it("keeps boxes as one text that is cut up when a row of it is shown, and none where no row has any", () => {
    const box = [0.1, 0.2, 0.3, 0.4] as const;
    const boxes = [{ className: "fox", confidence: 0.9, box }];
    const chunk = {
      ...encodeChunk(arraysOfInsights([insight("1"), insight("2", { boxes, className: "fox" })])),
      chunkId: 1,
    };
    expect(chunk.text.boxes).toEqual({ lines: "\n100,200,300,400,90" });
    expect([insightAt(chunk, 0).boxes, insightAt(chunk, 1).boxes]).toEqual([[], boxes]);
    expect(encodeChunk(arraysOfInsights([insight("1"), insight("2")])).text.boxes).toEqual({ all: null });
  });

  it("does not let a text of several lines move the boxes of other rows", () => {
    const arrays = arraysOfInsights([insight("1"), insight("2")]);
    const text = { ...arrays.text, boxes: ["0,0,9,9\n0,0,8,8", "0,0,7,7"] };
    const chunk = { ...encodeChunk({ ...arrays, text }), chunkId: 1 };
    expect(insightAt(chunk, 0).boxes).toEqual([]);
    expect(insightAt(chunk, 1).boxes[0]?.box).toEqual([0, 0, 0.007, 0.007]);
  });

  it("reads chunks and rows that were stored before boxes were known", () => {
    const { boxes: _, ...before } = insight("1");
    const encoded = encodeChunk(arraysOfInsights([before as MirrorInsight]));
    const { boxes: __, ...text } = encoded.text;
    const old = { ...encoded, text: text as typeof encoded.text, chunkId: 1 };
    expect(insightAt(old, 0)).toEqual(insight("1"));
    expect(encodeChunk(arraysOfRows([{ chunk: old, row: 0 }])).text.boxes).toEqual({ all: null });
  });

  it("takes no room for a column in which all rows are alike, and little for ids", () => {
    const chunk = encodeChunk(arraysOfInsights([insight("1"), insight("2"), insight("3")]));
    expect(chunk.text.deviceId).toEqual({ all: "cam-1" });
    expect(chunk.numbers.latitude).toEqual({ all: null });
    expect(chunk.text.insightId).toEqual({ ids: { packed: Uint8Array.of(1, 2, 3), from: 1, per: 1 } });
  });

  it("holds times, shares and flags in a part of the bytes that their doubles take", () => {
    const insights = Array.from({ length: 1_000 }, (_, row) =>
      insight(String(900_000 - row), {
        timeStampMs: 1_795_479_862_322 - row * 42_395,
        confidence: (row * 7) / 10_000,
        latitude: (row - 14_412_000) / 1e7,
        userConfirmed: row % 2 === 1,
        classList: [{ className: "fox", averageConfidence: row / 1_000 }],
      }),
    );
    const { text, numbers } = encodeChunk(arraysOfInsights(insights));
    const bytes = (column: NumberColumn) => ("packed" in column ? column.packed.BYTES_PER_ELEMENT : null);
    const { timeStampMs, confidence, latitude, userConfirmed } = numbers;
    expect([timeStampMs, confidence, latitude, userConfirmed].map(bytes)).toEqual([4, 2, 2, 1]);
    expect("lines" in text.classList && text.classList.lines.slice(0, 20)).toBe('["fox",0]\n["fox",0.0');
  });

  it("packs only numbers that come back exactly, and leaves all others as they are", () => {
    const anyColumn = fc.array(
      fc.oneof(
        fc.double(),
        fc.integer(),
        fc.maxSafeInteger(),
        fc.constantFrom(0, -0, 0.1, 1e300, 2 ** 60, 2 ** 60 + 256, 0xffff_fffd, 0xffff_fffe, Number.NaN),
        fc.nat({ max: 10_000 }).map((share) => share / 10_000),
        fc.integer({ min: -180e7, max: 180e7 }).map((degrees) => degrees / 1e7),
      ),
      { maxLength: 6 },
    );
    const read = createNumberReader();
    fc.assert(
      fc.property(anyColumn, (numbers) => {
        const column = numberColumnOf(Float64Array.from(numbers));
        const { values, all } = read(column);
        for (const [row, number] of numbers.entries()) {
          expect(numberAt(column, row) ?? Number.NaN).toBe(number);
          expect(values === null ? all : values[row]).toBe(number);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it("reads chunks that were stored with doubles and with whole class lists", () => {
    const classList = [{ className: "fox", averageConfidence: 0.6811 }];
    const insights = [insight("8", { confidence: 0.6811, classList }), insight("7", { confidence: null })];
    const encoded = encodeChunk(arraysOfInsights(insights));
    const chunk: InsightChunk = {
      ...encoded,
      chunkId: 1,
      text: {
        ...encoded.text,
        insightId: { ids: Float64Array.of(8, 7) },
        classList: { list: [JSON.stringify(classList), null] },
      },
      numbers: { ...encoded.numbers, confidence: { values: Float64Array.of(0.6811, Number.NaN) } },
    };
    expect(encoded.text.classList).toMatchObject({ dict: ['["fox",0.6811]'] });
    expect([insightAt(chunk, 0), insightAt(chunk, 1)]).toEqual(insights);
  });

  it("tells a class list that is empty, or has more fields, from a plain one", () => {
    const plain = [
      { className: "fox", averageConfidence: null },
      { className: "", averageConfidence: 1 },
    ];
    const more = [{ className: "fox", averageConfidence: 1, sure: true }];
    for (const list of [plain, more]) expect(parseClassList(classListText(list) ?? "")).toEqual(list);
    expect(classListText([])).toBeNull();
  });
});
