import { observationText, parseObservation } from "../../domain/insight/observation.ts";
import { decodeBoxes, encodeBoxes } from "../../protocol/boxes-codec.ts";
import {
  HELD_FIELDS,
  type HeldField,
  type HeldFieldOf,
  type HeldKinds,
  type HeldValue,
  INSIGHT_FIELDS,
  type InsightKind,
} from "../../protocol/records/insight-fields.ts";
import { classListText, parseClassList } from "./class-list-text.ts";
import { type PackedNumbers, packedAt, packNumbers, unpackInto } from "./packed-numbers.ts";

/** One insight as the mirror holds it: the server's state, never what waits in the outbox. */
export type MirrorInsight = { [Field in HeldField]: HeldValue<Field> };

/**
 * How each kind of value lies in a chunk. Class lists are JSON, boxes and observations the text of the feed, flags 1
 * and 0, times epoch milliseconds.
 */
const CHUNK_FORMS = {
  id: "text",
  key: "text",
  text: "text",
  oneOf: "text",
  scores: "text",
  boxes: "text",
  observation: "text",
  number: "number",
  flag: "number",
  time: "number",
} as const satisfies Readonly<Record<InsightKind, "text" | "number">>;

type KindOf<Form> = {
  [Kind in InsightKind]: (typeof CHUNK_FORMS)[Kind] extends Form ? Kind : never;
}[InsightKind];
export type TextField = HeldFieldOf<KindOf<"text">>;
export type NumberField = HeldFieldOf<KindOf<"number">>;

export const TEXT_FIELDS = HELD_FIELDS.filter(isTextField);
export const NUMBER_FIELDS = HELD_FIELDS.filter((field): field is NumberField => !isTextField(field));

function isTextField(field: HeldField): field is TextField {
  return CHUNK_FORMS[INSIGHT_FIELDS[field].kind] === "text";
}

/**
 * The same text in every row; places in a dictionary (0 is null, n is entry n - 1); ids that are whole numbers (NaN is
 * null); one line a row, an empty one null, since thousands of short texts take more room than one long one; or a list
 * of texts that are no lines.
 */
export type TextColumn =
  | { readonly all: string | null }
  | { readonly dict: readonly string[]; readonly at: Uint8Array | Uint16Array | Uint32Array }
  | { readonly ids: Float64Array | PackedNumbers }
  | { readonly lines: string }
  | { readonly list: readonly (string | null)[] };

/** The same number in every row, or one a row, NaN for null. */
export type NumberColumn =
  | { readonly all: number | null }
  | { readonly values: Float64Array }
  | PackedNumbers;

/**
 * Some thousand insights as columns. Never changed once written: a later chunk (by `chunkId`) replaces rows of an
 * earlier one by holding the same ids, and removes those in its `gone`.
 */
export interface InsightChunk {
  readonly chunkId: number;
  readonly rows: number;
  readonly gone: readonly string[];
  readonly text: Readonly<Record<TextField, TextColumn>>;
  readonly numbers: Readonly<Record<NumberField, NumberColumn>>;
}
export type NewInsightChunk = Omit<InsightChunk, "chunkId">;

export const CHUNK_ROWS = 10_000;

/** Kinds that only shown rows need. */
const AS_LINES: ReadonlySet<InsightKind> = new Set<InsightKind>(["boxes", "observation"]);

/** One plain array a field, all of the same length; what chunks are made of. */
export interface InsightArrays {
  rows: number;
  text: Record<TextField, readonly (string | null)[]>;
  numbers: Record<NumberField, readonly (number | null)[]>;
}

export function encodeChunk(arrays: InsightArrays, gone: readonly string[] = []): NewInsightChunk {
  const text = mapFields(TEXT_FIELDS, (field) => encodeTexts(INSIGHT_FIELDS[field].kind, arrays.text[field]));
  const numbers = mapFields(NUMBER_FIELDS, (field) => encodeNumbers(arrays.numbers[field]));
  return { rows: arrays.rows, gone, text, numbers };
}

export function arraysOfInsights(insights: readonly MirrorInsight[]): InsightArrays {
  return {
    rows: insights.length,
    text: mapFields(TEXT_FIELDS, (field) => storedTexts(field, insights)),
    numbers: mapFields(NUMBER_FIELDS, (field) => insights.map((insight) => numberOf(insight[field]))),
  };
}

/** The rows that are named, of any chunks, as arrays again. */
export function arraysOfRows(rows: readonly { chunk: InsightChunk; row: number }[]): InsightArrays {
  return {
    rows: rows.length,
    text: mapFields(TEXT_FIELDS, (field) => rows.map(({ chunk, row }) => textAt(chunk.text[field], row))),
    numbers: mapFields(NUMBER_FIELDS, (field) =>
      rows.map(({ chunk, row }) => numberAt(chunk.numbers[field], row)),
    ),
  };
}

