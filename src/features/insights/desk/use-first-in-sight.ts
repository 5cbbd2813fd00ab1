import { useEffect, useEffectEvent, useState } from "react";
import type { InsightRow } from "../../../query/insight-engine.ts";
import type { InsightListView } from "../list/insight-list-store.ts";

/** While a list is scrolled its answers follow each other faster than this. */
const REST_MS = 150;

type RowsInView = Pick<InsightListView, "shown" | "shownOffset" | "window">;

/**
 * The first row of a page, or of a list that is scrolled the first in sight, once it has come to rest: a panel that
 * followed each step of a scroll would be drawn anew in all of its frames.
 */
export function useFirstInSight({ shown, shownOffset, window }: RowsInView): InsightRow | null {
  const first = shown[0] ?? null;
  const scrolled = window !== undefined;
  const [rested, setRested] = useState<InsightRow | null>(null);
  const rest = useEffectEvent(() => {
    const inSight = (window?.rowInSight() ?? 0) - shownOffset;
    setRested(shown[inSight] ?? first);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows begin the wait anew
  useEffect(() => {
    if (!scrolled) return setRested(null);
    const timer = setTimeout(rest, REST_MS);
    return () => clearTimeout(timer);
  }, [scrolled, shown]);
  return scrolled ? (rested ?? first) : first;
}
