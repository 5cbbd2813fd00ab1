import type { Database } from "../../db/database.ts";

export interface NewBulkUpdate {
  userId: number;
  idempotencyKey: string | null;
  bodyHash: string;
  /** StatusIntent[] as JSON. */
  items: string;
  status: number;
  createdAtMs: number;
}

export interface StoredBulkUpdate {
  bulk_id: number;
  body_hash: string;
  status: number;
  outcomes: string;
  idempotency_key: string | null;
}

/**
 * Stores a bulk update. Where the user has one with the same key, that one is returned; of several at once exactly
 * one is stored.
 */
export async function insertBulkUpdate(
  db: Database,
  update: NewBulkUpdate,
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
    if (inserted !== undefined) return inserted;
    return transaction
      .selectFrom("bulk_updates")
      .select(["bulk_id", "body_hash"])
      .where("user_id", "=", update.userId)
      .where("idempotency_key", "=", update.idempotencyKey)
      .executeTakeFirstOrThrow();
  });
}

export async function findBulkUpdate(
  db: Database,
  userId: number,
  bulkId: number,
): Promise<StoredBulkUpdate | null> {
  const found = await db.reader
    .selectFrom("bulk_updates")
    .select(["bulk_id", "body_hash", "status", "outcomes", "idempotency_key"])
    .where("bulk_id", "=", bulkId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return found ?? null;
}
