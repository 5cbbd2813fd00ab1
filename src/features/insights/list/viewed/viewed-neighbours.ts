import type { UnsavedAction } from "../../../../domain/outbox/projection.ts";
import type {
  InsightEngine,
  InsightOrder,
  InsightRow,
  InsightSnapshot,
} from "../../../../query/insight-engine.ts";
import { overlayUnsaved } from "../../actions/unsaved-overlay.ts";
import { cursorOnInsight } from "../rows/row-cursor.ts";
import type { ShownRows, ViewedRow } from "./viewed-row.ts";

/** A list that changes while the place of the row is looked up is looked at again this many times. */
const MOST_LOOKS = 3;
/** Rows that are read at a time: few at first, because the next photo is most often near. */
const FIRST_READ_ROWS = 50;
const MOST_READ_ROWS = 2000;

interface ViewedNeighbours {
  /** As it looks now; an action may have taken it out of the list. */
  row: InsightRow;
  previous: ViewedRow | null;
  next: ViewedRow | null;
  /** The list goes on beyond the shown rows, where neighbours must be read. */
  further: { previous: boolean; next: boolean };
}

/**
 * The neighbours of the viewed row among the rows that the list shows.
 *
 * @param matched rows of the whole list
 * @param counts whether a row is a neighbour; others are passed over
 */
export function settleViewed(
  viewed: ViewedRow,
  { rows, first, matched }: ShownRows & { matched: number },
  unsaved: readonly UnsavedAction[],
  counts: (row: InsightRow) => boolean = () => true,
): ViewedNeighbours {
  const here = rows.findIndex(({ insightId }) => insightId === viewed.row.insightId);
  const row = rows[here] ?? overlayUnsaved([viewed.row], unsaved)[0] ?? viewed.row;
  const none = { row, previous: null, next: null };
  if (here < 0 && viewed.index === null) return { ...none, further: { previous: false, next: false } };
  const at = here < 0 ? (viewed.index ?? 0) - first : here;
  // The list has not followed the viewer yet, or has been scrolled away from it.
  if (at < -1 || at > rows.length) {
    return { ...none, further: { previous: first + at > 0, next: first + at < matched - 1 } };
  }
  // Where the open row has left, its follower stands in its place.
  const nextAt = here < 0 ? at : at + 1;
  const viewedAt = (wanted: number): ViewedRow | null => {
    const found = rows[wanted];
    return found === undefined ? null : { row: found, index: first + wanted };
  };
  return {
    row,
    previous: viewedAt(rows.slice(0, Math.max(0, at)).findLastIndex(counts)),
    next: viewedAt(rows.findIndex((found, place) => place >= nextAt && counts(found))),
    further: { previous: first + Math.min(0, at) > 0, next: first + Math.max(rows.length, nextAt) < matched },
  };
}

interface NeighbourRead {
  step: 1 | -1;
  /** Whether a row is a neighbour; others are passed over. */
  counts(row: InsightRow): boolean;
  signal: AbortSignal;
}

/**
 * Reads the list from the viewed row on, until a row counts; null where none does. By one snapshot, so that rows which
 * come in meanwhile are not passed over.
 *
 * @throws where the list cannot be read, or after `signal`
 */
export async function readNeighbour(
  view: InsightEngine,
  order: InsightOrder,
  viewed: ViewedRow,
  read: NeighbourRead,
): Promise<ViewedRow | null> {
  const { row, index } = viewed;
  const { step, signal } = read;
  for (let looks = 1; ; looks += 1) {
    const place = await view.placeOf(order, [row.insightId], signal);
    const snapshot = await view.snapshot(order, signal);
    try {
      const there = place === null ? [row] : await snapshot.rows(place, 1, signal);
      if (cursorOnInsight(there, [row.insightId]) === null && looks < MOST_LOOKS) continue;
      // Where the row has left the list, its follower stands in its place.
      const from = place === null ? (index ?? 0) + Math.min(0, step) : place + step;
      return await readFrom(snapshot, from, read);
    } finally {
      snapshot.release();
    }
  }
}

/** The first row that counts, from a place of the snapshot on. */
async function readFrom(
  snapshot: InsightSnapshot,
  from: number,
  { step, counts, signal }: NeighbourRead,
): Promise<ViewedRow | null> {
  let at = from;
  for (let size = FIRST_READ_ROWS; at >= 0 && at < snapshot.matched; size = MOST_READ_ROWS) {
    const offset = step === 1 ? at : Math.max(0, at - size + 1);
    const rows = await snapshot.rows(offset, step === 1 ? size : at - offset + 1, signal);
    const found = step === 1 ? rows.findIndex(counts) : rows.findLastIndex(counts);
    const neighbour = rows[found];
    if (neighbour !== undefined) return { row: neighbour, index: offset + found };
    if (rows.length === 0) return null;
    at = step === 1 ? offset + rows.length : offset - 1;
  }
  return null;
}
