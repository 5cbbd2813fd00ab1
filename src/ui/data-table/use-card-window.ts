import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { TABLE_COMPACT_CARDS_PX } from "../../domain/breakpoints.ts";
import { CardHeights, linesInSight } from "../../domain/card-heights.ts";
import { useMediaQuery } from "../use-media-query.ts";

/** Until cards were measured. */
const LINE_PX = 200;
const VIEW_PX = 600;
const CARD = "li[data-row]";

/** Where the cards that are drawn lie in the whole list. */
export interface CardWindow {
  /** Of the first card, from 0. */
  offset: number;
  total: number;
  beforePx: number;
  afterPx: number;
}

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
 * those above turn out higher than they were taken for.
 */
export function useCardWindow({ enabled, scroller, total, question }: CardWindowInput) {
  const perLine = useMediaQuery(`(max-width: ${TABLE_COMPACT_CARDS_PX}px)`) ? 1 : 2;
  // biome-ignore lint/correctness/useExhaustiveDependencies: cards of another question have other heights
  const heights = useMemo(
    () => new CardHeights(Math.ceil(total / perLine), LINE_PX),
    [total, perLine, question],
  );
  const [lines, setLines] = useState(() => linesInSight(heights, 0, VIEW_PX));
  const [, setLearnt] = useState(0);
  const drawn = useRef(0);
  const held = useRef<HeldCard | null>(null);

  useEffect(() => {
    const box = scroller.current;
    if (!enabled || box === null) return;
    const follow = () => {
      held.current = firstInSight(box);
      setLines(sameOr(linesInSight(heights, box.scrollTop, box.clientHeight || VIEW_PX)));
    };
    follow();
    box.addEventListener("scroll", follow, { passive: true });
    const resized = typeof ResizeObserver === "undefined" ? null : new ResizeObserver(follow);
    resized?.observe(box);
    return () => {
      box.removeEventListener("scroll", follow);
      resized?.disconnect();
    };
  }, [enabled, scroller, heights]);

  // After each drawing, since any of them may change a card.
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!enabled || box === null) return;
    const news = measuredLines(box, perLine).filter(([line, px]) => heights.learn(drawn.current + line, px));
    if (news.length > 0) setLearnt((count) => count + 1);
    const movedPx = movedBy(box, held.current);
    if (Math.abs(movedPx) >= 1) box.scrollTop += movedPx;
    // What was learnt may put other cards where the box stands: after a leap nothing was held there.
    setLines(sameOr(linesInSight(heights, box.scrollTop, box.clientHeight || VIEW_PX)));
  });

  return {
    offset: lines.first * perLine,
    limit: lines.count * perLine,
    /** Where cards that were answered for `offset` stand. */
    place(offset: number, count: number): CardWindow {
      const first = Math.floor(offset / perLine);
      drawn.current = first;
      const end = heights.topOf(heights.lines);
      const after = heights.topOf(first + Math.ceil(count / perLine));
      return { offset, total, beforePx: heights.topOf(first), afterPx: Math.max(0, end - after) };
    },
  };
}

interface Lines {
  first: number;
  count: number;
}

/** For a state that stays the same object while it says the same. */
function sameOr(next: Lines): (before: Lines) => Lines {
  return (before) => (before.first === next.first && before.count === next.count ? before : next);
}

/** The card that a person looks at, and how far below the upper edge of the box it begins. */
interface HeldCard {
  id: string;
  topPx: number;
}

function firstInSight(box: HTMLElement): HeldCard | null {
  const edge = box.getBoundingClientRect().top;
  for (const card of box.querySelectorAll<HTMLElement>(CARD)) {
    const { top, bottom } = card.getBoundingClientRect();
    if (bottom > edge) return { id: card.dataset.row ?? "", topPx: top - edge };
  }
  return null;
}

/** How far the card that was held has moved since; 0 where it is no longer there. */
function movedBy(box: HTMLElement, held: HeldCard | null): number {
  if (held === null) return 0;
  const card = [...box.querySelectorAll<HTMLElement>(CARD)].find(({ dataset }) => dataset.row === held.id);
  if (card === undefined) return 0;
  return card.getBoundingClientRect().top - box.getBoundingClientRect().top - held.topPx;
}

/** The height of each line that is drawn, with the gap behind it; the last has no neighbour to tell its gap by. */
function measuredLines(box: HTMLElement, perLine: number): [line: number, px: number][] {
  const tops = [...box.querySelectorAll<HTMLElement>(CARD)]
    .filter((_, at) => at % perLine === 0)
    .map((card) => card.offsetTop);
  return tops.slice(0, -1).map((top, line) => [line, (tops[line + 1] ?? top) - top]);
}
