import type { Transaction } from "kysely";
import type { Database } from "../../db/database.ts";
import type { Schema } from "../../db/schema.ts";
import { slicesOf } from "../../insight-store/slices-of.ts";
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
  // Nothing is left to decide anew. A trigger leaves the tombstones.
  await transaction.deleteFrom("replaced_decisions").where("device_ref", "=", deviceRef).execute();
  await transaction
    .updateTable("insights")
    .set({ set_aside: 1 })
    .where("device_ref", "=", deviceRef)
    .where("set_aside", "=", 0)
    .execute();
}

/**
 * Brings back some of the insights of a Sentinel that were set aside, oldest first.
 * @returns how many
 */
export async function restoreSomeInsights(
  { locks }: Pick<Database, "locks">,
  transaction: Transaction<Schema>,
  deviceRef: number,
  limit: number,
): Promise<number> {
  const some = transaction
    .selectFrom("insights")
    .select("insight_id")
    .where("device_ref", "=", deviceRef)
    .where("set_aside", "=", 1)
    .orderBy("insight_id")
    .limit(limit);
  const ids = (await locks.reading(some).execute()).map(({ insight_id }) => insight_id);
  if (ids.length === 0) return 0;
  await transaction.updateTable("insights").set({ set_aside: 0 }).where("insight_id", "in", ids).execute();
  return ids.length;
}

export async function countSetAside(transaction: Transaction<Schema>, deviceRef: number): Promise<number> {
  const { count } = await transaction
    .selectFrom("insights")
    .where("device_ref", "=", deviceRef)
    .where("set_aside", "=", 1)
    .select(({ fn }) => fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Removes Sentinels from one user, with their places in the user's groups and the alerts about them. Insights of up to
 * now stay away from a renewed grant. An unused claim code is deleted, so that it does not give access to what this
 * user leaves behind.
 */
export async function takeDevicesFrom(
  db: Pick<Database, "dialect" | "locks">,
  transaction: Transaction<Schema>,
  { deviceRefs, userId, nowMs }: { deviceRefs: readonly number[]; userId: number; nowMs: number },
): Promise<void> {
  if (deviceRefs.length === 0) return;
  const after_insight_id = await greatestInsightId(transaction);
  for (const refs of slicesOf(deviceRefs, REFS_A_STATEMENT)) {
    const alertIds = await lockAlerts(db, transaction, (alerts) =>
      alerts.where("device_ref", "in", refs).where("user_id", "=", userId),
    );
    await deleteAlerts(transaction, alertIds);
    for (const table of ["device_users", "device_revocations"] as const) {
      await transaction
        .deleteFrom(table)
        .where("device_ref", "in", refs)
        .where("user_id", "=", userId)
        .execute();
    }
    await transaction.deleteFrom("device_claims").where("device_ref", "in", refs).execute();
    const revocations = refs.map((device_ref) => ({
      user_id: userId,
      device_ref,
      after_insight_id,
      revoked_at: nowMs,
    }));
    await db.dialect.insertMany(transaction, "device_revocations", revocations);
  }
}

/** Far below the number of parameters that either database takes. */
const REFS_A_STATEMENT = 500;

/** All insights that a Sentinel has sent have an id up to this one, while its row is locked. */
async function greatestInsightId(transaction: Transaction<Schema>): Promise<number> {
  const newest = await transaction
    .selectFrom("insights")
    .select("insight_id")
    .orderBy("insight_id", "desc")
    .limit(1)
    .executeTakeFirst();
  return newest?.insight_id ?? 0;
}
