import { cellText } from "../cells/cell-text.ts";
import { FormatError } from "../format-error.ts";
import type { RecordPlace, RefusalRecord } from "../import-record.ts";
import type { PackageSource } from "../source/package-source.ts";
import { CsvSplitter } from "./csv-splitter.ts";
import { decodeText } from "./decode-text.ts";

/** One row of a table, its cells by the name of their column. */
export class CsvRow {
  readonly place: RecordPlace;
  readonly #columns: ReadonlyMap<string, number>;
  readonly #cells: readonly string[];

  constructor(place: RecordPlace, columns: ReadonlyMap<string, number>, cells: readonly string[]) {
    this.place = place;
    this.#columns = columns;
    this.#cells = cells;
  }

  /** Whether the table has such a column. */
  has(column: string): boolean {
    return this.#columns.has(column);
  }

  /** The cell's text, trimmed; null where the cell is blank, says "NA", or there is no such column. */
  text(column: string): string | null {
    const index = this.#columns.get(column);
    return index === undefined ? null : cellText(this.#cells[index]);
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

/**
 * Reads a table row by row. Rows that are not of the table's form come out as refusals.
 *
 * @throws FormatError `missing_column` when one of `required` is not in the heading.
 */
export async function* readTable(
  source: PackageSource,
  file: string,
  required: readonly string[],
): AsyncGenerator<CsvRow | RefusalRecord> {
  const splitter = new CsvSplitter();
  let columns: ReadonlyMap<string, number> | null = null;
  for await (const piece of withEnd(decodeText(file, source.open(file)))) {
    for (const record of splitter.push(piece ?? "", piece === null)) {
      if (columns === null) {
        columns = columnsOf(record.cells);
        for (const column of required) {
          if (!columns.has(column)) throw new FormatError("missing_column", { file, column });
        }
        continue;
      }
      const place = { file, row: record.row };
      if (record.unclosedQuote || hasExtraCells(record.cells, columns.size)) {
        const code = record.unclosedQuote ? "unclosed_quote" : "extra_cells";
        yield { kind: "refusal", place, field: null, code, value: record.cells.join(","), lost: "row" };
      } else {
        yield new CsvRow(place, columns, record.cells);
      }
    }
  }
  if (columns === null) throw new FormatError("missing_column", { file, column: required[0] ?? "" });
}

/** The names in a table's heading; empty for an empty file. */
export async function readHeading(source: PackageSource, file: string): Promise<ReadonlySet<string>> {
  const splitter = new CsvSplitter();
  for await (const piece of withEnd(decodeText(file, source.open(file)))) {
    const [heading] = splitter.push(piece ?? "", piece === null);
    if (heading !== undefined) return new Set(columnsOf(heading.cells).keys());
  }
  return new Set();
}

function columnsOf(cells: readonly string[]): ReadonlyMap<string, number> {
  const columns = new Map<string, number>();
  cells.forEach((cell, index) => {
    // Exports of R have an unnamed first column; of two columns with one name the first is read.
    const name = cell.trim() === "" ? `#${index}` : cell.trim();
    columns.set(columns.has(name) ? `${name}#${index}` : name, index);
  });
  return columns;
}

function hasExtraCells(cells: readonly string[], width: number): boolean {
  return cells.length > width && cells.slice(width).some((cell) => cell.trim() !== "");
}

async function* withEnd(pieces: AsyncIterable<string>): AsyncGenerator<string | null> {
  yield* pieces;
  yield null;
}