/** @param column undefined in a chunk that was stored before the field was known */
export function textAt(column: TextColumn | undefined, row: number): string | null {
  if (column === undefined) return null;
  if ("all" in column) return column.all;
  if ("dict" in column) return column.dict[(column.at[row] ?? 0) - 1] ?? null;
  if ("list" in column) return column.list[row] ?? null;
  if ("lines" in column) return lineAt(column, row);
  const id = idAt(column.ids, row);
  return Number.isNaN(id) ? null : String(id);
}

/** @param column as for `textAt` */
export function numberAt(column: NumberColumn | undefined, row: number): number | null {
  if (column === undefined) return null;
  if ("all" in column) return column.all;
  const value = "values" in column ? (column.values[row] ?? Number.NaN) : packedAt(column, row);
  return Number.isNaN(value) ? null : value;
}

/** A column for a loop over many rows: its values, NaN for null, or null and the one value that all rows have. */
export interface ReadNumbers {
  values: Float64Array | null;
  all: number;
}

/** Reads one column after the other; what one call gave holds until the next, since both may be in one array. */
export function createNumberReader(): (column: NumberColumn | undefined) => ReadNumbers {
  let room = new Float64Array(0);
  return (column) => {
    if (column === undefined || "all" in column) return { values: null, all: column?.all ?? Number.NaN };
    if ("values" in column) return { values: column.values, all: Number.NaN };
    if (room.length < column.packed.length) room = new Float64Array(column.packed.length);
    unpackInto(column, room);
    return { values: room, all: Number.NaN };
  };
}

/** The key of an insight in a Map: most ids are whole numbers, which are smaller and faster than their text. */
export type IdKey = number | string;

export function idKey(id: string): IdKey {
  const number = wholeNumber(id);
  return number === null ? id : number;
}

export function idKeyAt(chunk: InsightChunk, row: number): IdKey {
  const column = chunk.text.insightId;
  if ("ids" in column) return idAt(column.ids, row);
  return idKey(textAt(column, row) ?? "");
}

/** NaN for null. */
export function idAt(ids: Float64Array | PackedNumbers, row: number): number {
  return ids instanceof Float64Array ? (ids[row] ?? Number.NaN) : packedAt(ids, row);
}

type Held = HeldKinds[InsightKind] | null;

/** The mirror's value of a field, from the text or number of its column; null is the field's absent value. */
const HELD: {
  readonly [Kind in InsightKind]: (
    stored: (typeof CHUNK_FORMS)[Kind] extends "text" ? string : number,
    className: string,
  ) => HeldKinds[Kind] | null;
} = {
  id: (text) => text,
  key: (text) => text,
  text: (text) => text,
  oneOf: (text) => text,
  scores: parseClassList,
  boxes: decodeBoxes,
  observation: parseObservation,
  number: (number) => number,
  flag: (number) => number === 1,
  time: (number) => number,
};

const ABSENT = mapFields(HELD_FIELDS, (field): Held => INSIGHT_FIELDS[field].absent);
const TEXT_READERS = TEXT_FIELDS.map((field) => {
  const held = HELD[INSIGHT_FIELDS[field].kind] as (text: string, className: string) => Held;
  return { field, held };
});
const NUMBER_READERS = NUMBER_FIELDS.map((field) => {
  const held = HELD[INSIGHT_FIELDS[field].kind] as (number: number) => Held;
  return { field, held };
});

export function insightAt({ text, numbers }: InsightChunk, row: number): MirrorInsight {
  // All fields are there before any is set, so that all insights share one hidden class.
  const insight = { ...ABSENT };
  const className = textAt(text.className, row) ?? "";
  for (const { field, held } of TEXT_READERS) {
    const stored = textAt(text[field], row);
    if (stored !== null) insight[field] = held(stored, className);
  }
  for (const { field, held } of NUMBER_READERS) {
    const stored = numberAt(numbers[field], row);
    if (stored !== null) insight[field] = held(stored);
  }
  return insight as MirrorInsight;
}

/** Estimated bytes of a chunk: its numbers, and one byte a letter. */
export function chunkBytes({ text, numbers }: InsightChunk): number {
  const letters = (list: readonly (string | null)[]) =>
    list.reduce((sum, one) => sum + (one?.length ?? 0), 0);
  let bytes = 0;
  for (const column of Object.values(text)) {
    if ("dict" in column) bytes += letters(column.dict) + column.at.byteLength;
    else if ("ids" in column)
      bytes += (column.ids instanceof Float64Array ? column.ids : column.ids.packed).byteLength;
    else if ("lines" in column) bytes += column.lines.length;
    else if ("list" in column) bytes += letters(column.list);
  }
  for (const column of Object.values(numbers)) {
    if ("values" in column) bytes += column.values.byteLength;
    else if ("packed" in column) bytes += column.packed.byteLength;
  }
  return bytes;
}

/** The text of a column by what the mirror holds of a field. */
const STORED_TEXT: {
  readonly [Kind in KindOf<"text">]: (value: HeldKinds[Kind], className: string) => string | null;
} = {
  id: (text) => text,
  key: (text) => text,
  text: (text) => text,
  oneOf: (text) => text,
  scores: classListText,
  boxes: encodeBoxes,
  observation: observationText,
};

