import type { View, WriteTransaction } from "../db/database.ts";

/** How often something may be used in a span of time. The count is in the database: all servers share it. */
export interface UseLimit {
  readonly key: string;
  readonly most: number;
  /** The span begins with the first use. */
  readonly spanMs: number;
}

/**
 * Counts one use in the caller's transaction, which holds the count until it ends.
 *
 * @returns 0, or the seconds until the next use is allowed; nothing is counted then
 */
export async function takeUse(
  transaction: WriteTransaction,
  limit: UseLimit,
  nowMs: number,
): Promise<number> {
  const { key, most, spanMs } = limit;
  if (most <= 0) return Math.ceil(spanMs / 1000);
  // Writing first takes the lock of the row, so that no other transaction counts between reading and writing.
  await transaction
    .insertInto("use_limits")
    .values({ limit_key: key, begun_at: nowMs, ends_at: nowMs + spanMs, used: 0 })
    .onConflict((conflict) => conflict.column("limit_key").doUpdateSet({ limit_key: key }))
    .execute();
  const row = await readUse(transaction, key);
  // A clock that was set back begins a new span: the old one could end far in the future.
  const isOver = row === undefined || row.ends_at <= nowMs || row.begun_at > nowMs;
  if (!isOver && row.used >= most) return Math.ceil((row.ends_at - nowMs) / 1000);
  await transaction
    .updateTable("use_limits")
    .set((eb) =>
      isOver ? { begun_at: nowMs, ends_at: nowMs + spanMs, used: 1 } : { used: eb("used", "+", 1) },
    )
    .where("limit_key", "=", key)
    .execute();
  return 0;
}

function readUse(view: View, key: string) {
  return view
    .selectFrom("use_limits")
    .select(["begun_at", "ends_at", "used"])
    .where("limit_key", "=", key)
    .executeTakeFirst();
}

/** Deletes counts whose span is over. */
export async function deleteEndedUses(transaction: WriteTransaction, nowMs: number): Promise<void> {
  await transaction.deleteFrom("use_limits").where("ends_at", "<", nowMs).execute();
}
