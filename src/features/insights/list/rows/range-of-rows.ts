import type { InsightEngine, InsightOrder, InsightRow } from "../../../../query/insight-engine.ts";
import type { PlacedRow } from "../../../../ui/data-table/row-selection.ts";

const READ_ROWS = 2000;
/** Rows may move between `placeOf` and the snapshot; after this many tries the last answer is taken. */
const MOST_TRIES = 3;

/**
 * Ids of the rows between two ends, both included, in the order of the answer; the second end may stand first. A row
 * that has gone is replaced by the one in its place.
 *
 * @param onRead called with each part of the rows that are read
 */
export async function idsBetween(
  view: InsightEngine,
  order: InsightOrder,
  ends: readonly [PlacedRow, PlacedRow],
  onRead: (rows: readonly InsightRow[]) => void = () => {},
): Promise<string[]> {
  for (let tries = 1; ; tries += 1) {
    const found = await Promise.all(ends.map(({ id }) => view.placeOf(order, [id])));
    const [first = 0, last = 0] = ends.map(({ place }, at) => found[at] ?? place).sort((a, b) => a - b);
    const ids = await readIds(view, order, [first, last + 1], onRead);
    const stood = ends.every(({ id }, at) => found[at] === null || ids[(found[at] ?? 0) - first] === id);
    if (stood || tries === MOST_TRIES) return ids;
  }
}

/** By one snapshot, so that rows which come in meanwhile neither repeat nor hide others between two parts. */
async function readIds(
  view: InsightEngine,
  order: InsightOrder,
  [first, end]: readonly [number, number],
  onRead: (rows: readonly InsightRow[]) => void,
) {
  const snapshot = await view.snapshot(order);
  try {
    const ids: string[] = [];
    const last = Math.min(end, snapshot.matched);
    while (first + ids.length < last) {
      const rows = await snapshot.rows(first + ids.length, Math.min(READ_ROWS, last - first - ids.length));
      if (rows.length === 0) break;
      onRead(rows);
      for (const { insightId } of rows) ids.push(insightId);
    }
    return ids;
  } finally {
    snapshot.release();
  }
}
