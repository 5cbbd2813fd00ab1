import type { ReviewPlace } from "./review-address.ts";

let left: ReviewPlace | null = null;

/** Stores where review mode was left, for the list that is drawn next. */
export function leaveReviewAt(place: ReviewPlace): void {
  left = place;
}

/** Where review mode was left since the last call; null without it. */
export function takeReviewReturn(): ReviewPlace | null {
  const place = left;
  left = null;
  return place;
}
