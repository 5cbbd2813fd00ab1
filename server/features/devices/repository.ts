import type { Selectable, Updateable } from "kysely";
import type { UpdateStatus } from "../../../src/domain/device/device-update.ts";
import { DEVICE_FIELDS } from "../../../src/protocol/records/device-fields.ts";
import { sourcesOf } from "../../../src/protocol/records/record-fields.ts";
import type { View, WriteTransaction } from "../../db/database.ts";
import type { DeviceTable } from "../../db/schema/devices.ts";
import { newestUpdateStatus } from "../device-updates/newest-status-repository.ts";
import { isNotCleared } from "./cleared-query.ts";

/** The columns of the list of fields, and those from which other fields are derived. */
const SHOWN_COLUMNS = [...sourcesOf(DEVICE_FIELDS), "device_ref", "preferred_name", "summary"] as const;
const SHOWN = SHOWN_COLUMNS.map((column) => `devices.${column}` as const);

export type DeviceRow = Pick<Selectable<DeviceTable>, (typeof SHOWN_COLUMNS)[number]> & {
  group_id: number | null;
  /** The status of its newest update. */
  update_status: UpdateStatus | null;
};

/** The Sentinels that are assigned to a user, or the one that is named, each with the user's own group. */
export async function findDevices(db: View, userId: number, deviceRef?: number): Promise<DeviceRow[]> {
  const all = devicesWithGroupOf(db, userId).innerJoin("device_users", (join) =>
    join.onRef("device_users.device_ref", "=", "devices.device_ref").on("device_users.user_id", "=", userId),
  );
  return (deviceRef === undefined ? all : all.where("devices.device_ref", "=", deviceRef)).execute();
}

/** All Sentinels, or those that are assigned to one user, each with the viewer's own group. */
export async function findDevicesForStaff(
  db: View,
  viewerId: number,
  assignedTo: number | null,
): Promise<DeviceRow[]> {
  const all = devicesWithGroupOf(db, viewerId).where(() => isNotCleared);
  if (assignedTo === null) return all.execute();
  return all
    .innerJoin("device_users", "device_users.device_ref", "devices.device_ref")
    .where("device_users.user_id", "=", assignedTo)
    .execute();
}

function devicesWithGroupOf(db: View, userId: number) {
  return db
    .selectFrom("devices")
    .leftJoin("group_devices", (join) =>
      join
        .onRef("group_devices.device_ref", "=", "devices.device_ref")
        .on("group_devices.user_id", "=", userId),
    )
    .select([
      ...SHOWN,
      "group_devices.group_id",
      newestUpdateStatus("devices.device_ref").as("update_status"),
    ]);
}

export type DeviceValues = Updateable<DeviceTable>;

export async function setDevice(
  transaction: WriteTransaction,
  deviceRef: number,
  values: DeviceValues,
): Promise<void> {
  await transaction.updateTable("devices").set(values).where("device_ref", "=", deviceRef).execute();
}

/** The `device_ref` of a Sentinel that is assigned to this user; null for any other. */
export async function findReached(view: View, userId: number, deviceId: string): Promise<number | null> {
  const found = await view
    .selectFrom("device_users")
    .innerJoin("devices", "devices.device_ref", "device_users.device_ref")
    .where("device_users.user_id", "=", userId)
    .where("devices.device_id", "=", deviceId)
    .select("devices.device_ref")
    .executeTakeFirst();
  return found?.device_ref ?? null;
}

/** One Sentinel, regardless of access, in no group. */
export async function findAnyDevice(db: View, deviceRef: number): Promise<DeviceRow | null> {
  const found = await db
    .selectFrom("devices")
    .where("device_ref", "=", deviceRef)
    .select([...SHOWN, newestUpdateStatus("devices.device_ref").as("update_status")])
    .executeTakeFirst();
  return found === undefined ? null : { ...found, group_id: null };
}

/**
 * Which algorithms are deployed on a user's Sentinels, or on all, by the id on the wire, in the order of the
 * algorithms.
 */
export async function findDeployments(
  db: View,
  userId: number | null,
  deviceRef?: number,
): Promise<{ device_ref: number; device_id: string; alg_id: number }[]> {
  let all = db
    .selectFrom("devices")
    .innerJoin("deployments", "deployments.device_ref", "devices.device_ref")
    .select(["devices.device_ref", "devices.device_id", "deployments.alg_id"])
    .orderBy("devices.device_id")
    .orderBy("deployments.alg_id");
  if (userId !== null) {
    all = all
      .innerJoin("device_users", "device_users.device_ref", "devices.device_ref")
      .where("device_users.user_id", "=", userId);
  }
  return (deviceRef === undefined ? all : all.where("devices.device_ref", "=", deviceRef)).execute();
}
