import type { Size } from "../../photo/gestures/zoom.ts";
import type { DecisionSwipe } from "./swipe-actions.ts";

/** A card on its way out: the picture of an image after a decision. */
export interface LeavingCard {
  id: number;
  url: string;
  size: Size;
  direction: DecisionSwipe;
}
