import type { Device, Group } from "../../protocol/shapes.ts";
import { readTogether } from "../read-together.ts";
import type { MirrorDatabase, MirrorDevice } from "./mirror-database.ts";
import { FIRST_DEVICES_KEY, NAMES_KEY, readNumber } from "./mirror-meta.ts";

/** The first Sentinels in the order of names, which can be shown while all of them are being read. */
export interface FirstDevices {
  devices: readonly Device[];
  groups: readonly Group[];
  /** Sentinels in all. */
  held: number;
}

/** Which Sentinels are the first; their values are read from their rows. */
export interface FirstDeviceIds {
  /** The version of names that it was made from. */
  names: number;
  ids: readonly string[];
  held: number;
}

/** Null where names have changed since they were stored, or nothing was stored yet. */
export async function readFirstDevices(database: MirrorDatabase): Promise<FirstDevices | null> {
  const { meta, devices, groups } = database;
  return await readTogether(database, [meta, devices, groups], async () => {
    const known = await readFirstIds(database);
    if (known === null) return null;
    const [rows, grouped] = await Promise.all([devices.bulkGet([...known.ids]), groups.toArray()]);
    const found = rows.filter((row) => row !== undefined);
    return { devices: withGroups(found, grouped), groups: grouped, held: known.held };
  });
}

/** Stores it, unless names have changed since, or it is stored already. */
export async function storeFirstDevices(database: MirrorDatabase, first: FirstDeviceIds): Promise<void> {
  await database.transaction("rw", database.meta, async () => {
    if ((await readNumber(database, NAMES_KEY)) !== first.names) return;
    if ((await readFirstIds(database)) !== null) return;
    await database.meta.put({ key: FIRST_DEVICES_KEY, value: first });
  });
}

async function readFirstIds({ meta }: MirrorDatabase): Promise<FirstDeviceIds | null> {
  const [names, stored] = await meta.bulkGet([NAMES_KEY, FIRST_DEVICES_KEY]);
  const first = stored?.value as FirstDeviceIds | undefined;
  return first?.names === Number(names?.value ?? 0) ? first : null;
}

/** Rows of the mirror with the group that each Sentinel is in. */
export function withGroups(devices: readonly MirrorDevice[], groups: readonly Group[]): Device[] {
  const groupOf = new Map(
    groups.flatMap((group) => group.devices.map((deviceId) => [deviceId, group.group_id] as const)),
  );
  return devices.map((device) => ({ ...device, group_id: groupOf.get(device.device_id) ?? null }));
}
