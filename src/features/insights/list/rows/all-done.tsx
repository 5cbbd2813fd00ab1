import { CheckCheck } from "lucide-react";
import { useEffect, useState } from "react";
import { useServices } from "../../../../client/services.tsx";
import { insightsMessages } from "../../../../messages/insights/insights.ts";
import { activeParts } from "../../../../parts/insight-filter/filter-address.ts";
import type { InsightFilter, InsightQuery } from "../../../../query/insight-engine.ts";
import { Button } from "../../../../ui/controls/button.tsx";
import { EmptyState } from "../../../../ui/feedback/empty-state.tsx";

const { empty, filters } = insightsMessages;

const NOT_REVIEWED = { showArchived: false, statuses: ["none"] } as const satisfies InsightFilter;

interface AllDoneProps {
  /** Rows that the list had. */
  count: number;
  query: InsightQuery;
  onFilter(filter: InsightFilter): void;
  onClearFilters(): void;
}

/** A list that the person has emptied: what is done, and what there is to do next. */
export function AllDone({ count, query, onFilter, onClearFilters }: AllDoneProps) {
  const left = useNotReviewed(query);
  return (
    <EmptyState
      icon={<CheckCheck size={24} aria-hidden="true" />}
      title={empty.allDone(count)}
      action={
        <>
          {left !== null && left > 0 && (
            <Button variant="primary" onClick={() => onFilter(NOT_REVIEWED)}>
              {empty.next(left)}
            </Button>
          )}
          {activeParts(query.filter).length > 0 ? (
            <Button onClick={onClearFilters}>{filters.clearAll}</Button>
          ) : (
            !query.filter.showArchived && (
              <Button onClick={() => onFilter({ showArchived: true })}>{filters.showArchived}</Button>
            )
          )}
        </>
      }
    >
      {left === 0 ? empty.nothingNext : null}
    </EmptyState>
  );
}

/** Rows on this device without a status, whatever the filter; null until they are counted. */
function useNotReviewed({ sort, grouped }: InsightQuery): number | null {
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
