import { ID_COLUMNS } from "./records/feed-records.ts";
import type { WireColumn, WireTable, WireValue } from "./sync-page.ts";

export type Columns = Readonly<Record<string, readonly WireValue[]>>;

/** Encodes a table: `columns` hold one value for each row, all of the same length; keys in `gone` are removed first. */
export function encodeTable(columns: Columns, rows: number, gone: readonly string[] = []): WireTable {
  const encoded: Record<string, WireColumn> = {};
  for (const [name, values] of Object.entries(columns)) {
    const column = encodeColumn(name, values);
    if (column !== null) encoded[name] = column;
  }
  return gone.length > 0 ? { rows, gone, columns: encoded } : { rows, columns: encoded };
}

/** The shortest of the four forms of a column; null where every row is null, which needs no column. */
export function encodeColumn(name: string, values: readonly WireValue[]): WireColumn | null {
  const first = values[0];
  if (first === undefined) return null;
  if (values.every((value) => value === first)) return first === null ? null : { all: first };
  const delta = asDelta(ID_COLUMNS.has(name) ? wholeNumbersOfIds(values) : wholeNumbers(values));
  const dictionary = asDictionary(values);
  // Most of ten thousand class lists differ, and each would be made text only to be measured.
  if (dictionary === null && delta === null) return values;
  let best: Candidate = { column: values, length: lengthOfList(values) };
  if (dictionary !== null && dictionary.length < best.length) best = dictionary;
  if (delta !== null && delta.length < best.length) best = delta;
  return best.column;
}

/** Decodes a column, one value for each row. The column must have passed `isWireTable`. */
export function decodeColumn(name: string, column: WireColumn | undefined, rows: number): WireValue[] {
  if (column === undefined) return new Array<WireValue>(rows).fill(null);
  if (isPlain(column)) return [...column];
  if ("all" in column) return new Array<WireValue>(rows).fill(column.all);
  if ("dict" in column) return column.at.map((place) => (place < 0 ? null : (column.dict[place] ?? null)));
  const spelled = ID_COLUMNS.has(name);
  let sum = 0;
  const values = column.delta.map((difference): WireValue => {
    sum += difference;
    return spelled ? String(sum) : sum;
  });
  for (const row of column.null ?? []) values[row] = null;
  return values;
}

/** Decodes all columns of a page; a column that it leaves out is null in every row. */
export function decodeTable(table: WireTable): Record<string, WireValue[]> {
  const columns: Record<string, WireValue[]> = {};
  for (const [name, column] of Object.entries(table.columns)) {
    columns[name] = decodeColumn(name, column, table.rows);
  }
  return columns;
}

interface Candidate {
  column: WireColumn;
  /** Its approximate length as JSON. */
  length: number;
}

function asDelta(numbers: readonly (number | null)[] | null): Candidate | null {
  if (numbers === null) return null;
  const delta: number[] = [];
  const nulls: number[] = [];
  let previous = 0;
  let length = 12;
  for (const [row, value] of numbers.entries()) {
    if (value === null) {
      delta.push(0);
      nulls.push(row);
      length += 2 + digits(row) + 1;
      continue;
    }
    const difference = value - previous;
    if (!Number.isSafeInteger(difference)) return null;
    delta.push(difference);
    length += digits(difference) + 1;
    previous = value;
  }
  return { column: nulls.length > 0 ? { delta, null: nulls } : { delta }, length };
}

/**
 * Null where values hardly repeat, so that a dictionary is no shorter. Objects count as equal when they are
 * identical.
 */
function asDictionary(values: readonly WireValue[]): Candidate | null {
  const places = new Map<WireValue, number>();
  const dict: WireValue[] = [];
  const at: number[] = [];
  for (const value of values) {
    let place = value === null ? -1 : places.get(value);
    if (place === undefined) {
      place = dict.push(value) - 1;
      if (place > values.length / 2) return null;
      places.set(value, place);
    }
    at.push(place);
  }
  return { column: { dict, at }, length: 16 + lengthOfList(dict) + lengthOfList(at) };
}

function wholeNumbers(values: readonly WireValue[]): (number | null)[] | null {
  const numbers: (number | null)[] = [];
  for (const value of values) {
    if (value !== null && !Number.isSafeInteger(value)) return null;
    numbers.push(value as number | null);
  }
  return numbers;
}

function wholeNumbersOfIds(values: readonly WireValue[]): (number | null)[] | null {
  const numbers: (number | null)[] = [];
  for (const value of values) {
    if (value === null) {
      numbers.push(null);
      continue;
    }
    const number = typeof value === "string" ? Number(value) : Number.NaN;
    if (!Number.isSafeInteger(number) || String(number) !== value) return null;
    numbers.push(number);
  }
  return numbers;
}

function lengthOfList(values: readonly WireValue[]): number {
  let length = 2;
  for (const value of values) length += lengthOf(value) + 1;
  return length;
}

/** The approximate length of a value as JSON; cheap, and exact enough to choose a form. */
function lengthOf(value: WireValue): number {
  if (typeof value === "string") return value.length + 2;
  if (typeof value === "number") return Number.isInteger(value) ? digits(value) : String(value).length;
  if (value === null || typeof value === "boolean") return 4;
  return JSON.stringify(value).length;
}

function digits(whole: number): number {
  const size = Math.abs(whole);
  const sign = whole < 0 ? 1 : 0;
  if (size < 10) return sign + 1;
  if (size < 100) return sign + 2;
  if (size < 1000) return sign + 3;
  if (size < 1e4) return sign + 4;
  if (size < 1e5) return sign + 5;
  return sign + Math.floor(Math.log10(size)) + 1;
}

function isPlain(column: WireColumn): column is readonly WireValue[] {
  return Array.isArray(column);
}
