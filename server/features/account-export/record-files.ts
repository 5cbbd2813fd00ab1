import Papa from "papaparse";
import { guardFormula } from "../../../src/domain/csv-cell.ts";
import type { ArchiveFile } from "./archive.ts";

export type Row = Readonly<Record<string, unknown>>;

/** Pages of rows; begun anew for each file that is made of them. */
export type Pages = () => AsyncIterable<readonly Row[]>;

/** All rows as one JSON array, a row a line. */
export function jsonFile(name: string, pages: Pages): ArchiveFile {
  return { name: `${name}.json`, content: jsonText(pages) };
}

/** The same rows as CSV (RFC 4180), with a line of names first. Lists and objects are JSON in their cell. */
export function csvFile(name: string, columns: readonly string[], pages: Pages): ArchiveFile {
  return { name: `${name}.csv`, content: csvText(columns, pages) };
}

/** One value, over many lines. */
export function valueFile(name: string, read: () => Promise<unknown>): ArchiveFile {
  return { name: `${name}.json`, content: valueText(read) };
}

async function* valueText(read: () => Promise<unknown>): AsyncGenerator<string> {
  yield `${JSON.stringify(await read(), null, 2)}\n`;
}

async function* jsonText(pages: Pages): AsyncGenerator<string> {
  let before = "[";
  for await (const rows of pages()) {
    if (rows.length === 0) continue;
    yield `${before}\n${rows.map((row) => JSON.stringify(row)).join(",\n")}`;
    before = ",";
  }
  yield before === "[" ? "[]\n" : "\n]\n";
}

async function* csvText(columns: readonly string[], pages: Pages): AsyncGenerator<string> {
  yield lines([[...columns]]);
  for await (const rows of pages()) {
    if (rows.length > 0) yield lines(rows.map((row) => columns.map((name) => cell(row[name]))));
  }
}

function lines(rows: readonly (readonly unknown[])[]): string {
  return `${Papa.unparse(rows as unknown[][], { newline: "\r\n", quotes: true })}\r\n`;
}

/** Numbers and flags as they are; a minus sign before a number is no formula. */
function cell(value: unknown): unknown {
  // The writer quotes no cell without a value.
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return guardFormula(value);
  return typeof value === "object" ? JSON.stringify(value) : value;
}