function storedTexts(field: TextField, insights: readonly MirrorInsight[]): (string | null)[] {
  const stored = STORED_TEXT[INSIGHT_FIELDS[field].kind] as (value: Held, className: string) => string | null;
  return insights.map((insight) => {
    // Undefined in a delta row that was stored before the field was known.
    const value: Held | undefined = insight[field];
    return value === null || value === undefined ? null : stored(value, insight.className);
  });
}

function numberOf(value: number | boolean | null | undefined): number | null {
  return typeof value === "boolean" ? Number(value) : (value ?? null);
}

export function encodeTexts(kind: InsightKind, values: readonly (string | null)[]): TextColumn {
  return AS_LINES.has(kind) ? encodeLines(values) : encodeText(values);
}

function encodeText(values: readonly (string | null)[]): TextColumn {
  const first = values[0] ?? null;
  if (values.every((value) => value === first)) return { all: first };
  const column = encodeIds(values) ?? encodeDictionary(values);
  if (column !== null) return column;
  return values.every(isLine) ? { lines: values.join("\n") } : { list: values };
}

/** Whether a text, or null, comes back from one line. */
function isLine(value: string | null): boolean {
  return value === null || (value !== "" && !value.includes("\n"));
}

function encodeLines(values: readonly (string | null)[]): TextColumn {
  return values.every((value) => value === null)
    ? { all: null }
    : { lines: values.map((value) => (value?.includes("\n") ? "" : value)).join("\n") };
}

/** Where each line of a column begins, and one place more: found when the first of its rows is read. */
const lineStarts = new WeakMap<object, Uint32Array>();

function lineAt(column: { readonly lines: string }, row: number): string | null {
  let starts = lineStarts.get(column);
  if (starts === undefined) {
    starts = startsOfLines(column.lines);
    lineStarts.set(column, starts);
  }
  const [start, next] = [starts[row] ?? 0, starts[row + 1] ?? 0];
  return next - start <= 1 ? null : column.lines.slice(start, next - 1);
}

function startsOfLines(lines: string): Uint32Array {
  const starts = [0];
  for (let end = lines.indexOf("\n"); end !== -1; end = lines.indexOf("\n", end + 1)) starts.push(end + 1);
  starts.push(lines.length + 1);
  return Uint32Array.from(starts);
}

function encodeIds(values: readonly (string | null)[]): TextColumn | null {
  const ids = new Float64Array(values.length);
  for (const [row, value] of values.entries()) {
    const id = value === null ? Number.NaN : wholeNumber(value);
    if (id === null) return null;
    ids[row] = id;
  }
  return idColumnOf(ids);
}

/** @param ids whole numbers of at least 0, NaN for null */
export function idColumnOf(ids: Float64Array): TextColumn {
  return { ids: packNumbers(ids) };
}

/** Null where values hardly repeat. */
function encodeDictionary(values: readonly (string | null)[]): TextColumn | null {
  const places = new Map<string, number>();
  const at = new Uint32Array(values.length);
  for (const [row, value] of values.entries()) {
    if (value === null) continue;
    let place = places.get(value);
    if (place === undefined) {
      place = places.size + 1;
      if (place > values.length / 2 + 1) return null;
      places.set(value, place);
    }
    at[row] = place;
  }
  return { dict: [...places.keys()], at: shortened(at, places.size) };
}

/** The same places in as few bytes as the greatest of them needs. */
export function shortened(at: Uint32Array, greatest: number): Uint8Array | Uint16Array | Uint32Array {
  if (greatest <= 0xff) return new Uint8Array(at);
  return greatest <= 0xffff ? new Uint16Array(at) : at;
}

function encodeNumbers(values: readonly (number | null)[]): NumberColumn {
  return numberColumnOf(Float64Array.from(values, (value) => value ?? Number.NaN));
}

/** @param values NaN for null */
export function numberColumnOf(values: Float64Array): NumberColumn {
  const first = values[0] ?? Number.NaN;
  if (areAll(values, first)) return { all: Number.isNaN(first) ? null : first };
  const packed = packNumbers(values);
  return packed instanceof Float64Array ? { values: packed } : packed;
}

function areAll(values: Float64Array, one: number): boolean {
  // A loop, because each number that `every` hands to a function takes room of its own.
  for (let row = 0; row < values.length; row += 1) if (!Object.is(values[row], one)) return false;
  return true;
}

/** The number that a text spells, null where it is not the one usual spelling of a whole number. */
function wholeNumber(text: string): number | null {
  const code = text.charCodeAt(0);
  if (code < 48 || code > 57) return null;
  const number = Number(text);
  return Number.isSafeInteger(number) && String(number) === text ? number : null;
}

function mapFields<Field extends string, Value>(
  fields: readonly Field[],
  make: (field: Field) => Value,
): Record<Field, Value> {
  return Object.fromEntries(fields.map((field) => [field, make(field)])) as Record<Field, Value>;
}
