import { type RefObject, useCallback, useLayoutEffect, useRef } from "react";
import type { InsightQuery, InsightRow } from "../../../../query/insight-engine.ts";

const GLIDE_MS = 180;

/** Notes where the rows stand. @param acted the rows of the step that follows */
export type NoteRows = (acted: readonly InsightRow[]) => void;

/** Where the rows stood before a step. */
interface Noted {
  /** The rows of the step. */
  acted: ReadonlySet<string>;
  /** In px from the top of what is scrolled, by insight. */
  places: ReadonlyMap<string, number>;
  answered: InsightQuery | null;
}

/**
 * Rows glide to their new places when a step takes others out of the list, by archiving them or because they no longer
 * match the filter, so that a person sees that something left. Returns the function that notes the places, to be called
 * before the step.
 *
 * @param answered the question that `rows` answer
 */
export function useRowsGlide(
  container: RefObject<HTMLElement | null>,
  rows: readonly InsightRow[],
  answered: InsightQuery | null,
): NoteRows {
  const before = useRef<Noted | null>(null);
  useLayoutEffect(() => {
    const noted = before.current;
    if (noted === null) return;
    const shown = new Set(rows.map(({ insightId }) => insightId));
    const isSameList = noted.answered === answered;
    // Rows that no longer match stay until the next answer, so the places are kept for it. Where all still match, they
    // are kept until the next step or another question.
    if (isSameList && [...noted.acted].every((id) => shown.has(id))) return;
    before.current = null;
    if (!isSameList || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    for (const [row, place] of rowsIn(container.current)) {
      const movedPx = (noted.places.get(row.dataset.insight ?? "") ?? place) - place;
      if (Math.abs(movedPx) < 1) continue;
      const frames = [{ transform: `translateY(${movedPx}px)` }, { transform: "none" }];
      row.animate(frames, { duration: GLIDE_MS, easing: "ease-out" });
    }
  }, [container, rows, answered]);
  return useCallback(
    (acted) => {
      const places = new Map(
        rowsIn(container.current).map(([row, place]) => [row.dataset.insight ?? "", place]),
      );
      const ids = acted.map(({ insightId }) => insightId).filter((id) => places.has(id));
      before.current = { acted: new Set(ids), places, answered };
    },
    [container, answered],
  );
}

/** The rows with their places in px from the top of what is scrolled. */
function rowsIn(container: HTMLElement | null): (readonly [HTMLElement, number])[] {
  if (container === null) return [];
  return Array.from(
    container.querySelectorAll<HTMLElement>("[data-insight]"),
    (row) => [row, row.getBoundingClientRect().top + container.scrollTop] as const,
  );
}
