import { useEffect, useState } from "react";

/** As many as a low screen shows, the head and the tools above it counted. */
const IN_SIGHT = 10;

/** Whether a table of this page has been drawn whole: only the first one of all keeps a person waiting. */
let drawnBefore = false;

/** So late at the latest, where the browser draws no frames. */
const LATE_MS = 250;

/**
 * The rows to draw now. The first table after a cold start draws what is in sight and then, once that is painted, all
 * others: a slow phone shows its first rows in half the time.
 */
export function useFirstRows<Row>(rows: readonly Row[] | null, partly: boolean): readonly Row[] | null {
  const [whole, setWhole] = useState(drawnBefore || !partly);
  const isHere = rows !== null;
  useEffect(() => {
    if (!isHere) return;
    drawnBefore = true;
    // Not as a transition: all that comes at a start would put it off, by seconds on a slow phone.
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
  const waits = !whole && rows !== null && rows.length > IN_SIGHT;
  return waits ? rows.slice(0, IN_SIGHT) : rows;
}
