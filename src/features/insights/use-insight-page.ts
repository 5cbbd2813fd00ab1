import { useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { InsightPage, InsightQuery, InsightView } from "../../query/insight-view.ts";

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

/**
 * The page that a query answers, asked again whenever the view says so. Another question gives an unanswered one up;
 * the same question asked again does not: its first answer shows rows while the next one is on its way.
 */
export function useInsightPage(view: InsightView, query: InsightQuery): PageAnswer {
  const version = useViewVersion(view);
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<{ query: InsightQuery; page: InsightPage } | null>(null);
  const [failed, setFailed] = useState(false);
  const asking = useMemo(() => new Asking(view, query), [view, query]);
  useEffect(() => () => asking.giveUp(), [asking]);

  // Before the browser paints: a slow phone is long at that, and the answer can come meanwhile.
  // biome-ignore lint/correctness/useExhaustiveDependencies: version and attempt are not read, they are reasons to ask again
  useLayoutEffect(() => {
    void asking.ask(
      (page) => {
        setAnswer({ query: asking.query, page });
        setFailed(false);
      },
      () => setFailed(true),
    );
  }, [asking, version, attempt]);

  return {
    page: answer?.page ?? null,
    query: answer?.query ?? null,
    stale: answer !== null && answer.query !== query,
    failed,
    retry: () => setAttempt((count) => count + 1),
  };
}

/** One question that is asked again and again; an answer to an earlier asking than the one shown comes too late. */
class Asking {
  readonly query: InsightQuery;
  readonly #view: InsightView;
  #over = new AbortController();
  #asked = 0;
  #shown = 0;

  constructor(view: InsightView, query: InsightQuery) {
    this.#view = view;
    this.query = query;
  }

  async ask(onPage: (page: InsightPage) => void, onFailed: () => void): Promise<void> {
    // Effects run twice where React looks for faults: what was given up is taken up again.
    if (this.#over.signal.aborted) this.#over = new AbortController();
    const { signal } = this.#over;
    this.#asked += 1;
    const number = this.#asked;
    const isNews = () => !signal.aborted && number > this.#shown;
    try {
      const page = await this.#view.page(this.query, signal);
      if (!isNews()) return;
      this.#shown = number;
      onPage(page);
    } catch {
      // An earlier asking that failed says nothing where a later one is on its way.
      if (isNews() && number === this.#asked) onFailed();
    }
  }

  giveUp(): void {
    this.#over.abort();
  }
}

/** Something read from the view, read again whenever the view says that it may have changed; null before. */
export function useViewValue<Value>(
  view: InsightView,
  read: (view: InsightView, signal: AbortSignal) => Promise<Value>,
): Value | null {
  const version = useViewVersion(view);
  const [value, setValue] = useState<Value | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: version is not read, it is a reason to ask again
  useEffect(() => {
    const controller = new AbortController();
    read(view, controller.signal).then(
      (next) => {
        if (!controller.signal.aborted) setValue(next);
      },
      // What cannot be read now keeps its last value; the page says that reading failed.
      () => {},
    );
    return () => controller.abort();
  }, [view, read, version]);
  return value;
}

/** Counts what the view has announced. */
function useViewVersion(view: InsightView): number {
  const counter = useMemo(() => {
    let version = 0;
    return {
      subscribe: (listener: () => void) =>
        view.subscribe(() => {
          version += 1;
          listener();
        }),
      read: () => version,
    };
  }, [view]);
  return useSyncExternalStore(counter.subscribe, counter.read);
}
