import { BULK_STATUS } from "../../../src/domain/bulk-update.ts";
import type { Database, WriteTransaction } from "../../db/database.ts";

export interface NewBulkUpdate {
  userId: number;
  idempotencyKey: string | null;
  bodyHash: string;
  /** StatusIntent[] as JSON. */
  items: string;
  status: number;
  createdAtMs: number;
  /** The ids of the Sentinels that the items name. */
  deviceIds: readonly string[];
}

/** The user has as many open bulk updates as one user may; nothing was stored. */
export class TooManyOpen extends Error {
  constructor() {
    super("The user has too many open bulk updates.");
    this.name = "TooManyOpen";
  }
}

export interface StoredBulkUpdate {
  bulk_id: number;
  body_hash: string;
  status: number;
  items: string;
  outcomes: string;
  idempotency_key: string | null;
}

/**
 * Stores a bulk update, unless the user has `mostOpen` that are not finished. Where the user has one with the same key, that one is returned; of several at once exactly
 * one is stored.
 *
 * @throws TooManyOpen
 */
export async function insertBulkUpdate(
  db: Database,
  update: NewBulkUpdate,
  mostOpen: number,
): Promise<Pick<StoredBulkUpdate, "bulk_id" | "body_hash">> {
  return db.write(async (transaction) => {
    const inserted = await transaction
      .insertInto("bulk_updates")
      .values({
        user_id: update.userId,
        idempotency_key: update.idempotencyKey,
        body_hash: update.bodyHash,
        status: update.status,
        items: update.items,
        device_ids: JSON.stringify(await existing(transaction, update.deviceIds)),
        outcomes: "[]",
        created_at: update.createdAtMs,
        started_at: null,
        claimed_by: null,
        claimed_until: null,
        finished_at: null,
      })
      .onConflict((conflict) => conflict.columns(["user_id", "idempotency_key"]).doNothing())
      .returning(["bulk_id", "body_hash"])
      .executeTakeFirst();
    if (inserted !== undefined) {
      const open = await transaction
        .selectFrom("bulk_updates")
        .select("bulk_id")
        .where("status", "in", [BULK_STATUS.waiting, BULK_STATUS.processing])
        .where("user_id", "=", update.userId)
        .limit(mostOpen + 1)
        .execute();
      if (open.length > mostOpen) throw new TooManyOpen();
      return inserted;
    }
    return transaction
      .selectFrom("bulk_updates")
      .select(["bulk_id", "body_hash"])
      .where("user_id", "=", update.userId)
      .where("idempotency_key", "=", update.idempotencyKey)
      .executeTakeFirstOrThrow();
  });
}

/** Those of these Sentinels that exist. An id that no Sentinel has cannot hold another bulk update up. */
async function existing(transaction: WriteTransaction, deviceIds: readonly string[]): Promise<string[]> {
  if (deviceIds.length === 0) return [];
  const rows = await transaction
    .selectFrom("devices")
    .select("device_id")
    .where("device_id", "in", deviceIds)
    .execute();
  return rows.map(({ device_id }) => device_id);
}

export async function findBulkUpdate(
  db: Database,
  userId: number,
  bulkId: number,
): Promise<StoredBulkUpdate | null> {
  const found = await db.reader
    .selectFrom("bulk_updates")
    .select(["bulk_id", "body_hash", "status", "items", "outcomes", "idempotency_key"])
    .where("bulk_id", "=", bulkId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return found ?? null;
}
