import { byNameThenId } from "../../../src/domain/text-order.ts";
import type { Device } from "../../../src/protocol/shapes.ts";
import type { View } from "../../db/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import { notFound } from "../../http/api-error.ts";
import { deviceShape } from "./device-shape.ts";
import {
  type DeviceRow,
  findDeployments,
  findDevices,
  findDevicesForStaff,
  findReached,
} from "./repository.ts";

/** The Sentinels that are assigned to a user, by name; with an id that one alone, and none where it is not theirs. */
export async function listDevices(
  { db }: Pick<Dependencies, "db">,
  userId: number,
  deviceId?: string,
): Promise<Device[]> {
  if (deviceId === undefined) return readDevices(db.reader, userId);
  const deviceRef = await findReached(db.reader, userId, deviceId);
  return deviceRef === null ? [] : readDevices(db.reader, userId, deviceRef);
}

/** One of the user's Sentinels as it stands in this view of the data. @throws ApiError not_found */
export async function readDevice(db: View, userId: number, deviceRef: number): Promise<Device> {
  const [device] = await readDevices(db, userId, deviceRef);
  if (device === undefined) throw notFound();
  return device;
}

/** All Sentinels, or those of one user, by name, each with the viewer's own group. */
export async function listDevicesForStaff(
  view: View,
  viewerId: number,
  assignedTo: number | null,
): Promise<Device[]> {
  const rows = await findDevicesForStaff(view, viewerId, assignedTo);
  return shapesOf(rows, await findDeployments(view, assignedTo));
}

async function readDevices(db: View, userId: number, deviceRef?: number): Promise<Device[]> {
  const rows = await findDevices(db, userId, deviceRef);
  return shapesOf(rows, await findDeployments(db, userId, deviceRef));
}

function shapesOf(
  rows: readonly DeviceRow[],
  deployments: Awaited<ReturnType<typeof findDeployments>>,
): Device[] {
  const algIds = new Map<number, string[]>(rows.map(({ device_ref }) => [device_ref, []]));
  for (const { device_ref, alg_id } of deployments) algIds.get(device_ref)?.push(String(alg_id));
  return rows
    .map((row) => deviceShape(row, algIds.get(row.device_ref) ?? []))
    .sort(
      byNameThenId(
        (device) => device.display_name,
        (device) => device.device_id,
      ),
    );
}
