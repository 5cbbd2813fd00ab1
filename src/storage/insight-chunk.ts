import type { DetectionBox } from "../domain/detection-box.ts";
import type { ClassScore, CommsSource, InsightStatus } from "../domain/insight.ts";
import { packBoxes, unpackBoxes } from "../protocol/boxes-codec.ts";

/** One insight as the mirror holds it: what the server last told, never what waits to be sent. */
export interface MirrorInsight {
  insightId: string;
  deviceId: string;
  algId: string | null;
  className: string;
  classId: number | null;
  classList: readonly ClassScore[];
  confidence: number | null;
  groupConfidence: number | null;
  isFromLora: boolean;
  timeStampMs: number;
  fileCtimeMs: number | null;
  commsSource: CommsSource | null;
  latitude: number | null;
  longitude: number | null;
  photoUrl: string | null;
  photoCreatedAtMs: number | null;
  status: InsightStatus;
  userConfirmed: boolean;
  table: string;
  collectionId: string | null;
  windowStartMs: number | null;
  windowEndMs: number | null;
  /** Those worth a look, the surest first. */
  boxes: readonly DetectionBox[];
}

/** Fields kept as text; class lists are their JSON, which repeats often, boxes the packed text of the feed. */
export const TEXT_FIELDS = [
  "insightId",
  "deviceId",
  "algId",
  "className",
  "classList",
  "commsSource",
  "photoUrl",
  "status",
  "table",
  "collectionId",
  "boxes",
] as const;
export type TextField = (typeof TEXT_FIELDS)[number];

/** Fields kept as numbers: times in epoch milliseconds, yes and no as 1 and 0. */
export const NUMBER_FIELDS = [
  "classId",
  "confidence",
  "groupConfidence",
  "isFromLora",
  "timeStampMs",
  "fileCtimeMs",
  "latitude",
  "longitude",
  "photoCreatedAtMs",
  "userConfirmed",
  "windowStartMs",
  "windowEndMs",
] as const;
export type NumberField = (typeof NUMBER_FIELDS)[number];

/**
 * The same text in every row; places in a dictionary (0 is null, n is entry n - 1); ids that are whole numbers (NaN is
 * null); one line a row, an empty one null, for what only shown rows need; or a list.
 */
export type TextColumn =
  | { readonly all: string | null }
  | { readonly dict: readonly string[]; readonly at: Uint16Array | Uint32Array }
  | { readonly ids: Float64Array }
  | { readonly lines: string }
  | { readonly list: readonly (string | null)[] };

/** The same number in every row, or one a row, NaN for null. */
export type NumberColumn = { readonly all: number | null } | { readonly values: Float64Array };

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

/** One plain array a field, all of the same length; what chunks are made of. */
export interface InsightArrays {
  rows: number;
  text: Record<TextField, readonly (string | null)[]>;
  numbers: Record<NumberField, readonly (number | null)[]>;
}

export function encodeChunk(arrays: InsightArrays, gone: readonly string[] = []): NewInsightChunk {
  const text = mapFields(TEXT_FIELDS, (field) =>
    field === "boxes" ? encodeLines(arrays.text[field]) : encodeText(arrays.text[field]),
  );
  const numbers = mapFields(NUMBER_FIELDS, (field) => encodeNumbers(arrays.numbers[field]));
  return { rows: arrays.rows, gone, text, numbers };
}

