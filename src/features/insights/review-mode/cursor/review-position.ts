import type { InsightRow } from "../../../../query/insight-engine.ts";
import { type RowSteps, SINGLE_STEPS } from "./burst-rows.ts";

/** Longer than the longest burst behind, and than two of them ahead: where one ends is seen before it is reached. */
const BEHIND = 24;
const AHEAD = 48;

/** The rows to ask for around a place, so that some steps either way need no question. */
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
  /** What is known of the set now. */
  rows: readonly InsightRow[];
  offset: number;
  matched: number;
  /** Where the reviewer stood, and the step to take from there. */
  target: { row: InsightRow | null; insightId: string | null; index: number; step: 1 | -1 | 0 };
  /** What followed that place before, nearest first. */
  followers: readonly InsightRow[];
  steps?: RowSteps;
}

/** What a target is known by: itself, and the frames or members that stood with it. */
export function idsOf({ insightId, row }: Pick<SettleInput["target"], "insightId" | "row">): string[] {
  return insightId === null ? [] : [insightId, ...(row?.members ?? []).map((member) => member.insightId)];
}

/**
 * Where the reviewer stands in the rows as they are now. An insight is followed by its id wherever it went; where
 * it is gone, what followed it stands in its place. `left` says that the insight is gone and no step was taken: it
 * is still to be shown, so that no image changes under the reviewer's hands. Null where that lies outside of `rows`.
 */
export function settlePlace(input: SettleInput): { place: number; left: boolean } | null {
  const { rows, offset, matched, target, steps = SINGLE_STEPS } = input;
  const { step } = target;
  const stepFrom = (place: number) =>
    step === 0 ? place : step === 1 ? steps.after(rows, place) : steps.before(rows, place);
  const found = findInsight(rows, idsOf(target));
  if (found >= 0 || target.row === null) {
    const place = stepFrom(found >= 0 ? found : target.index - offset);
    // A burst at the edge of what is known may begin before it.
    const isWhole = steps === SINGLE_STEPS || step !== -1 || place > 0 || offset === 0;
    return isWhole ? within(place, rows, offset, matched) : null;
  }
  const follower = input.followers
    .map(({ insightId }) => findInsight(rows, [insightId]))
    .find((place) => place >= 0);
  const inItsPlace = follower ?? Math.min(target.index, matched) - offset;
  // What followed stands in the place already: a step forward is taken by staying.
  const settled = within(step === -1 ? stepFrom(inItsPlace) : inItsPlace, rows, offset, matched);
  return settled === null ? null : { ...settled, left: step === 0 };
}

function within(place: number, rows: readonly InsightRow[], offset: number, matched: number) {
  const index = Math.max(0, Math.min(offset + place, matched));
  const inside = index - offset;
  if (inside < 0 || inside > rows.length) return null;
  if (inside === rows.length && index < matched) return null;
  return { place: inside, left: false };
}
