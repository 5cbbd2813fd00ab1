import type { InsightQuery, InsightView } from "../../query/insight-view.ts";

/** Rows that are read at once. */
const READ_ROWS = 2000;
/** How far an end of a range may have moved since it was seen, by what came or was archived meanwhile. */
const SHIFT_ROWS = 200;

/** A row and its place, from 0, in all that a query answers, as it was when it was chosen. */
export interface PlacedRow {
  id: string;
  place: number;
}

/**
 * Ids of the rows from one to another, both included, in the order of the answer; the second may stand first. An
 * end that has gone is replaced by what stands in its place.
 */
export async function idsBetween(
  view: InsightView,
  query: InsightQuery,
  [from, to]: readonly [PlacedRow, PlacedRow],
): Promise<string[]> {
  const first = Math.max(0, Math.min(from.place, to.place) - SHIFT_ROWS);
  const end = Math.max(from.place, to.place) + SHIFT_ROWS + 1;
  const ids: string[] = [];
  for (let offset = first; offset < end; offset += READ_ROWS) {
    const { rows } = await view.page({ ...query, offset, limit: Math.min(READ_ROWS, end - offset) });
    for (const { insightId } of rows) ids.push(insightId);
    if (rows.length === 0) break;
  }
  const [start = 0, last = 0] = [from, to]
    .map(({ id, place }) => (ids.includes(id) ? ids.indexOf(id) : place - first))
    .sort((a, b) => a - b);
  return ids.slice(start, last + 1);
}
