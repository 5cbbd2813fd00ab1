import { useEffect, useState, useSyncExternalStore } from "react";
import type { InsightQuery } from "../../../query/insight-view.ts";
import { useServices } from "../../services.tsx";
import { overlayUnsaved, staysShown } from "../unsaved-overlay.ts";
import type { RowSteps } from "./burst-rows.ts";
import type { ReviewPlace } from "./review-address.ts";
import { createReviewWalk, type ReviewWalk, type WalkState } from "./review-walk.ts";

/** The walk over what `query` answers; begun anew for another question, null before the first drawing is done. */
export function useReviewWalk(query: InsightQuery, start: ReviewPlace, steps: RowSteps): ReviewWalk | null {
  const { insights: view, outbox } = useServices();
  const [walk, setWalk] = useState<ReviewWalk | null>(null);
  const question = JSON.stringify({ filter: query.filter, sort: query.sort, grouped: query.grouped });

  // biome-ignore lint/correctness/useExhaustiveDependencies: `question` is the query by value; `start` is where it begins, once
  useEffect(() => {
    const created = createReviewWalk({
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
export function useWalkState(walk: ReviewWalk | null): WalkState | null {
  return useSyncExternalStore(
    (listener) => walk?.subscribe(listener) ?? (() => {}),
    () => walk?.getState() ?? null,
  );
}
