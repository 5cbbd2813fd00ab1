import type { ReactNode } from "react";
import type { CellValue, ColumnType } from "../../domain/table/table-cell.ts";

/** One column of a table: what it holds, and where that is not plain text, how it is drawn. */
export interface TableColumn<Row> {
  id: string;
  type: ColumnType;
  label: string;
  /** The whole value: sorted, filtered and exported by. */
  value(row: Row): CellValue;
  cell?: (row: Row) => ReactNode;
  /** The tooltip of the whole cell, where `cell` draws less than there is. */
  title?: (row: Row) => string;
  sortable?: boolean;
  /** Not shown until somebody asks for it. */
  hidden?: boolean;
  /** Always shown. */
  locked?: boolean;
  /** Names the row for those who listen. */
  rowHeader?: boolean;
  /** The head is told, not shown. */
  quietLabel?: boolean;
  /** Its filter is for rows of this kind alone; all others pass. */
  rowKind?: string;
  className?: string | undefined;
  /** The least room that it needs beside others. */
  roomPx?: number;
}
