import { startTransition, useLayoutEffect, useState } from "react";
import { useViewVersion } from "../../../client/use-view.ts";
import type { InsightEngine, InsightPage, InsightQuery } from "../../../query/insight-engine.ts";

export interface PageAnswer {
  /** Null until the first answer. */
  page: InsightPage | null;
  /** The question that `page` answers. */
  query: InsightQuery | null;
  /** The page is that of an earlier question, the new one is on its way. */
  stale: boolean;
  failed: boolean;
  retry(): void;
}

/** A page together with the question that it answers. */
export interface AnsweredQuery {
  query: InsightQuery;
  page: InsightPage;
}

/**
 * The page that a query answers, asked again whenever the view says so; a question that is superseded is given up.
 *
 * @param first an answer that was there before, shown until this one's own comes
 * @param rolled the rows are those around what is scrolled to: they are drawn in steps that leave room for each frame
 */
export function useInsightPage(
  view: InsightEngine,
  query: InsightQuery,
  first: AnsweredQuery | null = null,
  rolled = false,
): PageAnswer {
  const version = useViewVersion(view);
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState(() =>
    first !== null && isSameQuestion(first.query, query) ? { query, page: first.page } : null,
  );
  const [failed, setFailed] = useState(false);

  // Before the browser paints: a slow phone is long at that, and the answer can come meanwhile.
  // biome-ignore lint/correctness/useExhaustiveDependencies: version and attempt are not read, they are reasons to ask again
  useLayoutEffect(() => {
    const controller = new AbortController();
    view.page(query, controller.signal).then(
      (page) => {
        if (controller.signal.aborted) return;
        const give = () => {
          setAnswer({ query, page });
          setFailed(false);
        };
        if (rolled) startTransition(give);
        else give();
      },
      () => {
        if (!controller.signal.aborted) setFailed(true);
      },
    );
    return () => controller.abort();
  }, [view, query, version, attempt]);

  return {
    page: answer?.page ?? null,
    query: answer?.query ?? null,
    stale: answer !== null && answer.query !== query,
    failed,
    retry: () => setAttempt((count) => count + 1),
  };
}

/** By value: one may have been asked before the screen was drawn. */
function isSameQuestion(one: InsightQuery, other: InsightQuery): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
