import type { ReviewAction } from "../../../../domain/insight/insight.ts";

export type SwipeDirection = "left" | "right" | "up";

/** What each direction does; the card leaves in the same direction. */
export const SWIPE_ACTIONS: Readonly<Record<SwipeDirection, ReviewAction>> = {
  left: "archive",
  right: "acknowledge",
  up: "favorite",
};

/** Where a card goes that was acted on by key or button. */
export const LEAVES: Readonly<Record<ReviewAction, SwipeDirection>> = {
  archive: "left",
  acknowledge: "right",
  favorite: "up",
};

export interface Drag {
  /** Pixels from where the finger came down; down and right are positive. */
  dx: number;
  dy: number;
  elapsedMs: number;
  /** Width of the stage in pixels. */
  widthPx: number;
}

const FAR_PX = 96;
const FAR_SHARE = 0.25;
const FLICK_PX = 36;
const FLICK_PX_PER_MS = 0.5;
/** How much longer one axis must be than the other: an oblique stroke is no decision. */
const CLEARLY = 1.4;

/** The way a drag points so far, null while it is oblique, short or down. */
export function dragDirection({ dx, dy }: Pick<Drag, "dx" | "dy">): SwipeDirection | null {
  if (Math.abs(dx) >= Math.abs(dy) * CLEARLY) return dx === 0 ? null : dx < 0 ? "left" : "right";
  return -dy >= Math.abs(dx) * CLEARLY ? "up" : null;
}

/** What a finished drag meant: far enough, or short and quick. Null lets the card spring back. */
export function decideSwipe(drag: Drag): SwipeDirection | null {
  const direction = dragDirection(drag);
  if (direction === null) return null;
  const lengthPx = direction === "up" ? -drag.dy : Math.abs(drag.dx);
  const isFar = lengthPx >= Math.min(FAR_PX, drag.widthPx * FAR_SHARE);
  const isFlick = lengthPx >= FLICK_PX && lengthPx / Math.max(1, drag.elapsedMs) >= FLICK_PX_PER_MS;
  return isFar || isFlick ? direction : null;
}
