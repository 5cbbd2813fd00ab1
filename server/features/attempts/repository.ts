import type { View, WriteTransaction } from "../../db/database.ts";

/** The stored state of one bucket. */
export interface Level {
  readonly bucket_key: string;
  readonly full_at: number;
}

/** The buckets with these keys that are not full, or were not when they were last swept. */
export async function findLevels(view: View, keys: readonly string[]): Promise<Level[]> {
  return view
    .selectFrom("attempt_buckets")
    .select(["bucket_key", "full_at"])
    .where("bucket_key", "in", [...keys])
    .execute();
}

/**
 * Reads buckets and holds them until the transaction ends: one that has no row gets one. In the order of their keys, so
 * that two transactions do not wait for each other.
 */
export async function lockLevels(
  transaction: WriteTransaction,
  keys: readonly string[],
  nowMs: number,
): Promise<Level[]> {
  return transaction
    .insertInto("attempt_buckets")
    .values([...keys].sort().map((bucket_key) => ({ bucket_key, full_at: nowMs })))
    .onConflict((conflict) =>
      conflict.column("bucket_key").doUpdateSet((eb) => ({ bucket_key: eb.ref("excluded.bucket_key") })),
    )
    .returning(["bucket_key", "full_at"])
    .execute();
}

export async function storeLevels(transaction: WriteTransaction, levels: readonly Level[]): Promise<void> {
  await transaction
    .insertInto("attempt_buckets")
    .values([...levels].sort((a, b) => (a.bucket_key < b.bucket_key ? -1 : 1)))
    .onConflict((conflict) =>
      conflict.column("bucket_key").doUpdateSet((eb) => ({ full_at: eb.ref("excluded.full_at") })),
    )
    .execute();
}

/** Moves the time at which a bucket is full. */
export async function shiftLevel(transaction: WriteTransaction, key: string, byMs: number): Promise<void> {
  await transaction
    .updateTable("attempt_buckets")
    .set((eb) => ({ full_at: eb("full_at", "+", byMs) }))
    .where("bucket_key", "=", key)
    .execute();
}

export async function deleteLevels(transaction: WriteTransaction, keys: readonly string[]): Promise<void> {
  await transaction
    .deleteFrom("attempt_buckets")
    .where("bucket_key", "in", [...keys])
    .execute();
}

/** Deletes the buckets that are full, and where more than `most` are left, those that are full first. */
export async function sweepLevels(transaction: WriteTransaction, nowMs: number, most: number): Promise<void> {
  const beyond = await transaction
    .selectFrom("attempt_buckets")
    .select("full_at")
    .orderBy("full_at", "desc")
    .offset(most)
    .limit(1)
    .executeTakeFirst();
  await transaction
    .deleteFrom("attempt_buckets")
    .where("full_at", "<=", Math.max(nowMs, beyond?.full_at ?? nowMs))
    .execute();
}
