import { displayName } from "../../../src/domain/device/device-name.ts";
import { byNameThenId } from "../../../src/domain/text-order.ts";
import type { Device } from "../../../src/protocol/shapes.ts";
import type { View } from "../../db/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import { notFound } from "../../http/api-error.ts";
import { sortInTurns } from "../../limits/sort-in-turns.ts";
import { rowsThatFit, SHAPED_PART_BYTES } from "../insights/list-parts-query.ts";
import { deviceShape } from "./device-shape.ts";
import {
  type DeviceKey,
  type DeviceScope,
  findDeployedAlgs,
  findDeviceKeys,
  findDevices,
  findReached,
} from "./repository.ts";

/** Read, shaped and written as JSON within a few milliseconds. */
const ROWS_A_PAGE = 250;

/** The Sentinel of this id, or none where it is not assigned to the user. */
export async function listOneDevice(
  { db }: Pick<Dependencies, "db">,
  userId: number,
  deviceId: string,
): Promise<Device[]> {
  const deviceRef = await findReached(db.reader, userId, deviceId);
  return deviceRef === null ? [] : readDevices(db.reader, ownScope(userId), [deviceRef]);
}

/** One of the user's Sentinels as it stands in this view of the data. @throws ApiError not_found */
export async function readDevice(db: View, userId: number, deviceRef: number): Promise<Device> {
  const [device] = await readDevices(db, ownScope(userId), [deviceRef]);
  if (device === undefined) throw notFound();
  return device;
}

/** The Sentinels that are assigned to a user, as the user sees them. */
export function ownScope(userId: number): DeviceScope {
  return { viewerId: userId, assignedTo: userId };
}

/**
 * The Sentinels of a scope by name, in pages. Their reports of a start may be 60 kB each, so the order comes from
 * their names alone, and a page has at most SHAPED_PART_BYTES.
 */
export async function* readDevicePages(
  { db }: Pick<Dependencies, "db">,
  scope: DeviceScope,
): AsyncGenerator<Device[], void> {
  const keys = await sortInTurns(
    await findDeviceKeys(db.reader, scope.assignedTo),
    byNameThenId<DeviceKey>(displayName, ({ device_id }) => device_id),
  );
  const sizes = keys.map(({ bytes }) => Number(bytes));
  for (let start = 0; start < keys.length; ) {
    const end = start + Math.min(rowsThatFit(sizes, start, SHAPED_PART_BYTES), ROWS_A_PAGE);
    const refs = keys.slice(start, end).map(({ device_ref }) => device_ref);
    yield await readDevices(db.reader, scope, refs);
    start = end;
  }
}

/** In the order of the numbers; those that the scope does not reach are left out. */
async function readDevices(db: View, scope: DeviceScope, deviceRefs: readonly number[]): Promise<Device[]> {
  const rows = new Map(
    (await findDevices(db, scope, deviceRefs)).map((row) => [row.device_ref, row] as const),
  );
  const algIds = await findDeployedAlgs(db, deviceRefs);
  return deviceRefs.flatMap((deviceRef) => {
    const row = rows.get(deviceRef);
    return row === undefined ? [] : [deviceShape(row, algIds.get(deviceRef) ?? [])];
  });
}
