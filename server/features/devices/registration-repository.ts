import type { Insertable } from "kysely";
import type { Database, WriteTransaction } from "../../db/database.ts";
import type { DeviceTable } from "../../db/schema/devices.ts";

export type NewDeviceRow = Pick<
  Insertable<DeviceTable>,
  "device_id" | "device_name" | "location_name" | "latitude" | "longitude" | "created_at"
>;

/** Our number for a new Sentinel; null where one has its id already. */
export async function insertDevice(
  transaction: WriteTransaction,
  device: NewDeviceRow,
): Promise<number | null> {
  const made = await transaction
    .insertInto("devices")
    .values({ ...NEW, ...device })
    .onConflict((conflict) => conflict.column("device_id").doNothing())
    .returning("device_ref")
    .executeTakeFirst();
  return made?.device_ref ?? null;
}

/** Assigns a Sentinel to a user, with all that it has sent. */
export async function grantDevice(
  transaction: WriteTransaction,
  { deviceRef, userId, nowMs }: { deviceRef: number; userId: number; nowMs: number },
): Promise<void> {
  await transaction
    .insertInto("device_users")
    .values({ device_ref: deviceRef, user_id: userId, after_insight_id: 0, granted_at: nowMs })
    .execute();
}

/** The Sentinel whose current key has this hash. */
export async function findDeviceByKey(db: Database, keyHash: string) {
  return db.reader
    .selectFrom("device_keys")
    .innerJoin("devices", "devices.device_ref", "device_keys.device_ref")
    .where("device_keys.key_hash", "=", keyHash)
    .select(["devices.device_ref", "devices.device_id"])
    .executeTakeFirst();
}

/** Stores the key of a Sentinel in the place of its former one. */
export async function setDeviceKey(
  transaction: WriteTransaction,
  { deviceRef, keyHash, nowMs }: { deviceRef: number; keyHash: string; nowMs: number },
): Promise<void> {
  await transaction
    .insertInto("device_keys")
    .values({ device_ref: deviceRef, key_hash: keyHash, made_at: nowMs })
    .onConflict((conflict) =>
      conflict.column("device_ref").doUpdateSet({ key_hash: keyHash, made_at: nowMs }),
    )
    .execute();
}

export async function insertClaim(
  transaction: WriteTransaction,
  { deviceRef, codeHash, nowMs }: { deviceRef: number; codeHash: string; nowMs: number },
): Promise<void> {
  await transaction
    .insertInto("device_claims")
    .values({ device_ref: deviceRef, code_hash: codeHash, made_at: nowMs })
    .execute();
}

/**
 * Uses the claim code of a Sentinel without an owner; of two people at once one succeeds.
 *
 * @returns our number for it; null where it has no such code
 */
export async function takeClaim(
  transaction: WriteTransaction,
  deviceId: string,
  codeHash: string,
): Promise<number | null> {
  const taken = await transaction
    .deleteFrom("device_claims")
    .where("code_hash", "=", codeHash)
    .where("device_ref", "in", (of) =>
      of.selectFrom("devices").select("device_ref").where("device_id", "=", deviceId),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("device_users")
            .select("user_id")
            .whereRef("device_users.device_ref", "=", "device_claims.device_ref"),
        ),
      ),
    )
    .returning("device_ref")
    .executeTakeFirst();
  return taken?.device_ref ?? null;
}

const NEW = {
  allow_complete_images: 0,
  allow_wifi_insights: 0,
} as const;
