import { SECOND_TAP_MS } from "../domain/second-tap.ts";

/** How far apart two taps of a finger on one place are at most. */
const SAME_PLACE_PX = 20;
const CONTROL = "button, a, input, select, textarea, summary, label";

/**
 * Holds off a click at the place of the click before, shortly after it, where something else lies there now: the second
 * tap of a double tap meets what the first one has brought there, as the next row, or Undo in the place of Save. Clicks
 * by key or script are left alone, and so are those on the same control.
 *
 * @returns a function that ends it
 */
export function holdOffSecondTaps(
  target: Pick<Window, "addEventListener" | "removeEventListener">,
): () => void {
  let last: { on: Element; x: number; y: number; atMs: number } | null = null;
  const onClick = (event: MouseEvent) => {
    // A click by key or script counts no presses.
    if (event.detail === 0 || !(event.target instanceof Element)) return;
    const { clientX: x, clientY: y, timeStamp: atMs } = event;
    const on = controlOf(event.target);
    const isQuick =
      last !== null &&
      atMs - last.atMs < SECOND_TAP_MS &&
      Math.hypot(x - last.x, y - last.y) <= SAME_PLACE_PX;
    // The system counts the clicks of a mouse, by the time that its user has set for a double click.
    const isSecond = isMouse(event) ? event.detail > 1 : isQuick;
    if (!isSecond || last === null || last.on === on) {
      last = { on, x, y, atMs };
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  target.addEventListener("click", onClick, true);
  return () => target.removeEventListener("click", onClick, true);
}

function isMouse(event: MouseEvent): boolean {
  return "pointerType" in event && event.pointerType === "mouse";
}

/** A click on a label is followed by one on its field: both are on the field. */
function controlOf(element: Element): Element {
  const control = element.closest(CONTROL);
  return (control instanceof HTMLLabelElement ? control.control : control) ?? control ?? element;
}
