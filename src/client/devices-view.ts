import { useLiveQuery } from "dexie-react-hooks";
import { useMemo } from "react";
import { type DeviceFields, hasFields, withFields } from "../domain/device/device-fields.ts";
import { displayName } from "../domain/device/device-name.ts";
import { byNameThenId } from "../domain/text-order.ts";
import type { Device, Group } from "../protocol/shapes.ts";
import { DEVICE_EDIT } from "../sync/outbox/kinds/device-edit-kind.ts";
import { useServices } from "./services.tsx";
import { useMirroredTable } from "./use-sync.ts";
import { useWaitingWrites } from "./use-waiting-writes.ts";

/** Fields that this person changed and that are still in the outbox, by device_id. */
export type DeviceEdits = ReadonlyMap<string, Partial<DeviceFields>>;

/** A Sentinel as every screen shows it: the mirror's row with the edits in the outbox laid over it. */
export interface ShownDevice extends Device {
  /** The name of its group; null where it has none. */
  groupName: string | null;
  /** Some of the edits are not in the mirror yet. */
  waiting: boolean;
}

export interface DevicesView {
  devices: readonly ShownDevice[];
  groups: readonly Group[];
}

/**
 * The projection of Sentinels, mirror and outbox together; undefined until the mirror is read. Screens read Sentinels
 * here and nowhere else: the mirror alone still has the old name of one that was renamed offline.
 *
 * @param mayRead false: not read before this is true
 */
export function useDevicesView(mayRead = true): DevicesView | undefined {
  const devices = useMirroredTable("devices", mayRead);
  const groups = useMirroredTable("groups");
  const edits = useDeviceEdits();
  return useMemo(
    () => (devices === undefined || groups === undefined ? undefined : devicesView(devices, groups, edits)),
    [devices, groups, edits],
  );
}

export function devicesView(
  devices: readonly Device[],
  groups: readonly Group[],
  edits: DeviceEdits,
): DevicesView {
  const names = new Map(groups.map((group) => [group.group_id, group.group_name]));
  const shown = devices.map((mirrored): ShownDevice => {
    const edit = edits.get(mirrored.device_id);
    const device = edit === undefined ? mirrored : withFields(mirrored, edit);
    return {
      ...device,
      groupName: device.group_id === null ? null : (names.get(device.group_id) ?? null),
      waiting: edit !== undefined && !hasFields(mirrored, edit),
    };
  });
  // The mirror's order is that of the names before the edits.
  if (edits.size > 0) {
    shown.sort(
      byNameThenId(
        ({ display_name }) => display_name,
        ({ device_id }) => device_id,
      ),
    );
  }
  return { devices: shown, groups };
}

/**
 * The names that a link may call Sentinels by, their own and those that are shown; null where `wanted` is false or
 * they are not read yet. One without insights is known too.
 */
export function useDeviceNames(wanted: boolean): ReadonlySet<string> | null {
  const { mirror } = useServices();
  const devices = useLiveQuery(async () => (wanted ? await mirror.devices() : null), [mirror, wanted]);
  const edits = useDeviceEdits();
  return useMemo(() => {
    if (!devices) return null;
    return new Set(
      devices.flatMap(({ device_id, device_name, display_name }) => {
        const mirrored = { deviceId: device_id, deviceName: device_name, displayName: display_name };
        return [device_name, shownName(edits, mirrored)].filter((name) => name !== null);
      }),
    );
  }, [devices, edits]);
}

/** The name of a Sentinel where only its names in the mirror are at hand, as in a row of insights. */
export function shownName(
  edits: DeviceEdits,
  mirrored: { deviceId: string; deviceName: string | null; displayName: string },
): string {
  const name = edits.get(mirrored.deviceId)?.display_name;
  return name === undefined
    ? mirrored.displayName
    : displayName({ preferred_name: name, device_name: mirrored.deviceName });
}

/** The edits in the outbox; the same map until they differ, so that it can be a dependency. */
export function useDeviceEdits(): DeviceEdits {
  return useWaitingWrites(DEVICE_EDIT) as DeviceEdits;
}
