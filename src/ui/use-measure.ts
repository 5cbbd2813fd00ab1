import { type RefObject, useLayoutEffect, useState } from "react";

/**
 * A measure of an element, taken anew whenever its size changes; `initial` before the first.
 *
 * @param measure the same function in each render
 */
export function useMeasure<T>(
  ref: RefObject<HTMLElement | null>,
  measure: (element: HTMLElement) => T,
  initial: T,
): T {
  const [measured, setMeasured] = useState(initial);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const update = () => {
      // Here and not in an updater, which React may call while it renders.
      const next = measure(element);
      setMeasured(() => next);
    };
    update();
    if (typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(update);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, measure]);
  return measured;
}
