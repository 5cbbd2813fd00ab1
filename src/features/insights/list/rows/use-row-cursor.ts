import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import type { InsightRow } from "../../../../query/insight-engine.ts";
import { bringIntoSight, firstRowOf } from "../../../../ui/data-table/rows/rows-in-sight.ts";
import {
  awaitsRow,
  type CursorList,
  cursorAt,
  cursorOnInsight,
  isSameList,
  moveCursor,
  type RowCursor,
  settleCursor,
  shiftCursor,
} from "./row-cursor.ts";
import { useTurnedPage } from "./use-turned-page.ts";

export interface RowCursorControl {
  cursor: RowCursor | null;
  row: InsightRow | null;
  /**
   * Whether a key may act on the current row, because the person sees which one that is. A row that was scrolled away
   * is brought into sight instead.
   */
  reach(): boolean;
  /**
   * Returns the row that it moved to; null on an empty page, and while the rows of another page are still to come.
   *
   * @param step see `moveCursor`
   * @param options.amongDrawn a step past the drawn rows is not taken when others come
   * @param options.turnsPage a step past the rows of a page goes on in its neighbour; null is returned then
   */
  move(step: number, options?: { amongDrawn?: boolean; turnsPage?: boolean }): InsightRow | null;
  /** Moves the cursor without the focus. */
  place(row: InsightRow): void;
  /** Also scrolls the list there. */
  show(row: InsightRow): void;
  /**
   * Moves to the first row with one of these insights, as soon as the page has it.
   *
   * @param keepsFocus a control outside of the rows, as Undo, keeps the focus and with it the next press of Enter
   */
  find(insightIds: readonly string[], keepsFocus?: boolean): void;
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
  /** See `find`. */
  keepsFocus: boolean;
}

interface PlacedCursor extends Pick<CursorList, "first" | "answered" | "windowed"> {
  cursor: RowCursor | null;
  /** The insight that it was put on, where that row has left since and another stands in its place. */
  left: string | null;
}

const NOWHERE: PlacedCursor = { cursor: null, first: 0, answered: null, windowed: false, left: null };

