import type { Database, View, WriteTransaction } from "../db/database.ts";
import { slicesOf } from "../insight-store/slices-of.ts";

const REFS_A_QUERY = 1000;

/** Columns that an import fills only where they are blank, so that values set by people stay. */
export const FILLED_COLUMNS = ["device_name", "description", "location_name"] as const;

export type DeviceValues = Record<string, string | number>;

export interface NewDevice {
  readonly deviceId: string;
  readonly dataset: string;
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
      "dataset",
      ...FILLED_COLUMNS,
      "latitude",
      "longitude",
    ])
    .where("device_id", "in", deviceIds)
    .execute();
}

export async function hasDevices(view: View, ownerId: number): Promise<boolean> {
  const one = await view
    .selectFrom("device_users")
    .select("device_ref")
    .where("user_id", "=", ownerId)
    .limit(1)
    .executeTakeFirst();
  return one !== undefined;
}

/** Those of the Sentinels that have insights, and have never called themselves: only imports filled them. */
export async function findFilledByImports(view: View, deviceRefs: readonly number[]): Promise<Set<number>> {
  const found = new Set<number>();
  for (const slice of slicesOf(deviceRefs, REFS_A_QUERY)) {
    const rows = await view
      .selectFrom("devices")
      .leftJoin("device_arrivals", "device_arrivals.device_ref", "devices.device_ref")
      .select("devices.device_ref")
      .where("devices.device_ref", "in", slice)
      .where("device_arrivals.device_ref", "is", null)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom("insights")
            .select("insight_id")
            .whereRef("insights.device_ref", "=", "devices.device_ref"),
        ),
      )
      .execute();
    for (const { device_ref } of rows) found.add(Number(device_ref));
  }
  return found;
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
    dataset: device.dataset,
    allow_complete_images: 0,
    allow_wifi_insights: 0,
    created_at: nowMs,
  };
}
