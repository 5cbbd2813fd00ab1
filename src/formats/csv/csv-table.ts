import { cellNumber, cellText, isRounded } from "../cells/cell-text.ts";
import { FormatError } from "../format-error.ts";
import type { NoticeRecord, RecordPlace, RefusalRecord } from "../import-record.ts";
import type { PackageSource } from "../source/package-source.ts";
import { type CsvRecord, CsvSplitter, MAX_RECORD_CHARS } from "./csv-splitter.ts";
import { decodeText, type EncodingGuess } from "./decode-text.ts";
import { RowShapes } from "./row-shapes.ts";

/** A line without an end is skipped up to so many characters: then the file is no table. */
export const MAX_SKIPPED_CHARS = 64 * MAX_RECORD_CHARS;

/** The heading of a table, which its further files may leave out. */
export interface TableHeading {
  columns: TableColumns | null;
}

/** The places of a table's columns by their names, whatever the case of their letters. */
export class TableColumns {
  readonly names: readonly string[];
  /** Whether a comma may stand in a number: where commas do not separate cells. */
  readonly hasDecimalCommas: boolean;
  readonly #places = new Map<string, number>();
  /** The places of columns that were asked for, ABSENT for those that the table lacks: each row asks for the same. */
  readonly #asked = new Map<string, number>();
  /** The places of columns in which no row so far has a value. */
  #blank: readonly number[];

