import type { UnsavedAction } from "../../../../domain/outbox/projection.ts";
import type { InsightRow } from "../../../../query/insight-engine.ts";
import { overlayUnsaved } from "../../actions/unsaved-overlay.ts";

/** The row whose photo is open, and its place in the whole list, from 0; null where the list does not show it. */
export interface ViewedRow {
  readonly row: InsightRow;
  readonly index: number | null;
}

/** Rows of the list that are shown, and the place of the first of them, from 0. */
interface ShownRows {
  rows: readonly InsightRow[];
  first: number;
}

/** Opens the photo of a row. */
export function viewRow(row: InsightRow, { rows, first }: ShownRows): ViewedRow {
  const at = rows.findIndex(({ insightId }) => insightId === row.insightId);
  return { row, index: at < 0 ? null : first + at };
}

/**
 * The neighbours of the viewed row, and the row itself as it looks now; an action may have taken it off the page.
 *
 * @param counts whether a row is a neighbour; others are passed over
 */
export function settleViewed(
  viewed: ViewedRow,
  { rows, first }: ShownRows,
  unsaved: readonly UnsavedAction[],
  counts: (row: InsightRow) => boolean = () => true,
): { row: InsightRow; previous: ViewedRow | null; next: ViewedRow | null } {
  const here = rows.findIndex(({ insightId }) => insightId === viewed.row.insightId);
  if (here < 0 && viewed.index === null)
    return { row: overlayUnsaved([viewed.row], unsaved)[0] ?? viewed.row, previous: null, next: null };
  const at = here < 0 ? (viewed.index ?? 0) - first : here;
  // Where the open row has left, its follower stands in its place.
  const nextAt = here < 0 ? at : at + 1;
  const viewedAt = (wanted: number): ViewedRow | null => {
    const row = rows[wanted];
    return row === undefined ? null : { row, index: first + wanted };
  };
  const before = Math.min(at, rows.length);
  return {
    row: rows[here] ?? overlayUnsaved([viewed.row], unsaved)[0] ?? viewed.row,
    previous: viewedAt(rows.slice(0, Math.max(0, before)).findLastIndex(counts)),
    next: viewedAt(rows.findIndex((row, place) => place >= nextAt && counts(row))),
  };
}
