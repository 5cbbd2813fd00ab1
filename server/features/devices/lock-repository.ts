import type { Database, WriteTransaction } from "../../db/database.ts";
import { slicesOf } from "../../insight-store/slices-of.ts";

/** Far below the number of parameters that either database takes. */
const REFS_A_STATEMENT = 1_000;

/**
 * Locks the rows of these Sentinels until the transaction ends. A transaction that changes several of them, or one
 * and rows that belong to it, calls this first: locks taken in one order cannot deadlock.
 */
export async function lockDevices(
  { locks }: Pick<Database, "locks">,
  transaction: WriteTransaction,
  deviceRefs: readonly number[],
): Promise<void> {
  const ordered = [...new Set(deviceRefs)].sort((a, b) => a - b);
  for (const refs of slicesOf(ordered, REFS_A_STATEMENT)) {
    const devices = transaction
      .selectFrom("devices")
      .select("device_ref")
      .where("device_ref", "in", refs)
      .orderBy("device_ref");
    await locks.lock(transaction, devices, "no key update");
  }
}
