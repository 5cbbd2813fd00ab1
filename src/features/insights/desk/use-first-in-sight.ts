import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import type { InsightRow } from "../../../query/insight-engine.ts";
import type { InsightListView } from "../list/insight-list-store.ts";
import { listName } from "../list/rows/insight-selection.ts";

/** A list has come to rest when it has not moved for so long. */
const REST_MS = 150;

type RowsInView = Pick<InsightListView, "answered" | "shown" | "shownOffset" | "window">;

/**
 * The first row of a page, or of a list that is scrolled the first in sight, once it has come to rest: a panel that
 * followed each step of a scroll would be drawn anew in all of its frames.
 *
 * @param scroller of the list; null where the row is not shown
 */
export function useFirstInSight(
  { answered, shown, shownOffset, window }: RowsInView,
  scroller: RefObject<HTMLElement | null> | null,
): InsightRow | null {
  const scrolled = window !== undefined && scroller !== null;
  const [rested, setRested] = useState<{ row: InsightRow; list: string } | null>(null);
  const rest = useEffectEvent(() => {
    const row = shown[(window?.rowInSight() ?? 0) - shownOffset];
    if (row !== undefined && answered !== null && row !== rested?.row)
      setRested({ row, list: listName(answered) });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows begin the wait anew
  useEffect(() => {
    const box = scroller?.current;
    if (!scrolled || !box) return;
    let timer = setTimeout(rest, REST_MS);
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(rest, REST_MS);
    };
    box.addEventListener("scroll", wait, { passive: true });
    return () => {
      clearTimeout(timer);
      box.removeEventListener("scroll", wait);
    };
  }, [scrolled, scroller, shown]);
  const first = shown[0] ?? null;
  if (!scrolled || rested === null || first === null) return first;
  const now = shown.find(({ insightId }) => insightId === rested.row.insightId);
  // One that was scrolled away stays; in another list it may not be.
  return now ?? (answered !== null && listName(answered) === rested.list ? rested.row : first);
}
