import fc from "fast-check";
import { expect, it } from "vitest";
import { type InsightColumns, insightColumns } from "../../../server/features/sync/stages/insight-columns.ts";
import { tableText } from "../../../server/features/sync/table-text.ts";
import { COMMS_SOURCES, INSIGHT_STATUSES } from "../../../src/domain/insight/insight.ts";
import {
  HELD_FIELDS,
  type HeldField,
  INSIGHT_FIELDS,
  NEWEST_SHAPE,
} from "../../../src/protocol/records/insight-fields.ts";
import { encodeTable } from "../../../src/protocol/sync-codec.ts";
import { insightOf } from "../../../src/query/insight-collections.ts";
import { InsightColumns as ColumnStore } from "../../../src/query/insight-columns.ts";
import { chunkOfTable } from "../../../src/storage/mirror/feed-rows.ts";
import type { InsightChunk } from "../../../src/storage/mirror/insight-chunk.ts";
import {
  arraysOfInsights,
  arraysOfRows,
  encodeChunk,
  insightAt,
  type MirrorInsight,
  NUMBER_FIELDS,
  TEXT_FIELDS,
} from "../../../src/storage/mirror/insight-chunk.ts";
import { MIRROR_SHAPE } from "../../../src/storage/mirror/pull-state.ts";
import { readInsight } from "../../../src/sync/pull/wire-insight.ts";
import { ABSENT_INSIGHT } from "../../support/client/absent-insight.ts";

type Kind = (typeof INSIGHT_FIELDS)[HeldField]["kind"];

const word = fc.constantFrom("fox", "grey heron", "IMG_0001.JPG", "12", "0012", "a,b;c");
const scores = fc.array(
  fc.record({ className: word, averageConfidence: fc.option(fc.constantFrom(0, 0.5, 1)) }),
  {
    maxLength: 2,
  },
);
const box = fc.record({
  className: fc.constantFrom("fox", "wolf"),
  confidence: fc.option(fc.constantFrom(0.5, 0.97)),
  box: fc.constantFrom([0.1, 0.2, 0.3, 0.4] as const, [0, 0, 1, 1] as const),
});

/** Possible values of a database column, with the mirror's values for them. */
const STORED: { [K in Kind]: fc.Arbitrary<{ stored: string | number; held: unknown }> } = {
  id: fc.nat().map((id) => ({ stored: id, held: String(id) })),
  key: word.map((key) => ({ stored: key, held: key })),
  text: word.map((text) => ({ stored: text, held: text })),
  oneOf: fc.constantFrom(...INSIGHT_STATUSES).map((one) => ({ stored: one, held: one })),
  number: fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .map((value) => ({ stored: value + 0, held: value + 0 })),
  flag: fc.constantFrom(0, 1).map((flag) => ({ stored: flag, held: flag === 1 })),
  time: fc.nat({ max: 4e12 }).map((ms) => ({ stored: ms, held: ms })),
  scores: scores.map((list) => ({ stored: JSON.stringify(list), held: list })),
  boxes: fc.array(box, { maxLength: 1 }).map((list) => ({ stored: JSON.stringify(list), held: list })),
  observation: fc
    .record(
      { count: fc.integer({ min: 1, max: 40 }), sex: word, comments: fc.string({ minLength: 1 }) },
      { requiredKeys: ["count"] },
    )
    .map((facts) => ({ stored: JSON.stringify(facts), held: facts })),
};
const sources = fc.constantFrom(...COMMS_SOURCES).map((one) => ({ stored: one, held: one }));

/** A row of the database by field; null where the field may be. */
const anyRow = fc.record(
  Object.fromEntries(
    HELD_FIELDS.map((field) => {
      const spec = INSIGHT_FIELDS[field];
      const value = field === "commsSource" ? sources : STORED[spec.kind];
      const mayBeNull = spec.absent === null || spec.kind === "boxes";
      return [field, mayBeNull ? fc.option(value, { freq: 4 }) : value];
    }),
  ) as Record<HeldField, fc.Arbitrary<{ stored: string | number; held: unknown } | null>>,
);

function storedColumns(
  rows: readonly Record<HeldField, { stored: string | number } | null>[],
): InsightColumns {
  const columns = HELD_FIELDS.map((field) => {
    const { sql } = INSIGHT_FIELDS[field];
    return [sql.slice(2), rows.map((row) => row[field]?.stored ?? null)];
  });
  const none = rows.map(() => null);
  return { source_id: none, set_aside: none, xid: none, ...Object.fromEntries(columns) };
}

