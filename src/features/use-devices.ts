import { useMemo, useSyncExternalStore } from "react";
import { type DeviceFields, hasFields, withFields } from "../domain/device-fields.ts";
import type { Device, Group } from "../protocol/shapes.ts";
import type { WriteValue } from "../storage/outbox-record.ts";
import { DEVICE_EDIT } from "../sync/device-edit-kind.ts";
import { useServices } from "./services.tsx";
import { useMirrored } from "./use-sync.ts";

/** A Sentinel with what this person has changed of it and the server may not have yet. */
export interface ShownDevice extends Device {
  /** The name of its group; null where it has none. */
  groupName: string | null;
  /** Some of these changes are not in the mirror yet. */
  waiting: boolean;
}

export interface DeviceWorld {
  devices: readonly ShownDevice[];
  groups: readonly Group[];
}

/** The person's Sentinels: the mirror, overlaid with the edits that wait; undefined until it was read. */
export function useDevices(): DeviceWorld | undefined {
  const devices = useMirrored((mirror) => mirror.devices());
  const groups = useMirrored((mirror) => mirror.groups());
  const edits = useWaitingEdits();
  return useMemo(
    () => (devices === undefined || groups === undefined ? undefined : shownDevices(devices, groups, edits)),
    [devices, groups, edits],
  );
}

export function shownDevices(
  devices: readonly Device[],
  groups: readonly Group[],
  edits: ReadonlyMap<string, WriteValue>,
): DeviceWorld {
  const names = new Map(groups.map((group) => [group.group_id, group.group_name]));
  const shown = devices.map((told): ShownDevice => {
    const edit = edits.get(told.device_id) as Partial<DeviceFields> | undefined;
    const device = edit === undefined ? told : withFields(told, edit);
    return {
      ...device,
      groupName: device.group_id === null ? null : (names.get(device.group_id) ?? null),
      waiting: edit !== undefined && !hasFields(told, edit),
    };
  });
  return { devices: shown, groups };
}

/** The edits that wait, the same object until they are others. */
function useWaitingEdits(): ReadonlyMap<string, WriteValue> {
  const { outbox } = useServices();
  const store = useMemo(() => {
    let text = "";
    let edits: ReadonlyMap<string, WriteValue> = new Map();
    return () => {
      const now = outbox.waitingWrites(DEVICE_EDIT);
      const nowText = now.size === 0 ? "" : JSON.stringify([...now]);
      if (nowText !== text) {
        text = nowText;
        edits = now;
      }
      return edits;
    };
  }, [outbox]);
  return useSyncExternalStore((listener) => outbox.subscribe(listener), store);
}
