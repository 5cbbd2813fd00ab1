import { useDeferredValue, useEffect, useState } from "react";

/** As many as a low screen shows, the head and the tools above it counted. */
const IN_SIGHT = 10;

/** Only the first table after a start is drawn in two steps. */
let drawnBefore = false;

/** Upper bound where the browser draws no frames, as in a hidden tab. */
const LATE_MS = 250;

/**
 * The rows to draw now. After a cold start the first table draws the visible rows, and the others after the first
 * paint: this halves the time to the first rows on a slow phone. Where another question is answered, the visible rows
 * are the new ones at once, and those below them a frame later.
 */
export function useFirstRows<Row>(
  rows: readonly Row[] | null,
  partly: boolean,
  rowId: (row: Row) => string,
): readonly Row[] | null {
  const [whole, setWhole] = useState(drawnBefore || !partly);
  // Null where it has no use, because the table is rendered once more for each value that changes.
  const before = useDeferredValue(partly ? rows : null);
  const isHere = rows !== null;
  useEffect(() => {
    if (!isHere) return;
    drawnBefore = true;
    // Not in a transition: other updates at the start would delay it by seconds on a slow phone.
    const show = () => setWhole(true);
    let timer = setTimeout(show, LATE_MS);
    const frame = requestAnimationFrame(() => {
      clearTimeout(timer);
      timer = setTimeout(show);
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [isHere]);
  if (rows === null || rows.length <= IN_SIGHT) return rows;
  if (!partly) return rows;
  if (!whole) return rows.slice(0, IN_SIGHT);
  return before !== null && before !== rows ? withRowsBelow(rows, before, rowId) : rows;
}

/** The visible rows of an answer above the others of the answer before; the answer itself where both begin alike. */
function withRowsBelow<Row>(
  rows: readonly Row[],
  before: readonly Row[],
  rowId: (row: Row) => string,
): readonly Row[] {
  const visible = rows.slice(0, IN_SIGHT);
  const ids = new Set(visible.map(rowId));
  // A row that has left glides away, for which all rows must be in their places.
  if (before.slice(0, IN_SIGHT).some((row) => ids.has(rowId(row)))) return rows;
  return [...visible, ...before.slice(IN_SIGHT).filter((row) => !ids.has(rowId(row)))];
}
