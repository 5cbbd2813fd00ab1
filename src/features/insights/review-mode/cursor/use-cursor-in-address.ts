import { useEffect, useRef } from "react";
import { useSearchParams } from "wouter";
import { readReviewPlace, writeReviewPlace } from "./review-address.ts";
import type { ReviewCursorState } from "./review-cursor.ts";

/**
 * Browsers limit how often the address may change, and each change draws what reads it: it is written when the reviewer
 * rests, and before the page is left.
 */
const REST_MS = 1_000;

/** Keeps the place in the address, so that a reload comes back to it. */
export function usePlaceInAddress(state: ReviewCursorState | null): void {
  const [search, setSearch] = useSearchParams();
  const latest = useRef(search);
  const store = useRef(setSearch);
  useEffect(() => {
    latest.current = search;
    store.current = setSearch;
  });
  const known = state !== null && state.phase === "ready" && state.matched > 0;
  const index = known ? Math.min(state.index, state.matched - 1) : null;
  const insightId = known ? (state.row?.insightId ?? null) : null;

  useEffect(() => {
    if (index === null) return;
    const write = () => {
      // Review mode was closed meanwhile.
      if (readReviewPlace(latest.current) === null) return;
      const written = writeReviewPlace({ index, insightId }, latest.current);
      if (written.toString() !== latest.current.toString()) store.current(written, { replace: true });
    };
    const timer = setTimeout(write, REST_MS);
    window.addEventListener("pagehide", write);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("pagehide", write);
    };
  }, [index, insightId]);
}
