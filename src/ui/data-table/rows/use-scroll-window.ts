import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useReducer, useRef } from "react";
import { isSameValue } from "../../../domain/same-value.ts";
import {
  anchorAfter,
  pxOfRow,
  pxToShow,
  type RowsAsked,
  rowAtPx,
  SCROLL_TOP,
  type ScrollAnchor,
  scrollHeightPx,
  windowAt,
} from "../../../domain/table/table-scroll.ts";
import type { FlungList } from "../fling/fling.ts";
import { useRowDensity } from "../row-density.ts";
import type { RowWindow } from "./row-window.tsx";
import { SEEN_PX } from "./rows-in-sight.ts";

/** Until a row was measured. */
const ROW_PX = 44;
const VIEW_PX = 600;

/** Keys that move a list, or do nothing by themselves: held, they would have React draw each of their steps. */
const MOVING_KEYS = new Set(
  ["PageUp", "PageDown", "Home", "End", "ArrowUp", "ArrowDown"].concat("Shift", "Control", "Alt", "Meta"),
);

interface WindowState extends RowsAsked {
  anchor: ScrollAnchor;
  rowPx: number;
}

const AT_TOP: WindowState = {
  anchor: SCROLL_TOP,
  rowPx: ROW_PX,
  ...windowAt(SCROLL_TOP, 0, { total: 0, rowPx: ROW_PX, viewPx: VIEW_PX }),
};

/**
 * Draws the rows of a long list that are near the viewport; all others are empty space. A movement that moves no row
 * asks for its rows without a drawing: that of their answer takes over the window, and one more before it costs frames.
 *
 * @param onRoll called with the rows to ask for after such a movement, also where they are those of before
 */
export function useScrollWindow(
  enabled: boolean,
  scroller: RefObject<HTMLElement | null>,
  total: number,
  fling: FlungList,
  onRoll: (rows: RowsAsked) => void,
) {
  const latest = useRef(AT_TOP);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const state = latest.current;
  const draw = (next: WindowState) => {
    latest.current = next;
    redraw();
  };

  const take = useEffectEvent((next: WindowState) => {
    if (!isSamePlace(latest.current, next)) return draw(next);
    latest.current = next;
    onRoll(next);
  });
  useEffect(() => {
    const box = scroller.current;
    if (!enabled || box === null) return;
    let fromPx = scrolledPx(box);
    const follow = () => {
      // A box that has left the document may still report a size, before this effect ends. The controller is closed by
      // then, and nothing would end what a question now begins.
      if (!box.isConnected) return;
      const topPx = scrolledPx(box);
      const rowPx = measuredRowPx(box) || latest.current.rowPx;
      const size = { total, rowPx, viewPx: box.clientHeight || VIEW_PX };
      const anchor = anchorAfter(latest.current.anchor, fromPx, topPx, size);
      if (topPx !== fromPx) fling.moved(topPx - fromPx, { anchor, rowPx });
      take({ anchor, rowPx, ...windowAt(anchor, topPx, size) });
      fromPx = topPx;
    };
    follow();
    box.addEventListener("scroll", follow, { passive: true });
    const resized = typeof ResizeObserver === "undefined" ? null : new ResizeObserver(follow);
    resized?.observe(box);
    return () => {
      box.removeEventListener("scroll", follow);
      resized?.disconnect();
    };
  }, [enabled, scroller, total, fling]);

  useEffect(() => {
    if (!enabled) return;
    const end = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || !MOVING_KEYS.has(event.key)) fling.end();
    };
    // In the capture phase, because React has to have drawn the rows in sight before a key acts on them. A press on a
    // row of the fling acts on none: it ends the fling.
    for (const type of ["keydown", "pointerdown"]) document.addEventListener(type, end, true);
    return () => {
      for (const type of ["keydown", "pointerdown"]) document.removeEventListener(type, end, true);
    };
  }, [enabled, fling]);

  useRowsOfNewHeight(state, (row) => {
    const box = scroller.current;
    const rowPx = box === null ? 0 : measuredRowPx(box);
    if (!enabled || box === null || rowPx === 0) return null;
    const size = { total, rowPx, viewPx: box.clientHeight || VIEW_PX };
    const topPx = pxToShow(row(scrolledPx(box)), size);
    const anchor = anchorAfter(SCROLL_TOP, 0, topPx, size);
    draw({ anchor, rowPx, ...windowAt(anchor, topPx, size) });
    return () => {
      box.scrollTop = abovePx(box) + topPx;
    };
  });

  const waitingPx = useRef<number | null>(null);
  // After each render, like above: until then the list may be too low to scroll so far.
  useLayoutEffect(() => {
    const box = scroller.current;
    if (waitingPx.current !== null && box !== null) box.scrollTop = abovePx(box) + waitingPx.current;
    waitingPx.current = null;
  });

  return {
    offset: state.offset,
    limit: state.limit,
    /** The rows that the list stands at now, which a scroll may have moved since this drawing began. */
    rows: (): RowsAsked => latest.current,
    /** Scrolls a row, from 0, to the top. */
    scrollTo(row: number): void {
      const box = scroller.current;
      if (box === null) return;
      const rowPx = measuredRowPx(box) || state.rowPx;
      const size = { total, rowPx, viewPx: box.clientHeight || VIEW_PX };
      const topPx = pxToShow(row, size);
      if (rowPx === state.rowPx) {
        box.scrollTop = abovePx(box) + topPx;
        return;
      }
      waitingPx.current = topPx;
      const anchor = anchorAfter(SCROLL_TOP, 0, topPx, size);
      draw({ anchor, rowPx, ...windowAt(anchor, topPx, size) });
    },
    place(offset: number, count: number): RowWindow {
      const heightPx = scrollHeightPx({ total, rowPx: state.rowPx });
      // By the anchor of now, rows of an earlier answer may lie far beyond the list, and would make it longer.
      const beforePx = Math.min(heightPx, Math.max(0, pxOfRow(state.anchor, offset, state.rowPx)));
      const afterPx = Math.max(0, heightPx - beforePx - count * state.rowPx);
      const rowInSight = () => firstRowAt(scroller.current, state);
      return { offset, total, beforePx, afterPx, rowPx: state.rowPx, rowInSight, fling };
    },
  };
}

