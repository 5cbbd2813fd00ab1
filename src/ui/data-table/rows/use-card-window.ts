import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { TABLE_COMPACT_CARDS_PX } from "../../../domain/breakpoints.ts";
import { CardHeights, linesInSight } from "../../../domain/table/card-heights.ts";
import {
  anchorAfter,
  MAX_SCROLL_PX,
  pxOfRow,
  pxToShow,
  rowAtPx,
  SCROLL_TOP,
  scrollHeightPx,
} from "../../../domain/table/table-scroll.ts";
import { useMediaQuery } from "../../use-media-query.ts";
import type { RowWindow } from "./row-window.tsx";
import { SEEN_PX } from "./rows-in-sight.ts";

/** Until cards were measured. */
const LINE_PX = 200;
const VIEW_PX = 600;
const CARD = "li[data-row]";
/** User input that scrolls the list. */
const MOVES = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

interface CardWindowInput {
  enabled: boolean;
  scroller: RefObject<HTMLElement | null>;
  /** All cards of the list. */
  total: number;
  /** Cards beside each other; null where the width of the window says it. */
  perLine: number | null;
  /** Another question discards the measured heights. */
  question: unknown;
}

/**
 * Draws the cards of a long list that are near the viewport; all others are empty space. Cards differ in height, so the
 * space uses measured heights where there are some, and the visible cards keep their place when cards above turn out
 * higher than estimated. A list higher than browsers can scroll is mapped by `table-scroll.ts`, where one pixel of the
 * list counts as one row.
 */
export function useCardWindow({ enabled, scroller, total, perLine: asked, question }: CardWindowInput) {
  const compact = useMediaQuery(`(max-width: ${TABLE_COMPACT_CARDS_PX}px)`);
  const perLine = asked ?? (compact ? 1 : 2);
  // biome-ignore lint/correctness/useExhaustiveDependencies: cards of another question have other heights
  const heights = useMemo(() => new CardHeights(0, LINE_PX), [perLine, question]);
  // Allocating half a million heights takes long, so a list that is not shown as cards has none.
  heights.resize(enabled ? Math.ceil(total / perLine) : 0);
  const [lines, setLines] = useState(() => linesInSight(heights, 0, VIEW_PX));
  const [, setLearnt] = useState(0);
  const anchor = useRef(SCROLL_TOP);
  const fromPx = useRef(0);
  const drawn = useRef(0);
  const held = useRef<HeldCard | null>(null);
  const wanted = useRef<number | null>(null);

  const look = (box: HTMLElement) => {
    const size = { total: heights.heightPx, rowPx: 1, viewPx: box.clientHeight || VIEW_PX };
    const endPx = Math.max(0, scrollHeightPx(size) - size.viewPx);
    const topPx = Math.max(0, Math.min(box.scrollTop - abovePx(box), endPx));
    anchor.current = anchorAfter(anchor.current, fromPx.current, topPx, size);
    fromPx.current = topPx;
    setLines(sameOr(linesInSight(heights, rowAtPx(anchor.current, topPx, 1), size.viewPx)));
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: `look` reads refs and `heights` alone; a list of another length is looked at anew
  useEffect(() => {
    const box = scroller.current;
    if (!enabled || box === null) return;
    const follow = () => {
      held.current = firstInSight(box);
      look(box);
    };
    const moved = () => {
      wanted.current = null;
    };
    follow();
    box.addEventListener("scroll", follow, { passive: true });
    for (const move of MOVES) box.addEventListener(move, moved, { passive: true });
    const resized = typeof ResizeObserver === "undefined" ? null : new ResizeObserver(follow);
    resized?.observe(box);
    return () => {
      box.removeEventListener("scroll", follow);
      for (const move of MOVES) box.removeEventListener(move, moved);
      resized?.disconnect();
    };
  }, [enabled, scroller, heights, total]);

  // After each render, because any of them may change a card's height.
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!enabled || box === null) return;
    const before = heights.topOf(drawn.current);
    const news = measuredLines(box, perLine).filter(([line, px]) => heights.learn(drawn.current + line, px));
    if (news.length > 0) setLearnt((count) => count + 1);
    // In a mapped list the anchor moves with the learnt heights, so that the visible stretch stays.
    if (heights.heightPx > MAX_SCROLL_PX) {
      const { row, px } = anchor.current;
      anchor.current = { row: row + heights.topOf(drawn.current) - before, px };
    }
    const card = wanted.current === null ? null : cardAt(box, wanted.current);
    if (card !== null) {
      if (news.length === 0) wanted.current = null;
      card.scrollIntoView({ block: "start" });
      held.current = firstInSight(box);
    } else {
      const movedPx = movedBy(box, held.current);
      if (held.current !== null && Math.abs(movedPx) >= 1) {
        held.current = { id: held.current.id, atPx: held.current.atPx + movedPx };
        box.scrollTop += movedPx;
      }
    }
    // New heights may put other cards into the viewport; after a jump no card was held there.
    look(box);
  });

  return {
    offset: lines.first * perLine,
    limit: lines.count * perLine,
    /** Scrolls a card, from 0, to the top; repeated until the heights above it are known. */
    scrollTo(row: number): void {
      const box = scroller.current;
      if (box === null) return;
      wanted.current = row;
      const size = { total: heights.heightPx, rowPx: 1, viewPx: box.clientHeight || VIEW_PX };
      box.scrollTop = abovePx(box) + pxToShow(heights.topOf(Math.floor(row / perLine)), size);
    },
    place(offset: number, count: number): RowWindow {
      const first = Math.floor(offset / perLine);
      drawn.current = first;
      const top = heights.topOf(first);
      const drawnPx = heights.topOf(first + Math.ceil(count / perLine)) - top;
      const beforePx = Math.max(0, pxOfRow(anchor.current, top, 1));
      const wholePx = scrollHeightPx({ total: heights.heightPx, rowPx: 1 });
      const afterPx = Math.max(0, wholePx - beforePx - drawnPx);
      const rowInSight = () => {
        const box = scroller.current;
        if (box === null) return 0;
        const topPx = Math.max(0, box.scrollTop - abovePx(box));
        return heights.lineAt(rowAtPx(anchor.current, topPx + SEEN_PX, 1)) * perLine;
      };
      return { offset, total, beforePx, afterPx, rowPx: heights.meanPx, rowInSight };
    },
  };
}

