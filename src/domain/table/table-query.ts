import { compareNames } from "../text-order.ts";
import type { CellValue, ColumnType } from "./table-cell.ts";
import { type ColumnFilter, passesFilter } from "./table-filter.ts";

/** How to read the columns of a row. */
export interface TableFields<Row> {
  columns: readonly { id: string; type: ColumnType; value(row: Row): CellValue }[];
  /** The kind of a row, in tables with several kinds. */
  kindOf?(row: Row): string;
}

export interface TableSort {
  column: string;
  descending: boolean;
}

export interface TableQuery {
  filters: readonly ColumnFilter[];
  sort: TableSort | null;
  offset: number;
  limit: number;
}

export interface TablePage<Row> {
  rows: readonly Row[];
  /** Rows that pass, over all pages. */
  matched: number;
  /** All rows. */
  held: number;
}

/** Filters, sorts and pages rows that fit in memory, a few thousand at most. Rows that are equal keep their order. */
export function answerTableQuery<Row>(
  rows: readonly Row[],
  fields: TableFields<Row>,
  query: TableQuery,
): TablePage<Row> {
  const readers = new Map(fields.columns.map(({ id, value }) => [id, value]));
  const cellOf = (row: Row, column: string): CellValue => readers.get(column)?.(row) ?? null;
  const filters = query.filters.filter(({ column }) => readers.has(column));
  const passing = rows.filter((row) =>
    filters.every((filter) =>
      passesFilter(filter, {
        kind: fields.kindOf?.(row) ?? null,
        cellOf: (column) => cellOf(row, column),
      }),
    ),
  );
  const { sort } = query;
  const sorted =
    sort === null || !readers.has(sort.column)
      ? passing
      : passing
          // Once for each row: a value may be computed, and a comparison asks for two.
          .map((row) => ({ row, key: sortKey(cellOf(row, sort.column)) }))
          .sort((a, b) => compareKeys(a.key, b.key, sort.descending))
          .map(({ row }) => row);
  return {
    rows: sorted.slice(query.offset, query.offset + query.limit),
    matched: passing.length,
    held: rows.length,
  };
}

/** Figures by size, text in the order of names; absent values come last in both directions. */
export function compareCells(a: CellValue, b: CellValue, descending: boolean): number {
  return compareKeys(sortKey(a), sortKey(b), descending);
}

type SortKey = string | number | null;

function compareKeys(first: SortKey, second: SortKey, descending: boolean): number {
  if (first === null || second === null) return (first === null ? 1 : 0) - (second === null ? 1 : 0);
  const order =
    typeof first === "number" && typeof second === "number"
      ? Math.sign(first - second)
      : compareNames(String(first), String(second));
  return descending ? -order : order;
}

function sortKey(value: CellValue): SortKey {
  if (typeof value === "number") return Number.isNaN(value) ? null : value;
  if (value === null) return null;
  const text = typeof value === "string" ? value : value.join("; ");
  return text === "" ? null : text;
}
