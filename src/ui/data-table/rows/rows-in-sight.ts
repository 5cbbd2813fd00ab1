/** A row or a card of the list. */
export const ROW = "[data-row]";

/** The place in the whole list, from 0, that a row of it tells itself; null where it tells none. */
export function countedPlace(row: Element | null): number | null {
  const line = row?.getAttribute("aria-rowindex");
  // The head of the table is its first row.
  if (line) return Number(line) - 2;
  const card = row?.getAttribute("aria-posinset");
  return card ? Number(card) - 1 : null;
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

/** The first row in sight of a box; undefined while none of those that are drawn is. */
export function firstRowOf(box: HTMLElement): HTMLElement | undefined {
  return rowInSight([...box.querySelectorAll<HTMLElement>(ROW)], box.getBoundingClientRect().top);
}

/** The place of the first row in sight of a box, from 0; null while none of those that are drawn is. */
export function firstRowInSight(box: HTMLElement): number | null {
  const row = firstRowOf(box);
  return row === undefined ? null : (countedPlace(row) ?? [...box.querySelectorAll(ROW)].indexOf(row));
}