it("brings every field from the database over wire, chunk and columns to the row that a screen shows", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(anyRow, { minLength: 1, maxLength: 8, selector: (row) => row.insightId?.held }),
      (rows) => {
        const sent = encodeTable(insightColumns(storedColumns(rows)), rows.length);
        const received = JSON.parse(tableText(sent)) as typeof sent;
        const chunk: InsightChunk = { ...chunkOfTable(received), chunkId: 1 };
        const columns = new ColumnStore();
        columns.append(chunk);
        for (const row of rows) {
          const expected = Object.fromEntries(
            HELD_FIELDS.map((field) => [field, row[field]?.held ?? INSIGHT_FIELDS[field].absent]),
          );
          const place = columns.placeOf(String(row.insightId?.held)) ?? Number.NaN;
          expect(insightOf(columns, place)).toEqual(expected);
        }
        const held = rows.map((_, row) => insightAt(chunk, row));
        const again = { ...encodeChunk(arraysOfInsights(held)), chunkId: 2 };
        expect(rows.map((_, row) => insightAt(again, row))).toEqual(held);
        const merged = encodeChunk(arraysOfRows(rows.map((_, row) => ({ chunk, row }))));
        expect(rows.map((_, row) => insightAt({ ...merged, chunkId: 3 }, row))).toEqual(held);
      },
    ),
    { numRuns: 40 },
  );
});

it("finds an insight by the id that it shows, where the sum of an id column is no safe whole number", () => {
  const columns = { [INSIGHT_FIELDS.insightId.wire]: { delta: [Number.MAX_SAFE_INTEGER, 2] } };
  const chunk: InsightChunk = { ...chunkOfTable({ rows: 2, columns }), chunkId: 1 };
  const store = new ColumnStore();
  store.append(chunk);
  expect([0, 1].map((row) => store.placeOf(insightAt(chunk, row).insightId))).toEqual([0, 1]);
});

it("reads every field of an insight as the JSON calls of another server have it", () => {
  fc.assert(
    fc.property(anyRow, (row) => {
      const json = HELD_FIELDS.map((field) => {
        const { kind, wire } = INSIGHT_FIELDS[field];
        const held = row[field]?.held ?? null;
        return [wire, kind === "time" && held !== null ? new Date(Number(held)).toISOString() : held];
      });
      const expected = HELD_FIELDS.map((field) => [field, row[field]?.held ?? INSIGHT_FIELDS[field].absent]);
      const read: Partial<MirrorInsight> = readInsight(Object.fromEntries(json)) ?? {};
      const { boxes, ...rest } = Object.fromEntries(expected) as unknown as MirrorInsight;
      expect({ ...read, boxes: [] }).toEqual({ ...rest, boxes: [] });
      expect(read.boxes).toHaveLength(boxes.length);
    }),
    { numRuns: 40 },
  );
});

it("reads chunks and waiting rows that were stored before a field was known", () => {
  const whole = encodeChunk(arraysOfInsights([{ ...ABSENT_INSIGHT, insightId: "7" }]));
  for (const field of TEXT_FIELDS) {
    if (field === "insightId") continue;
    const { [field]: _, ...text } = whole.text;
    const older = { ...whole, text: text as typeof whole.text, chunkId: 1 };
    expect(insightAt(older, 0)[field], field).toEqual(ABSENT_INSIGHT[field]);
  }
  for (const field of NUMBER_FIELDS) {
    const { [field]: _, ...numbers } = whole.numbers;
    const older = { ...whole, numbers: numbers as typeof whole.numbers, chunkId: 1 };
    expect(insightAt(older, 0)[field], field).toEqual(ABSENT_INSIGHT[field]);
    expect(arraysOfRows([{ chunk: older, row: 0 }]).numbers[field], field).toEqual([null]);
  }
  const waiting = { insightId: "7", deviceId: "cam-1" } as MirrorInsight;
  const merged = encodeChunk(arraysOfInsights([waiting]));
  expect(insightAt({ ...merged, chunkId: 2 }, 0)).toEqual({ ...ABSENT_INSIGHT, ...waiting });
});

it("fills no mirror anew that has all fields, and names each shape by the fields that it brought", () => {
  expect(MIRROR_SHAPE).toBe(NEWEST_SHAPE);
  const since = HELD_FIELDS.map((field) => INSIGHT_FIELDS[field].since);
  expect(new Set(since).size, "no shape is left out").toBe(MIRROR_SHAPE);
});
