import type { UnsavedAction } from "../../../../domain/outbox/projection.ts";
import type { InsightRow } from "../../../../query/insight-engine.ts";
import { overlayUnsaved } from "../../actions/unsaved-overlay.ts";
import { cursorAt } from "./row-cursor.ts";

/** The row whose photo is open, and its place in the whole list, from 0. */
export interface ViewedRow {
  readonly row: InsightRow;
  readonly index: number;
}

/** Rows of the list that are shown, and the place of the first of them, from 0. */
interface ShownRows {
  rows: readonly InsightRow[];
  first: number;
}

/** Opens the photo of a row that is shown. */
export function viewRow(row: InsightRow, { rows, first }: ShownRows): ViewedRow {
  return { row, index: first + rows.findIndex(({ insightId }) => insightId === row.insightId) };
}

/** The neighbours of the viewed row, and the row itself as it looks now; an action may have taken it off the page. */
export function settleViewed(
  viewed: ViewedRow,
  { rows, first }: ShownRows,
  unsaved: readonly UnsavedAction[],
): { row: InsightRow; previous: ViewedRow | null; next: ViewedRow | null } {
  const here = rows.findIndex(({ insightId }) => insightId === viewed.row.insightId);
  const at = here < 0 ? viewed.index - first : here;
  // Where the open row has left, its follower stands in its place.
  const nextAt = here < 0 ? at : at + 1;
  const viewedAt = (wanted: number): ViewedRow | null => {
    const cursor = cursorAt(rows, wanted);
    const row = cursor === null ? undefined : rows[cursor.index];
    return cursor === null || row === undefined ? null : { row, index: first + cursor.index };
  };
  return {
    row: rows[here] ?? overlayUnsaved([viewed.row], unsaved)[0] ?? viewed.row,
    previous: at > 0 ? viewedAt(at - 1) : null,
    next: nextAt < rows.length ? viewedAt(nextAt) : null,
  };
}
