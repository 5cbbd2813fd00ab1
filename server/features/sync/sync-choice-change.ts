import {
  isSameChoice,
  isSameGroups,
  keptAt,
  RETAIN_EVERYTHING,
  type Retention,
  type RetentionChoice,
} from "../../../src/domain/offline/retention.ts";
import { ALL_INSIGHTS_STAGE } from "./stages/stages.ts";
import type { SyncCursor, SyncRound } from "./sync-cursor.ts";

/** A cursor with what the call names to be kept. */
export interface ChosenCursor extends SyncCursor {
  /** What the client keeps when the round that begins with this page has ended; where a round is on, as it says. */
  readonly wanted: Retention;
}

/** Where a client stands that has no cursor. */
export const FROM_NOTHING = { base: null, kept: RETAIN_EVERYTHING, round: null } as const;

/**
 * Takes a choice of what to keep into a cursor.
 *
 * A round of another choice is given up, and the next one begins at the same base, so that it brings all that was
 * written since, deletions too. What the client surely has of that base is what it had before and the given-up round
 * had not told it to drop: days newer than both windows; and of Sentinels nothing, where the groups differ, so that
 * all are reset. What the given-up round had sent beyond that is sent again, reset, or older than `since`.
 *
 * @param named what is left out stays as the cursor has it
 */
export function withChoice(cursor: SyncCursor, named: Partial<RetentionChoice>, nowMs: number): ChosenCursor {
  const { base, kept, round } = cursor;
  const current = round?.kept ?? kept;
  const choice = { ...current, ...named };
  const wanted = keptAt(choice, nowMs, kept);
  if (round === null || isSameChoice(choice, current)) return { ...cursor, wanted };
  if (base === null) return { ...cursor, wanted, round: firstRoundWith(round, wanted) };
  return { ...cursor, wanted, kept: surelyHad(kept, round.kept), round: null };
}

/**
 * A first sync keeps its target, so that the round after it brings all that was written since its very beginning. It
 * goes on where it stood where only days changed and the walk over insights, newest first, is not over: it gets
 * another end, and goes back to where the client drops. Else it begins again, resetting what is not kept.
 */
function firstRoundWith(round: SyncRound, kept: Retention): SyncRound {
  const { stage, after, target } = round;
  const walks = stage <= ALL_INSIGHTS_STAGE;
  const narrows = kept.since !== null && (round.kept.since === null || kept.since >= round.kept.since);
  if (!isSameGroups(kept.groups, round.kept.groups) || !(walks || narrows)) {
    return { target, kept, stage: 0, after: null };
  }
  const isBeyond =
    stage === ALL_INSIGHTS_STAGE && after !== null && kept.since !== null && Number(after[0]) < kept.since;
  return { target, kept, stage, after: isBeyond ? [kept.since, 0] : after };
}

function surelyHad(before: Retention, givenUp: Retention): Retention {
  const { days, since } = (givenUp.since ?? 0) > (before.since ?? 0) ? givenUp : before;
  return { days, since, groups: isSameGroups(before.groups, givenUp.groups) ? before.groups : [] };
}
