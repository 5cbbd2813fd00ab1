import type { Transaction } from "kysely";
import type { Database } from "../../db/database.ts";
import type { Schema } from "../../db/schema.ts";
import { lockAlerts } from "../alerts/lock-repository.ts";
import { deleteAlerts } from "../alerts/repository.ts";

export async function clearPosition(transaction: Transaction<Schema>, deviceRef: number): Promise<void> {
  await transaction
    .updateTable("devices")
    .set({ latitude: null, longitude: null })
    .where("device_ref", "=", deviceRef)
    .execute();
}

/** Sets all insights of a Sentinel aside, for all its users. */
export async function setInsightsAside(
  { locks }: Pick<Database, "locks">,
  transaction: Transaction<Schema>,
  deviceRef: number,
): Promise<void> {
  const shown = transaction
    .selectFrom("insights")
    .select("insight_id")
    .where("device_ref", "=", deviceRef)
    .where("set_aside", "=", 0)
    .orderBy("insight_id");
  await locks.lock(transaction, shown);
  await transaction
    .updateTable("insights")
    .set({ set_aside: 1 })
    .where("device_ref", "=", deviceRef)
    .where("set_aside", "=", 0)
    .execute();
}

/**
 * Removes a Sentinel from one user, with its place in their group and their alerts about it. An unused claim code is
 * deleted, so that it does not give access to what this user leaves behind.
 */
export async function takeDeviceFrom(
  db: Pick<Database, "locks">,
  transaction: Transaction<Schema>,
  { deviceRef, userId }: { deviceRef: number; userId: number },
): Promise<void> {
  await transaction
    .deleteFrom("device_users")
    .where("device_ref", "=", deviceRef)
    .where("user_id", "=", userId)
    .execute();
  const alertIds = await lockAlerts(db, transaction, (alerts) =>
    alerts.where("device_ref", "=", deviceRef).where("user_id", "=", userId),
  );
  await deleteAlerts(transaction, alertIds);
  await transaction.deleteFrom("device_claims").where("device_ref", "=", deviceRef).execute();
}