  constructor(cells: readonly string[], delimiter: string) {
    this.hasDecimalCommas = delimiter !== ",";
    this.names = cells.map((cell, index) => {
      // Exports of R have an unnamed first column; of two columns with one name the first is read.
      const name = cell.trim() === "" ? `#${index}` : cell.trim();
      const unique = this.#places.has(name) ? `${name}#${index}` : name;
      this.#places.set(unique, index);
      return unique;
    });
    for (const [index, name] of this.names.entries()) {
      const lower = name.toLowerCase();
      if (!this.#places.has(lower)) this.#places.set(lower, index);
    }
    this.#blank = this.names.map((_, index) => index);
  }

  /** The column's place; undefined where there is none. */
  placeOf(column: string): number | undefined {
    let place = this.#asked.get(column);
    if (place === undefined) {
      place = this.#places.get(column) ?? this.#places.get(column.toLowerCase()) ?? ABSENT;
      this.#asked.set(column, place);
    }
    return place === ABSENT ? undefined : place;
  }

  /** Remembers which columns have values. */
  noteValues(cells: readonly string[]): void {
    if (this.#blank.some((place) => cellText(cells[place]) !== null))
      this.#blank = this.#blank.filter((place) => cellText(cells[place]) === null);
  }

  /** The columns that have values and that no row was asked for, as a person finds them in the heading. */
  get unread(): string[] {
    const known = new Set([...this.#asked.values(), ...this.#blank]);
    return this.names.flatMap((name, place) => (known.has(place) ? [] : nameToRead(name, place)));
  }
}

const ABSENT = -1;

/** Columns without a name, and those whose name occurs again, have names that no heading shows. */
function nameToRead(name: string, place: number): string {
  const inner = name.endsWith(`#${place}`) ? name.slice(0, -`#${place}`.length) : name;
  return inner === name ? name : `${inner} (column ${place + 1})`.trimStart();
}

/** One row of a table, its cells by the name of their column. */
export class CsvRow {
  readonly place: RecordPlace;
  readonly columns: TableColumns;
  readonly #cells: readonly string[];

  constructor(place: RecordPlace, columns: TableColumns, cells: readonly string[]) {
    this.place = place;
    this.columns = columns;
    this.#cells = cells;
  }

  /** Whether the table has such a column. */
  has(column: string): boolean {
    return this.columns.placeOf(column) !== undefined;
  }

  /** The cell's text, trimmed; null where the cell is blank, says "NA", or there is no such column. */
  text(column: string): string | null {
    const index = this.columns.placeOf(column);
    return index === undefined ? null : cellText(this.#cells[index]);
  }

  /** A number as the cell writes it; null where it is none. */
  numberIn(text: string): number | null {
    return cellNumber(this.columns.hasDecimalCommas ? text.replace(/^([+-]?\d+),(\d+)$/, "$1.$2") : text);
  }

  /** The refusal of a row that has an id in one of these columns which a spreadsheet rounded; null for any other. */
  roundedId(...columns: readonly string[]): RefusalRecord | null {
    for (const column of columns) {
      const id = this.text(column);
      if (id !== null && isRounded(id)) return this.refusal(column, "rounded_id", id, "row");
    }
    return null;
  }

  /** A refusal at this row: of one field, or of the row where `field` is null. */
  refusal(
    field: string | null,
    code: RefusalRecord["code"],
    value: string | null,
    lost: RefusalRecord["lost"],
  ): RefusalRecord {
    return { kind: "refusal", place: this.place, field, code, value, lost };
  }
}

/** A row, or what is said in its place. */
export type TableEntry = CsvRow | RefusalRecord | NoticeRecord;

/**
 * Reads a table. Rows that are not of the table's form come out as refusals, a guess at the file's encoding and a count
 * of rows that end early as notices. A table in several files shares its `heading`; all but the first may begin with a
 * row. The rows of a piece of the file come together: a promise for each takes longer than to read it.
 *
 * @throws FormatError `missing_column` when one of `required` is not in the heading, `cr_line_ends`, `endless_line`,
 * `not_text`.
 */
export async function* readTable(
  source: PackageSource,
  file: string,
  required: readonly string[],
  heading: TableHeading = { columns: null },
): AsyncGenerator<TableEntry[]> {
  const splitter = new CsvSplitter();
  const guesses: EncodingGuess[] = [];
  let columns: TableColumns | null = null;
  let shapes: RowShapes | null = null;
  for await (const piece of withEnd(decodeText(file, source.open(file), (guess) => guesses.push(guess)))) {
    const entries: TableEntry[] = guesses.splice(0).map((guess) => encodingNotice(file, guess));
    const records = splitter.push(piece ?? "", piece === null);
    for (const [at, record] of records.entries()) {
      if (columns === null) {
        if (record.cells.some((cell) => cell.includes("\r"))) throw new FormatError("cr_line_ends", { file });
        if (record.unclosedQuote && splitter.skippedChars > 0) throw endlessLine(file, record.row);
        const found = new TableColumns(record.cells, splitter.delimiter);
        columns = isContinued(heading.columns, found, required) ? heading.columns : found;
        if (columns === found) {
          checkColumns(file, found, required);
          heading.columns ??= found;
          continue;
        }
      }
      shapes ??= new RowShapes(columns, required[0] ?? null, records.slice(at));
      entries.push(entryOf(record, columns, shapes, file));
    }
    if (entries.length > 0) yield entries;
    if (splitter.skippedChars > MAX_SKIPPED_CHARS) throw endlessLine(file, null);
  }
  if (columns === null) throw new FormatError("missing_column", { file, column: required[0] ?? "" });
  const notices = [...(shapes?.notices(file) ?? [])];
  if (notices.length > 0) yield notices;
}

function entryOf(record: CsvRecord, columns: TableColumns, shapes: RowShapes, file: string): TableEntry {
  const { row, cells } = record;
  const place = { file, row };
  const code = shapes.faultOf(record);
  if (code !== null) {
    return { kind: "refusal", place, field: null, code, value: cells.join(","), lost: "row" };
  }
  columns.noteValues(cells);
  return new CsvRow(place, columns, cells);
}

/** Whether a further file of a table begins with a row instead of a heading. */
function isContinued(
  earlier: TableColumns | null,
  found: TableColumns,
  required: readonly string[],
): earlier is TableColumns {
  if (earlier === null || found.names.length !== earlier.names.length) return false;
  return required.every((column) => found.placeOf(column) === undefined);
}

function checkColumns(file: string, columns: TableColumns, required: readonly string[]): void {
  for (const column of required) {
    if (columns.placeOf(column) === undefined) throw new FormatError("missing_column", { file, column });
  }
}

export function encodingNotice(file: string, { encoding, example }: EncodingGuess): NoticeRecord {
  const code =
    encoding === "windows-1252" ? "windows_1252" : encoding === "mixed" ? "mixed_encoding" : "utf_16";
  return { kind: "notice", code, file, count: 1, example };
}

export function endlessLine(file: string, row: number | null): FormatError {
  const limit = MAX_RECORD_CHARS.toLocaleString("en");
  return new FormatError("endless_line", { file, limit, row: row === null ? "" : String(row) });
}

/** The names in a table's heading as they stand there; empty for a file that is empty or holds no text. */
export async function readHeading(source: PackageSource, file: string): Promise<ReadonlySet<string>> {
  const splitter = new CsvSplitter();
  try {
    for await (const piece of withEnd(decodeText(file, source.open(file)))) {
      const [heading] = splitter.push(piece ?? "", piece === null);
      if (heading !== undefined) return new Set(new TableColumns(heading.cells, splitter.delimiter).names);
    }
  } catch (error) {
    if (!(error instanceof FormatError && error.code === "not_text")) throw error;
  }
  return new Set();
}

async function* withEnd(pieces: AsyncIterable<string>): AsyncGenerator<string | null> {
  yield* pieces;
  yield null;
}
