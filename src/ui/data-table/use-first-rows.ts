import { startTransition, useEffect, useState } from "react";

/** As many as a low screen shows, the head and the tools above it counted. */
const IN_SIGHT = 10;

/** Whether a table of this page has been drawn whole: only the first one of all keeps a person waiting. */
let drawnBefore = false;

/**
 * The rows to draw now. The first table after a cold start draws what is in sight and then, in steps that leave room
 * for a press or a scroll, all others: a slow phone shows its first rows in half the time.
 */
export function useFirstRows<Row>(rows: readonly Row[] | null, partly: boolean): readonly Row[] | null {
  const [whole, setWhole] = useState(drawnBefore || !partly);
  const waits = !whole && rows !== null && rows.length > IN_SIGHT;
  useEffect(() => {
    if (rows === null) return;
    drawnBefore = true;
    startTransition(() => setWhole(true));
  }, [rows]);
  return waits ? rows.slice(0, IN_SIGHT) : rows;
}
