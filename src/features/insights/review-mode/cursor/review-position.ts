import type { InsightRow } from "../../../../query/insight-engine.ts";
import { type RowSteps, SINGLE_STEPS } from "./burst-rows.ts";

/**
 * Longer than the longest burst behind, and than two of them ahead, so that the end of a burst is known before it is
 * reached.
 */
const BEHIND = 24;
const AHEAD = 48;

/** The rows to query around a place: some steps either way then need no query. */
export function windowAround(index: number): { offset: number; limit: number } {
  const offset = Math.max(0, index - BEHIND);
  return { offset, limit: index - offset + AHEAD };
}

/** The place of the first row that shows one of these insights, alone or as a member; -1 for none. */
export function findInsight(rows: readonly InsightRow[], insightIds: readonly string[]): number {
  const ids = new Set(insightIds);
  return rows.findIndex(
    (row) => ids.has(row.insightId) || row.members.some(({ insightId }) => ids.has(insightId)),
  );
}

interface SettleInput {
  rows: readonly InsightRow[];
  offset: number;
  matched: number;
  /** The position before, and the step from it. */
  target: { row: InsightRow | null; insightId: string | null; index: number; step: 1 | -1 | 0 };
  /** The rows that followed the position before, nearest first. */
  followers: readonly InsightRow[];
  steps?: RowSteps;
  /** Rows that a step passes over. */
  skips?: SkipRow | undefined;
}

export type SkipRow = (row: InsightRow) => boolean;

/** The ids of a target and of its frames or members. */
export function idsOf({ insightId, row }: Pick<SettleInput["target"], "insightId" | "row">): string[] {
  return insightId === null ? [] : [insightId, ...(row?.members ?? []).map((member) => member.insightId)];
}

/**
 * The place `step` further, past what is skipped; outside `rows` where all the rest of them is. A burst is skipped where
 * each of its frames is.
 */
function stepFrom(place: number, step: 1 | -1, input: SettleInput): number {
  const { rows, steps = SINGLE_STEPS } = input;
  const stepOnce = (from: number) => (step === 1 ? steps.after(rows, from) : steps.before(rows, from));
  return pastSkipped(stepOnce(place), stepOnce, input);
}

function pastSkipped(
  place: number,
  stepOnce: (from: number) => number,
  { rows, steps = SINGLE_STEPS, skips }: Pick<SettleInput, "rows" | "steps" | "skips">,
): number {
  let at = place;
  while (skips !== undefined && at >= 0 && at < rows.length) {
    if (!rows.slice(at, steps.after(rows, at)).every(skips)) break;
    at = stepOnce(at);
  }
  return at;
}

/**
 * The position in the present rows. An insight is followed by its id; where it is gone its follower takes its place.
 * `left`: the insight is gone and no step was taken, so it must still be shown, or the image would change without a
 * key. Null where the position is outside `rows`.
 */
export function settlePlace(input: SettleInput): { place: number; left: boolean } | null {
  const { rows, offset, matched, target, steps = SINGLE_STEPS } = input;
  const { step } = target;
  const stepped = (place: number) => (step === 0 ? place : stepFrom(place, step, input));
  const found = findInsight(rows, idsOf(target));
  if (found >= 0 || target.row === null) {
    const from = found >= 0 ? found : target.index - offset;
    const place = stepped(from);
    // Nothing before it has a photo: the first one that is not skipped stays.
    if (step === -1 && place < 0 && offset === 0 && input.skips !== undefined) {
      return within(from, rows, offset, matched);
    }
    // A burst at the edge of the rows may begin before it.
    const isWhole = steps === SINGLE_STEPS || step !== -1 || place > 0 || offset === 0;
    return isWhole ? within(place, rows, offset, matched) : null;
  }
  const follower = input.followers
    .map(({ insightId }) => findInsight(rows, [insightId]))
    .find((place) => place >= 0);
  const inItsPlace = follower ?? Math.min(target.index, matched) - offset;
  // The follower is in the place already, so a step forward stays.
  const reached =
    step === -1
      ? stepped(inItsPlace)
      : step === 1
        ? pastSkipped(inItsPlace, (at) => steps.after(rows, at), input)
        : inItsPlace;
  const settled = within(reached, rows, offset, matched);
  return settled === null ? null : { ...settled, left: step === 0 };
}

function within(place: number, rows: readonly InsightRow[], offset: number, matched: number) {
  const index = Math.max(0, Math.min(offset + place, matched));
  const inside = index - offset;
  if (inside < 0 || inside > rows.length) return null;
  if (inside === rows.length && index < matched) return null;
  return { place: inside, left: false };
}