function abovePx(box: HTMLElement): number {
  const list = box.querySelector<HTMLElement>(CARD)?.parentElement;
  if (!list) return 0;
  return Math.max(0, list.offsetTop - (Number.parseFloat(list.style.marginTop) || 0));
}

function cardAt(box: HTMLElement, place: number): HTMLElement | null {
  return box.querySelector<HTMLElement>(`${CARD}[aria-posinset="${place + 1}"]`);
}

interface Lines {
  first: number;
  count: number;
}

/** Keeps the identity of an equal state, so that React skips the render. */
function sameOr(next: Lines): (before: Lines) => Lines {
  return (before) => (before.first === next.first && before.count === next.count ? before : next);
}

/** The first visible card, and its top in the scrolled content. */
interface HeldCard {
  id: string;
  atPx: number;
}

function firstInSight(box: HTMLElement): HeldCard | null {
  const edge = box.getBoundingClientRect().top;
  for (const card of box.querySelectorAll<HTMLElement>(CARD)) {
    const { top, bottom } = card.getBoundingClientRect();
    if (bottom > edge) return { id: card.dataset.row ?? "", atPx: top - edge + box.scrollTop };
  }
  return null;
}

/** How far rendering above it has moved the held card, without scrolling; 0 where it is gone. */
function movedBy(box: HTMLElement, held: HeldCard | null): number {
  if (held === null) return 0;
  const card = [...box.querySelectorAll<HTMLElement>(CARD)].find(({ dataset }) => dataset.row === held.id);
  if (card === undefined) return 0;
  return card.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop - held.atPx;
}

/**
 * The height of each drawn line with the gap behind it; the last line is left out, because its gap is unknown.
 * `offsetTop` is not used: it rounds a line of 254.4 px to 254 or 255, and measuring would never settle.
 */
function measuredLines(box: HTMLElement, perLine: number): [line: number, px: number][] {
  const tops = [...box.querySelectorAll<HTMLElement>(CARD)]
    .filter((_, at) => at % perLine === 0)
    .map((card) => card.getBoundingClientRect().top);
  return tops.slice(0, -1).map((top, line) => [line, (tops[line + 1] ?? top) - top]);
}
