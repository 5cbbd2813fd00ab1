import { writeScrollPlace } from "../../../../ui/data-table/rows/scroll-place.ts";

/** Where review stands, as the address bar holds it: a place and, against a set that has changed, its insight. */
export interface ReviewPlace {
  /** From 0, in the filtered set. */
  index: number;
  insightId: string | null;
}

/** The part of the address that says that review is open. */
export const REVIEW_PARAMETER = "review";
const PLACE = REVIEW_PARAMETER;
const IMAGE = "image";

/** The place in the query string, null where review is not open; what makes no sense is the beginning. */
export function readReviewPlace(search: URLSearchParams): ReviewPlace | null {
  const text = search.get(PLACE);
  if (text === null) return null;
  const position = /^\d{1,9}$/.test(text) ? Number(text) : 1;
  return { index: Math.max(0, position - 1), insightId: search.get(IMAGE) || null };
}

/** A copy of the query string with the place, or without one for null. */
export function writeReviewPlace(place: ReviewPlace | null, search: URLSearchParams): URLSearchParams {
  const written = new URLSearchParams(search);
  written.delete(PLACE);
  written.delete(IMAGE);
  if (place === null) return written;
  written.set(PLACE, String(place.index + 1));
  if (place.insightId !== null) written.set(IMAGE, place.insightId);
  return written;
}

/** The query string of the list on whose page the place lies, so that leaving shows where the reviewer was. */
export function searchOfList(index: number, pageSize: number, search: URLSearchParams): URLSearchParams {
  const written = writeReviewPlace(null, search);
  if (written.get("view") === "scroll") return writeScrollPlace(index, written);
  const page = Math.floor(index / pageSize) + 1;
  if (page > 1) written.set("page", String(page));
  else written.delete("page");
  return written;
}
