import { type RefObject, useEffect } from "react";

/**
 * Gives the focus to `home` where the control in `box` that has it is removed or disabled: it would fall to the body, and
 * the next key would act on something else. A focus that went elsewhere stays there.
 */
export function useKeptFocus(box: RefObject<HTMLElement | null>, home: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    let last: Element | null = null;
    const onFocus = ({ target }: FocusEvent) => {
      last = target instanceof Element ? target : null;
    };
    const bringBack = () => {
      if (last === null || (last.isConnected && !last.matches(":disabled"))) return;
      // A browser takes the focus from a disabled button only with the next frame.
      const isLost = document.activeElement === document.body || document.activeElement === last;
      last = null;
      if (isLost) home.current?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(bringBack);
    observer.observe(element, { childList: true, subtree: true, attributeFilter: ["disabled"] });
    element.addEventListener("focusin", onFocus);
    return () => {
      observer.disconnect();
      element.removeEventListener("focusin", onFocus);
    };
  }, [box, home]);
}
