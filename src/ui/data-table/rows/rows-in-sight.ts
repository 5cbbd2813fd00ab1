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
