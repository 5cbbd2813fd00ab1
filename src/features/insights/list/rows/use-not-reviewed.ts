import { useEffect, useState } from "react";
import { useServices } from "../../../../client/services.tsx";
import type { InsightFilter, InsightQuery } from "../../../../query/insight-engine.ts";

export const NOT_REVIEWED = { showArchived: false, statuses: ["none"] } as const satisfies InsightFilter;

/** Rows on this device without a status, whatever the filter; null until they are counted. */
export function useNotReviewed({ sort, grouped }: InsightQuery): number | null {
  const { insights } = useServices();
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    const asking = new AbortController();
    const count = () =>
      insights.page({ filter: NOT_REVIEWED, sort, grouped, offset: 0, limit: 1 }, asking.signal).then(
        ({ matched }) => setLeft(matched),
        // The page reports what cannot be read; here only the button is left out.
        () => undefined,
      );
    void count();
    const unsubscribe = insights.subscribe(() => void count());
    return () => {
      unsubscribe();
      asking.abort();
    };
  }, [insights, sort, grouped]);
  return left;
}
