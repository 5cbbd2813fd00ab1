import { isMeteredLink } from "../../platform/link.ts";
import { systemTimers, type Timers } from "../../platform/timers.ts";

/** Pictures load this far outside the viewport on an unmetered connection. */
const MARGIN = "320px";
/** So long after its last movement a list is still being scrolled. */
const MOVING_MS = 100;
/**
 * While a list is scrolled, a picture begins once it has been near for so long: one that passes sooner would not be
 * seen, and would take the list's frames their time.
 */
const STAYS_MS = 150;

/** One observer for all elements, because rows are drawn by dozens. */
export interface NearViewport {
  /**
   * Resolves when the element is near the viewport, on a metered connection inside it, and stays there; never after an
   * abort.
   */
  until(element: Element, signal: AbortSignal): Promise<void>;
}

export function watchNearViewport(timers: Timers = systemTimers): NearViewport {
  const waiting = new Map<Element, () => void>();
  const near = new Set<Element>();
  let observer: IntersectionObserver | null = null;
  let movedMs = Number.NEGATIVE_INFINITY;

  const noteMove = () => {
    movedMs = timers.elapsedMs();
  };
  const leave = (element: Element) => {
    waiting.delete(element);
    near.delete(element);
    observer?.unobserve(element);
    if (waiting.size === 0) document.removeEventListener("scroll", noteMove, true);
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
    if (timers.elapsedMs() - movedMs >= MOVING_MS) begin(came);
    else if (came.length > 0) timers.after(STAYS_MS, () => begin(came));
  };
  const observe = (element: Element) => {
    if (observer === null) {
      // scrollMargin reaches into scrolling boxes, rootMargin does not; browsers without it load a little later.
      const margin = isMeteredLink() ? "0px" : MARGIN;
      observer = new IntersectionObserver(hear, { rootMargin: margin, scrollMargin: margin });
    }
    observer.observe(element);
    // The boxes that scroll are inside the page: only capturing hears them all.
    document.addEventListener("scroll", noteMove, { capture: true, passive: true });
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
