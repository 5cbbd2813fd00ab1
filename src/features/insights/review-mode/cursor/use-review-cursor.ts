import { useEffect, useState, useSyncExternalStore } from "react";
import { useServices } from "../../../../client/services.tsx";
import type { InsightQuery } from "../../../../query/insight-engine.ts";
import { overlayUnsaved, staysShown } from "../../actions/unsaved-overlay.ts";
import type { RowSteps } from "./burst-rows.ts";
import type { ReviewPlace } from "./review-address.ts";
import { createReviewCursor, type ReviewCursor, type ReviewCursorState } from "./review-cursor.ts";

/** The cursor over the answer to `query`: a new one for another question, null before the first drawing is done. */
export function useReviewCursor(
  query: InsightQuery,
  start: ReviewPlace,
  steps: RowSteps,
): ReviewCursor | null {
  const { insights: view, outbox } = useServices();
  const [cursor, setCursor] = useState<ReviewCursor | null>(null);
  const question = JSON.stringify({ filter: query.filter, sort: query.sort, grouped: query.grouped });

  // biome-ignore lint/correctness/useExhaustiveDependencies: `question` is the query by value; `start` is where it begins, once
  useEffect(() => {
    const created = createReviewCursor({
      view,
      query,
      start,
      overlay: (rows) => overlayUnsaved(rows, outbox.getState().unsaved),
      stays: (row) => staysShown(row, query.filter.showArchived),
    });
    const unsubscribe = outbox.subscribe(created.refresh);
    setCursor(created);
    return () => {
      unsubscribe();
      created.close();
    };
  }, [view, outbox, question]);
  useEffect(() => cursor?.stepBy(steps), [cursor, steps]);
  return cursor;
}

/** The position of the cursor, drawn anew when it changes. Null before there is a cursor. */
export function useReviewCursorState(cursor: ReviewCursor | null): ReviewCursorState | null {
  return useSyncExternalStore(
    (listener) => cursor?.subscribe(listener) ?? (() => {}),
    () => cursor?.getState() ?? null,
  );
}
