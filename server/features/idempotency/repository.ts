import type { Transaction } from "kysely";
import type { Schema } from "../../db/schema.ts";

/**
 * Claims a user's key for a call. Of two calls at once the second one waits for the first.
 *
 * @returns null where the key was free; else the call that it names, with its answer
 */
export async function claimKey(
  transaction: Transaction<Schema>,
  { userId, key, callHash, nowMs }: { userId: number; key: string; callHash: string; nowMs: number },
): Promise<{ call_hash: string; answer: string } | null> {
  const claimed = await transaction
    .insertInto("answered_keys")
    .values({
      user_id: userId,
      idempotency_key: key,
      call_hash: callHash,
      answer: "null",
      created_at: nowMs,
    })
    .onConflict((conflict) => conflict.columns(["user_id", "idempotency_key"]).doNothing())
    .returning("user_id")
    .executeTakeFirst();
  if (claimed !== undefined) return null;
  return transaction
    .selectFrom("answered_keys")
    .select(["call_hash", "answer"])
    .where("user_id", "=", userId)
    .where("idempotency_key", "=", key)
    .executeTakeFirstOrThrow();
}

export async function keepAnswer(
  transaction: Transaction<Schema>,
  { userId, key, answer }: { userId: number; key: string; answer: string },
): Promise<void> {
  await transaction
    .updateTable("answered_keys")
    .set({ answer })
    .where("user_id", "=", userId)
    .where("idempotency_key", "=", key)
    .execute();
}
