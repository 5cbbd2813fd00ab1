import { useMemo } from "react";
import type { UpdateStatus } from "../domain/device/device-update.ts";
import { byNameThenId } from "../domain/text-order.ts";
import { type DevicesView, useDevicesView } from "./devices-view.ts";

/** A Sentinel as lists name it. */
export interface FleetDevice {
  id: string;
  name: string;
  /** The name of its location. */
  place: string | null;
  group: { id: string; name: string } | null;
  /** Of its latest update; null before the first. */
  updateStatus: UpdateStatus | null;
}

export interface FleetGroup {
  id: string;
  name: string;
  description: string | null;
  /** This person's own, by name. */
  devices: readonly FleetDevice[];
  createdMs: number;
  updatedMs: number;
}

/** Sentinels and their groups, each by name. */
export interface Fleet {
  devices: readonly FleetDevice[];
  groups: readonly FleetGroup[];
}

export function fleetOf({ devices, groups }: DevicesView): Fleet {
  const named = devices
    .map(
      ({
        device_id,
        display_name,
        location_name,
        group_id,
        groupName,
        device_update_status,
      }): FleetDevice => ({
        id: device_id,
        name: display_name,
        place: location_name,
        group: group_id === null || groupName === null ? null : { id: group_id, name: groupName },
        updateStatus: device_update_status,
      }),
    )
    .sort(byName);
  const members = new Map(groups.map(({ group_id }) => [group_id, [] as FleetDevice[]]));
  for (const device of named) if (device.group) members.get(device.group.id)?.push(device);
  return {
    devices: named,
    groups: groups
      .map((group) => ({
        id: group.group_id,
        name: group.group_name,
        description: group.deployment_description,
        devices: members.get(group.group_id) ?? [],
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
  const view = useDevicesView();
  return useMemo(() => view && fleetOf(view), [view]);
}
