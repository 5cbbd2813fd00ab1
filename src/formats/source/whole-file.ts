import { type CsvRecord, CsvSplitter } from "../csv/csv-splitter.ts";
import { endlessLine, MAX_SKIPPED_CHARS } from "../csv/csv-table.ts";
import { decodeText } from "../csv/decode-text.ts";
import { FormatError } from "../format-error.ts";
import type { NoticeRecord } from "../import-record.ts";
import { readJsonParts } from "../json/json-parts.ts";
import type { PackageSource } from "./package-source.ts";

const NEWLINE = 10;

/**
 * Reads files to their ends before a row of them is taken, so that of a file that is cut short nothing is. A table that
 * lacks no more than its last line end is read, and a notice names its last row. Of archives, sizes and checksums are
 * checked.
 *
 * @throws FormatError `json_cut_short`, `csv_cut_short`, what a value or line without an end has, or what an archive's
 * entry has
 */
export async function* requireWhole(
  source: PackageSource,
  files: readonly string[],
): AsyncGenerator<NoticeRecord> {
  for (const file of files) {
    if (/\.json$/i.test(file)) await requireWholeJson(source, file);
    else yield* requireWholeTable(source, file);
  }
}

async function requireWholeJson(source: PackageSource, file: string): Promise<void> {
  const parts = readJsonParts(source, file);
  while (!(await parts.next()).done);
}

async function* requireWholeTable(source: PackageSource, file: string): AsyncGenerator<NoticeRecord> {
  if (await endsWithNewline(source, file)) return;
  const splitter = new CsvSplitter();
  let columns = 0;
  let last: CsvRecord | null = null;
  for await (const piece of withEnd(decodeText(file, source.open(file)))) {
    for (const record of splitter.push(piece ?? "", piece === null)) {
      columns ||= record.cells.length;
      last = record;
    }
    if (splitter.skippedChars > MAX_SKIPPED_CHARS) throw endlessLine(file, null);
  }
  // Lines that end with a carriage return alone are one record here; the reader says so.
  if (last === null || last.cells.some((cell) => cell.includes("\r"))) return;
  const { row, cells, unclosedQuote } = last;
  // A heading has as many cells as it has, so that one without a line end may lack columns.
  if (row === 1 || unclosedQuote || cells.length < columns)
    throw new FormatError("csv_cut_short", { file, row: String(row) });
  yield { kind: "notice", code: "no_last_line_end", file, count: 1, example: String(row) };
}

/**
 * True for an empty file too, false as soon as a line seems to have no end. UTF-16 has a zero byte before or behind the
 * line end.
 */
async function endsWithNewline(source: PackageSource, file: string): Promise<boolean> {
  let last = NEWLINE;
  let lineBytes = 0;
  for await (const chunk of source.open(file)) {
    const byte = chunk.at(-1) === 0 ? chunk.at(-2) : chunk.at(-1);
    last = byte ?? last;
    const end = chunk.lastIndexOf(NEWLINE);
    lineBytes = end === -1 ? lineBytes + chunk.length : chunk.length - end;
    if (lineBytes > 2 * MAX_SKIPPED_CHARS) return false;
  }
  return last === NEWLINE;
}

async function* withEnd(pieces: AsyncIterable<string>): AsyncGenerator<string | null> {
  yield* pieces;
  yield null;
}
