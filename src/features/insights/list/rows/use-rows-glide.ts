import { type RefObject, useCallback, useLayoutEffect, useRef } from "react";
import type { InsightRow } from "../../../../query/insight-engine.ts";

const GLIDE_MS = 180;

/**
 * Rows glide to their new places when one leaves the list, so that a person sees that something left. Returns the
 * function that notes the places, to be called before the step that takes a row away.
 */
export function useRowsGlide(
  container: RefObject<HTMLElement | null>,
  rows: readonly InsightRow[],
): () => void {
  const before = useRef<ReadonlyMap<string, number> | null>(null);
  useLayoutEffect(() => {
    const places = before.current;
    const shown = new Set(rows.map(({ insightId }) => insightId));
    if (places === null || [...places.keys()].every((id) => shown.has(id))) return;
    before.current = null;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    for (const [row, place] of rowsIn(container.current)) {
      const movedPx = (places.get(row.dataset.insight ?? "") ?? place) - place;
      if (Math.abs(movedPx) < 1) continue;
      const frames = [{ transform: `translateY(${movedPx}px)` }, { transform: "none" }];
      row.animate(frames, { duration: GLIDE_MS, easing: "ease-out" });
    }
  }, [container, rows]);
  return useCallback(() => {
    before.current = new Map(
      rowsIn(container.current).map(([row, place]) => [row.dataset.insight ?? "", place]),
    );
  }, [container]);
}

/** The rows with their places in px from the top of what is scrolled. */
function rowsIn(container: HTMLElement | null): (readonly [HTMLElement, number])[] {
  if (container === null) return [];
  return Array.from(
    container.querySelectorAll<HTMLElement>("[data-insight]"),
    (row) => [row, row.getBoundingClientRect().top + container.scrollTop] as const,
  );
}
