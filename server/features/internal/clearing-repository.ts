import type { Database, View, WriteTransaction } from "../../db/database.ts";
import { CLEARED_ID, isNotCleared } from "../devices/cleared-query.ts";

export interface ClearedDevice {
  device_ref: number;
  device_id: string;
  device_name: string | null;
  preferred_name: string | null;
}

/** A Sentinel by its id on the wire, regardless of access; null where there is none. */
export async function findDeviceById(view: View, deviceId: string): Promise<ClearedDevice | null> {
  const found = await view
    .selectFrom("devices")
    .where("device_id", "=", deviceId)
    .where(() => isNotCleared)
    .select(["device_ref", "device_id", "device_name", "preferred_name"])
    .executeTakeFirst();
  return found ?? null;
}

/** All that hangs on a Sentinel, counted; insights that were set aside included. */
export async function countContents(view: View, deviceRef: number) {
  const countOf = async (table: "insights" | "photos" | "alerts" | "device_update_targets") => {
    const { count } = await view
      .selectFrom(table)
      .where("device_ref", "=", deviceRef)
      .select(({ fn }) => fn.countAll().as("count"))
      .executeTakeFirstOrThrow();
    return Number(count);
  };
  const users = await view
    .selectFrom("device_users")
    .innerJoin("users", "users.user_id", "device_users.user_id")
    .where("device_users.device_ref", "=", deviceRef)
    .select("users.username")
    .orderBy("users.username_key")
    .execute();
  return {
    insights: await countOf("insights"),
    photos: await countOf("photos"),
    alerts: await countOf("alerts"),
    updates: await countOf("device_update_targets"),
    users: users.map(({ username }) => username),
  };
}

/** The updates that name a Sentinel, in the order in which they are locked; `waits`: it has not reported. */
export async function findUpdatesOf(
  transaction: WriteTransaction,
  deviceRef: number,
): Promise<{ updateId: number; waits: boolean }[]> {
  const rows = await transaction
    .selectFrom("device_update_targets")
    .where("device_ref", "=", deviceRef)
    .select(["device_update_id", "status"])
    .orderBy("device_update_id")
    .execute();
  return rows.map(({ device_update_id, status }) => ({
    updateId: device_update_id,
    waits: status === "pending",
  }));
}

/** Takes a Sentinel out of an update. @returns whether other Sentinels are left in it */
export async function leaveUpdate(
  transaction: WriteTransaction,
  updateId: number,
  deviceRef: number,
): Promise<boolean> {
  await transaction
    .deleteFrom("device_update_targets")
    .where("device_update_id", "=", updateId)
    .where("device_ref", "=", deviceRef)
    .execute();
  const other = await transaction
    .selectFrom("device_update_targets")
    .where("device_update_id", "=", updateId)
    .select("device_ref")
    .limit(1)
    .executeTakeFirst();
  if (other !== undefined) return true;
  await transaction.deleteFrom("device_updates").where("device_update_id", "=", updateId).execute();
  return false;
}

/**
 * Takes a Sentinel from all its users, and its key from itself, and frees its id for a new one. Its insights are
 * reached by nobody then and are deleted in slices later.
 */
export async function detachDevice(
  { locks }: Pick<Database, "locks">,
  transaction: WriteTransaction,
  deviceRef: number,
  nowMs: number,
): Promise<void> {
  const access = transaction
    .selectFrom("device_users")
    .select("user_id")
    .where("device_ref", "=", deviceRef)
    .orderBy("user_id");
  await locks.lock(transaction, access);
  for (const table of OF_THE_DEVICE) {
    await transaction.deleteFrom(table).where("device_ref", "=", deviceRef).execute();
  }
  // After the assignments, whose deletion tells each user's mirror the id that it has.
  await transaction
    .updateTable("devices")
    .set({ device_id: `${CLEARED_ID}${deviceRef}` })
    .where("device_ref", "=", deviceRef)
    .execute();
  await transaction
    .insertInto("device_clearings")
    .values({ device_ref: deviceRef, started_at: nowMs })
    .execute();
}

/** Few rows each. */
const OF_THE_DEVICE = [
  "alerts",
  "device_users",
  "device_revocations",
  "device_keys",
  "device_claims",
  "device_arrivals",
  "deployments",
  "photo_uploads",
] as const;
