import { useCallback, useEffect, useEffectEvent, useMemo, useRef } from "react";
import { useSearchParams } from "wouter";
import { useServices } from "../../../client/services.tsx";
import { today, useUtcDay } from "../../../client/use-utc-day.ts";
import type { InsightQuery } from "../../../query/insight-engine.ts";
import { writeScrollPlace } from "../../../ui/data-table/rows/scroll-place.ts";
import { liesOverPage } from "../../../ui/layout/use-back-closes.ts";
import { REVIEW_PARAMETER, writeReviewPlace } from "../review-mode/cursor/review-address.ts";
import { type AddressActions, createAddressActions, type WriteAddress } from "./address-actions.ts";
import { COLLECTIONS, queryOf, readAddress, writeAddress } from "./insight-address.ts";
import type { InsightListStore } from "./insight-list-store.ts";

/** The address bar as the state of the screen, so that links and the back button work. */
export function useInsightAddress(): AddressActions {
  const [search, setSearch] = useSearchParams();
  // The place to which a list is scrolled is no part of the question, and a new question begins at the top.
  const whole = writeScrollPlace(0, search);
  const text = whole.toString();
  // When the address comes to name the collections that hold anyway, the question stays: nothing is read again. So it
  // does when review mode is asked for, which the list waits for as it stands.
  whole.delete(COLLECTIONS);
  const asked = writeReviewPlace(null, whole).toString();
  const latest = useRef(search);
  useEffect(() => {
    latest.current = search;
  }, [search]);
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
  const write = useCallback<WriteAddress>(
    (next, options) => {
      // The place of a scrolled list belongs to its rows; `text` has none.
      const before = new URLSearchParams(options?.sameRows ? latest.current : text);
      const written = writeAddress(next, before);
      if (written.toString() !== before.toString())
        setSearch(written, { replace: liesOverPage() || options?.replace === true });
    },
    [text, setSearch],
  );
  return useMemo(() => createAddressActions(address, write, dayMs), [address, write, dayMs]);
}

/** The events by which the router hears of a changed address. */
const MOVES = ["popstate", "pushState", "replaceState"];

/**
 * Asks the question of a changed address before the screen is drawn for it: drawing takes longer than the worker needs
 * to answer, and the answer is then drawn with the same frame. A list that is scrolled asks for the rows in sight.
 */
export function useAskedAhead(
  { table }: Pick<InsightListStore, "table">,
  { paged, scroll }: { paged: InsightQuery; scroll: boolean },
): void {
  const { insights: view } = useServices();
  const ask = useEffectEvent(() => {
    const search = new URLSearchParams(location.search);
    if (scroll || search.get("tab") !== "insights" || search.has(REVIEW_PARAMETER)) return;
    const address = readAddress(search, today());
    // Folding also depends on a feature and a preference, which only the screen knows. Where the address changes it, a
    // guess could be wrong, and the right question would wait for its answer.
    const changesFold = address.collections !== null && address.collections !== paged.grouped;
    if (!address.scroll && !changesFold) table.askAhead(view, queryOf(address, paged.grouped));
  });
  useEffect(() => {
    const onMove = () => ask();
    // On Back the browser runs microtasks between two listeners, in which React draws what the router's listener has
    // set: captured, this one runs before the router's.
    for (const move of MOVES) addEventListener(move, onMove, true);
    return () => {
      for (const move of MOVES) removeEventListener(move, onMove, true);
    };
  }, []);
}
