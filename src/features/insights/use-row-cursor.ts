import { type RefObject, useCallback, useEffect, useState } from "react";
import type { InsightRow } from "../../query/insight-view.ts";
import { cursorAt, cursorOnInsight, moveCursor, type RowCursor, settleCursor } from "./row-cursor.ts";

export interface RowCursorControl {
  cursor: RowCursor | null;
  row: InsightRow | null;
  move(step: 1 | -1): void;
  /** Puts the cursor on a row without taking the focus there. */
  place(row: InsightRow): void;
  /** Goes to the first row that shows one of these insights, as soon as the page has it. */
  find(insightIds: readonly string[]): void;
  clear(): void;
}

/** The current row of the list inside `container`: it follows its insight, and the screen follows it. */
export function useRowCursor(
  rows: readonly InsightRow[],
  container: RefObject<HTMLElement | null>,
  /** False where rows come and go by scrolling: to follow one of them would pull the list back. */
  followsFocus: boolean,
): RowCursorControl {
  const [wanted, setWanted] = useState<RowCursor | null>(null);
  const [sought, setSought] = useState<readonly string[] | null>(null);
  const cursor = settleCursor(wanted, rows);

  const goTo = useCallback(
    (next: RowCursor | null) => {
      setWanted(next);
      setSought(null);
      if (next !== null) showRow(container.current, next.id);
    },
    [container],
  );

  useEffect(() => {
    const found = sought === null ? null : cursorOnInsight(rows, sought);
    if (found !== null) goTo(found);
  }, [rows, sought, goTo]);

  // A row that was archived away takes the focus with it; its place gives it to what stands there now.
  const settledId = cursor?.id ?? null;
  useEffect(() => {
    if (!followsFocus) return;
    if (settledId !== null && document.activeElement === document.body) showRow(container.current, settledId);
  }, [settledId, container, followsFocus]);

  return {
    cursor,
    row: cursor === null ? null : (rows[cursor.index] ?? null),
    move: (step) => goTo(moveCursor(wanted, rows, step)),
    place: (row) => {
      setSought(null);
      setWanted(
        cursorAt(
          rows,
          rows.findIndex(({ insightId }) => insightId === row.insightId),
        ),
      );
    },
    find: setSought,
    clear: () => goTo(null),
  };
}

function showRow(container: HTMLElement | null, insightId: string): void {
  const rows = container?.querySelectorAll<HTMLElement>("[data-insight]") ?? [];
  const element = [...rows].find((row) => row.dataset.insight === insightId);
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: "nearest" });
}
