export type SwipeDirection = "left" | "right" | "up" | "down";

export interface Drag {
  /** Pixels from the start; down and right are positive. */
  dx: number;
  dy: number;
  elapsedMs: number;
  /** Pixels. */
  widthPx: number;
}

const FAR_PX = 96;
const FAR_SHARE = 0.25;
const FLICK_PX = 36;
const FLICK_PX_PER_MS = 0.5;
/** How much longer one axis must be than the other: an oblique stroke is no swipe. */
const CLEARLY = 1.4;

/** Null while the drag is oblique or has no length. */
export function dragDirection({ dx, dy }: Pick<Drag, "dx" | "dy">): SwipeDirection | null {
  if (Math.abs(dx) >= Math.abs(dy) * CLEARLY) return dx === 0 ? null : dx < 0 ? "left" : "right";
  if (Math.abs(dy) < Math.abs(dx) * CLEARLY) return null;
  return dy < 0 ? "up" : "down";
}

/** A swipe is far enough, or short and quick. Null lets the card spring back. */
export function decideSwipe(drag: Drag): SwipeDirection | null {
  const direction = dragDirection(drag);
  if (direction === null) return null;
  const lengthPx = Math.max(Math.abs(drag.dx), Math.abs(drag.dy));
  const isFar = lengthPx >= Math.min(FAR_PX, drag.widthPx * FAR_SHARE);
  const isFlick = lengthPx >= FLICK_PX && lengthPx / Math.max(1, drag.elapsedMs) >= FLICK_PX_PER_MS;
  return isFar || isFlick ? direction : null;
}
