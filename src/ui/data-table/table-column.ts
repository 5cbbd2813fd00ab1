import type { ReactNode } from "react";
import type { CellValue, ColumnType } from "../../domain/table/table-cell.ts";

export interface TableColumn<Row> {
  id: string;
  type: ColumnType;
  label: string;
  /** The whole value, for sorting, filters and export. */
  value(row: Row): CellValue;
  cell?: (row: Row) => ReactNode;
  /**
   * Of a row's header: its text in a row that is drawn plain, because its list is scrolled fast. Without it the text of
   * the value is shown.
   */
  plainText?: (row: Row) => string;
  /** The tooltip of the cell, where `cell` shortens the value. */
  title?: (row: Row) => string;
  sortable?: boolean;
  /** Hidden by default. */
  hidden?: boolean;
  /** Cannot be hidden. */
  locked?: boolean;
  /** The row's header for screen readers. */
  rowHeader?: boolean;
  /** The head is for screen readers only. */
  quietLabel?: boolean;
  /** Rows of other kinds pass its filter. */
  rowKind?: string;
  className?: string | undefined;
  /** The width that it needs; see `columnsThatFit`. */
  roomPx?: number;
  /**
   * Where not all columns have room those of a greater number leave first, among equals the last one; 1 by default. A
   * column that is locked, heads its rows or holds their buttons never leaves.
   */
  leaves?: number;
}
