import { isMeteredLink } from "../../platform/link.ts";
import { systemTimers, type Timers } from "../../platform/timers.ts";

/** Pictures load this far outside the viewport on an unmetered connection. */
const MARGIN = "320px";
/** Scroll events further apart belong to two movements. */
const PAUSE_MS = 200;
/** From this speed on, in pixels a millisecond, a row crosses the screen of a phone in 0.2 s or less. */
const FAST_PX_MS = 4;
/**
 * While a list is scrolled fast, a picture begins once it has been near for so long, in milliseconds: those of rows that
 * only pass would not be seen, and would take the time in which the rows themselves are drawn.
 */
const STAYS_MS = 150;

/** One observer for all elements, because rows are drawn by dozens. */
export interface NearViewport {
  /**
   * Resolves when the element is near the viewport, on a metered connection inside it; while a list is scrolled fast,
   * when it is still near after a moment; never after an abort.
   */
  until(element: Element, signal: AbortSignal): Promise<void>;
}

export function watchNearViewport(timers: Timers = systemTimers): NearViewport {
  const waiting = new Map<Element, () => void>();
  const near = new Set<Element>();
  let observer: IntersectionObserver | null = null;
  const speed = createSpeedWatch(timers);

  const leave = (element: Element) => {
    waiting.delete(element);
    near.delete(element);
    observer?.unobserve(element);
    if (waiting.size === 0) document.removeEventListener("scroll", speed.note, true);
  };
  const begin = (elements: readonly Element[]) => {
    for (const element of elements) {
      if (!near.has(element)) continue;
      waiting.get(element)?.();
      leave(element);
    }
  };
  const hear: IntersectionObserverCallback = (entries) => {
    const came: Element[] = [];
    for (const { isIntersecting, target } of entries) {
      if (isIntersecting) {
        near.add(target);
        came.push(target);
      } else near.delete(target);
    }
    if (!speed.isFast()) begin(came);
    else if (came.length > 0) timers.after(STAYS_MS, () => begin(came));
  };
  const observe = (element: Element) => {
    if (observer === null) {
      // scrollMargin reaches into scrolling boxes, rootMargin does not; browsers without it load a little later.
      // Neither widens a box that clips and does not scroll (`overflow: clip`, `contain: paint`): around a list such a
      // box ends the margin.
      const margin = isMeteredLink() ? "0px" : MARGIN;
      observer = new IntersectionObserver(hear, { rootMargin: margin, scrollMargin: margin });
    }
    observer.observe(element);
    // Scroll events of boxes do not bubble: the document gets them in the capture phase only.
    document.addEventListener("scroll", speed.note, { capture: true, passive: true });
  };

  return {
    until(element, signal) {
      if (typeof IntersectionObserver === "undefined") return Promise.resolve();
      return new Promise((resolve) => {
        waiting.set(element, resolve);
        signal.addEventListener("abort", () => waiting.get(element) === resolve && leave(element), {
          once: true,
        });
        observe(element);
      });
    },
  };
}

/** Watches how fast a box is scrolled; a jump, such as to the top of another page, is no movement. */
function createSpeedWatch(timers: Timers) {
  let last: { box: EventTarget; topPx: number; atMs: number } | null = null;
  let fastMs = Number.NEGATIVE_INFINITY;
  return {
    note({ target }: Event): void {
      if (!(target instanceof Element)) return;
      const now = { box: target, topPx: target.scrollTop, atMs: timers.elapsedMs() };
      if (last?.box === target && now.atMs - last.atMs < PAUSE_MS) {
        const px = Math.abs(now.topPx - last.topPx);
        if (px >= FAST_PX_MS * (now.atMs - last.atMs)) fastMs = now.atMs;
      }
      last = now;
    },
    isFast: () => timers.elapsedMs() - fastMs < PAUSE_MS,
  };
}
