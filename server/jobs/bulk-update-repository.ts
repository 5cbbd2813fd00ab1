import type { StatusIntent } from "../../src/domain/bulk-outcome.ts";
import { BULK_STATUS } from "../../src/domain/bulk-update.ts";
import type { DecisionSpan } from "../../src/domain/decision-time.ts";
import type { InsightStatus } from "../../src/domain/insight/insight.ts";
import type { StoredOutcome } from "../bulk-outcomes.ts";
import type { Database, WriteTransaction } from "../db/database.ts";

/** A bulk update that one worker has claimed; no other worker takes it while the claim holds. */
export interface BulkUpdateClaim {
  readonly bulkId: number;
  readonly userId: number;
  readonly items: readonly StatusIntent[];
  /** When the server received it, epoch milliseconds. */
  readonly createdAtMs: number;
  /** Identifies this claim. A worker that lost it can change nothing. */
  readonly token: string;
}

export interface OpenBulkUpdate {
  readonly bulk_id: number;
  readonly user_id: number;
  readonly status: number;
  /** See BulkUpdateTable. */
  readonly device_ids: string | null;
  readonly created_at: number;
  readonly started_at: number | null;
  readonly claimed_until: number | null;
}

/** How many open bulk updates one claim considers: those of hundreds of users that each have as many as they may. */
const OPEN_CONSIDERED = 10_000;

