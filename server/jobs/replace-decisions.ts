import { changesInsight, type ItemDecision, type StatusIntent } from "../../src/domain/bulk-outcome.ts";
import type { InsightStatus } from "../../src/domain/insight/insight.ts";
import { type PersonDecision, replacedDecisions } from "../../src/domain/replaced-decision.ts";
import type { Database, WriteTransaction } from "../db/database.ts";
import type { BulkUpdateClaim } from "./bulk-update-repository.ts";
import {
  deleteConfirmedDecisions,
  deleteReplacedDecisions,
  findConfirmedDecisions,
  findNewestDecisions,
  findUsers,
  insertConfirmedDecisions,
  insertReplacedDecisions,
} from "./replaced-decision-repository.ts";

/** A locked insight before the bulk update. */
export interface LockedInsight {
  readonly insightId: number;
  readonly deviceRef: number;
  readonly status: InsightStatus;
  readonly statusBy: number | null;
  readonly statusAtMs: number | null;
}

/** Of each insight that may change, the persons whose decision its status was: its author, and who confirmed it. */
export type Standing = ReadonlyMap<number, readonly PersonDecision[]>;

/** The decision of an item of a bulk update. */
export function decisionOf(claim: BulkUpdateClaim, { made }: StatusIntent): PersonDecision {
  const { userId, createdAtMs: arrivedAtMs } = claim;
  return { userId, made: made ?? { fromMs: null, toMs: arrivedAtMs }, arrivedAtMs };
}

/** @param insights locked, so that nothing replaces their status meanwhile */
export async function readStanding(
  transaction: WriteTransaction,
  items: readonly StatusIntent[],
  insights: readonly LockedInsight[],
): Promise<Standing> {
  const wanted = new Map(items.map(({ insightId, insightStatus }) => [Number(insightId), insightStatus]));
  const changing = insights.filter(({ insightId, status }) => wanted.get(insightId) !== status);
  const authored = changing.filter(({ statusBy }) => statusBy !== null);
  const newest = await findNewestDecisions(transaction, authored.map(idOf));
  const newestOf = new Map(newest.map((row) => [row.insight_id, row]));
  const standing = new Map<number, PersonDecision[]>();
  for (const { insightId, statusBy, statusAtMs } of authored) {
    if (statusBy === null) continue;
    const row = newestOf.get(insightId);
    const atMs = row?.arrived_at ?? statusAtMs ?? 0;
    // An entry of an earlier version of the server says nothing about when it was decided.
    const made = { fromMs: row?.made_from ?? null, toMs: row?.made_to ?? atMs };
    standing.set(insightId, [{ userId: statusBy, made, arrivedAtMs: atMs }]);
  }
  for (const row of await findConfirmedDecisions(transaction, changing.map(idOf))) {
    const made = { fromMs: row.made_from, toMs: row.made_to };
    const others = standing.get(row.insight_id) ?? [];
    standing.set(row.insight_id, [...others, { userId: row.user_id, made, arrivedAtMs: row.arrived_at }]);
  }
  return standing;
}

/**
 * Tells the persons whose decisions a bulk update replaces, stores who confirmed a status, and forgets what its sender
 * was told about the insights that they have decided anew.
 */
export async function replaceDecisions(
  db: Pick<Database, "dialect">,
  transaction: WriteTransaction,
  claim: BulkUpdateClaim,
  decided: {
    readonly decisions: readonly ItemDecision[];
    readonly insights: readonly LockedInsight[];
    readonly standing: Standing;
    readonly nowMs: number;
  },
): Promise<void> {
  const { decisions, standing, nowMs } = decided;
  const insights = new Map(decided.insights.map((insight) => [insight.insightId, insight]));
  const outcomes = claim.items.flatMap((item, index) => {
    const insight = insights.get(Number(item.insightId));
    const { outcome } = decisions[index] ?? { outcome: "gone" };
    return insight === undefined ? [] : [{ item, insight, outcome }];
  });
  const changed = outcomes.filter(({ outcome }) => changesInsight(outcome));
  const kept = outcomes.filter(({ outcome }) => outcome === "noop");

  const replaced = changed.flatMap(({ item, insight: { insightId, deviceRef, status } }) =>
    replacedDecisions(
      { status, standing: standing.get(insightId) ?? [] },
      { ...decisionOf(claim, item), status: item.insightStatus },
    ).map((one) => ({ ...one, insightId, deviceRef })),
  );
  // A deleted account has nobody to tell.
  const there = await findUsers(transaction, [...new Set(replaced.map(({ userId }) => userId))]);
  await insertReplacedDecisions(
    db,
    transaction,
    replaced.filter(({ userId }) => there.has(userId)),
    nowMs,
  );
  await deleteReplacedDecisions(
    transaction,
    claim.userId,
    [...changed, ...kept].map(({ insight }) => insight.insightId),
  );
  await deleteConfirmedDecisions(
    transaction,
    changed.map(({ insight }) => insight.insightId).filter((insightId) => standing.has(insightId)),
  );
  const confirmed = kept
    .filter(({ insight }) => insight.statusBy !== claim.userId)
    .map(({ item, insight: { insightId } }) => ({ insightId, ...decisionOf(claim, item) }));
  await insertConfirmedDecisions(db, transaction, confirmed);
}

function idOf({ insightId }: LockedInsight): number {
  return insightId;
}
