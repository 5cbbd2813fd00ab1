import type { Database, WriteTransaction } from "../../db/database.ts";
import { laterOf } from "../../db/later-of.ts";
import { keepsItsId } from "../devices/cleared-query.ts";

/** The Sentinel's position, for insights that do not state one. */
export async function findPosition(db: Database, deviceRef: number) {
  return db.reader
    .selectFrom("devices")
    .select(["latitude", "longitude"])
    .where("device_ref", "=", deviceRef)
    .executeTakeFirst();
}

/**
 * Records a call of a Sentinel. The update locks its row until the transaction ends, so that the calls of one
 * Sentinel are written one after the other.
 *
 * @returns false where the Sentinel no longer exists, or was cleared after its key was checked
 */
export async function touchDevice(
  transaction: WriteTransaction,
  deviceRef: number,
  seenMs: number,
  newestInsightMs: number | null,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable("devices")
    .set({
      last_seen: laterOf("last_seen", seenMs),
      ...(newestInsightMs === null ? {} : { last_insight_at: laterOf("last_insight_at", newestInsightMs) }),
    })
    .where("device_ref", "=", deviceRef)
    .where(() => keepsItsId)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
