import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { decideSwipe, dragDirection, type SwipeDirection } from "./swipe.ts";

export interface GestureInput<Direction extends SwipeDirection> {
  /** A drag moves the photo instead of swiping. */
  near: boolean;
  /** Swipes in other directions mean nothing. */
  swipes: readonly Direction[];
  onPan(dx: number, dy: number): void;
  /** Factor of the scale, about a point relative to the stage's middle. */
  onPinch(factor: number, point: Point): void;
  onDoubleTap(point: Point): void;
  /** The drag so far, and its direction; null when it ends. */
  onDrag(drag: { dx: number; dy: number; direction: Direction | null } | null): void;
  onSwipe(direction: Direction): void;
}

interface Point {
  x: number;
  y: number;
}

const DOUBLE_TAP_MS = 300;
const TAP_PX = 12;
const DOUBLE_TAP_PX = 32;
const WHEEL_PER_PX = 0.0022;

/** Pan, pinch, double tap and swipe over an element; a mouse pans and zooms, but does not swipe. */
export function useStageGestures<Direction extends SwipeDirection>(
  stage: RefObject<HTMLElement | null>,
  input: GestureInput<Direction>,
) {
  const pointers = useRef(new Map<number, Point>());
  const press = useRef<{ at: Point; sinceMs: number; pinched: boolean } | null>(null);
  const lastTap = useRef<{ at: Point; ms: number } | null>(null);

  const fromMiddle = (at: Point): Point => {
    const box = stage.current?.getBoundingClientRect();
    return box ? { x: at.x - box.left - box.width / 2, y: at.y - box.top - box.height / 2 } : { x: 0, y: 0 };
  };
  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    input.onPinch(Math.exp(-event.deltaY * WHEEL_PER_PX), fromMiddle({ x: event.clientX, y: event.clientY }));
  });
  useEffect(() => {
    const element = stage.current;
    if (element === null) return;
    // React's wheel listeners are passive and could not keep the page from scrolling.
    const listener = (event: WheelEvent) => onWheel(event);
    element.addEventListener("wheel", listener, { passive: false });
    return () => element.removeEventListener("wheel", listener);
  }, [stage]);

  const swipeOf = (direction: SwipeDirection | null) =>
    input.swipes.find((wanted) => wanted === direction) ?? null;
  const tap = (at: Point, ms: number) => {
    const before = lastTap.current;
    const isSecond =
      before !== null && ms - before.ms < DOUBLE_TAP_MS && distance(before.at, at) < DOUBLE_TAP_PX;
    lastTap.current = isSecond ? null : { at, ms };
    if (isSecond) input.onDoubleTap(fromMiddle(at));
  };
  const release = (event: PointerEvent) => {
    const began = press.current;
    if (!pointers.current.delete(event.pointerId) || pointers.current.size > 0 || began === null) return;
    press.current = null;
    input.onDrag(null);
    if (event.type === "pointercancel" || began.pinched) return;
    const [dx, dy] = [event.clientX - began.at.x, event.clientY - began.at.y];
    if (Math.hypot(dx, dy) < TAP_PX) return tap({ x: event.clientX, y: event.clientY }, event.timeStamp);
    if (input.near || event.pointerType === "mouse") return;
    const widthPx = stage.current?.clientWidth ?? 0;
    const direction = swipeOf(decideSwipe({ dx, dy, elapsedMs: event.timeStamp - began.sinceMs, widthPx }));
    if (direction !== null) input.onSwipe(direction);
  };

  return {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0 || (event.target instanceof Element && event.target.closest("button"))) return;
      const at = { x: event.clientX, y: event.clientY };
      pointers.current.set(event.pointerId, at);
      stage.current?.setPointerCapture?.(event.pointerId);
      if (pointers.current.size === 1) press.current = { at, sinceMs: event.timeStamp, pinched: false };
      else if (press.current !== null) {
        press.current.pinched = true;
        input.onDrag(null);
      }
    },
    onPointerMove(event: PointerEvent) {
      const before = pointers.current.get(event.pointerId);
      const began = press.current;
      if (before === undefined || began === null) return;
      const at = { x: event.clientX, y: event.clientY };
      const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
      pointers.current.set(event.pointerId, at);
      if (other !== undefined) {
        const middle = { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 };
        input.onPan((at.x - before.x) / 2, (at.y - before.y) / 2);
        input.onPinch(distance(at, other) / Math.max(1, distance(before, other)), fromMiddle(middle));
      } else if (began.pinched || input.near) input.onPan(at.x - before.x, at.y - before.y);
      else if (event.pointerType !== "mouse") {
        const [dx, dy] = [at.x - began.at.x, at.y - began.at.y];
        const isDrag = Math.hypot(dx, dy) >= TAP_PX;
        input.onDrag({ dx, dy, direction: isDrag ? swipeOf(dragDirection({ dx, dy })) : null });
      }
    },
    onPointerUp: release,
    onPointerCancel: release,
  };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
