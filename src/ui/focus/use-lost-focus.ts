import { type RefObject, useEffect } from "react";
import { topmostDialog } from "../layout/open-modals.ts";

/**
 * Gives a modal dialog the focus and the key that is pressed, where the focus has fallen to the body: the focused button
 * was disabled or removed, and the dialog's own keys would reach nothing.
 */
export function useLostFocus(dialog: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const bringBack = (event: KeyboardEvent) => {
      const element = dialog.current;
      if (element === null || event.target !== document.body) return;
      if (topmostDialog() !== element) return;
      element.focus({ preventScroll: true });
      event.stopImmediatePropagation();
      if (!element.dispatchEvent(new KeyboardEvent("keydown", event))) event.preventDefault();
    };
    window.addEventListener("keydown", bringBack, { capture: true });
    return () => window.removeEventListener("keydown", bringBack, { capture: true });
  }, [dialog]);
}
