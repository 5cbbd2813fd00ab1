/** A row or a card of the list. */
export const ROW = "[data-insight]";

/** The place in the whole list, from 0, that a row of it tells itself; null for a card, which tells none. */
export function countedPlace(row: Element | null): number | null {
  const counted = row?.getAttribute("aria-rowindex");
  // The head of the table is its first row.
  return counted ? Number(counted) - 2 : null;
}

/** A row that is seen by less is one that was scrolled away to the fraction of a pixel. */
const SEEN_PX = 1;

/** The first of the rows that is not hidden above the edge of the list, or under the table's head. */
export function rowInSight(rows: readonly HTMLElement[], edgePx = 0): HTMLElement | undefined {
  return rows.find((row) => {
    const head = row.closest("table")?.tHead;
    const hiddenPx = Math.max(edgePx, head?.getBoundingClientRect().bottom ?? 0);
    return row.getBoundingClientRect().bottom > hiddenPx + SEEN_PX;
  });
}

/** The place of the first row in sight of a box, from 0; null while none of those that are drawn is. */
export function firstRowInSight(box: HTMLElement): number | null {
  const rows = [...box.querySelectorAll<HTMLElement>(ROW)];
  const row = rowInSight(rows, box.getBoundingClientRect().top);
  return row === undefined ? null : (countedPlace(row) ?? rows.indexOf(row));
}
