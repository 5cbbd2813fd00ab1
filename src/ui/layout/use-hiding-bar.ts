import { type RefObject, useEffect } from "react";

/** Scrolled down by more than this, in pixels, the bar hides. */
const HIDES_PX = 24;
/** Scrolled up by more than this, in pixels, it comes back. */
const SHOWS_PX = 12;
/** So near to the top, in pixels, the bar always stands. */
const TOP_PX = 48;

export interface BarState {
  hidden: boolean;
  /** Where the present direction began: the highest place since the bar stands, the lowest since it is hidden. */
  turnPx: number;
}

/** Inputs that come before the scroll of a person; a list that scrolls by itself has none. */
const HANDS = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

export const BAR_STANDS: BarState = { hidden: false, turnPx: 0 };

/**
 * The bar above a list after it was scrolled.
 *
 * @param topPx how far the list is scrolled now
 * @param pushedPx how much of that the browser has scrolled, because what stands above became higher
 */
export function barAfter({ hidden, turnPx }: BarState, topPx: number, pushedPx = 0): BarState {
  if (topPx <= TOP_PX) return { hidden: false, turnPx: Math.max(0, topPx) };
  const turnedPx = turnPx + pushedPx;
  const turned = hidden ? Math.max(turnedPx, topPx) : Math.min(turnedPx, topPx);
  const movedPx = Math.abs(topPx - turned);
  return movedPx > (hidden ? SHOWS_PX : HIDES_PX)
    ? { hidden: !hidden, turnPx: topPx }
    : { hidden, turnPx: turned };
}

/**
 * Sets `data-bar="hidden"` on the element while its list, or what it lies in, is scrolled down; style sheets move the
 * bar. State of the DOM and not of React, because drawing a list anew while it is scrolled drops frames.
 *
 * @param list selects the lists that count among the element and what is in it
 */
export function useHidingBar(ref: RefObject<HTMLElement | null>, list: string): void {
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    let scrolled: EventTarget | null = null;
    let state = BAR_STANDS;
    let touched = false;
    let before = { topPx: 0, heightPx: 0 };
    const onHand = () => {
      touched = true;
    };
    const onScroll = ({ target }: Event) => {
      if (!(target instanceof HTMLElement)) return;
      const isOwn = element.contains(target) ? target.matches(list) : target.contains(element);
      if (!isOwn) return;
      // A list that returns to an earlier place does so before it is touched, and the bar stands there; the first
      // scroll of a person counts from the top.
      const now = { topPx: target.scrollTop, heightPx: target.scrollHeight };
      if (target !== scrolled) {
        state = touched ? BAR_STANDS : { hidden: false, turnPx: now.topPx };
        before = now;
      }
      scrolled = target;
      // Content that grows above what is in sight scrolls the list by as much.
      const grownPx = now.heightPx - before.heightPx;
      const next = barAfter(state, now.topPx, now.topPx - before.topPx === grownPx ? grownPx : 0);
      before = now;
      if (next.hidden !== state.hidden) {
        if (next.hidden) element.dataset.bar = "hidden";
        else delete element.dataset.bar;
      }
      state = next;
    };
    const options = { capture: true, passive: true } as const;
    document.addEventListener("scroll", onScroll, options);
    for (const name of HANDS) document.addEventListener(name, onHand, options);
    return () => {
      document.removeEventListener("scroll", onScroll, options);
      for (const name of HANDS) document.removeEventListener(name, onHand, options);
    };
  }, [ref, list]);
}
