import { useEffect, useState } from "react";
import type { InsightFilter, InsightQuery } from "../../query/insight-view.ts";

/** Cards that come with each step to the end of the list. */
const STEP = 50;
const AHEAD = "800px";
/** All cards above the one of the address are drawn too, so that far down a list not all of them come back. */
const MOST_AT_START = 1000;

/**
 * How many cards a list without pages holds: more each time its end comes near. Begins anew with each question.
 *
 * @param startRow the card, from 0, that is to be there from the beginning
 */
export function useGrowingList(
  enabled: boolean,
  filter: InsightFilter,
  sort: InsightQuery["sort"],
  startRow: number,
) {
  const first = Math.min(MOST_AT_START, (Math.floor(startRow / STEP) + 1) * STEP);
  const [grown, setGrown] = useState({ filter, sort, limit: first });
  // Kept as state: the end comes with the first answer, and goes while all that match are shown.
  const [end, setEnd] = useState<HTMLDivElement | null>(null);
  const limit = grown.filter === filter && grown.sort === sort ? grown.limit : first;
  useEffect(() => {
    if (!enabled || end === null || typeof IntersectionObserver === "undefined") return;
    const options = { rootMargin: AHEAD, scrollMargin: AHEAD };
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setGrown({ filter, sort, limit: limit + STEP });
    }, options);
    observer.observe(end);
    return () => observer.disconnect();
  }, [enabled, end, filter, sort, limit]);
  return { limit, end: setEnd };
}
