/** Of a list without pages: the first row in sight, from 1, so that a reload and the back button return to it. */
const PLACE = "at";

/** The row that the address names, from 0; what makes no sense is the beginning. */
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
