import type { ReviewAction } from "../../../../domain/insight/insight.ts";
import type { SwipeDirection } from "../../photo/gestures/swipe.ts";

/** A swipe that decides; down is none. */
export type DecisionSwipe = Exclude<SwipeDirection, "down">;

export const DECISION_SWIPES = ["left", "right", "up"] as const satisfies readonly DecisionSwipe[];

export const SWIPE_ACTIONS: Readonly<Record<DecisionSwipe, ReviewAction>> = {
  left: "archive",
  right: "acknowledge",
  up: "favorite",
};

export const LEAVES: Readonly<Record<ReviewAction, DecisionSwipe>> = {
  archive: "left",
  acknowledge: "right",
  favorite: "up",
};
