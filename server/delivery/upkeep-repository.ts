import { sql } from "kysely";
import type { View, WriteTransaction } from "../db/database.ts";

export async function readMeta(view: View, key: string): Promise<string | null> {
  const row = await view.selectFrom("meta").select("value").where("key", "=", key).executeTakeFirst();
  return row?.value ?? null;
}

export async function writeMeta(transaction: WriteTransaction, key: string, value: string): Promise<void> {
  await transaction
    .insertInto("meta")
    .values({ key, value })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
    .execute();
}

/** Drops what waits, with a reason, and forgets what was not planned yet. */
export async function dropWaiting(
  transaction: WriteTransaction,
  reason: string,
  nowMs: number,
): Promise<void> {
  await transaction
    .updateTable("deliveries")
    .set({
      status: "dropped",
      answer: reason,
      ended_at: nowMs,
      claim_token: null,
      claimed_until: null,
    })
    .where("status", "in", ["waiting", "sending"])
    .execute();
  await transaction.deleteFrom("notices").execute();
}

/** Moves all times of what is open, as the clock was moved. @param byMs negative: the clock was set back */
export async function shiftTimes(transaction: WriteTransaction, byMs: number): Promise<void> {
  await transaction
    .updateTable("deliveries")
    .set({
      next_at: sql`next_at + ${byMs}`,
      give_up_at: sql`give_up_at + ${byMs}`,
      claimed_until: sql`claimed_until + ${byMs}`,
    })
    .where("status", "in", ["waiting", "sending"])
    .execute();
  await transaction
    .updateTable("provider_paces")
    .set({ next_at: sql`next_at + ${byMs}` })
    .execute();
}

/** Takes the address of an integration out of use until it confirms again. */
export async function unconfirmTarget(
  transaction: WriteTransaction,
  { userId, platform, address }: { userId: number; platform: string; address: string },
): Promise<void> {
  await transaction
    .updateTable("integration_targets")
    .set({ confirmed_at: null })
    .where("user_id", "=", userId)
    .where("platform", "=", platform)
    .where("address", "=", address)
    .execute();
}

/** Deletes a slice of messages that ended long ago. @returns how many */
export async function deleteEnded(
  transaction: WriteTransaction,
  beforeMs: number,
  limit: number,
): Promise<number> {
  const rows = await transaction
    .selectFrom("deliveries")
    .select("delivery_id")
    .where("ended_at", "<", beforeMs)
    .limit(limit)
    .execute();
  const ids = rows.map(({ delivery_id }) => delivery_id);
  if (ids.length > 0) {
    await transaction.deleteFrom("deliveries").where("delivery_id", "in", ids).execute();
  }
  return ids.length;
}

export async function deleteOldVisits(transaction: WriteTransaction, beforeMs: number): Promise<void> {
  await transaction.deleteFrom("notification_visits").where("last_at", "<", beforeMs).execute();
}
