import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/** So long a finger rests, in ms. */
const LONG_MS = 450;
/** A finger that moves further scrolls, in pixels. */
const REST_PX = 10;
/** These have presses of their own. */
const CONTROLS = "[data-action], input, label, a";

/** Calls back with the `data-row` of a row on which a pointer rests; the press that ends it does nothing else. */
export function useLongPress(
  scroller: RefObject<HTMLElement | null>,
  onLong: ((rowId: string) => void) | null,
): void {
  const latest = useRef(onLong);
  useLayoutEffect(() => {
    latest.current = onLong;
  });
  const enabled = onLong !== null;
  useEffect(() => {
    const box = scroller.current;
    if (!enabled || box === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let from = { x: 0, y: 0 };
    let wasLong = false;
    /** The row under a press that is not long yet. */
    let pressed: { rowId: string; byFinger: boolean } | null = null;
    const end = () => {
      clearTimeout(timer);
      pressed = null;
    };
    const long = () => {
      if (pressed === null) return;
      const { rowId } = pressed;
      end();
      wasLong = true;
      navigator.vibrate?.(10);
      latest.current?.(rowId);
    };
    const down = ({ target, button, isPrimary, pointerType, clientX, clientY }: PointerEvent) => {
      end();
      wasLong = false;
      if (!isPrimary || button !== 0 || !(target instanceof Element)) return;
      const rowId = target.closest(CONTROLS)
        ? undefined
        : target.closest<HTMLElement>("[data-row]")?.dataset.row;
      if (rowId === undefined) return;
      from = { x: clientX, y: clientY };
      pressed = { rowId, byFinger: pointerType === "touch" };
      timer = setTimeout(long, LONG_MS);
    };
    const move = ({ clientX, clientY }: PointerEvent) => {
      if (Math.hypot(clientX - from.x, clientY - from.y) > REST_PX) end();
    };
    // Else the photo would open, or the browser would offer to save it.
    const swallow = (event: Event) => {
      if (!wasLong) return;
      event.preventDefault();
      event.stopPropagation();
    };
    // The menu of a finger is the system's own long press, which may come sooner and would end this one.
    const menu = (event: Event) => {
      if (pressed?.byFinger) long();
      swallow(event);
    };
    const forget = () => {
      wasLong = false;
    };
    const watched = [
      ["pointerdown", down],
      ["pointermove", move],
      ["pointerup", end],
      ["pointercancel", end],
      ["scroll", end],
      // A press by key after it is one of its own.
      ["keydown", forget],
    ] as const;
    for (const [name, listener] of watched) box.addEventListener(name, listener as EventListener);
    box.addEventListener("click", swallow, { capture: true });
    box.addEventListener("contextmenu", menu, { capture: true });
    return () => {
      end();
      for (const [name, listener] of watched) box.removeEventListener(name, listener as EventListener);
      box.removeEventListener("click", swallow, { capture: true });
      box.removeEventListener("contextmenu", menu, { capture: true });
    };
  }, [scroller, enabled]);
}
