import type { View, WriteTransaction } from "../../db/database.ts";

/**
 * Tokens whose account was deleted while they were live: in `meta`, the hash of each with the time at which it would
 * have ended. Nothing else about the account stays, and nobody learns of it who did not have the token.
 */
const KEY_PREFIX = "deleted_account_token/";
/** The character after the last one of the prefix, as the open end of the range of its keys. */
const KEYS_END = "deleted_account_token0";

/** Notes the live tokens of a user whose account is about to be deleted, and forgets those that would have ended. */
export async function noteDeletedAccount(
  transaction: WriteTransaction,
  userId: number,
  nowMs: number,
): Promise<void> {
  await forgetEnded(transaction, nowMs);
  const sessions = await transaction
    .selectFrom("sessions")
    .select(["token_hash", "expires_at"])
    .where("user_id", "=", userId)
    .where("expires_at", ">", nowMs)
    .execute();
  if (sessions.length === 0) return;
  await transaction
    .insertInto("meta")
    .values(
      sessions.map(({ token_hash, expires_at }) => ({
        key: KEY_PREFIX + token_hash,
        value: String(expires_at),
      })),
    )
    .execute();
}

/** Whether the account of this token was deleted; false too once the token would have ended anyway. */
export async function isOfDeletedAccount(view: View, tokenHash: string, nowMs: number): Promise<boolean> {
  const noted = await view
    .selectFrom("meta")
    .select("value")
    .where("key", "=", KEY_PREFIX + tokenHash)
    .executeTakeFirst();
  return noted !== undefined && Number(noted.value) > nowMs;
}

async function forgetEnded(transaction: WriteTransaction, nowMs: number): Promise<void> {
  const noted = await transaction
    .selectFrom("meta")
    .select(["key", "value"])
    .where("key", ">=", KEY_PREFIX)
    .where("key", "<", KEYS_END)
    .execute();
  const ended = noted.filter(({ value }) => Number(value) <= nowMs).map(({ key }) => key);
  if (ended.length > 0) await transaction.deleteFrom("meta").where("key", "in", ended).execute();
}
