import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { useSearchParams } from "wouter";
import { liesOverPage } from "../../layout/use-back-closes.ts";
import { firstRowInSight } from "./rows-in-sight.ts";
import { readScrollPlace, writeScrollPlace } from "./scroll-place.ts";

/** Browsers limit how often the address may change, so it is written after a pause. */
const REST_MS = 300;
/** Rows of a place that come later than this many pauses are not waited for. */
const MOST_RESTS = 100;

interface ScrollPlaceInput {
  enabled: boolean;
  scroller: RefObject<HTMLElement | null>;
  /** Changes with the question of the address: another question has its own place. */
  question: unknown;
  /** Rows of this question that can be scrolled to; 0 before its first answer. */
  reach: number;
  scrollTo(row: number): void;
}

/**
 * Scrolls a list without pages to the row in the address, at first and when another place is written there, and keeps
 * the address up to date.
 */
export function useScrollPlace({ enabled, scroller, question, reach, scrollTo }: ScrollPlaceInput): void {
  const [search, setSearch] = useSearchParams();
  const wanted = useRef(0);
  const asked = useRef<unknown>(null);
  const inAddress = readScrollPlace(search);
  /** The place in the address that this list has written or gone to. */
  const followed = useRef(inAddress);
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another question begins where its address says
  useEffect(() => {
    wanted.current = enabled ? readScrollPlace(search) : 0;
    // Not for the first list, which is at its top already: setting `scrollTop` would force a layout.
    if (scroller.current && asked.current !== null) scroller.current.scrollTop = 0;
    asked.current = question;
  }, [question, enabled]);

  const arrive = useEffectEvent(() => {
    const row = Math.min(wanted.current, reach - 1);
    wanted.current = 0;
    scrollTo(row);
  });
  useEffect(() => {
    if (reach > 0 && wanted.current > 0) arrive();
  }, [reach]);

  const follow = useEffectEvent(() => {
    if (!enabled || inAddress === followed.current) return;
    clearTimeout(resting.current);
    followed.current = inAddress;
    wanted.current = inAddress;
    if (reach > 0 && inAddress > 0) arrive();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs where the place in the address was changed by others, as by review mode
  useEffect(() => follow(), [inAddress]);

  /** @returns false while the rows of this place are not drawn */
  const keep = useEffectEvent((): boolean => {
    const box = scroller.current;
    if (box === null || wanted.current > 0) return true;
    const row = box.scrollTop > 0 ? firstRowInSight(box) : 0;
    if (row === null) return false;
    const written = writeScrollPlace(row, search);
    followed.current = readScrollPlace(written);
    if (written.toString() !== search.toString()) setSearch(written, { replace: true });
    return true;
  });
  useEffect(() => {
    const box = scroller.current;
    if (!enabled || box === null) return;
    let rests = 0;
    const wait = () => {
      clearTimeout(resting.current);
      resting.current = setTimeout(onRest, REST_MS);
    };
    const onScroll = () => {
      rests = 0;
      wait();
    };
    const onRest = () => {
      rests += 1;
      // A list that is scrolled while rows are chosen stands on the history entry of the selection, which ends with it:
      // written there, the place would make that entry a step of its own. It is written when the selection has ended.
      if (liesOverPage() || (!keep() && rests < MOST_RESTS)) wait();
    };
    box.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      clearTimeout(resting.current);
      box.removeEventListener("scroll", onScroll);
    };
  }, [enabled, scroller]);
}
