import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { InsightEngine } from "../query/insight-engine.ts";

/** Something read from the view, read again whenever the view says that it may have changed; null before. */
export function useViewValue<Value>(
  view: InsightEngine,
  read: (view: InsightEngine, signal: AbortSignal) => Promise<Value>,
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
      // A value that cannot be read now stays as it was; the page reports that reading failed.
      () => {},
    );
    return () => controller.abort();
  }, [view, read, version]);
  return value;
}

/** Counts the view's change notifications. */
export function useViewVersion(view: InsightEngine): number {
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
