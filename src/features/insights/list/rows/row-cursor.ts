import type { InsightRow } from "../../../../query/insight-engine.ts";

/** The current row by its id, and by its place for when it has left the page. */
export interface RowCursor {
  readonly id: string;
  readonly index: number;
}

/** The current row of the list, as it follows the open photo. */
export interface FollowingCursor {
  row: InsightRow | null;
  /** Moves to a row that is drawn. */
  show(row: InsightRow): void;
  /** Moves to the first row with one of these insights, as soon as it is drawn. */
  find(insightIds: readonly string[]): void;
  /**
   * Gives the focus to this row after an overlay has closed, as soon as it is drawn; to the row in its place where it
   * has left. A focus that the overlay gave back to what is not a row stays.
   */
  focus(row: InsightRow): void;
  /** Gives the focus to the current row; where there is none, to the one on which the first step lands. */
  stay(): void;
}

/** The cursor on its row, or where that has left the page, on the row in its place. */
export function settleCursor(cursor: RowCursor | null, rows: readonly InsightRow[]): RowCursor | null {
  if (cursor === null) return null;
  const index = rows.findIndex((row) => row.insightId === cursor.id);
  return index >= 0 ? { id: cursor.id, index } : cursorAt(rows, cursor.index);
}

/**
 * The cursor relative to another first row, for a windowed list; null where neither its row nor its place is drawn,
 * because a key must not act on a row that was scrolled away.
 *
 * @param moved how many rows later the first drawn row is now
 */
export function shiftCursor(
  cursor: RowCursor | null,
  rows: readonly InsightRow[],
  moved: number,
): RowCursor | null {
  if (cursor === null) return null;
  const index = cursor.index - moved;
  const isHere = rows.some(({ insightId }) => insightId === cursor.id);
  return isHere || (index >= 0 && index <= rows.length) ? { id: cursor.id, index } : null;
}

/** Clamped to the rows; null on an empty page. */
export function cursorAt(rows: readonly InsightRow[], index: number): RowCursor | null {
  const inside = Math.max(0, Math.min(index, rows.length - 1));
  const row = rows[inside];
  return row === undefined ? null : { id: row.insightId, index: inside };
}

/**
 * The first step lands on the first row.
 *
 * @param step one row, or as many as stand in a line
 */
export function moveCursor(
  cursor: RowCursor | null,
  rows: readonly InsightRow[],
  step: number,
): RowCursor | null {
  const settled = settleCursor(cursor, rows);
  return cursorAt(rows, settled === null ? 0 : indexAfter(settled.index, step, rows.length));
}

/** Past the first and the last line a step by lines stays where it is; to a shorter last line it leads to the end. */
function indexAfter(index: number, step: number, count: number): number {
  const perLine = Math.abs(step);
  const wanted = index + step;
  if (perLine <= 1 || (wanted >= 0 && wanted < count)) return wanted;
  const isLastLine = Math.floor(index / perLine) === Math.floor((count - 1) / perLine);
  return wanted < 0 || isLastLine ? index : count - 1;
}

/** The cursor on the row that shows one of these insights, alone or as a member. */
export function cursorOnInsight(
  rows: readonly InsightRow[],
  insightIds: readonly string[],
): RowCursor | null {
  const ids = new Set(insightIds);
  const index = rows.findIndex(
    (row) => ids.has(row.insightId) || row.members.some((member) => ids.has(member.insightId)),
  );
  return index < 0 ? null : cursorAt(rows, index);
}
