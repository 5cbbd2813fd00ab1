import { sql, type Transaction } from "kysely";
import type { StatusIntent } from "../../src/domain/bulk-outcome.ts";
import { BLOCKED_AFTER_MS, BULK_STATUS } from "../../src/domain/bulk-update.ts";
import type { Database } from "../db/database.ts";
import type { Schema } from "../db/schema.ts";

/** A bulk update that one worker has taken, and nobody else works on while the claim holds. */
export interface BulkUpdateClaim {
  readonly bulkId: number;
  readonly userId: number;
  readonly items: readonly StatusIntent[];
  /** Names this very claim; a worker that lost it can change nothing any more. */
  readonly token: string;
}

/** How many open bulk updates one look at the queue takes in. */
const LOOK_AHEAD = 500;

interface OpenBulkUpdate {
  bulk_id: number;
  user_id: number;
  status: number;
  created_at: number;
  started_at: number | null;
  claimed_until: number | null;
}

/** Whether a look at the queue could find anything to do: a read, so that polling costs no write. */
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

/**
 * Takes the oldest bulk update that nothing stands in the way of: one that waits, or one whose worker has let
 * its claim run out. Bulk updates of the same Sentinels go one after the other, in the order in which they came;
 * one that others have kept from its Sentinels for over a minute ends as blocked.
 */
export async function claimBulkUpdate(
  db: Database,
  claim: { token: string; nowMs: number; leaseMs: number },
): Promise<BulkUpdateClaim | null> {
  return db.write(async (transaction) => {
    await lockQueue(transaction, claim.token);
    const open = await transaction
      .selectFrom("bulk_updates")
      .select(["bulk_id", "user_id", "status", "created_at", "started_at", "claimed_until"])
      .where("status", "in", [BULK_STATUS.processing, BULK_STATUS.waiting])
      .orderBy("bulk_id")
      .limit(LOOK_AHEAD)
      .execute();
    const held = new Map<string, number>();
    for (const update of open.filter(({ status }) => status === BULK_STATUS.processing)) {
      if ((update.claimed_until ?? 0) <= claim.nowMs && (await isLetGo(db, transaction, update.bulk_id))) {
        return take(transaction, update, claim);
      }
      const since = update.started_at ?? update.created_at;
      for (const device of await devicesOf(transaction, update.bulk_id)) held.set(device, since);
    }
    const queued = new Set<string>();
    for (const update of open.filter(({ status }) => status === BULK_STATUS.waiting)) {
      const devices = await devicesOf(transaction, update.bulk_id);
      const heldSince = devices.flatMap((device) => held.get(device) ?? []);
      if (heldSince.length === 0 && !devices.some((device) => queued.has(device))) {
        return take(transaction, update, claim);
      }
      if (heldSince.some((since) => claim.nowMs - Math.max(since, update.created_at) > BLOCKED_AFTER_MS)) {
        await endAsBlocked(transaction, update.bulk_id, claim.nowMs);
        continue;
      }
      for (const device of devices) queued.add(device);
    }
    return null;
  });
}

/** Lengthens a claim; false where it was lost. */
export async function renewClaim(
  db: Database,
  claim: BulkUpdateClaim,
  claimedUntilMs: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db.write((transaction) =>
    ownedBy(transaction, claim).set({ claimed_until: claimedUntilMs }).executeTakeFirstOrThrow(),
  );
  return numUpdatedRows > 0n;
}

/** The row of a claim as long as the claim holds. */
export function ownedBy(transaction: Transaction<Schema>, claim: BulkUpdateClaim) {
  return transaction
    .updateTable("bulk_updates")
    .where("bulk_id", "=", claim.bulkId)
    .where("status", "=", BULK_STATUS.processing)
    .where("claimed_by", "=", claim.token);
}

/** One look at the queue at a time, over all server processes: whoever writes this row first goes first. */
async function lockQueue(transaction: Transaction<Schema>, token: string): Promise<void> {
  await transaction
    .insertInto("meta")
    .values({ key: "bulk_update_queue", value: token })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value: token }))
    .execute();
}

/** Whether a claim that ran out is really nobody's: on PostgreSQL a worker in mid-apply still locks the row. */
async function isLetGo(db: Database, transaction: Transaction<Schema>, bulkId: number): Promise<boolean> {
  if (db.kind === "sqlite") return true;
  const { rows } = await sql`
    select 1 from bulk_updates where bulk_id = ${bulkId} and status = ${BULK_STATUS.processing}
    for update skip locked
  `.execute(transaction);
  return rows.length > 0;
}

async function take(
  transaction: Transaction<Schema>,
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
  return { bulkId: update.bulk_id, userId: update.user_id, items: JSON.parse(items), token };
}

async function endAsBlocked(transaction: Transaction<Schema>, bulkId: number, nowMs: number): Promise<void> {
  await transaction
    .updateTable("bulk_updates")
    .set({ status: BULK_STATUS.blocked, finished_at: nowMs })
    .where("bulk_id", "=", bulkId)
    .execute();
}

async function devicesOf(transaction: Transaction<Schema>, bulkId: number): Promise<string[]> {
  const { items } = await transaction
    .selectFrom("bulk_updates")
    .select("items")
    .where("bulk_id", "=", bulkId)
    .executeTakeFirstOrThrow();
  const intents: StatusIntent[] = JSON.parse(items);
  return [...new Set(intents.map(({ deviceId }) => deviceId))];
}
