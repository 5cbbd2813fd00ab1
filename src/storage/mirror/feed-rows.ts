import type { ClassScore } from "../../domain/insight/insight.ts";
import { INSIGHT_FIELDS, type InsightKind, type InsightSpec } from "../../protocol/records/insight-fields.ts";
import {
  type FieldKind,
  type FieldList,
  type FieldSpec,
  feedNames,
  type JsonRecord,
} from "../../protocol/records/record-fields.ts";
import { decodeColumn, decodeTable } from "../../protocol/sync-codec.ts";
import type { WireColumn, WireTable, WireValue } from "../../protocol/sync-page.ts";
import { classListText } from "./class-list-text.ts";
import {
  encodeTexts,
  idColumnOf,
  type NewInsightChunk,
  NUMBER_FIELDS,
  type NumberColumn,
  numberColumnOf,
  shortened,
  TEXT_FIELDS,
  type TextColumn,
} from "./insight-chunk.ts";

/**
 * From the columns of the feed to what the mirror stores. Columns of numbers are read by loops: `from` with a function
 * collects its source in a list first, and each number that a function is given takes room of its own, which together
 * were two fifths of what a first copy allocates on the page's thread.
 */

/**
 * The insights of a page as a chunk; a column that the page leaves out is null in every row. Columns go over as they
 * are: a value for each row of each column, made only to be encoded again, would be most of what a first copy allocates.
 */
export function chunkOfTable({ rows, columns }: WireTable): NewInsightChunk {
  const column = (field: keyof typeof INSIGHT_FIELDS) => columns[INSIGHT_FIELDS[field].wire];
  return {
    rows,
    gone: [],
    text: mapFields(TEXT_FIELDS, (field) => textColumnOf(INSIGHT_FIELDS[field], column(field), rows)),
    numbers: mapFields(NUMBER_FIELDS, (field) => numbersColumnOf(column(field), rows)),
  };
}

/** A value of the feed as the text that a chunk holds, by its kind. */
const STORED_TEXT: {
  readonly [Kind in InsightKind]?: (spec: InsightSpec) => (value: WireValue) => string | null;
} = {
  oneOf: ({ values = [], absent }) => {
    const known: ReadonlySet<WireValue> = new Set(values);
    const otherwise = typeof absent === "string" ? absent : null;
    return (value) => (known.has(value) ? String(value) : otherwise);
  },
  scores: () => (value) => (Array.isArray(value) ? classListText(value as unknown as ClassScore[]) : null),
};

function textColumnOf(spec: InsightSpec, column: WireColumn | undefined, rows: number): TextColumn {
  const convert = STORED_TEXT[spec.kind]?.(spec) ?? textOf;
  if (column === undefined) return { all: convert(null) };
  if ("all" in column) return { all: convert(column.all) };
  if ("delta" in column && convert === textOf) {
    const ids = sumsOf(column);
    if (areIds(ids)) return idColumnOf(ids);
  }
  if ("dict" in column) return placesOf(column, convert);
  return encodeTexts(spec.kind, decodeColumn(spec.wire, column, rows).map(convert));
}

/** A dictionary with its values as texts; those that are null, or the same as another, need no place of their own. */
function placesOf(
  { dict, at }: { dict: readonly WireValue[]; at: readonly number[] },
  convert: (value: WireValue) => string | null,
): TextColumn {
  const none = convert(null);
  const places = new Map<string, number>();
  const placeOf = (text: string | null) => {
    if (text === null) return 0;
    const place = places.get(text) ?? places.size + 1;
    places.set(text, place);
    return place;
  };
  const known = dict.map((value) => placeOf(convert(value)));
  const ofNull = placeOf(none);
  const moved = new Uint32Array(at.length);
  for (let row = 0; row < at.length; row += 1) {
    const place = at[row] ?? -1;
    moved[row] = place < 0 ? ofNull : (known[place] ?? 0);
  }
  return { dict: [...places.keys()], at: shortened(moved, places.size) };
}

