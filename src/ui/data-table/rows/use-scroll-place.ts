import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { useSearchParams } from "wouter";
import { firstRowInSight } from "./rows-in-sight.ts";
import { readScrollPlace, writeScrollPlace } from "./scroll-place.ts";

/** Browsers refuse an address that changes with every movement, so it follows after a short rest. */
const REST_MS = 300;

interface ScrollPlaceInput {
  /** The list has no pages. */
  enabled: boolean;
  scroller: RefObject<HTMLElement | null>;
  /** What the address asks, the same object for as long as it does: another question has a place of its own. */
  question: unknown;
  /** Rows of this question that can be scrolled to; 0 before its first answer. */
  reach: number;
  scrollTo(row: number): void;
}

/** Brings a list without pages to the row of its address, once, and keeps that row in the address afterwards. */
export function useScrollPlace({ enabled, scroller, question, reach, scrollTo }: ScrollPlaceInput): void {
  const [search, setSearch] = useSearchParams();
  const wanted = useRef(0);
  const asked = useRef<unknown>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another question begins where its address says
  useEffect(() => {
    wanted.current = enabled ? readScrollPlace(search) : 0;
    // A new list stands at its top; to move it there would only make the browser lay out the page at once.
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

  const keep = useEffectEvent(() => {
    const box = scroller.current;
    if (box === null || wanted.current > 0) return;
    const row = box.scrollTop > 0 ? firstRowInSight(box) : 0;
    if (row === null) return;
    const written = writeScrollPlace(row, search);
    if (written.toString() !== search.toString()) setSearch(written, { replace: true });
  });
  useEffect(() => {
    const box = scroller.current;
    if (!enabled || box === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onScroll = () => {
      clearTimeout(timer);
      timer = setTimeout(() => keep(), REST_MS);
    };
    box.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      box.removeEventListener("scroll", onScroll);
    };
  }, [enabled, scroller]);
}
