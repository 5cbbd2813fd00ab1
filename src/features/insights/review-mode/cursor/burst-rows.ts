import { type BurstFrame, burstEnd, burstStart } from "../../../../domain/insight/burst.ts";
import { insightTimeMs } from "../../../../domain/insight/insight.ts";
import type { InsightRow } from "../../../../query/insight-engine.ts";

/** How the cursor steps over rows: one by one, or burst by burst. Places are those of the rows. */
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
 * A burst begins where the reviewer stands, and what lies behind is read backwards from there: so only a few rows
 * around the place decide, and nothing is added to a burst from behind while it is looked at.
 */
export const BURST_STEPS: RowSteps = {
  after: (rows, place) => burstEnd((at) => frameOf(rows[at]), place),
  before: (rows, place) => burstStart((at) => frameOf(rows[at]), place),
};

/** A collection says itself what belongs together. */
function frameOf(row: InsightRow | undefined): BurstFrame | null {
  if (row === undefined || row.members.length > 0) return null;
  return { deviceId: row.deviceId, className: row.className, timeMs: insightTimeMs(row) };
}

/** The rows as images and bursts, these as rows with members; `place` is where the one begins that is stood on. */
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

/** One row for all frames; it goes by the id of the first in the list, which the address can name. */
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