/** The current row of the list inside `container`; it follows its insight. */
export function useRowCursor(list: CursorList, container: RefObject<HTMLElement | null>): RowCursorControl {
  const { rows, windowed } = list;
  const { placed, wanted, cursor, waits, setWanted, stayOn } = usePlacedCursor(list);
  const [sought, setSought] = useState<SoughtRow | null>(null);
  const putOn = (next: RowCursor | null) => {
    setWanted(next);
    setSought(null);
  };
  const goTo = (next: RowCursor | null) => {
    putOn(next);
    if (next !== null) showRow(container.current, next.id);
  };

  const goToSought = useEffectEvent(
    ({ ids, afterOverlay, keepsFocus }: SoughtRow, drawn: readonly InsightRow[]) => {
      const stoodOn = placed.left ?? placed.cursor?.id;
      const hasLeft = afterOverlay && stoodOn !== undefined && ids.includes(stoodOn);
      const found = cursorOnInsight(drawn, ids) ?? (hasLeft ? cursor : null);
      if (found === null) return;
      if (afterOverlay && !wantsFocus(container.current, found.id)) putOn(found);
      else if (keepsFocus && isFocusElsewhere(container.current)) {
        putOn(found);
        rowOf(container.current, found.id)?.scrollIntoView({ block: "nearest" });
      } else goTo(found);
    },
  );
  const turned = useTurnedPage(list, (next) => {
    if (wantsFocus(container.current, next.id)) goTo(next);
    else putOn(next);
  });
  const goOn = useEffectEvent((drawn: readonly InsightRow[]) => {
    const next = wanted?.ahead === undefined ? null : moveCursor(wanted, drawn, 0, list);
    if (next === null) return;
    // A field that got the focus meanwhile keeps it.
    if (wantsFocus(container.current, next.id)) goTo(next);
    else putOn(next);
  });
  useEffect(() => {
    if (sought !== null) goToSought(sought, rows);
    else goOn(rows);
  }, [rows, sought]);

  const indexOf = (id: string | undefined) => rows.findIndex(({ insightId }) => insightId === id);
  /** Keys begin at the first row of a page, in a windowed list at the first visible row. */
  const begin = () => {
    const seen = windowed && container.current !== null ? firstRowOf(container.current) : undefined;
    return cursorAt(rows, Math.max(0, indexOf(seen?.dataset.insight)));
  };

  // When the focused row leaves the page the focus is lost: the row in its place gets it, once that has come.
  const settledId = waits ? null : (cursor?.id ?? null);
  useEffect(() => {
    if (settledId !== null && document.activeElement === document.body) {
      const focused = focusRow(container.current, settledId);
      // A person who pressed a button sees the row where the button was: the list must not move under the finger. A
      // windowed list loses a focused row when somebody scrolls, and must not scroll back.
      if (!windowed && focused?.matches(":focus-visible")) focused.scrollIntoView({ block: "nearest" });
    }
  }, [settledId, container, windowed]);

  const move: RowCursorControl["move"] = (step, { amongDrawn = false, turnsPage = false } = {}) => {
    if (turned.awaits) return null;
    const place = amongDrawn ? undefined : list;
    const next = wanted === null ? begin() : moveCursor(wanted, rows, step, place);
    const isEnd = next !== null && next.id === wanted?.id && next.ahead === undefined;
    if (turnsPage && isEnd && turned.turn(step)) {
      // Until the rows of that page have come, a key must not act on the row that was left.
      putOn(null);
      return null;
    }
    goTo(next);
    return next === null ? null : (rows[next.index] ?? null);
  };

  return {
    cursor,
    row: cursor === null ? null : (rows[cursor.index] ?? null),
    reach() {
      const row = cursor === null || waits ? undefined : rowOf(container.current, cursor.id);
      if (row === undefined) return false;
      const wasAway = bringIntoSight(row);
      if (wasAway) focusRow(container.current, row.dataset.insight ?? "");
      return !wasAway;
    },
    move,
    place(row) {
      // A row of the answer before, which may be drawn for one more frame, is no place in this list.
      const at = cursorAt(rows, indexOf(row.insightId));
      if (at?.id !== row.insightId) return;
      setSought(null);
      stayOn(at);
    },
    show: (row) => {
      putOn(cursorAt(rows, indexOf(row.insightId)));
      rowOf(container.current, row.insightId)?.scrollIntoView({ block: "nearest" });
    },
    find: (ids, keepsFocus = false) => setSought({ ids, afterOverlay: false, keepsFocus }),
    focus: ({ insightId }) => setSought({ ids: [insightId], afterOverlay: true, keepsFocus: false }),
    stay: () => void move(0),
    clear: () => goTo(null),
  };
}

/** The cursor as it was placed, and where it stands in the list as it is now. */
function usePlacedCursor(list: CursorList) {
  const { rows, first, answered, windowed } = list;
  const [placed, setPlaced] = useState(NOWHERE);
  const isSame = placed.cursor === null || isSameList(placed, list);
  const wanted = placed.cursor && (isSame ? follow(placed, list) : cursorOnInsight(rows, [placed.cursor.id]));
  const cursor = settleCursor(wanted, rows);
  const waits = wanted !== null && awaitsRow(wanted, list);
  // When a row leaves, those below it move up, so the new place is kept. With the place before, the cursor would pass one
  // row for each that leaves.
  const follows = !waits && (!windowed || cursor?.id === wanted?.id);
  const hasMoved = cursor !== null && (cursor.id !== wanted?.id || cursor.index !== wanted.index);
  const placeOf = (next: RowCursor | null, left: string | null = null) => {
    return { cursor: next, first, answered, windowed, left };
  };
  if (!isSame) setPlaced(placeOf(wanted));
  else if (follows && hasMoved) {
    const left = cursor.id === wanted?.id ? placed.left : (placed.left ?? wanted?.id ?? null);
    setPlaced(placeOf(cursor, left));
  }
  return {
    ...{ placed, wanted, cursor, waits },
    setWanted: (next: RowCursor | null) => setPlaced(placeOf(next)),
    /** A photo that gets the focus from the cursor says so, which must not end the cursor's way to another. */
    stayOn: (next: RowCursor) =>
      setPlaced((now) => (now.cursor?.id === next.id ? { ...now, left: null } : placeOf(next))),
  };
}

function follow({ cursor, first: before }: PlacedCursor, { rows, first, windowed }: CursorList) {
  return windowed ? shiftCursor(cursor, rows, first - before) : cursor;
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

/** Whether a control outside of the rows has the focus; the screen around them is none. */
function isFocusElsewhere(container: HTMLElement | null): boolean {
  const focused = document.activeElement;
  return focused?.contains(container) === false && focused.closest("[data-insight]") === null;
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
