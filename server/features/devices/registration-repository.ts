import type { Insertable } from "kysely";
import type { Database, View, WriteTransaction } from "../../db/database.ts";
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

/** Our number for the Sentinel with this id on the wire, regardless of access; null where there is none. */
export async function findDeviceRef(view: View, deviceId: string): Promise<number | null> {
  const found = await view
    .selectFrom("devices")
    .select("device_ref")
    .where("device_id", "=", deviceId)
    .executeTakeFirst();
  return found?.device_ref ?? null;
}

/**
 * Assigns Sentinels to a user, each with all that it has sent, or, where the user has had it before, with what it sent
 * since.
 */
export async function grantDevices(
  { dialect }: Pick<Database, "dialect">,
  transaction: WriteTransaction,
  { deviceRefs, userId, nowMs }: { deviceRefs: readonly number[]; userId: number; nowMs: number },
): Promise<void> {
  if (deviceRefs.length === 0) return;
  const revoked = await transaction
    .selectFrom("device_revocations")
    .select(["device_ref", "after_insight_id"])
    .where("user_id", "=", userId)
    .execute();
  const afterOf = new Map(revoked.map(({ device_ref, after_insight_id }) => [device_ref, after_insight_id]));
  const grants = deviceRefs.map((device_ref) => ({
    device_ref,
    user_id: userId,
    after_insight_id: afterOf.get(device_ref) ?? 0,
    granted_at: nowMs,
  }));
  await dialect.insertMany(transaction, "device_users", grants);
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
