import type { InsightOrder } from "../../../../query/insight-engine.ts";
import type { ReviewPlace } from "./review-address.ts";

/** Where review mode was left, and in which list. */
let placeLeft: { list: string; place: ReviewPlace } | null = null;
/** The list whose review button gets the focus, until the list has found the row. */
let focusLeft: string | null = null;

/** Stores that review mode over this list was left, for the list that is drawn next; null without a place. */
export function leaveReview(order: InsightOrder, place: ReviewPlace | null): void {
  focusLeft = nameOf(order);
  placeLeft = place === null ? null : { list: focusLeft, place };
}

/**
 * Where review mode over this list was left since the last call; null without it. In another list neither the place nor
 * the focus has a meaning: both are dropped.
 */
export function takeReviewReturn(order: InsightOrder): ReviewPlace | null {
  const list = nameOf(order);
  const left = placeLeft;
  placeLeft = null;
  if (focusLeft !== list) focusLeft = null;
  return left?.list === list ? left.place : null;
}

/** Whether the review button of this list gets the focus; once after review mode. */
export function takeReviewFocus(order: InsightOrder): boolean {
  const list = focusLeft;
  focusLeft = null;
  return list === nameOf(order);
}

/** A place counts rows, so that the same rows in another order are another list. */
function nameOf({ filter, sort, grouped }: InsightOrder): string {
  return JSON.stringify([filter, sort, grouped]);
}
