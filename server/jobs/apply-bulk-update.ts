import {
  changesInsight,
  decideItems,
  type InsightState,
  type ItemDecision,
  type StatusIntent,
} from "../../src/domain/bulk-outcome.ts";
import { INSIGHT_STATUSES, isInsightStatus } from "../../src/domain/insight/insight.ts";
import { DELETED_USER } from "../../src/messages/server/account.ts";
import type { StoredOutcome } from "../bulk-outcomes.ts";
import type { Database, WriteTransaction } from "../db/database.ts";
import {
  type BulkUpdateClaim,
  findLostDevices,
  insertHistory,
  lockStatuses,
  moveClaim,
  setCompleted,
  setStatus,
} from "./bulk-update-repository.ts";
import {
  decisionOf,
  type LockedInsight,
  readStanding,
  replaceDecisions,
  type Standing,
} from "./replace-decisions.ts";

/** The claim expired and another worker has taken the bulk update; nothing was changed. */
export class ClaimLost extends Error {
  constructor() {
    super("Another worker has taken this bulk update.");
    this.name = "ClaimLost";
  }
}

/**
 * Applies a bulk update that was claimed: statuses, their history and the end of the bulk update in one
 * transaction, all or nothing.
 * @throws ClaimLost where the claim no longer holds
 */
export async function applyBulkUpdate(
  db: Database,
  claim: BulkUpdateClaim,
  { nowMs, claimedUntilMs }: { nowMs: number; claimedUntilMs: number },
): Promise<void> {
  await db.write(async (transaction) => {
    // First, because it locks the row: a lost claim ends here, before anything is read.
    if (!(await moveClaim(transaction, claim, claimedUntilMs))) throw new ClaimLost();
    const { states, insights, standing } = await readStates(db, transaction, claim);
    const decisions = decideItems(claim.items, (item) => states.get(nameOf(item)) ?? null);
    await writeStatuses(db, transaction, claim, decisions, states, nowMs);
    await replaceDecisions(db, transaction, claim, { decisions, insights, standing, nowMs });
    await setCompleted(transaction, claim, outcomesOf(claim.items, decisions), nowMs);
  });
}

async function writeStatuses(
  db: Database,
  transaction: WriteTransaction,
  claim: BulkUpdateClaim,
  decisions: readonly ItemDecision[],
  states: ReadonlyMap<string, InsightState>,
  nowMs: number,
): Promise<void> {
  const changed = claim.items.filter((_, index) => changesInsight(decisions[index]?.outcome ?? "gone"));
  for (const status of INSIGHT_STATUSES) {
    const items = changed.filter((item) => item.insightStatus === status);
    const ids = items.map(({ insightId }) => Number(insightId));
    await setStatus(transaction, ids, { status, userId: claim.userId, nowMs });
  }
  const changes = changed.map((item) => ({
    insightId: Number(item.insightId),
    from: states.get(nameOf(item))?.status ?? "none",
    to: item.insightStatus,
    made: decisionOf(claim, item).made,
  }));
  await insertHistory(db, transaction, claim, changes, nowMs);
}

/**
 * The state of every insight that the items name, by insight and device. Access follows from grants; for a user who
 * lost a grant, from the tombstones of the change feed.
 */
async function readStates(
  db: Database,
  transaction: WriteTransaction,
  claim: BulkUpdateClaim,
): Promise<{ states: Map<string, InsightState>; insights: LockedInsight[]; standing: Standing }> {
  const ids = [...new Set(claim.items.map(({ insightId }) => insightId))].filter((id) =>
    /^[1-9]\d{0,14}$/.test(id),
  );
  const states = new Map<string, InsightState>();
  if (ids.length === 0) return { states, insights: [], standing: new Map() };
  const rows = await lockStatuses(db, transaction, claim.userId, ids.map(Number));
  const lost = await findLostDevices(transaction, claim.userId);
  const insights = rows.flatMap((row): LockedInsight[] => {
    const { insight_id: insightId, device_ref: deviceRef, status_by: statusBy, status_at: statusAtMs } = row;
    const status = row.insight_status;
    return isInsightStatus(status) ? [{ insightId, deviceRef, status, statusBy, statusAtMs }] : [];
  });
  const standing = await readStanding(transaction, claim.items, insights);
  for (const row of rows) {
    if (!isInsightStatus(row.insight_status)) continue;
    states.set(nameOf({ insightId: String(row.insight_id), deviceId: row.device_id }), {
      status: row.insight_status,
      by: row.username ?? (row.status_by === null ? null : DELETED_USER),
      atMs: row.status_at,
      made: (standing.get(row.insight_id) ?? []).map(({ made }) => made),
      access: accessOf(row, lost),
      timeStampMs: row.time_stamp,
      fileCtimeMs: row.file_ctime,
    });
  }
  return { states, insights, standing };
}

function accessOf(
  row: { insight_id: number; device_ref: number; after_insight_id: number | null },
  lost: ReadonlySet<number>,
): InsightState["access"] {
  if (row.after_insight_id !== null && row.insight_id > row.after_insight_id) return "held";
  // A renewed grant leaves out the insights that the user reached before it.
  return row.after_insight_id !== null || lost.has(row.device_ref) ? "lost" : "never";
}

const GONE: ItemDecision = { outcome: "gone", by: null, atMs: null, replaced: null };

function outcomesOf(items: readonly StatusIntent[], decisions: readonly ItemDecision[]): StoredOutcome[] {
  return items.flatMap(({ insightId, deviceId }, index): StoredOutcome[] => {
    const { outcome, by, atMs, replaced, madeEarlier } = decisions[index] ?? GONE;
    if (outcome === "applied") return [];
    if (outcome === "gone") return [index];
    const at = atMs === null ? null : new Date(atMs).toISOString();
    const further = { ...(replaced !== null && { replaced }), ...(madeEarlier === true && { madeEarlier }) };
    return [{ insightId, deviceId, outcome, by, at, ...further }];
  });
}

function nameOf({ insightId, deviceId }: { insightId: string; deviceId: string }): string {
  return JSON.stringify([insightId, deviceId]);
}
