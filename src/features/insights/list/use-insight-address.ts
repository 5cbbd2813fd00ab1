import { useCallback, useMemo } from "react";
import { useSearchParams } from "wouter";
import { useUtcDay } from "../../../client/use-utc-day.ts";
import { writeScrollPlace } from "../../../ui/data-table/rows/scroll-place.ts";
import { liesOverPage } from "../../../ui/layout/use-back-closes.ts";
import { type AddressActions, createAddressActions, type WriteAddress } from "./address-actions.ts";
import { COLLECTIONS, readAddress, writeAddress } from "./insight-address.ts";

/** The address bar as the state of the screen, so that links and the back button work. */
export function useInsightAddress(): AddressActions {
  const [search, setSearch] = useSearchParams();
  // The place to which a list is scrolled is no part of the question, and a new question begins at the top.
  const whole = writeScrollPlace(0, search);
  const text = whole.toString();
  // When the address comes to name the collections that hold anyway, the question stays: nothing is read again.
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
  const write = useCallback<WriteAddress>(
    (next, options) => {
      const written = writeAddress(next, new URLSearchParams(text));
      if (written.toString() !== text)
        setSearch(written, { replace: liesOverPage() || options?.replace === true });
    },
    [text, setSearch],
  );
  return useMemo(() => createAddressActions(address, write, dayMs), [address, write, dayMs]);
}
