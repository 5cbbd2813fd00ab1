import { type Selectable, sql, type Updateable } from "kysely";
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

/** Whose Sentinels are read: those of one user, or all; each with the viewer's own group. */
export interface DeviceScope {
  readonly viewerId: number;
  /** Null: all. */
  readonly assignedTo: number | null;
}

/** The Sentinels of a scope with these numbers. */
export async function findDevices(
  db: View,
  { viewerId, assignedTo }: DeviceScope,
  deviceRefs: readonly number[],
): Promise<DeviceRow[]> {
  const named = devicesWithGroupOf(db, viewerId)
    .where(() => isNotCleared)
    .where("devices.device_ref", "in", deviceRefs);
  if (assignedTo === null) return named.execute();
  return named
    .innerJoin("device_users", "device_users.device_ref", "devices.device_ref")
    .where("device_users.user_id", "=", assignedTo)
    .execute();
}

export interface DeviceKey {
  device_ref: number;
  device_id: string;
  device_name: string | null;
  preferred_name: string | null;
  /** About how many bytes it is as JSON. */
  bytes: number;
}

/** The JSON of a Sentinel beside its longest texts. */
const DEVICE_BYTES = 2_000;

/** Names and sizes of all Sentinels of a scope. */
export async function findDeviceKeys(db: View, assignedTo: number | null): Promise<DeviceKey[]> {
  const all = db
    .selectFrom("devices")
    .where(() => isNotCleared)
    .select(["devices.device_ref", "devices.device_id", "devices.device_name", "devices.preferred_name"])
    .select(
      sql<number>`${sql.lit(DEVICE_BYTES)} + coalesce(octet_length(devices.summary), 0)
        + coalesce(octet_length(devices.description), 0)`.as("bytes"),
    );
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

/** The ids of the algorithms that are deployed on each of these Sentinels, in the order of the algorithms. */
export async function findDeployedAlgs(
  db: View,
  deviceRefs: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const rows = await db
    .selectFrom("deployments")
    .select(["device_ref", "alg_id"])
    .where("device_ref", "in", deviceRefs)
    .orderBy("alg_id")
    .execute();
  const algIds = new Map<number, string[]>(deviceRefs.map((deviceRef) => [deviceRef, []]));
  for (const { device_ref, alg_id } of rows) algIds.get(device_ref)?.push(String(alg_id));
  return algIds;
}
