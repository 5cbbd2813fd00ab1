import type { Database } from "../../db/database.ts";

/**
 * Whether this history has carried out a user's call under the key. One that does not know it, though the user's device
 * knows that it is done, was put back to a state before it; see AFTER_KEY_PARAMETER.
 */
export async function isKnownKey(db: Database, userId: number, key: string): Promise<boolean> {
  const call = await db.reader
    .selectFrom("answered_keys")
    .select("user_id")
    .where("user_id", "=", userId)
    .where("idempotency_key", "=", key)
    .executeTakeFirst();
  if (call !== undefined) return true;
  const bulkUpdate = await db.reader
    .selectFrom("bulk_updates")
    .select("bulk_id")
    .where("user_id", "=", userId)
    .where("idempotency_key", "=", key)
    .executeTakeFirst();
  return bulkUpdate !== undefined;
}
