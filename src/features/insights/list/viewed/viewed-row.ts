import type { InsightRow } from "../../../../query/insight-engine.ts";

/** The row whose photo is open, and its place in the whole list, from 0; null where the list does not show it. */
export interface ViewedRow {
  readonly row: InsightRow;
  readonly index: number | null;
}

/** Rows of the list that are shown, and the place of the first of them, from 0. */
export interface ShownRows {
  rows: readonly InsightRow[];
  first: number;
}

/** Opens the photo of a row. */
export function viewRow(row: InsightRow, { rows, first }: ShownRows): ViewedRow {
  const at = rows.findIndex(({ insightId }) => insightId === row.insightId);
  return { row, index: at < 0 ? null : first + at };
}
