import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { afterPaint } from "../../../../ui/after-paint.ts";
import { type Band, thumbLift } from "./thumb-lift.ts";

/** Without a scroll for so long, a list rests. */
const REST_MS = 120;
/** The words of cards, and those in place of a photo. */
const WORDS = "[data-facts], [data-photo] span > span";
/** Between the button and the end of the list, as in the style sheet. */
const END_PX = 12;

/**
 * Sets `--lift` on a button that floats over a list of cards, each time that the list rests or is drawn anew. State of
 * the DOM and not of React, because drawing a list anew while it is scrolled drops frames.
 */
export function useThumbLift(
  list: RefObject<HTMLElement | null>,
  thumb: RefObject<HTMLElement | null>,
): void {
  const place = useEffectEvent(() => {
    if (list.current === null || thumb.current === null) return;
    const element = thumb.current;
    const { left, right, height } = element.getBoundingClientRect();
    const bandsOf = (selector: string): Band[] =>
      Array.from(list.current?.querySelectorAll(selector) ?? [], (part) => part.getBoundingClientRect())
        // Words for screen readers alone are a pixel wide.
        .filter((box) => box.width > 1 && box.left < right && box.right > left)
        .map(({ top, bottom }) => ({ topPx: top, bottomPx: bottom }));
    const styles = getComputedStyle(element);
    const liftedPx = Number.parseFloat(styles.getPropertyValue("--lift")) || 0;
    // The bottom of the list moves with bars below it; a transition of the button's own place must not count.
    const inSight = list.current.getBoundingClientRect();
    const bottomPx = inSight.bottom - END_PX;
    const bar = list.current.querySelector("header")?.getBoundingClientRect();
    const button = { topPx: bottomPx - height, bottomPx };
    const liftPx = thumbLift({
      button,
      listTopPx: Math.max(inSight.top, bar?.bottom ?? inSight.top),
      facts: bandsOf(WORDS),
      actions: bandsOf("[data-action]"),
    });
    if (liftPx !== liftedPx) element.style.setProperty("--lift", `${liftPx}px`);
  });
  const sizes = useRef<ResizeObserver | null>(null);
  useEffect(() => {
    // Larger letters, as of another theme, move the cards without a drawing of the list.
    for (const part of list.current?.children ?? []) sizes.current?.observe(part);
    return afterPaint(place);
  });
  useEffect(() => {
    const element = list.current;
    if (element === null) return;
    if (typeof ResizeObserver !== "undefined") sizes.current = new ResizeObserver(() => place());
    for (const part of element.children) sizes.current?.observe(part);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onScroll = () => {
      clearTimeout(timer);
      timer = setTimeout(place, REST_MS);
    };
    element.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      sizes.current?.disconnect();
      element.removeEventListener("scroll", onScroll);
    };
  }, [list]);
}
