import { isSameValue } from "../same-value.ts";

/** Browsers lose rows beyond some 17 million pixels; the longest list stays below. */
export const MAX_SCROLL_PX = 12_000_000;
/**
 * Rows are requested in steps of so many: a small movement requests nothing, and few rows are drawn in one frame. A
 * wheel that is turned fast scrolls about three comfortable rows a frame; a larger step would draw five in one and none
 * in the next.
 */
const STEP_ROWS = 3;
/** Height of the rows that are kept ready before and after those that are seen. Each row costs time in every frame. */
const MARGIN_PX = 800;

/** A row and the pixel at which it is; other rows follow from it. */
export interface ScrollAnchor {
  row: number;
  px: number;
}

export const SCROLL_TOP: ScrollAnchor = { row: 0, px: 0 };

/** The part of a question that says which rows of its list it asks for. */
export interface RowsAsked {
  offset: number;
  limit: number;
}

export interface ScrollBox {
  total: number;
  rowPx: number;
  viewPx: number;
}

export function scrollHeightPx({ total, rowPx }: Pick<ScrollBox, "total" | "rowPx">): number {
  return Math.min(total * rowPx, MAX_SCROLL_PX);
}

/** The row at a pixel, with its fraction. */
export function rowAtPx(anchor: ScrollAnchor, px: number, rowPx: number): number {
  return anchor.row + (px - anchor.px) / rowPx;
}

/** Where a row begins. */
export function pxOfRow(anchor: ScrollAnchor, row: number, rowPx: number): number {
  return anchor.px + (row - anchor.row) * rowPx;
}

/**
 * The anchor after a movement. A list that fits its height is anchored at its top. In a longer one a short movement
 * scrolls by the pixel; a long one (dragged scroll bar, End key), or one that reaches an end, goes to the same share
 * of the rows as of the height. The head of a table and the room below its rows let the list scroll further than the
 * rows are high: the anchor stays at the end of the rows there, so that the last row comes into view.
 */
export function anchorAfter(
  anchor: ScrollAnchor,
  fromPx: number,
  toPx: number,
  box: ScrollBox,
): ScrollAnchor {
  const { total, rowPx, viewPx } = box;
  if (total * rowPx <= MAX_SCROLL_PX) return SCROLL_TOP;
  const endPx = MAX_SCROLL_PX - viewPx;
  const rolls = Math.abs(toPx - fromPx) <= 3 * viewPx && toPx > 0 && toPx < endPx;
  if (rolls) return anchor;
  const share = Math.min(1, Math.max(0, toPx / endPx));
  return { row: share * (total - viewPx / rowPx), px: Math.min(toPx, endPx) };
}

/** The scroll position at which a row is the first in sight: the inverse of `anchorAfter`. */
export function pxToShow(row: number, { total, rowPx, viewPx }: ScrollBox): number {
  if (total * rowPx <= MAX_SCROLL_PX) return row * rowPx;
  return Math.min(1, row / (total - viewPx / rowPx)) * (MAX_SCROLL_PX - viewPx);
}

/** The rows to hold while `topPx` is the upper edge of the part in sight. */
export function windowAt(anchor: ScrollAnchor, topPx: number, box: ScrollBox): RowsAsked {
  const first = Math.max(0, rowAtPx(anchor, topPx, box.rowPx));
  const margin = Math.ceil(MARGIN_PX / box.rowPx);
  const offset = Math.max(0, Math.floor((first - margin) / STEP_ROWS) * STEP_ROWS);
  const seen = Math.ceil(box.viewPx / box.rowPx);
  const limit = Math.ceil((seen + 2 * margin + STEP_ROWS) / STEP_ROWS) * STEP_ROWS;
  return { offset, limit };
}

/** Whether two questions are about one list, whichever of its rows they ask for. */
export function isOfOneList<Query extends RowsAsked>(one: Query, other: Query): boolean {
  return isSameValue({ ...one, offset: 0, limit: 0 }, { ...other, offset: 0, limit: 0 });
}

/** Whether two questions are about one list, and more than half of the rows of the larger are in both. */
export function sharesMostRows<Query extends RowsAsked>(one: Query, other: Query): boolean {
  const first = Math.max(one.offset, other.offset);
  const end = Math.min(one.offset + one.limit, other.offset + other.limit);
  return end - first > Math.max(one.limit, other.limit) / 2 && isOfOneList(one, other);
}
