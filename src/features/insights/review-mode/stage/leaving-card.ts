import type { SwipeDirection } from "./swipe.ts";
import type { Size } from "./zoom.ts";

/** A card on its way out: the picture of an image after a decision. */
export interface LeavingCard {
  id: number;
  url: string;
  size: Size;
  direction: SwipeDirection;
}
