import { useEffect, useState, useSyncExternalStore } from "react";
import { useServices } from "../../../../client/services.tsx";
import type { InsightQuery } from "../../../../query/insight-engine.ts";
import { overlayUnsaved, staysShown } from "../../actions/unsaved-overlay.ts";
import type { RowSteps } from "./burst-rows.ts";
import type { ReviewPlace } from "./review-address.ts";
import { createReviewCursor, type ReviewCursor, type ReviewCursorState } from "./review-cursor.ts";

/** The walk over what `query` answers; begun anew for another question, null before the first drawing is done. */
export function useReviewCursor(
  query: InsightQuery,
  start: ReviewPlace,
  steps: RowSteps,
): ReviewCursor | null {
  const { insights: view, outbox } = useServices();
  const [walk, setWalk] = useState<ReviewCursor | null>(null);
  const question = JSON.stringify({ filter: query.filter, sort: query.sort, grouped: query.grouped });

  // biome-ignore lint/correctness/useExhaustiveDependencies: `question` is the query by value; `start` is where it begins, once
  useEffect(() => {
    const created = createReviewCursor({
      view,
      query,
      start,
      overlay: (rows) =>
        overlayUnsaved(rows, outbox.getState().unsaved).filter((row) =>
          staysShown(row, query.filter.showArchived),
        ),
    });
    const unsubscribe = outbox.subscribe(created.refresh);
    setWalk(created);
    return () => {
      unsubscribe();
      created.close();
    };
  }, [view, outbox, question]);
  useEffect(() => walk?.stepBy(steps), [walk, steps]);
  return walk;
}

/** Where the walk stands; the component follows it. Null before there is one. */
export function useReviewCursorState(walk: ReviewCursor | null): ReviewCursorState | null {
  return useSyncExternalStore(
    (listener) => walk?.subscribe(listener) ?? (() => {}),
    () => walk?.getState() ?? null,
  );
}