/** Whether each of them is NaN, or in the range of ids. */
function areIds(ids: Float64Array): boolean {
  for (let row = 0; row < ids.length; row += 1) {
    const id = ids[row] ?? Number.NaN;
    if (id < 0 || id > Number.MAX_SAFE_INTEGER) return false;
  }
  return true;
}

function numbersColumnOf(column: WireColumn | undefined, rows: number): NumberColumn {
  if (column === undefined) return { all: null };
  if ("all" in column) return { all: numberOf(column.all) };
  return numberColumnOf(numbersOf(column, rows));
}

/** One a row, NaN for null. */
function numbersOf(column: Exclude<WireColumn, { all: WireValue }>, rows: number): Float64Array {
  if ("delta" in column) return sumsOf(column);
  if (!("dict" in column)) return numbersOfList(column);
  const known = numbersOfList(column.dict);
  const values = new Float64Array(rows);
  for (let row = 0; row < rows; row += 1) values[row] = known[column.at[row] ?? -1] ?? Number.NaN;
  return values;
}

function numbersOfList(list: readonly WireValue[]): Float64Array {
  const values = new Float64Array(list.length);
  for (let row = 0; row < list.length; row += 1) values[row] = numberOf(list[row] ?? null) ?? Number.NaN;
  return values;
}

function sumsOf(column: {
  readonly delta: readonly number[];
  readonly null?: readonly number[];
}): Float64Array {
  const { delta } = column;
  const sums = new Float64Array(delta.length);
  let sum = 0;
  for (let row = 0; row < delta.length; row += 1) {
    sum += delta[row] ?? 0;
    sums[row] = sum;
  }
  for (const row of column.null ?? []) sums[row] = Number.NaN;
  return sums;
}

function textOf(value: WireValue): string | null {
  return value === null || typeof value === "object" ? null : String(value);
}

function numberOf(value: WireValue): number | null {
  if (typeof value === "boolean") return Number(value);
  return typeof value === "number" ? value : null;
}

/** Converters of the kinds of values that the mirror stores in another form than the feed. */
const RECORD_VALUES: { readonly [Kind in FieldKind]?: (value: WireValue) => WireValue } = {
  time: (value) => (typeof value === "number" ? new Date(value).toISOString() : value),
};

const LISTS: ReadonlySet<FieldKind> = new Set<FieldKind>(["texts", "scores", "boxes", "classes", "outcomes"]);

/**
 * The rows of a small table as the records that the JSON calls have, but for fields that are not in the feed. A column
 * that a page leaves out is null in each row, a list empty; one that is not in the list is taken as it is.
 */
export function recordsOf<Fields extends FieldList>(
  table: WireTable,
  fields: Fields,
): Partial<JsonRecord<Fields>>[] {
  const columns = decodeTable(table);
  const absent = feedNames(fields).map((name) => [
    name,
    LISTS.has((fields[name] as FieldSpec).kind) ? [] : null,
  ]);
  const sent = Object.entries(columns).map(([name, values]) => {
    const spec: FieldSpec | undefined = fields[name];
    return { name, values, convert: spec === undefined ? undefined : RECORD_VALUES[spec.kind] };
  });
  return Array.from({ length: table.rows }, (_, row) => {
    const record: Record<string, WireValue> = Object.fromEntries(absent);
    for (const { name, values, convert } of sent) {
      const value = values[row] ?? null;
      if (value !== null || !(name in record)) record[name] = convert === undefined ? value : convert(value);
    }
    return record as Partial<JsonRecord<Fields>>;
  });
}

function mapFields<Field extends string, Value>(
  fields: readonly Field[],
  make: (field: Field) => Value,
): Record<Field, Value> {
  return Object.fromEntries(fields.map((field) => [field, make(field)])) as Record<Field, Value>;
}
