import { useEffect, useLayoutEffect, useState } from "react";
import { useViewVersion } from "../../client/use-view.ts";
import type { CountName } from "../../domain/dashboard/counts.ts";
import type { AddressFilter } from "../../parts/insight-filter/filter-address.ts";
import type { DashboardAnswer, InsightEngine, InsightFilter } from "../../query/insight-engine.ts";

export interface CountsState {
  /** Null until the first answer; of an earlier filter while the next is on its way. */
  answer: DashboardAnswer | null;
  /** The filter under which `answer` was counted. */
  filter: AddressFilter | null;
  failed: boolean;
}

/**
 * The counts that widgets need, counted anew with the filter and whenever the engine says that they may have changed.
 *
 * @param filter null while it is not known yet
 */
export function useDashboardCounts(
  engine: InsightEngine,
  filter: AddressFilter | null,
  wanted: readonly CountName[],
  dayMs: number,
): CountsState {
  const version = useViewVersion(engine);
  const [state, setState] = useState<CountsState>({ answer: null, filter: null, failed: false });
  const key = wanted.join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` is what is wanted, by value; version is a reason to ask again
  useLayoutEffect(() => {
    if (filter === null) return;
    const controller = new AbortController();
    const question = { filter: asked(filter), wanted, nowMs: dayMs };
    engine.dashboard(question, controller.signal).then(
      (answer) => {
        if (!controller.signal.aborted) setState({ answer, filter, failed: false });
      },
      () => {
        if (!controller.signal.aborted) setState((before) => ({ ...before, failed: true }));
      },
    );
    return () => controller.abort();
  }, [engine, filter, key, dayMs, version]);
  return state;
}

function asked({ lastDays: _, ...filter }: AddressFilter): InsightFilter {
  return filter;
}

/** True from the first time that `ready` is, so that what may wait does. */
export function useOnceReady(ready: boolean): boolean {
  const [was, setWas] = useState(ready);
  useEffect(() => {
    if (ready) setWas(true);
  }, [ready]);
  return was || ready;
}
