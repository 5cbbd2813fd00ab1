import CheckCheck from "lucide-react/icons/check-check";
import { useEffect, useRef } from "react";
import { insightsMessages } from "../../../../messages/insights/insights.ts";
import { activeParts } from "../../../../parts/insight-filter/filter-address.ts";
import type { InsightFilter, InsightQuery } from "../../../../query/insight-engine.ts";
import { Button } from "../../../../ui/controls/button.tsx";
import { EmptyState } from "../../../../ui/feedback/empty-state.tsx";
import { NOT_REVIEWED, useNotReviewed } from "./use-not-reviewed.ts";

const { empty, filters } = insightsMessages;

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
  const first = useRef<HTMLButtonElement>(null);
  // The focus was on the last row, which has left. Only once it is known which button comes first: it must not change
  // under a key.
  const isCounted = left !== null;
  useEffect(() => {
    if (isCounted && document.activeElement === document.body) first.current?.focus();
  }, [isCounted]);
  const hasNext = left !== null && left > 0;
  const other = hasNext ? null : first;
  return (
    <EmptyState
      icon={<CheckCheck size={24} aria-hidden="true" />}
      title={empty.allDone(count)}
      action={
        <>
          {hasNext && (
            <Button ref={first} variant="primary" onClick={() => onFilter(NOT_REVIEWED)}>
              {empty.next(left)}
            </Button>
          )}
          {activeParts(query.filter).length > 0 ? (
            <Button ref={other} onClick={onClearFilters}>
              {filters.clearAll}
            </Button>
          ) : (
            !query.filter.showArchived && (
              <Button ref={other} onClick={() => onFilter({ showArchived: true })}>
                {filters.showArchived}
              </Button>
            )
          )}
        </>
      }
    >
      {left === 0 ? empty.nothingNext : null}
    </EmptyState>
  );
}
