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
import type { RowWindow } from "./data-table.tsx";

/** Until cards were measured. */
const LINE_PX = 200;
const VIEW_PX = 600;
const CARD = "li[data-row]";
/** By these a person takes the list to another place. */
const MOVES = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

interface CardWindowInput {
  enabled: boolean;
  scroller: RefObject<HTMLElement | null>;
  /** All cards of the list. */
  total: number;
  /** Heights are learnt anew for another. */
  question: unknown;
}

/**
 * Which cards of a long list to hold, by where its scrolling box stands; all others are empty space. Cards differ in
 * height, so the space is that of the cards which were seen there, and what is looked at stays where it is when
 * those above turn out higher than they were taken for. In a list that is higher than browsers can scroll the box
 * stands for a stretch of it: one pixel of the list counts as one row of `table-scroll.ts`.
 */
export function useCardWindow({ enabled, scroller, total, question }: CardWindowInput) {
  const perLine = useMediaQuery(`(max-width: ${TABLE_COMPACT_CARDS_PX}px)`) ? 1 : 2;
  // biome-ignore lint/correctness/useExhaustiveDependencies: cards of another question have other heights
  const heights = useMemo(() => new CardHeights(0, LINE_PX), [perLine, question]);
  // A list that is not shown as cards has no heights to make room for: at half a million that takes a while.
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

  // After each drawing, since any of them may change a card.
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!enabled || box === null) return;
    const before = heights.topOf(drawn.current);
    const news = measuredLines(box, perLine).filter(([line, px]) => heights.learn(drawn.current + line, px));
    if (news.length > 0) setLearnt((count) => count + 1);
    // A stretch of a longer list stays where it is, whatever is now known of what lies above it.
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
    // What was learnt may put other cards where the box stands: after a leap nothing was held there.
    look(box);
  });

  return {
    offset: lines.first * perLine,
    limit: lines.count * perLine,
    /** Brings a card, from 0, to the top, however high those above it turn out to be. */
    scrollTo(row: number): void {
      const box = scroller.current;
      if (box === null) return;
      wanted.current = row;
      const size = { total: heights.heightPx, rowPx: 1, viewPx: box.clientHeight || VIEW_PX };
      box.scrollTop = abovePx(box) + pxToShow(heights.topOf(Math.floor(row / perLine)), size);
    },
    /** Where cards that were answered for `offset` stand. */
    place(offset: number, count: number): RowWindow {
      const first = Math.floor(offset / perLine);
      drawn.current = first;
      const top = heights.topOf(first);
      const drawnPx = heights.topOf(first + Math.ceil(count / perLine)) - top;
      const beforePx = Math.max(0, pxOfRow(anchor.current, top, 1));
      const wholePx = scrollHeightPx({ total: heights.heightPx, rowPx: 1 });
      return { offset, total, beforePx, afterPx: Math.max(0, wholePx - beforePx - drawnPx) };
    },
  };
}

/** What stands above the list in its box. */
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

/** For a state that stays the same object while it says the same. */
function sameOr(next: Lines): (before: Lines) => Lines {
  return (before) => (before.first === next.first && before.count === next.count ? before : next);
}

/** The card that a person looks at, and where it begins in all that the box scrolls. */
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

/**
 * How far the card that was held has been moved since, by what was drawn above it and not by a scrolling; 0 where it is
 * no longer there.
 */
function movedBy(box: HTMLElement, held: HeldCard | null): number {
  if (held === null) return 0;
  const card = [...box.querySelectorAll<HTMLElement>(CARD)].find(({ dataset }) => dataset.row === held.id);
  if (card === undefined) return 0;
  return card.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop - held.atPx;
}

/**
 * The height of each line that is drawn, with the gap behind it; the last has no neighbour to tell its gap by. Not by
 * `offsetTop`: whole pixels of a line that is 254.4 high come to 254 here and 255 there, and news would never end.
 */
function measuredLines(box: HTMLElement, perLine: number): [line: number, px: number][] {
  const tops = [...box.querySelectorAll<HTMLElement>(CARD)]
    .filter((_, at) => at % perLine === 0)
    .map((card) => card.getBoundingClientRect().top);
  return tops.slice(0, -1).map((top, line) => [line, (tops[line + 1] ?? top) - top]);
}
