import { type RefObject, useEffect, useEffectEvent } from "react";
import type { InsightRow } from "../../../query/insight-engine.ts";

/** A press on a row, not on a control in it, makes it the current one. */
export function usePressedRow(
  scroller: RefObject<HTMLElement | null>,
  rows: readonly InsightRow[],
  onPressed: (row: InsightRow) => void,
): void {
  const pressed = useEffectEvent(({ target, shiftKey }: MouseEvent) => {
    // With Shift the press chooses a range; a press that marks text is none.
    if (shiftKey || !(target instanceof Element) || getSelection()?.toString()) return;
    if (target.closest("a, button, input, label") !== null) return;
    const id = target.closest<HTMLElement>("[data-insight]")?.dataset.insight;
    const row = rows.find(({ insightId }) => insightId === id);
    if (row !== undefined) onPressed(row);
  });
  useEffect(() => {
    const box = scroller.current;
    const listener = (event: MouseEvent) => pressed(event);
    box?.addEventListener("click", listener);
    return () => box?.removeEventListener("click", listener);
  }, [scroller]);
}
