import { useCallback, useMemo } from "react";
import { useSearchParams } from "wouter";
import { useUtcDay } from "../../../client/use-utc-day.ts";
import type { InsightFilter, SortColumn } from "../../../query/insight-engine.ts";
import { writeScrollPlace } from "../../../ui/data-table/rows/scroll-place.ts";
import { liesOverPage } from "../../../ui/layout/use-back-closes.ts";
import { COLLECTIONS, type InsightAddress, readAddress, writeAddress } from "./insight-address.ts";

const TYPED = ["text", "classList", "minConfidence", "maxConfidence"] as const;

/** The address bar as the state of the screen, so that links and the back button work. */
export function useInsightAddress() {
  const [search, setSearch] = useSearchParams();
  // Where a list is scrolled to is no question of its own, and a new question begins at its top.
  const whole = writeScrollPlace(0, search);
  const text = whole.toString();
  // Nor is it another question once the address names what holds anyway: nothing is read anew for it.
  whole.delete(COLLECTIONS);
  const asked = whole.toString();
  const dayMs = useUtcDay();
  const read = useMemo(() => readAddress(new URLSearchParams(asked), dayMs), [asked, dayMs]);
  // A new day is another question only where the dates follow it.
  const key = read.filter.lastDays === undefined ? asked : `${asked} ${dayMs}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` is what was read, by value
  const question = useMemo(() => read, [key]);
  const address = useMemo(() => {
    const { collections, unread } = readAddress(new URLSearchParams(text), dayMs);
    return { ...question, collections, unread };
  }, [question, text, dayMs]);
  const change = useCallback(
    (next: InsightAddress, options?: { replace: boolean }) => {
      const written = writeAddress(next, new URLSearchParams(text));
      if (written.toString() !== text)
        setSearch(written, { replace: liesOverPage() || options?.replace === true });
    },
    [text, setSearch],
  );
  const setFilter = useCallback(
    // What is being typed is not a step to go back to.
    (filter: InsightFilter) =>
      change(
        { ...address, filter, page: 1 },
        { replace: TYPED.some((part) => filter[part] !== address.filter[part]) },
      ),
    [address, change],
  );
  /** The same question, better written: no step to go back to. */
  const mendFilter = useCallback(
    (filter: InsightFilter) => change({ ...address, filter }, { replace: true }),
    [address, change],
  );
  /** The address without what was not understood of a part that is chosen now, be it what holds anyway. */
  const without = (part: string) => ({
    ...address,
    unread: address.unread.filter(([name]) => name !== part),
  });
  /** No step to go back to: what is shown stays as it is. */
  const nameCollections = useCallback(
    (collections: boolean) => change({ ...address, collections }, { replace: true }),
    [address, change],
  );
  return {
    address,
    nameCollections,
    setCollections: (collections: boolean) => change({ ...address, collections, page: 1 }),
    /** Takes out what is not understood. */
    dropUnread: () => change({ ...address, unread: [] }, { replace: true }),
    setFilter,
    mendFilter,
    setPage: (page: number, options?: { replace: boolean }) => change({ ...address, page }, options),
    setScroll: (scroll: boolean) => change({ ...address, scroll, page: 1 }),
    /** Of this screen alone, as a saved view keeps it. */
    own: () => writeAddress(address, new URLSearchParams()).toString(),
    open: (own: string) => change(readAddress(new URLSearchParams(own), dayMs)),
    setPageSize: (pageSize: number) => change({ ...address, pageSize, page: 1 }),
    setSort: (sort: InsightAddress["sort"]) => change({ ...without("sort"), sort, page: 1 }),
    /** A second press on a column turns its order; words begin with A, figures with the highest. */
    sortBy: (column: SortColumn) => {
      const descending =
        address.sort.column === column
          ? !address.sort.descending
          : column === "time" || column === "confidence";
      change({ ...without("sort"), sort: { column, descending }, page: 1 });
    },
  };
}