/**
 * Keeps the first row in sight where it is when rows become higher or lower.
 *
 * @param move takes over the new height, by the row that is at a pixel until then; returns the way to scroll there
 */
function useRowsOfNewHeight(
  { anchor, rowPx }: Pick<WindowState, "anchor" | "rowPx">,
  move: (rowAt: (px: number) => number) => (() => void) | null,
): void {
  const density = useRowDensity();
  const drawn = useRef(density);
  const scroll = useRef<(() => void) | null>(null);
  // After each render: the list is as high as the new rows need only once the new state is drawn.
  useLayoutEffect(() => {
    scroll.current?.();
    scroll.current = null;
    if (drawn.current === density) return;
    drawn.current = density;
    scroll.current = move((px) => rowAtPx(anchor, px, rowPx));
  });
}

function firstRowAt(box: HTMLElement | null, { anchor, rowPx }: WindowState): number {
  return box === null ? 0 : Math.floor(rowAtPx(anchor, scrolledPx(box) + SEEN_PX, rowPx));
}

/** How far the rows are scrolled. Safari reports less than 0 while a list springs back. */
function scrolledPx(box: HTMLElement): number {
  return Math.max(0, box.scrollTop - abovePx(box));
}

/** Height in px of what stands above the table in the same scroller: in a low window the head of the page, else 0. */
function abovePx(box: HTMLElement): number {
  const table = box.querySelector("table");
  return table?.offsetParent === box ? table.offsetTop : 0;
}

/** 0 where no row is drawn. */
function measuredRowPx(box: HTMLElement): number {
  return box.querySelector<HTMLElement>("tr[data-row]")?.offsetHeight ?? 0;
}

/** Whether every row lies where it lay. */
function isSamePlace(a: WindowState, b: WindowState): boolean {
  return a.rowPx === b.rowPx && isSameValue(a.anchor, b.anchor);
}
