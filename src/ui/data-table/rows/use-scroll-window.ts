import { type RefObject, useEffect, useState } from "react";
import {
  anchorAfter,
  pxOfRow,
  pxToShow,
  SCROLL_TOP,
  type ScrollAnchor,
  scrollHeightPx,
  windowAt,
} from "../../../domain/table/table-scroll.ts";
import type { RowWindow } from "./data-table.tsx";

/** Until a row was measured. */
const ROW_PX = 44;
const VIEW_PX = 600;

interface WindowState {
  anchor: ScrollAnchor;
  rowPx: number;
  offset: number;
  limit: number;
}

const AT_TOP: WindowState = {
  anchor: SCROLL_TOP,
  rowPx: ROW_PX,
  ...windowAt(SCROLL_TOP, 0, { total: 0, rowPx: ROW_PX, viewPx: VIEW_PX }),
};

/** Draws the rows of a long list that are near the viewport; all others are empty space. */
export function useScrollWindow(enabled: boolean, scroller: RefObject<HTMLElement | null>, total: number) {
  const [state, setState] = useState(AT_TOP);

  useEffect(() => {
    const box = scroller.current;
    if (!enabled || box === null) return;
    let fromPx = box.scrollTop;
    const follow = () => {
      const topPx = box.scrollTop;
      setState((before) => {
        const rowPx = measuredRowPx(box) || before.rowPx;
        const size = { total, rowPx, viewPx: box.clientHeight || VIEW_PX };
        const anchor = anchorAfter(before.anchor, fromPx, topPx, size);
        const next = { anchor, rowPx, ...windowAt(anchor, topPx, size) };
        return isSame(before, next) ? before : next;
      });
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
  }, [enabled, scroller, total]);

  return {
    offset: state.offset,
    limit: state.limit,
    /** Scrolls a row, from 0, to the top. */
    scrollTo(row: number): void {
      const box = scroller.current;
      if (box === null) return;
      const rowPx = measuredRowPx(box) || state.rowPx;
      box.scrollTop = pxToShow(row, { total, rowPx, viewPx: box.clientHeight || VIEW_PX });
    },
    place(offset: number, count: number): RowWindow {
      const beforePx = Math.max(0, pxOfRow(state.anchor, offset, state.rowPx));
      const heightPx = scrollHeightPx({ total, rowPx: state.rowPx });
      return { offset, total, beforePx, afterPx: Math.max(0, heightPx - beforePx - count * state.rowPx) };
    },
  };
}

/** 0 where no row is drawn. */
function measuredRowPx(box: HTMLElement): number {
  return box.querySelector<HTMLElement>("tr[data-row]")?.offsetHeight ?? 0;
}

function isSame(a: WindowState, b: WindowState): boolean {
  return (
    a.offset === b.offset &&
    a.limit === b.limit &&
    a.rowPx === b.rowPx &&
    a.anchor.row === b.anchor.row &&
    a.anchor.px === b.anchor.px
  );
}
