import { useEffect, useState } from "react";

/** As many as a low screen shows, the head and the tools above it counted. */
const IN_SIGHT = 10;

/** Only the first table after a start is drawn in two steps. */
let drawnBefore = false;

/** Upper bound where the browser draws no frames, as in a hidden tab. */
const LATE_MS = 250;

/**
 * The rows to draw now. After a cold start the first table draws the visible rows, and the others after the first
 * paint: this halves the time to the first rows on a slow phone.
 */
export function useFirstRows<Row>(rows: readonly Row[] | null, partly: boolean): readonly Row[] | null {
  const [whole, setWhole] = useState(drawnBefore || !partly);
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
  const waits = !whole && rows !== null && rows.length > IN_SIGHT;
  return waits ? rows.slice(0, IN_SIGHT) : rows;
}
