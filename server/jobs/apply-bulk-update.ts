import { sql, type Transaction } from "kysely";
import {
  changesInsight,
  decideItems,
  type InsightState,
  type ItemDecision,
  type StatusIntent,
} from "../../src/domain/bulk-outcome.ts";
import { BULK_STATUS } from "../../src/domain/bulk-update.ts";
import { INSIGHT_STATUSES, isInsightStatus } from "../../src/domain/insight.ts";
import type { ItemResult } from "../../src/protocol/bulk-updates.ts";
import type { Database } from "../db/database.ts";
import type { Schema } from "../db/schema.ts";
import { type BulkUpdateClaim, ownedBy } from "./bulk-update-queue.ts";

/** The claim ran out and another worker has taken the bulk update; nothing was changed. */
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
  time: { nowMs: number; claimedUntilMs: number },
): Promise<void> {
  await db.write(async (transaction) => {
    // First of all, so that the row is locked before anything is read: a lost claim ends here.
    const { numUpdatedRows } = await ownedBy(transaction, claim)
      .set({ claimed_until: time.claimedUntilMs })
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw new ClaimLost();
    const states = await readStates(db, transaction, claim);
    const decisions = decideItems(claim.items, (item) => states.get(nameOf(item)) ?? null);
    await writeStatuses(db, transaction, claim, decisions, states, time.nowMs);
    await ownedBy(transaction, claim)
      .set({
        status: BULK_STATUS.completed,
        outcomes: JSON.stringify(outcomesOf(claim.items, decisions)),
        finished_at: time.nowMs,
      })
      .execute();
  });
}

async function writeStatuses(
  db: Database,
  transaction: Transaction<Schema>,
  claim: BulkUpdateClaim,
  decisions: readonly ItemDecision[],
  states: ReadonlyMap<string, InsightState>,
  nowMs: number,
): Promise<void> {
  const changed = claim.items.filter((_, index) => changesInsight(decisions[index]?.outcome ?? "gone"));
  for (const status of INSIGHT_STATUSES) {
    const ids = changed
      .filter((item) => item.insightStatus === status)
      .map(({ insightId }) => Number(insightId));
    if (ids.length === 0) continue;
    await transaction
      .updateTable("insights")
      .set({ insight_status: status, status_by: claim.userId, status_at: nowMs })
      .where("insight_id", "in", ids)
      .execute();
  }
  await db.dialect.insertMany(
    transaction,
    "insight_history",
    changed.map((item) => ({
      insight_id: Number(item.insightId),
      user_id: claim.userId,
      bulk_id: claim.bulkId,
      from_status: states.get(nameOf(item))?.status ?? "none",
      to_status: item.insightStatus,
      at: nowMs,
    })),
  );
}

/**
 * The state of every insight that the items name, by the name that an item gives it. Whose an insight was is
 * told by grants, and for those who lost theirs by what the change feed keeps of it.
 */
async function readStates(
  db: Database,
  transaction: Transaction<Schema>,
  claim: BulkUpdateClaim,
): Promise<Map<string, InsightState>> {
  const ids = [...new Set(claim.items.map(({ insightId }) => insightId))].filter((id) =>
    /^[1-9]\d{0,14}$/.test(id),
  );
  const states = new Map<string, InsightState>();
  if (ids.length === 0) return states;
  const numbers = ids.map(Number);
  if (db.kind === "postgres") {
    await sql`select 1 from insights where insight_id in (${sql.join(numbers)}) order by insight_id for update`.execute(
      transaction,
    );
  }
  const rows = await transaction
    .selectFrom("insights as i")
    .innerJoin("devices as d", "d.device_ref", "i.device_ref")
    .leftJoin("users as u", "u.user_id", "i.status_by")
    .leftJoin("device_users as du", (join) =>
      join.onRef("du.device_ref", "=", "i.device_ref").on("du.user_id", "=", claim.userId),
    )
    .where("i.insight_id", "in", numbers)
    .where("i.set_aside", "=", 0)
    .select([
      "i.insight_id",
      "i.device_ref",
      "d.device_id",
      "i.insight_status",
      "i.status_at",
      "u.username",
      "du.after_insight_id",
    ])
    .execute();
  const lost = await readLostDevices(transaction, claim.userId);
  for (const row of rows) {
    if (!isInsightStatus(row.insight_status)) continue;
    states.set(nameOf({ insightId: String(row.insight_id), deviceId: row.device_id }), {
      status: row.insight_status,
      by: row.username,
      atMs: row.status_at,
      access: accessOf(row, lost),
    });
  }
  return states;
}

function accessOf(
  row: { insight_id: number; device_ref: number; after_insight_id: number | null },
  lost: ReadonlySet<number>,
): InsightState["access"] {
  if (row.after_insight_id !== null && row.insight_id > row.after_insight_id) return "held";
  // A renewed grant leaves out what was the user's before it.
  return row.after_insight_id !== null || lost.has(row.device_ref) ? "lost" : "never";
}

async function readLostDevices(transaction: Transaction<Schema>, userId: number): Promise<Set<number>> {
  const rows = await transaction
    .selectFrom("tombstones")
    .select("device_ref")
    .where("feed_table", "=", "devices")
    .where("user_id", "=", userId)
    .execute();
  return new Set(rows.flatMap(({ device_ref }) => (device_ref === null ? [] : [device_ref])));
}

const GONE: ItemDecision = { outcome: "gone", by: null, atMs: null, replaced: null };

function outcomesOf(items: readonly StatusIntent[], decisions: readonly ItemDecision[]): ItemResult[] {
  return items.flatMap(({ insightId, deviceId }, index) => {
    const { outcome, by, atMs, replaced } = decisions[index] ?? GONE;
    if (outcome === "applied") return [];
    const at = atMs === null ? null : new Date(atMs).toISOString();
    return [{ insightId, deviceId, outcome, by, at, ...(replaced !== null && { replaced }) }];
  });
}

function nameOf({ insightId, deviceId }: { insightId: string; deviceId: string }): string {
  return JSON.stringify([insightId, deviceId]);
}
