import { type RefObject, useCallback, useEffect, useEffectEvent, useState } from "react";
import type { InsightRow } from "../../../../query/insight-engine.ts";
import { firstRowOf } from "../../../../ui/data-table/rows/rows-in-sight.ts";
import {
  cursorAt,
  cursorOnInsight,
  moveCursor,
  type RowCursor,
  settleCursor,
  shiftCursor,
} from "./row-cursor.ts";

export interface RowCursorControl {
  cursor: RowCursor | null;
  row: InsightRow | null;
  /** Returns the row that it moved to; null on an empty page. @param step see `moveCursor` */
  move(step: number): InsightRow | null;
  /** Moves the cursor without the focus. */
  place(row: InsightRow): void;
  /** Also scrolls the list there. */
  show(row: InsightRow): void;
  /** Moves to the first row with one of these insights, as soon as the page has it. */
  find(insightIds: readonly string[]): void;
  /** See `FollowingCursor`. */
  focus(row: InsightRow): void;
  /** See `FollowingCursor`. */
  stay(): void;
  clear(): void;
}

/** The cursor moves to the first row with one of these insights, as soon as it is drawn. */
interface SoughtRow {
  ids: readonly string[];
  /** An overlay over the rows has closed. */
  afterOverlay: boolean;
}

interface PlacedCursor {
  cursor: RowCursor | null;
  first: number;
  /** The insight that it was put on, where that row has left since and another stands in its place. */
  left: string | null;
}

const NOWHERE: PlacedCursor = { cursor: null, first: 0, left: null };

/** The current row of the list inside `container`; it follows its insight. */
export function useRowCursor(
  rows: readonly InsightRow[],
  container: RefObject<HTMLElement | null>,
  /** Place of the first row in a windowed list; null where the rows are a page. */
  first: number | null,
): RowCursorControl {
  const [placed, setPlaced] = useState(NOWHERE);
  const [sought, setSought] = useState<SoughtRow | null>(null);
  const wanted = first === null ? placed.cursor : shiftCursor(placed.cursor, rows, first - placed.first);
  const cursor = settleCursor(wanted, rows);
  // When a row leaves, those below it move up, so the new place is kept. With the place before, the cursor would pass one
  // row for each that leaves.
  const follows = first === null || cursor?.id === wanted?.id;
  if (cursor !== null && follows && (cursor.id !== wanted?.id || cursor.index !== wanted.index)) {
    const left = cursor.id === wanted?.id ? placed.left : (placed.left ?? wanted?.id ?? null);
    setPlaced({ cursor, first: first ?? 0, left });
  }

  const setWanted = useCallback(
    (next: RowCursor | null) => {
      setPlaced({ cursor: next, first: first ?? 0, left: null });
      setSought(null);
    },
    [first],
  );
  const goTo = useCallback(
    (next: RowCursor | null) => {
      setWanted(next);
      if (next !== null) showRow(container.current, next.id);
    },
    [container, setWanted],
  );

  const goToSought = useEffectEvent(({ ids, afterOverlay }: SoughtRow, drawn: readonly InsightRow[]) => {
    const stoodOn = placed.left ?? placed.cursor?.id;
    const hasLeft = afterOverlay && stoodOn !== undefined && ids.includes(stoodOn);
    const found = cursorOnInsight(drawn, ids) ?? (hasLeft ? cursor : null);
    if (found === null) return;
    if (afterOverlay && !wantsFocus(container.current, found.id)) setWanted(found);
    else goTo(found);
  });
  useEffect(() => {
    if (sought !== null) goToSought(sought, rows);
  }, [rows, sought]);

  const indexOf = (id: string | undefined) => rows.findIndex(({ insightId }) => insightId === id);
  /** Keys begin at the first row of a page, in a windowed list at the first visible row. */
  const begin = () => {
    const seen = first === null || container.current === null ? undefined : firstRowOf(container.current);
    return cursorAt(rows, Math.max(0, indexOf(seen?.dataset.insight)));
  };

  // When the focused row leaves the page the focus is lost: the row in its place gets it.
  const settledId = cursor?.id ?? null;
  useEffect(() => {
    // In a windowed list this would scroll back to the row.
    if (first !== null) return;
    if (settledId !== null && document.activeElement === document.body) {
      const focused = focusRow(container.current, settledId);
      // A person who pressed a button sees the row where the button was: the list must not move under the finger.
      if (focused?.matches(":focus-visible")) focused.scrollIntoView({ block: "nearest" });
    }
  }, [settledId, container, first]);

  const move = (step: number) => {
    const next = wanted === null ? begin() : moveCursor(wanted, rows, step);
    goTo(next);
    return next === null ? null : (rows[next.index] ?? null);
  };

  return {
    cursor,
    row: cursor === null ? null : (rows[cursor.index] ?? null),
    move,
    place(row) {
      // A row of the answer before, which may be drawn for one more frame, is no place in this list.
      const at = indexOf(row.insightId);
      if (at >= 0) setWanted(cursorAt(rows, at));
    },
    show: (row) => {
      setWanted(cursorAt(rows, indexOf(row.insightId)));
      rowOf(container.current, row.insightId)?.scrollIntoView({ block: "nearest" });
    },
    find: (ids) => setSought({ ids, afterOverlay: false }),
    focus: ({ insightId }) => setSought({ ids: [insightId], afterOverlay: true }),
    stay: () => void move(0),
    clear: () => goTo(null),
  };
}

function rowOf(container: HTMLElement | null, insightId: string): HTMLElement | undefined {
  const rows = container?.querySelectorAll<HTMLElement>("[data-insight]") ?? [];
  return [...rows].find((row) => row.dataset.insight === insightId);
}

/** Whether the focus is lost or in another row. Inside the row it stays where it is. */
function wantsFocus(container: HTMLElement | null, insightId: string): boolean {
  const focused = document.activeElement;
  if (focused === null || focused === document.body) return true;
  const isInRow = container?.contains(focused) === true && focused.closest("[data-insight]") !== null;
  return isInRow && rowOf(container, insightId)?.contains(focused) !== true;
}

function showRow(container: HTMLElement | null, insightId: string): void {
  focusRow(container, insightId);
  rowOf(container, insightId)?.scrollIntoView({ block: "nearest" });
}

/** Gives the focus to a row, without scrolling; returns what has it. */
function focusRow(container: HTMLElement | null, insightId: string): HTMLElement | undefined {
  const element = rowOf(container, insightId);
  // A photo of the grid is a button, which takes the focus itself.
  const target = element?.querySelector<HTMLElement>("[data-takes-focus]") ?? element;
  target?.focus({ preventScroll: true });
  return target;
}
