import type { NoticeRecord, RefusalCode } from "../import-record.ts";
import type { CsvRecord } from "./csv-splitter.ts";
import type { TableColumns } from "./csv-table.ts";

/**
 * Tells the rows whose cells do not stand below the heading that was read: a comma without quotes moves them, and
 * tables that were put together have headings in between.
 */
export class RowShapes {
  readonly #names: readonly string[];
  readonly #known: ReadonlySet<string>;
  /** Where a cell that is a name of the heading shows another heading. */
  readonly #telling: number | undefined;
  /** The cells up to the last column with a name. */
  readonly #named: number;
  /** Blank cells that each row may have behind the last column, because all do. */
  readonly #spare: number;
  #isBelowAnother = false;
  #short = 0;
  #firstShort = 0;

  /**
   * @param telling a column whose cells are never names of columns; null to look for no further headings
   * @param first rows from the begin of the table
   */
  constructor(columns: TableColumns, telling: string | null, first: readonly CsvRecord[]) {
    this.#names = columns.names.map((name) => name.toLowerCase());
    this.#known = new Set(this.#names);
    this.#telling = telling === null ? undefined : columns.placeOf(telling);
    this.#named = columns.names.findLastIndex((name) => !name.startsWith("#")) + 1;
    const beyond = first.map(({ cells }) => cells.length - columns.names.length);
    this.#spare = beyond.length === 0 ? 0 : Math.max(0, Math.min(...beyond));
  }

  /** Why a row is refused; null for one that is read. */
  faultOf({ row, cells, unclosedQuote }: CsvRecord): RefusalCode | null {
    if (unclosedQuote) return "unclosed_quote";
    if (this.#hasExtraCells(cells)) return "extra_cells";
    if (this.#isHeading(cells)) {
      this.#isBelowAnother = cells.some(
        (cell, at) => nameIn(cell) !== "" && nameIn(cell) !== this.#names[at],
      );
      return "another_heading";
    }
    if (this.#isBelowAnother) return "another_heading";
    if (cells.length < this.#named) {
      this.#short += 1;
      this.#firstShort ||= row;
    }
    return null;
  }

  /** The notice about rows that end before the last column. */
  *notices(file: string): Generator<NoticeRecord> {
    if (this.#short === 0) return;
    yield {
      kind: "notice",
      code: "short_rows",
      file,
      count: this.#short,
      example: String(this.#firstShort),
    };
  }

  #hasExtraCells(cells: readonly string[]): boolean {
    const width = this.#names.length;
    if (cells.length <= width) return false;
    return cells.length > width + this.#spare || cells.slice(width).some((cell) => cell.trim() !== "");
  }

  #isHeading(cells: readonly string[]): boolean {
    if (this.#telling === undefined) return false;
    if (!this.#known.has(nameIn(cells[this.#telling] ?? ""))) return false;
    const filled = cells.map(nameIn).filter((name) => name !== "");
    const known = filled.filter((name) => this.#known.has(name));
    return known.length > 1 && known.length * 2 > filled.length;
  }
}

function nameIn(cell: string): string {
  return cell.trim().toLowerCase();
}
