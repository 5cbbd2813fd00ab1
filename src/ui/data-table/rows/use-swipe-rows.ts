import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/** Beyond this the row's step is taken when the finger leaves, in pixels. */
const FAR_PX = 96;
/** Below this a touch may still become a press or a scroll, in pixels. */
const UNDECIDED_PX = 8;

/** A row under a finger. */
interface Swipe {
  row: HTMLElement;
  pointerId: number;
  startX: number;
  startY: number;
  dx: number;
  moving: boolean;
}

/**
 * Rows that a finger moves to the right reveal their next step, and take it where it leaves far enough. A row that can
 * be swiped has `data-swipe` (the words of its step) and `data-swipe-id`; rows may lie in rows. A mouse has buttons.
 */
export function useSwipeRows(
  scroller: RefObject<HTMLElement | null>,
  onSwipe: ((id: string) => void) | undefined,
): void {
  const latest = useRef(onSwipe);
  useLayoutEffect(() => {
    latest.current = onSwipe;
  });
  const enabled = onSwipe !== undefined;
  useEffect(() => {
    const box = scroller.current;
    if (!enabled || box === null) return;
    let swipe: Swipe | null = null;
    const end = () => {
      if (swipe !== null) reset(swipe.row);
      swipe = null;
    };
    const down = (event: PointerEvent) => {
      const { target, pointerType, pointerId, clientX, clientY } = event;
      if (swipe !== null || pointerType === "mouse" || !(target instanceof Element)) return end();
      const row = target.closest<HTMLElement>("[data-swipe-id]");
      if (row?.dataset.swipe === undefined) return;
      swipe = { row, pointerId, startX: clientX, startY: clientY, dx: 0, moving: false };
    };
    const move = ({ pointerId, clientX, clientY }: PointerEvent) => {
      if (swipe?.pointerId !== pointerId) return;
      const [dx, dy] = [clientX - swipe.startX, Math.abs(clientY - swipe.startY)];
      if (!swipe.moving) {
        if (Math.max(Math.abs(dx), dy) < UNDECIDED_PX) return;
        if (dx <= dy) return end();
        swipe.moving = true;
        // Without it a button under the finger would be pressed at the end.
        swipe.row.setPointerCapture(pointerId);
      }
      swipe.dx = Math.max(0, dx);
      swipe.row.style.transform = `translateX(${swipe.dx}px)`;
      swipe.row.dataset.swiping = swipe.dx >= FAR_PX ? "far" : "near";
    };
    const up = ({ pointerId }: PointerEvent) => {
      if (swipe?.pointerId !== pointerId) return;
      const { row, dx, moving } = swipe;
      end();
      if (moving && dx >= FAR_PX) latest.current?.(row.dataset.swipeId ?? "");
    };
    box.addEventListener("pointerdown", down);
    box.addEventListener("pointermove", move);
    box.addEventListener("pointerup", up);
    box.addEventListener("pointercancel", end);
    return () => {
      end();
      box.removeEventListener("pointerdown", down);
      box.removeEventListener("pointermove", move);
      box.removeEventListener("pointerup", up);
      box.removeEventListener("pointercancel", end);
    };
  }, [scroller, enabled]);
}

function reset(row: HTMLElement): void {
  row.style.transform = "";
  delete row.dataset.swiping;
}
