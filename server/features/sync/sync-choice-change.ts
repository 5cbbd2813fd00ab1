import {
  isSameChoice,
  isSameGroups,
  RETAIN_EVERYTHING,
  type Retention,
  type RetentionChoice,
  retentionAt,
} from "../../../src/domain/offline/retention.ts";
import { ALL_INSIGHTS_STAGE } from "./stages/stages.ts";
import type { SyncCursor, SyncRound } from "./sync-cursor.ts";

/** A cursor with the retention that the call names. */
export interface ChosenCursor extends SyncCursor {
  /** The retention at the end of the round that begins with this page; during a round, that of the round. */
  readonly retention: Retention;
}

/** The position of a client without a cursor. */
export const FROM_NOTHING = {
  base: null,
  baseRetention: RETAIN_EVERYTHING,
  round: null,
  mark: null,
  hasReplaced: false,
} as const;

/**
 * Puts a choice of retention into a cursor.
 *
 * A round with another choice is abandoned. The next one begins at the same base, so that it sends everything written
 * since, deletions too. The client certainly holds at that base what it held before and the abandoned round had not
 * made it drop: days newer than both windows, and, where the groups differ, no Sentinel, so that all are reset.
 * Further rows of the abandoned round are sent again, reset, or older than `since`.
 *
 * @param named parts of the choice; the others stay as the cursor has them
 */
export function withChoice(cursor: SyncCursor, named: Partial<RetentionChoice>, nowMs: number): ChosenCursor {
  const { base, baseRetention, round } = cursor;
  const current = round?.retention ?? baseRetention;
  const choice = { ...current, ...named };
  const retention = retentionAt(choice, nowMs, baseRetention);
  if (round === null || isSameChoice(choice, current)) return { ...cursor, retention };
  if (base === null) return { ...cursor, retention, round: firstRoundWith(round, retention) };
  return { ...cursor, retention, baseRetention: surelyHad(baseRetention, round.retention), round: null };
}

/**
 * The first sync with another retention. It keeps its target, so that the round after it sends everything written
 * since its very begin. If only days changed and the read over insights, newest first, is not complete, it continues
 * with the new end, or goes back to the moment from which the client dropped rows. Otherwise it begins again and
 * resets all Sentinels that the retention does not have.
 */
function firstRoundWith(round: SyncRound, retention: Retention): SyncRound {
  const { stage, after, target } = round;
  const readsInsights = stage <= ALL_INSIGHTS_STAGE;
  const narrows =
    retention.since !== null && (round.retention.since === null || retention.since >= round.retention.since);
  if (!isSameGroups(retention.groups, round.retention.groups) || !(readsInsights || narrows)) {
    return { target, retention, stage: 0, after: null };
  }
  const isBeyond =
    stage === ALL_INSIGHTS_STAGE &&
    after !== null &&
    retention.since !== null &&
    Number(after[0]) < retention.since;
  return { target, retention, stage, after: isBeyond ? [retention.since, 0] : after };
}

function surelyHad(before: Retention, givenUp: Retention): Retention {
  const { days, since } = (givenUp.since ?? 0) > (before.since ?? 0) ? givenUp : before;
  return { days, since, groups: isSameGroups(before.groups, givenUp.groups) ? before.groups : [] };
}
