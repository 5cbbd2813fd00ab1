import type { Kysely, Selectable } from "kysely";
import type { UpdateStatus } from "../../../src/domain/device-update.ts";
import type { DeviceTable, Schema } from "../../db/schema.ts";
import { newestUpdateStatus } from "../device-updates/newest-status.ts";

/** Fields that the database holds for its own sake, or for those who evaluate them. */
type Unshown = "created_at" | "xid" | "last_trigger_at" | "status_recorded_at" | "cable_error";
export type DeviceRow = Omit<Selectable<DeviceTable>, Unshown> & {
  group_id: number | null;
  /** What became of its newest update. */
  update_status: UpdateStatus | null;
};

const SHOWN = [
  "devices.device_ref",
  "devices.device_id",
  "devices.device_name",
  "devices.preferred_name",
  "devices.description",
  "devices.location_name",
  "devices.location_description",
  "devices.latitude",
  "devices.longitude",
  "devices.last_seen",
  "devices.cycle_time",
  "devices.trigger_number",
  "devices.sync_time",
  "devices.memory_remaining",
  "devices.images_processed",
  "devices.battery_voltage",
  "devices.summary",
  "devices.allow_complete_images",
  "devices.allow_wifi_insights",
  "devices.satellite_uid",
  "devices.lora_uid",
  "devices.software_version",
  "devices.hardware_id",
  "devices.mcu_version",
  "devices.cell_uid",
  "devices.sat_passes",
  "devices.last_insight_at",
  "devices.last_image_at",
] as const;

/** The Sentinels that are assigned to a user, or the one that is named, each with the user's own group. */
export async function findDevices(
  db: Kysely<Schema>,
  userId: number,
  deviceRef?: number,
): Promise<DeviceRow[]> {
  const all = db
    .selectFrom("device_users")
    .innerJoin("devices", "devices.device_ref", "device_users.device_ref")
    .leftJoin("group_devices", (join) =>
      join
        .onRef("group_devices.device_ref", "=", "devices.device_ref")
        .onRef("group_devices.user_id", "=", "device_users.user_id"),
    )
    .where("device_users.user_id", "=", userId)
    .select([
      ...SHOWN,
      "group_devices.group_id",
      newestUpdateStatus("devices.device_ref").as("update_status"),
    ]);
  return (deviceRef === undefined ? all : all.where("devices.device_ref", "=", deviceRef)).execute();
}

/** One Sentinel whosesoever it is, in no group. */
export async function findAnyDevice(db: Kysely<Schema>, deviceRef: number): Promise<DeviceRow | null> {
  const found = await db
    .selectFrom("devices")
    .where("device_ref", "=", deviceRef)
    .select([...SHOWN, newestUpdateStatus("devices.device_ref").as("update_status")])
    .executeTakeFirst();
  return found === undefined ? null : { ...found, group_id: null };
}

/** Which algorithms are deployed on a user's Sentinels, by the id on the wire, in the order of the algorithms. */
export async function findDeployments(
  db: Kysely<Schema>,
  userId: number,
  deviceRef?: number,
): Promise<{ device_ref: number; device_id: string; alg_id: number }[]> {
  const all = db
    .selectFrom("device_users")
    .innerJoin("devices", "devices.device_ref", "device_users.device_ref")
    .innerJoin("deployments", "deployments.device_ref", "devices.device_ref")
    .where("device_users.user_id", "=", userId)
    .select(["devices.device_ref", "devices.device_id", "deployments.alg_id"])
    .orderBy("devices.device_id")
    .orderBy("deployments.alg_id");
  return (deviceRef === undefined ? all : all.where("devices.device_ref", "=", deviceRef)).execute();
}
