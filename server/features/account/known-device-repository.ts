import type { View, WriteTransaction } from "../../db/database.ts";

/** The device of an account that has one of these secrets; undefined: none has. */
export async function findKnownDevice(
  view: View,
  account: string,
  secretHashes: readonly string[],
): Promise<{ known_device_id: number; secret_hash: string } | undefined> {
  return view
    .selectFrom("known_devices")
    .innerJoin("users", "users.user_id", "known_devices.user_id")
    .select(["known_devices.known_device_id", "known_devices.secret_hash"])
    .where("known_devices.secret_hash", "in", [...secretHashes])
    .where("users.email_key", "=", account)
    .executeTakeFirst();
}

/** @returns whether the user still has this device */
export async function touchKnownDevice(
  transaction: WriteTransaction,
  knownDeviceId: number,
  nowMs: number,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable("known_devices")
    .set({ used_at: nowMs })
    .where("known_device_id", "=", knownDeviceId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Stores a device of a user; of more than `most` the ones are dropped that were used longest ago. */
export async function insertKnownDevice(
  transaction: WriteTransaction,
  device: { userId: number; secretHash: string; nowMs: number },
  most: number,
): Promise<void> {
  await transaction
    .insertInto("known_devices")
    .values({ user_id: device.userId, secret_hash: device.secretHash, used_at: device.nowMs })
    .execute();
  const surplus = await transaction
    .selectFrom("known_devices")
    .select("known_device_id")
    .where("user_id", "=", device.userId)
    .where("secret_hash", "<>", device.secretHash)
    .orderBy("used_at", "desc")
    .orderBy("known_device_id", "desc")
    .offset(most - 1)
    .limit(most)
    .execute();
  const ids = surplus.map(({ known_device_id }) => known_device_id);
  if (ids.length > 0)
    await transaction.deleteFrom("known_devices").where("known_device_id", "in", ids).execute();
}

export async function deleteKnownDevices(transaction: WriteTransaction, userId: number): Promise<void> {
  await transaction.deleteFrom("known_devices").where("user_id", "=", userId).execute();
}
