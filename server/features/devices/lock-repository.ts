import type { Database, WriteTransaction } from "../../db/database.ts";

/**
 * Locks the rows of these Sentinels until the transaction ends. A transaction that changes several of them, or one
 * and rows that belong to it, calls this first: locks taken in one order cannot deadlock.
 */
export async function lockDevices(
  { locks }: Pick<Database, "locks">,
  transaction: WriteTransaction,
  deviceRefs: readonly number[],
): Promise<void> {
  if (deviceRefs.length === 0) return;
  const devices = transaction
    .selectFrom("devices")
    .select("device_ref")
    .where("device_ref", "in", deviceRefs)
    .orderBy("device_ref");
  await locks.lock(transaction, devices, "no key update");
}
