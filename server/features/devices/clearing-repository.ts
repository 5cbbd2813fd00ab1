import type { Transaction } from "kysely";
import type { Database } from "../../db/database.ts";
import type { Schema } from "../../db/schema.ts";

export async function clearPosition(transaction: Transaction<Schema>, deviceRef: number): Promise<void> {
  await transaction
    .updateTable("devices")
    .set({ latitude: null, longitude: null })
    .where("device_ref", "=", deviceRef)
    .execute();
}

/** Sets all insights of a Sentinel aside, for all its users. */
export async function setInsightsAside(
  { kind }: Pick<Database, "kind">,
  transaction: Transaction<Schema>,
  deviceRef: number,
): Promise<void> {
  if (kind === "postgres") {
    // Whoever else changes several of them at once takes them in the same order, so that neither waits for ever.
    const held = transaction
      .selectFrom("insights")
      .select("insight_id")
      .where("device_ref", "=", deviceRef)
      .where("set_aside", "=", 0)
      .orderBy("insight_id")
      .forUpdate();
    await transaction
      .selectFrom(held.as("held"))
      .select(({ fn }) => fn.countAll().as("insights"))
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
 * Takes a Sentinel from one user: its place in their group goes with it, as do their alerts about it. A claim code that was never used ends, so that nobody gets by it what this user leaves behind.
 */
export async function takeDeviceFrom(
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
}
