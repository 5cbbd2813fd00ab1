/** The first visible row, from 1, of a list without pages: a reload and Back return to it. */
const PLACE = "at";

/** The row in the address, from 0; 0 for any other text. */
export function readScrollPlace(search: URLSearchParams): number {
  const text = search.get(PLACE) ?? "";
  return /^\d{1,9}$/.test(text) ? Math.max(0, Number(text) - 1) : 0;
}

/** A copy of the query string with the row, counted from 0; the beginning is left out. */
export function writeScrollPlace(row: number, search: URLSearchParams): URLSearchParams {
  const written = new URLSearchParams(search);
  if (row > 0) written.set(PLACE, String(row + 1));
  else written.delete(PLACE);
  return written;
}