export function arraysOfInsights(insights: readonly MirrorInsight[]): InsightArrays {
  return {
    rows: insights.length,
    text: mapFields(TEXT_FIELDS, (field) =>
      insights.map((insight) => {
        if (field === "classList") return classListText(insight.classList);
        // A row that waits since before boxes were known has none.
        return field === "boxes" ? packBoxes(insight.boxes ?? [], insight.className) : insight[field];
      }),
    ),
    numbers: mapFields(NUMBER_FIELDS, (field) =>
      insights.map((insight) => {
        const value = insight[field];
        return typeof value === "boolean" ? Number(value) : value;
      }),
    ),
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

export function textAt(column: TextColumn | undefined, row: number): string | null {
  // A chunk that was stored before the field was known.
  if (column === undefined) return null;
  if ("all" in column) return column.all;
  if ("dict" in column) return column.dict[(column.at[row] ?? 0) - 1] ?? null;
  if ("list" in column) return column.list[row] ?? null;
  if ("lines" in column) return linesOf(column)[row] || null;
  const id = column.ids[row] ?? Number.NaN;
  return Number.isNaN(id) ? null : String(id);
}

export function numberAt(column: NumberColumn, row: number): number | null {
  if ("all" in column) return column.all;
  const value = column.values[row] ?? Number.NaN;
  return Number.isNaN(value) ? null : value;
}

/** What an insight is found by in a Map: most ids are whole numbers, which are smaller and faster than their text. */
export type IdKey = number | string;

export function idKey(id: string): IdKey {
  const number = wholeNumber(id);
  return number === null ? id : number;
}

export function idKeyAt(chunk: InsightChunk, row: number): IdKey {
  const column = chunk.text.insightId;
  if ("ids" in column) return column.ids[row] ?? Number.NaN;
  return idKey(textAt(column, row) ?? "");
}

export function insightAt(chunk: InsightChunk, row: number): MirrorInsight {
  const text = (field: TextField) => textAt(chunk.text[field], row);
  const number = (field: NumberField) => numberAt(chunk.numbers[field], row);
  return {
    insightId: text("insightId") ?? "",
    deviceId: text("deviceId") ?? "",
    algId: text("algId"),
    className: text("className") ?? "",
    classId: number("classId"),
    classList: parseClassList(text("classList")),
    confidence: number("confidence"),
    groupConfidence: number("groupConfidence"),
    isFromLora: number("isFromLora") === 1,
    timeStampMs: number("timeStampMs") ?? 0,
    fileCtimeMs: number("fileCtimeMs"),
    commsSource: text("commsSource") as CommsSource | null,
    latitude: number("latitude"),
    longitude: number("longitude"),
    photoUrl: text("photoUrl"),
    photoCreatedAtMs: number("photoCreatedAtMs"),
    status: (text("status") ?? "none") as InsightStatus,
    userConfirmed: number("userConfirmed") === 1,
    table: text("table") ?? "",
    collectionId: text("collectionId"),
    windowStartMs: number("windowStartMs"),
    windowEndMs: number("windowEndMs"),
    boxes: unpackBoxes(text("boxes"), text("className") ?? ""),
  };
}

/** About what a chunk takes: its numbers, and a byte for each letter. */
export function chunkBytes({ text, numbers }: InsightChunk): number {
  const letters = (list: readonly (string | null)[]) =>
    list.reduce((sum, one) => sum + (one?.length ?? 0), 0);
  let bytes = 0;
  for (const column of Object.values(text)) {
    if ("dict" in column) bytes += letters(column.dict) + column.at.byteLength;
    else if ("ids" in column) bytes += column.ids.byteLength;
    else if ("lines" in column) bytes += column.lines.length;
    else if ("list" in column) bytes += letters(column.list);
  }
  for (const column of Object.values(numbers)) if ("values" in column) bytes += column.values.byteLength;
  return bytes;
}

export function classListText(classList: readonly ClassScore[]): string | null {
  return classList.length === 0 ? null : JSON.stringify(classList);
}

export function parseClassList(text: string | null): readonly ClassScore[] {
  return text === null ? [] : (JSON.parse(text) as ClassScore[]);
}

function encodeText(values: readonly (string | null)[]): TextColumn {
  const first = values[0] ?? null;
  if (values.every((value) => value === first)) return { all: first };
  return encodeIds(values) ?? encodeDictionary(values) ?? { list: values };
}

function encodeLines(values: readonly (string | null)[]): TextColumn {
  return values.every((value) => value === null)
    ? { all: null }
    : { lines: values.map((value) => (value?.includes("\n") ? "" : (value ?? ""))).join("\n") };
}

/** Read from storage and passed to the worker as one text; cut up when the first of its rows is shown. */
const cutLines = new WeakMap<object, readonly string[]>();

function linesOf(column: { readonly lines: string }): readonly string[] {
  let lines = cutLines.get(column);
  if (lines === undefined) {
    lines = column.lines.split("\n");
    cutLines.set(column, lines);
  }
  return lines;
}

function encodeIds(values: readonly (string | null)[]): TextColumn | null {
  const ids = new Float64Array(values.length);
  for (const [row, value] of values.entries()) {
    const id = value === null ? Number.NaN : wholeNumber(value);
    if (id === null) return null;
    ids[row] = id;
  }
  return { ids };
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
  return { dict: [...places.keys()], at: places.size < 0xffff ? Uint16Array.from(at) : at };
}

function encodeNumbers(values: readonly (number | null)[]): NumberColumn {
  const first = values[0] ?? null;
  if (values.every((value) => value === first)) return { all: first };
  return { values: Float64Array.from(values, (value) => value ?? Number.NaN) };
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
