export const ROW = "[data-row]";

/** The place of a row in the whole list, from 0, by its ARIA attributes; null without them. */
export function countedPlace(row: Element | null): number | null {
  const line = row?.getAttribute("aria-rowindex");
  // The head of the table is its first row.
  if (line) return Number(line) - 2;
  const card = row?.getAttribute("aria-posinset");
  return card ? Number(card) - 1 : null;
}

/** Scroll positions are rounded: a row that shows less than this was scrolled away. */
export const SEEN_PX = 1;

/** The first row that is not hidden above the list's edge or under the table's head. */
export function rowInSight(rows: readonly HTMLElement[], edgePx = 0): HTMLElement | undefined {
  return rows.find((row) => {
    // The cells of the head stay in sight; the head itself is scrolled away with the rows.
    const head = row.closest("table")?.tHead?.rows[0]?.cells[0];
    const hiddenPx = Math.max(edgePx, head?.getBoundingClientRect().bottom ?? 0);
    return row.getBoundingClientRect().bottom > hiddenPx + SEEN_PX;
  });
}

/** The first row below the list's edge and below the bar of a phone, which stands over its scroll padding. */
export function firstRowOf(box: HTMLElement): HTMLElement | undefined {
  const barPx = Number.parseFloat(getComputedStyle(box).scrollPaddingTop) || 0;
  return rowInSight([...box.querySelectorAll<HTMLElement>(ROW)], box.getBoundingClientRect().top + barPx);
}

/** From 0; null while no drawn row is visible. */
export function firstRowInSight(box: HTMLElement): number | null {
  const row = firstRowOf(box);
  return row === undefined ? null : (countedPlace(row) ?? [...box.querySelectorAll(ROW)].indexOf(row));
}

/** Scrolls a row into sight. Returns whether it was out of it as a whole: scrolled away, under the head or under a bar. */
export function bringIntoSight(row: HTMLElement): boolean {
  const { top, height } = row.getBoundingClientRect();
  row.scrollIntoView({ block: "nearest" });
  const movedPx = Math.abs(row.getBoundingClientRect().top - top);
  return movedPx > 0 && movedPx >= height - SEEN_PX;
}

/**
 * Scrolls the row that has the focus out from under a bar that has come over the end of its list. A row that was pressed
 * stays under the pointer, and one that was scrolled away stays where it is.
 */
export function keepFocusedInSight(box: HTMLElement): void {
  const focused = document.activeElement;
  const row = focused?.closest<HTMLElement>(ROW);
  if (!row || !box.contains(row) || focused?.matches(":focus-visible") !== true) return;
  const [edge, { top, bottom }] = [box.getBoundingClientRect(), row.getBoundingClientRect()];
  if (bottom > edge.top && top < edge.bottom) row.scrollIntoView({ block: "nearest" });
}
