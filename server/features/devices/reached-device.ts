import type { Kysely } from "kysely";
import { notFound } from "../../api-error.ts";
import type { Schema } from "../../db/schema.ts";

/** Our number for a Sentinel that is assigned to this user. @throws ApiError not_found for any other */
export async function reachedDevice(db: Kysely<Schema>, userId: number, deviceId: string): Promise<number> {
  const deviceRef = await findReached(db, userId, deviceId);
  if (deviceRef === null) throw notFound();
  return deviceRef;
}

/** The same, or null for any other. */
export async function findReached(
  db: Kysely<Schema>,
  userId: number,
  deviceId: string,
): Promise<number | null> {
  const found = await db
    .selectFrom("device_users")
    .innerJoin("devices", "devices.device_ref", "device_users.device_ref")
    .where("device_users.user_id", "=", userId)
    .where("devices.device_id", "=", deviceId)
    .select("devices.device_ref")
    .executeTakeFirst();
  return found?.device_ref ?? null;
}
