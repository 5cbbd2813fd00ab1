import type { ShownDevice } from "../../client/devices-view.ts";
import {
  type DeviceEdit,
  type DeviceFault,
  deviceEditFaults,
  readCoordinate,
} from "../../domain/device/device-edit.ts";
import { changedFields, type DeviceFields } from "../../domain/device/device-fields.ts";

export interface DeviceDraft extends DeviceEdit {
  groupId: string;
}

export function draftOf(device: ShownDevice): DeviceDraft {
  return {
    name: device.display_name,
    description: device.description ?? "",
    locationName: device.location_name ?? "",
    locationDescription: device.location_description ?? "",
    latitude: degreesText(device.latitude),
    longitude: degreesText(device.longitude),
    cycleTime: device.cycle_time,
    groupId: device.group_id ?? "",
  };
}

/** Either the errors, or the changed fields with their former values. */
export type DraftOutcome =
  | { kind: "faulty"; faults: Partial<Record<keyof DeviceEdit, DeviceFault>> }
  | { kind: "unchanged" }
  | { kind: "changed"; value: Partial<DeviceFields>; base: Partial<DeviceFields> };

/**
 * @param seen the Sentinel when the form opened: only fields that differ from it are sent, whatever has changed
 * elsewhere
 */
export function readDraft(draft: DeviceDraft, seen: ShownDevice): DraftOutcome {
  const faults = deviceEditFaults(draft);
  if (Object.keys(faults).length > 0) return { kind: "faulty", faults };
  const before = draftOf(seen);
  const typed = (field: "name" | "description" | "locationName" | "locationDescription") =>
    draft[field] === before[field] ? undefined : draft[field].trim() || null;
  const degrees = (axis: "latitude" | "longitude") => {
    const read = draft[axis] === before[axis] ? seen[axis] : readCoordinate(axis, draft[axis]);
    return read === "invalid" ? seen[axis] : read;
  };
  const stood: DeviceFields = fieldsOf(seen);
  const { value, base } = changedFields(stood, {
    display_name: or(typed("name"), stood.display_name),
    description: or(typed("description"), stood.description),
    location_name: or(typed("locationName"), stood.location_name),
    location_description: or(typed("locationDescription"), stood.location_description),
    latitude: degrees("latitude"),
    longitude: degrees("longitude"),
    cycle_time: draft.cycleTime,
    group_id: draft.groupId || null,
  });
  return Object.keys(value).length === 0 ? { kind: "unchanged" } : { kind: "changed", value, base };
}

export function isTouched(draft: DeviceDraft, seen: ShownDevice): boolean {
  const before = draftOf(seen);
  return (Object.keys(before) as (keyof DeviceDraft)[]).some((field) => draft[field] !== before[field]);
}

/** A tenth of a metre, finer than any phone's fix. */
const POSITION_DECIMALS = 6;

export function degreesOfFix(degrees: number): string {
  return String(Number(degrees.toFixed(POSITION_DECIMALS)));
}

function fieldsOf(device: ShownDevice): DeviceFields {
  return {
    display_name: device.display_name,
    description: device.description,
    location_name: device.location_name,
    location_description: device.location_description,
    latitude: device.latitude,
    longitude: device.longitude,
    cycle_time: device.cycle_time,
    group_id: device.group_id,
  };
}

function or<T>(typed: T | undefined, stood: T): T {
  return typed === undefined ? stood : typed;
}

function degreesText(degrees: number | null): string {
  return degrees === null ? "" : String(degrees);
}
