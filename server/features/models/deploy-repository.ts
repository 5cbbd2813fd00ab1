import type { Transaction } from "kysely";
import type { Database } from "../../db/database.ts";
import type { Schema } from "../../db/schema.ts";

/** A Sentinel by our number and by its id on the wire. */
export interface DeviceName {
  device_ref: number;
  device_id: string;
}

/** One of the user's Sentinels. */
export async function findOwnDevice(
  transaction: Transaction<Schema>,
  userId: number,
  deviceId: string,
): Promise<DeviceName[]> {
  return ownDevices(transaction, userId).where("devices.device_id", "=", deviceId).execute();
}

/** The Sentinels in one of the user's groups; null where there is no such group. */
export async function findGroupDevices(
  transaction: Transaction<Schema>,
  userId: number,
  groupId: number,
): Promise<DeviceName[] | null> {
  const group = await transaction
    .selectFrom("groups")
    .select("group_id")
    .where("group_id", "=", groupId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (group === undefined) return null;
  return ownDevices(transaction, userId)
    .innerJoin("group_devices", (join) =>
      join
        .onRef("group_devices.device_ref", "=", "device_users.device_ref")
        .onRef("group_devices.user_id", "=", "device_users.user_id"),
    )
    .where("group_devices.group_id", "=", groupId)
    .execute();
}

export async function isInAccount(
  transaction: Transaction<Schema>,
  userId: number,
  algId: number,
): Promise<boolean> {
  const found = await transaction
    .selectFrom("user_algs")
    .select("alg_id")
    .where("user_id", "=", userId)
    .where("alg_id", "=", algId)
    .executeTakeFirst();
  return found !== undefined;
}

/** Deploys a model on Sentinels; those that have it already do not change. */
export async function putOn(
  { dialect }: Pick<Database, "dialect">,
  transaction: Transaction<Schema>,
  deviceRefs: readonly number[],
  algId: number,
): Promise<void> {
  const rows = deviceRefs.map((device_ref) => ({ device_ref, alg_id: algId }));
  await dialect.insertMany(transaction, "deployments", rows, ["device_ref", "alg_id"]);
}

export async function takeOff(
  transaction: Transaction<Schema>,
  deviceRefs: readonly number[],
  algId: number,
): Promise<void> {
  if (deviceRefs.length === 0) return;
  await transaction
    .deleteFrom("deployments")
    .where("alg_id", "=", algId)
    .where("device_ref", "in", deviceRefs)
    .execute();
}

/** Locked in one order, so that two writers cannot deadlock. */
function ownDevices(transaction: Transaction<Schema>, userId: number) {
  return transaction
    .selectFrom("device_users")
    .innerJoin("devices", "devices.device_ref", "device_users.device_ref")
    .select(["devices.device_ref", "devices.device_id"])
    .where("device_users.user_id", "=", userId)
    .orderBy("devices.device_ref");
}
