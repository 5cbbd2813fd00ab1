import { useCallback, useMemo } from "react";
import { useSearchParams } from "wouter";
import { useUtcDay } from "../../client/use-utc-day.ts";

/** How a filter stands in a query string; both are fixed functions. */
interface FilterParameters<Filter> {
  read(search: URLSearchParams, nowMs: number): Filter;
  write(filter: Filter, search: URLSearchParams): URLSearchParams;
  /** Whether a change takes the place of the last one in the history of the browser. */
  replaces(): boolean;
}

/** A filter that lies in the address, so that links and the back button work. */
export function useFilterInAddress<Filter>({ read, write, replaces }: FilterParameters<Filter>) {
  const [search, setSearch] = useSearchParams();
  const dayMs = useUtcDay();
  const text = search.toString();
  const filter = useMemo(() => read(new URLSearchParams(text), dayMs), [read, text, dayMs]);
  // By value: other parts of the address change too.
  const key = JSON.stringify(filter);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` is the filter, by value
  const stable = useMemo(() => filter, [key]);
  const setFilter = useCallback(
    (next: Filter) => {
      const written = write(next, new URLSearchParams(text));
      if (written.toString() !== text) setSearch(written, { replace: replaces() });
    },
    [write, replaces, text, setSearch],
  );
  return { filter: stable, dayMs, setFilter };
}
