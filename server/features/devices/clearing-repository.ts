import type { Transaction } from "kysely";
import { overallUpdateStatus, type UpdateStatus } from "../../../src/domain/device-update.ts";
import type { Database } from "../../db/database.ts";
import type { Schema } from "../../db/schema.ts";

type Kind = Pick<Database, "kind">;

export async function clearPosition(transaction: Transaction<Schema>, deviceRef: number): Promise<void> {
  await transaction
    .updateTable("devices")
    .set({ latitude: null, longitude: null })
    .where("device_ref", "=", deviceRef)
    .execute();
}

/** Sets all insights of a Sentinel aside, for all its users. */
export async function setInsightsAside(
  { kind }: Kind,
  transaction: Transaction<Schema>,
  deviceRef: number,
): Promise<void> {
  if (kind === "postgres") {
    // Whoever else changes several of them at once takes them in the same order, so that neither waits for ever.
    await transaction
      .selectFrom("insights")
      .select("insight_id")
      .where("device_ref", "=", deviceRef)
      .where("set_aside", "=", 0)
      .orderBy("insight_id")
      .forUpdate()
      .execute();
  }
  await transaction
    .updateTable("insights")
    .set({ set_aside: 1 })
    .where("device_ref", "=", deviceRef)
    .where("set_aside", "=", 0)
    .execute();
}

/**
 * Takes a Sentinel from one user: its place in their group goes with it, as do their alerts about it and their
 * updates of it. A claim code that was never used ends, so that nobody gets by it what this user leaves behind.
 */
export async function takeDeviceFrom(
  db: Kind,
  transaction: Transaction<Schema>,
  { deviceRef, userId }: { deviceRef: number; userId: number },
): Promise<void> {
  await transaction
    .deleteFrom("device_users")
    .where("device_ref", "=", deviceRef)
    .where("user_id", "=", userId)
    .execute();
  await transaction
    .deleteFrom("alerts")
    .where("device_ref", "=", deviceRef)
    .where("user_id", "=", userId)
    .execute();
  await transaction.deleteFrom("device_claims").where("device_ref", "=", deviceRef).execute();
  await leaveUpdates(db, transaction, { deviceRef, userId });
}

/** An update of other Sentinels too goes on for those; one of this Sentinel alone is gone. */
async function leaveUpdates(
  { kind }: Kind,
  transaction: Transaction<Schema>,
  { deviceRef, userId }: { deviceRef: number; userId: number },
): Promise<void> {
  const ofUser = transaction
    .selectFrom("device_updates")
    .select(["device_update_id", "status"])
    .where("user_id", "=", userId)
    .where("device_update_id", "in", (of) =>
      of.selectFrom("device_update_targets").select("device_update_id").where("device_ref", "=", deviceRef),
    )
    .orderBy("device_update_id");
  // A Sentinel that reports at this moment waits, and its update is judged by all that remains.
  const updates = await (kind === "postgres" ? ofUser.forUpdate() : ofUser).execute();
  for (const { device_update_id, status } of updates) {
    await transaction
      .deleteFrom("device_update_targets")
      .where("device_update_id", "=", device_update_id)
      .where("device_ref", "=", deviceRef)
      .execute();
    const others = await transaction
      .selectFrom("device_update_targets")
      .select("status")
      .where("device_update_id", "=", device_update_id)
      .execute();
    const update = { id: device_update_id, status, others: others.map((other) => other.status) };
    await judgeUpdate(transaction, update);
  }
}

async function judgeUpdate(
  transaction: Transaction<Schema>,
  { id, status, others }: { id: number; status: string; others: readonly string[] },
): Promise<void> {
  if (others.length === 0) {
    await transaction.deleteFrom("device_updates").where("device_update_id", "=", id).execute();
    return;
  }
  const judged = status === "dropped" ? status : overallUpdateStatus(others as UpdateStatus[]);
  if (judged === status) return;
  await transaction
    .updateTable("device_updates")
    .set({ status: judged })
    .where("device_update_id", "=", id)
    .execute();
}
