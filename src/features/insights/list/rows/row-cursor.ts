import { isSameValue } from "../../../../domain/same-value.ts";
import type { InsightQuery, InsightRow } from "../../../../query/insight-engine.ts";

/** The current row by its id, and by its place for when it has left the page. */
export interface RowCursor {
  readonly id: string;
  readonly index: number;
  /** Rows that a step leads past the last drawn one, or before the first: it is taken to its end as soon as they come. */
  readonly ahead?: number;
}

/** The rows that keys walk through. */
export interface CursorList extends RowsPlace {
  readonly rows: readonly InsightRow[];
  /** The question that they answer; null before the first answer. */
  readonly answered: InsightQuery | null;
  /** The rows are those near the part in sight, else a page. */
  readonly windowed: boolean;
  /** Further rows could not be read. */
  readonly failed: boolean;
  /** Shows the page so many further. Returns false where there is none, as in a windowed list. */
  turnPage(step: number): boolean;
}

interface RowsPlace {
  /** Place of the first drawn row, from 0; 0 on a page. */
  readonly first: number;
  /** Rows of the list; of a page once others have come in for those that left it. */
  readonly total: number;
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
  return index >= 0 ? { ...cursor, index } : cursorAt(rows, cursor.index);
}

/**
 * Whether both are of one list, whose rows come and go. Another page is another list, as another filter or order is;
 * other rows of a windowed list are not.
 */
export function isSameList(
  one: Pick<CursorList, "answered" | "windowed">,
  other: Pick<CursorList, "answered" | "windowed">,
): boolean {
  if (one.windowed !== other.windowed) return false;
  if (one.answered === other.answered) return true;
  const part = one.windowed ? { offset: 0, limit: 0 } : {};
  return isSameValue({ ...one.answered, ...part }, { ...other.answered, ...part });
}

/**
 * Whether the row that the cursor is meant for is still to come: a step leads past the drawn rows, or the last of them
 * has left and another will stand in its place.
 */
export function awaitsRow(cursor: RowCursor, { rows, first, total }: CursorList): boolean {
  if ((cursor.ahead ?? 0) !== 0) return true;
  const goesOn = first + rows.length < total;
  return goesOn && cursor.index >= rows.length && !rows.some(({ insightId }) => insightId === cursor.id);
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
  return isHere || (index >= 0 && index <= rows.length) ? { ...cursor, index } : null;
}

/** Clamped to the rows; null on an empty page. */
export function cursorAt(rows: readonly InsightRow[], index: number): RowCursor | null {
  const inside = Math.max(0, Math.min(index, rows.length - 1));
  const row = rows[inside];
  return row === undefined ? null : { id: row.insightId, index: inside };
}

/**
 * The first step lands on the first row. Where a step leads to a row that is not drawn yet, the cursor waits for it on
 * the last one on the way.
 *
 * @param step one row, or as many as stand in a line; 0 goes on with the one before once its rows may have come
 * @param place left out where no other rows come
 */
export function moveCursor(
  cursor: RowCursor | null,
  rows: readonly InsightRow[],
  step: number,
  { first, total }: RowsPlace = { first: 0, total: rows.length },
): RowCursor | null {
  if (cursor === null) return cursorAt(rows, 0);
  const count = Math.max(total, first + rows.length);
  const wanted = indexAfter(first + placeOnWay(cursor, rows), step, count);
  const to = Math.max(0, Math.min(wanted, count - 1)) - first;
  const reached = cursorAt(rows, to);
  const ahead = to - (reached?.index ?? to);
  return reached === null || ahead === 0 ? reached : { ...reached, ahead };
}

/** Where the step before leads to, counted from the first drawn row. */
function placeOnWay(cursor: RowCursor, rows: readonly InsightRow[]): number {
  const { ahead = 0 } = cursor;
  const isHere = rows.some(({ insightId }) => insightId === cursor.id);
  if (isHere || ahead === 0) return (settleCursor(cursor, rows)?.index ?? 0) + ahead;
  // Where its row has left, the next one stands in its place, and the step onto that is taken.
  return cursor.index + ahead - (ahead > 0 ? 1 : 0);
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
