import { useMemo } from "react";
import { displayName } from "../domain/device-name.ts";
import type { UpdateStatus } from "../domain/device-update.ts";
import { byNameThenId } from "../domain/text-order.ts";
import type { Device, Group } from "../protocol/shapes.ts";
import type { MirrorReader } from "../storage/mirror-reader.ts";
import { useMirrored } from "./use-sync.ts";

/** A Sentinel as lists name it. */
export interface FleetDevice {
  id: string;
  name: string;
  /** Where it stands. */
  place: string | null;
  group: { id: string; name: string } | null;
  /** Of its latest update; null before the first. */
  updateStatus: UpdateStatus | null;
}

export interface FleetGroup {
  id: string;
  name: string;
  description: string | null;
  /** Those that are this person's, by name. */
  devices: readonly FleetDevice[];
  createdMs: number;
  updatedMs: number;
}

/** Sentinels and their groups, each by name. */
export interface Fleet {
  devices: readonly FleetDevice[];
  groups: readonly FleetGroup[];
}

export function fleetOf(devices: readonly Device[], groups: readonly Group[]): Fleet {
  const groupOf = new Map(
    groups.flatMap(({ group_id, group_name, devices: ids }) =>
      ids.map((id) => [String(id), { id: String(group_id), name: group_name }] as const),
    ),
  );
  const named = devices
    .map((device): FleetDevice => {
      const id = String(device.device_id);
      return {
        id,
        name: device.display_name || displayName(null, device.device_name),
        place: device.location_name,
        group: groupOf.get(id) ?? null,
        updateStatus: device.device_update_status,
      };
    })
    .sort(byName);
  const members = new Map(groups.map(({ group_id }) => [String(group_id), [] as FleetDevice[]]));
  for (const device of named) if (device.group) members.get(device.group.id)?.push(device);
  return {
    devices: named,
    groups: groups
      .map((group) => ({
        id: String(group.group_id),
        name: group.group_name,
        description: group.deployment_description,
        devices: members.get(String(group.group_id)) ?? [],
        createdMs: Date.parse(group.created_on),
        updatedMs: Date.parse(group.updated_on),
      }))
      .sort(byName),
  };
}

const byName = byNameThenId<{ id: string; name: string }>(
  ({ name }) => name,
  ({ id }) => id,
);

/** The fleet as this device holds it, offline too; undefined until it was read. */
export function useFleet(): Fleet | undefined {
  const devices = useMirrored(readDevices);
  const groups = useMirrored(readGroups);
  return useMemo(() => devices && groups && fleetOf(devices, groups), [devices, groups]);
}

const readDevices = (mirror: MirrorReader): Promise<Device[]> => mirror.devices();
const readGroups = (mirror: MirrorReader): Promise<Group[]> => mirror.groups();
