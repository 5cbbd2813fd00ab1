import { type BurstFrame, burstEnd, burstStart } from "../../../../domain/insight/burst.ts";
import { insightTimeMs } from "../../../../domain/insight/insight.ts";
import type { InsightRow } from "../../../../query/insight-engine.ts";

/** Steps over rows, one by one or burst by burst. */
export interface RowSteps {
  /** The place after the image or burst that begins here. */
  after(rows: readonly InsightRow[], place: number): number;
  /** Where the image or burst begins that ends before this place. */
  before(rows: readonly InsightRow[], place: number): number;
}

export const SINGLE_STEPS: RowSteps = {
  after: (_, place) => place + 1,
  before: (_, place) => place - 1,
};

/**
 * A burst begins at the cursor, and earlier bursts are read backwards from there: so a few rows around the place are
 * enough, and the shown burst does not grow at its start.
 */
export const BURST_STEPS: RowSteps = {
  after: (rows, place) => burstEnd((at) => frameOf(rows[at]), place),
  before: (rows, place) => burstStart((at) => frameOf(rows[at]), place),
};

/** A collection is never part of a burst: it names its members itself. */
function frameOf(row: InsightRow | undefined): BurstFrame | null {
  if (row === undefined || row.members.length > 0) return null;
  return { deviceId: row.deviceId, className: row.className, timeMs: insightTimeMs(row) };
}

/** Folds bursts into rows with members. @param place of the first frame of the shown burst */
export function foldRows(
  rows: readonly InsightRow[],
  place: number,
  steps: RowSteps,
): { rows: readonly InsightRow[]; place: number } {
  if (steps === SINGLE_STEPS) return { rows, place };
  const behind: InsightRow[] = [];
  for (let end = Math.min(place, rows.length); end > 0; ) {
    const start = steps.before(rows, end);
    behind.push(...rowOfFrames(rows.slice(start, end)));
    end = start;
  }
  const ahead: InsightRow[] = [];
  for (let start = place; start < rows.length; ) {
    const end = steps.after(rows, start);
    ahead.push(...rowOfFrames(rows.slice(start, end)));
    start = end;
  }
  return { rows: [...behind.toReversed(), ...ahead], place: behind.length };
}

/** One row with the id of its first frame, which the address can name. */
function rowOfFrames(frames: readonly InsightRow[]): InsightRow[] {
  const [first, ...others] = frames;
  if (first === undefined || others.length === 0) return first === undefined ? [] : [first];
  const shared = <Key extends "status" | "serverStatus">(key: Key) =>
    others.every((frame) => frame[key] === first[key]) ? first[key] : null;
  return [
    {
      ...first,
      status: shared("status"),
      serverStatus: shared("serverStatus"),
      unsent: frames.some(({ unsent }) => unsent),
      members: frames.toSorted((a, b) => insightTimeMs(b) - insightTimeMs(a)),
    },
  ];
}
