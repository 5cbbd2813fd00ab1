import { useEffect, useState } from "react";
import type { TablePage, TableQuery } from "../../domain/table/table-query.ts";
import type { TablePageSource } from "./table-source.ts";

interface Answer<Row> {
  source: TablePageSource<Row>;
  query: TableQuery;
  page: TablePage<Row>;
}

/** The page that a source answers; a question that is superseded is given up. */
export function useTablePage<Row>(source: TablePageSource<Row>, query: TableQuery) {
  const [answer, setAnswer] = useState<Answer<Row> | null>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: attempt is not read, it is a reason to ask again
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    source.page(query, signal).then(
      (page) => {
        if (signal.aborted) return;
        setAnswer({ source, query, page });
        setFailed(false);
      },
      () => {
        if (!signal.aborted) setFailed(true);
      },
    );
    return () => controller.abort();
  }, [source, query, attempt]);
  return {
    page: answer?.page ?? null,
    offset: answer?.query.offset ?? 0,
    stale: answer !== null && (answer.query !== query || answer.source !== source),
    failed,
    retry: () => setAttempt((count) => count + 1),
  };
}
