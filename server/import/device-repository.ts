import type { Database, View, WriteTransaction } from "../db/database.ts";

/** Columns that an import fills only where they are blank, so that values set by people stay. */
export const FILLED_COLUMNS = ["device_name", "description", "location_name"] as const;

export type DeviceValues = Record<string, string | number>;

export interface NewDevice {
  readonly deviceId: string;
  readonly deviceName: string | null;
  readonly description: string | null;
  readonly locationName: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

export type StoredDevice = Awaited<ReturnType<typeof findDevicesFor>>[number];

/** Sentinels by their ids on the wire; `user_id` is null where a Sentinel is not the owner's. */
export async function findDevicesFor(view: View, ownerId: number, deviceIds: readonly string[]) {
  return view
    .selectFrom("devices")
    .leftJoin("device_users", (join) =>
      join
        .onRef("device_users.device_ref", "=", "devices.device_ref")
        .on("device_users.user_id", "=", ownerId),
    )
    .select([
      "devices.device_ref",
      "device_id",
      "device_users.user_id",
      ...FILLED_COLUMNS,
      "latitude",
      "longitude",
    ])
    .where("device_id", "in", deviceIds)
    .execute();
}

export async function setDevice(
  transaction: WriteTransaction,
  deviceRef: number,
  values: DeviceValues,
): Promise<void> {
  await transaction.updateTable("devices").set(values).where("device_ref", "=", deviceRef).execute();
}

/**
 * Makes Sentinels and assigns them to the owner; one whose id exists already is left alone.
 *
 * @returns the ids on the wire of those that were made
 */
export async function insertDevices(
  { dialect }: Pick<Database, "dialect">,
  transaction: WriteTransaction,
  { ownerId, nowMs }: { ownerId: number; nowMs: number },
  devices: readonly NewDevice[],
): Promise<ReadonlySet<string>> {
  if (devices.length === 0) return new Set();
  const made = await transaction
    .insertInto("devices")
    .values(devices.map((device) => deviceRow(device, nowMs)))
    .onConflict((conflict) => conflict.column("device_id").doNothing())
    .returning(["device_ref", "device_id"])
    .execute();
  const grants = made.map(({ device_ref }) => ({
    device_ref: Number(device_ref),
    user_id: ownerId,
    after_insight_id: 0,
    granted_at: nowMs,
  }));
  await dialect.insertMany(transaction, "device_users", grants);
  return new Set(made.map(({ device_id }) => device_id));
}

function deviceRow(device: NewDevice, nowMs: number) {
  return {
    device_id: device.deviceId,
    device_name: device.deviceName,
    description: device.description,
    location_name: device.locationName,
    latitude: device.latitude,
    longitude: device.longitude,
    allow_complete_images: 0,
    allow_wifi_insights: 0,
    created_at: nowMs,
  };
}
