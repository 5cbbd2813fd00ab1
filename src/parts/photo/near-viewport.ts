import { isMeteredLink } from "../../platform/link.ts";

/** Pictures load this far outside the viewport on an unmetered connection. */
const MARGIN = "320px";

/** One observer for all elements, because rows are drawn by dozens. */
export interface NearViewport {
  /** Resolves when the element is near the viewport, on a metered connection inside it; never after an abort. */
  until(element: Element, signal: AbortSignal): Promise<void>;
}

export function watchNearViewport(): NearViewport {
  const waiting = new Map<Element, () => void>();
  let observer: IntersectionObserver | null = null;

  const leave = (element: Element) => {
    waiting.delete(element);
    observer?.unobserve(element);
  };
  const hear: IntersectionObserverCallback = (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      waiting.get(target)?.();
      leave(target);
    }
  };
  const observe = (element: Element) => {
    if (observer === null) {
      // scrollMargin reaches into scrolling boxes, rootMargin does not; browsers without it load a little later.
      const margin = isMeteredLink() ? "0px" : MARGIN;
      observer = new IntersectionObserver(hear, { rootMargin: margin, scrollMargin: margin });
    }
    observer.observe(element);
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