/** Whether a claim could find work: a read, so that polling writes nothing. */
export async function hasOpenBulkUpdates(db: Database, nowMs: number): Promise<boolean> {
  const open = await db.reader
    .selectFrom("bulk_updates")
    .select("bulk_id")
    .where(({ eb, or, and }) =>
      or([
        eb("status", "=", BULK_STATUS.waiting),
        and([eb("status", "=", BULK_STATUS.processing), eb("claimed_until", "<=", nowMs)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return open !== undefined;
}

/** Serialises claims over all server processes: every claim writes this row first. */
export async function lockQueue(transaction: WriteTransaction, token: string): Promise<void> {
  await transaction
    .insertInto("meta")
    .values({ key: "bulk_update_queue", value: token })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value: token }))
    .execute();
}

const LAST_SERVED = "bulk_update_last_served";

/** The user whose bulk update was claimed last; 0 before the first. */
export async function readLastServed(transaction: WriteTransaction): Promise<number> {
  const row = await transaction
    .selectFrom("meta")
    .select("value")
    .where("key", "=", LAST_SERVED)
    .executeTakeFirst();
  return Number(row?.value ?? 0);
}

export async function setLastServed(transaction: WriteTransaction, userId: number): Promise<void> {
  const value = String(userId);
  await transaction
    .insertInto("meta")
    .values({ key: LAST_SERVED, value })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
    .execute();
}

/** Bulk updates that wait or are being processed, oldest first. */
export async function findOpenBulkUpdates(transaction: WriteTransaction): Promise<OpenBulkUpdate[]> {
  return transaction
    .selectFrom("bulk_updates")
    .select(["bulk_id", "user_id", "status", "device_ids", "created_at", "started_at", "claimed_until"])
    .where("status", "in", [BULK_STATUS.processing, BULK_STATUS.waiting])
    .orderBy("bulk_id")
    .limit(OPEN_CONSIDERED)
    .execute();
}

/** Whether no worker works under an expired claim: one that is still applying holds the lock of the row. */
export async function isUnlocked(
  { locks }: Pick<Database, "locks">,
  transaction: WriteTransaction,
  bulkId: number,
): Promise<boolean> {
  const row = transaction
    .selectFrom("bulk_updates")
    .select("bulk_id")
    .where("bulk_id", "=", bulkId)
    .where("status", "=", BULK_STATUS.processing);
  return (await locks.readingUnlocked(row).executeTakeFirst()) !== undefined;
}

/** The Sentinels that a bulk update names, by their ids on the wire. */
export async function devicesOf(
  transaction: WriteTransaction,
  { bulk_id: bulkId, device_ids }: OpenBulkUpdate,
): Promise<string[]> {
  if (device_ids !== null) return JSON.parse(device_ids);
  // A row of an earlier version.
  const { items } = await transaction
    .selectFrom("bulk_updates")
    .select("items")
    .where("bulk_id", "=", bulkId)
    .executeTakeFirstOrThrow();
  const intents: StatusIntent[] = JSON.parse(items);
  return [...new Set(intents.map(({ deviceId }) => deviceId))];
}

export async function setClaimed(
  transaction: WriteTransaction,
  update: OpenBulkUpdate,
  { token, nowMs, leaseMs }: { token: string; nowMs: number; leaseMs: number },
): Promise<BulkUpdateClaim> {
  const { items } = await transaction
    .updateTable("bulk_updates")
    .set({
      status: BULK_STATUS.processing,
      claimed_by: token,
      claimed_until: nowMs + leaseMs,
      started_at: update.started_at ?? nowMs,
    })
    .where("bulk_id", "=", update.bulk_id)
    .returning("items")
    .executeTakeFirstOrThrow();
  const { bulk_id: bulkId, user_id: userId, created_at: createdAtMs } = update;
  return { bulkId, userId, items: JSON.parse(items), createdAtMs, token };
}

export async function setBlocked(
  transaction: WriteTransaction,
  bulkId: number,
  nowMs: number,
): Promise<void> {
  await transaction
    .updateTable("bulk_updates")
    .set({ status: BULK_STATUS.blocked, finished_at: nowMs })
    .where("bulk_id", "=", bulkId)
    .execute();
}

/** Moves the end of a claim, and locks its row until the transaction ends. @returns false where it was lost */
export async function moveClaim(
  transaction: WriteTransaction,
  claim: BulkUpdateClaim,
  claimedUntilMs: number,
): Promise<boolean> {
  const { numUpdatedRows } = await claimedRow(transaction, claim)
    .set({ claimed_until: claimedUntilMs })
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** @param outcomes of the items that were not applied as asked */
export async function setCompleted(
  transaction: WriteTransaction,
  claim: BulkUpdateClaim,
  outcomes: readonly StoredOutcome[],
  nowMs: number,
): Promise<void> {
  await claimedRow(transaction, claim)
    .set({ status: BULK_STATUS.completed, outcomes: JSON.stringify(outcomes), finished_at: nowMs })
    .execute();
}

/** The row of a claim while the claim holds. */
function claimedRow(transaction: WriteTransaction, claim: BulkUpdateClaim) {
  return transaction
    .updateTable("bulk_updates")
    .where("bulk_id", "=", claim.bulkId)
    .where("status", "=", BULK_STATUS.processing)
    .where("claimed_by", "=", claim.token);
}

/**
 * Insights by id, locked in the order of their ids, each with its Sentinel, the author of its status, and since
 * when the user has access to the Sentinel (null: has none).
 */
export async function lockStatuses(
  { locks }: Pick<Database, "locks">,
  transaction: WriteTransaction,
  userId: number,
  insightIds: readonly number[],
) {
  const named = transaction.selectFrom("insights as i").where("i.insight_id", "in", insightIds);
  await locks.lock(transaction, named.select("i.insight_id").orderBy("i.insight_id"));
  return named
    .innerJoin("devices as d", "d.device_ref", "i.device_ref")
    .leftJoin("users as u", "u.user_id", "i.status_by")
    .leftJoin("device_users as du", (join) =>
      join.onRef("du.device_ref", "=", "i.device_ref").on("du.user_id", "=", userId),
    )
    .where("i.set_aside", "=", 0)
    .select([
      "i.insight_id",
      "i.device_ref",
      "d.device_id",
      "i.insight_status",
      "i.status_by",
      "i.status_at",
      "i.time_stamp",
      "i.file_ctime",
      "u.username",
      "du.after_insight_id",
    ])
    .execute();
}

/** Sentinels that the user has lost access to, as the tombstones of the change feed say. */
export async function findLostDevices(transaction: WriteTransaction, userId: number): Promise<Set<number>> {
  const rows = await transaction
    .selectFrom("tombstones")
    .select("device_ref")
    .where("feed_table", "=", "devices")
    .where("user_id", "=", userId)
    .execute();
  return new Set(rows.flatMap(({ device_ref }) => (device_ref === null ? [] : [device_ref])));
}

export async function setStatus(
  transaction: WriteTransaction,
  insightIds: readonly number[],
  { status, userId, nowMs }: { status: InsightStatus; userId: number; nowMs: number },
): Promise<void> {
  if (insightIds.length === 0) return;
  await transaction
    .updateTable("insights")
    .set({ insight_status: status, status_by: userId, status_at: nowMs })
    .where("insight_id", "in", insightIds)
    .execute();
}

export interface StatusChange {
  readonly insightId: number;
  readonly from: InsightStatus;
  readonly to: InsightStatus;
  readonly made: DecisionSpan;
}

export async function insertHistory(
  { dialect }: Pick<Database, "dialect">,
  transaction: WriteTransaction,
  { bulkId, userId, createdAtMs }: BulkUpdateClaim,
  changes: readonly StatusChange[],
  nowMs: number,
): Promise<void> {
  const rows = changes.map(({ insightId, from, to, made }) => ({
    insight_id: insightId,
    user_id: userId,
    bulk_id: bulkId,
    from_status: from,
    to_status: to,
    at: nowMs,
    made_from: made.fromMs,
    made_to: made.toMs,
    arrived_at: createdAtMs,
  }));
  await dialect.insertMany(transaction, "insight_history", rows);
}
