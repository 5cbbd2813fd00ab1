import type { OverlayPart } from "../../../../client/use-address-part.ts";
import { writeScrollPlace } from "../../../../ui/data-table/rows/scroll-place.ts";

/** The position in the address: a place and, in case the set has changed, the insight. */
export interface ReviewPlace {
  /** From 0, in the filtered set. */
  index: number;
  insightId: string | null;
}

export const REVIEW_PARAMETER = "review" satisfies OverlayPart;
const PLACE = REVIEW_PARAMETER;
const IMAGE = "image" satisfies OverlayPart;

/** Null where review mode is not open; 0 for a place that makes no sense. */
export function readReviewPlace(search: URLSearchParams): ReviewPlace | null {
  const text = search.get(PLACE);
  if (text === null) return null;
  const position = /^\d{1,9}$/.test(text) ? Number(text) : 1;
  return { index: Math.max(0, position - 1), insightId: search.get(IMAGE) || null };
}

export function writeReviewPlace(place: ReviewPlace | null, search: URLSearchParams): URLSearchParams {
  const written = new URLSearchParams(search);
  written.delete(PLACE);
  written.delete(IMAGE);
  if (place === null) return written;
  written.set(PLACE, String(place.index + 1));
  if (place.insightId !== null) written.set(IMAGE, place.insightId);
  return written;
}

/** The list's query string with the page of this place. */
export function searchOfList(index: number, pageSize: number, search: URLSearchParams): URLSearchParams {
  const written = writeReviewPlace(null, search);
  if (written.get("view") === "scroll") return writeScrollPlace(index, written);
  const page = Math.floor(index / pageSize) + 1;
  if (page > 1) written.set("page", String(page));
  else written.delete("page");
  return written;
}
