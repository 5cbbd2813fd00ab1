import { displayName } from "./device-name.ts";

/**
 * The fields of a Sentinel that a person can change, named as on the wire; null clears. Latitude and longitude change
 * together.
 */
export interface DeviceFields {
  /** The preferred name; without one the Sentinel's own is shown. */
  display_name: string | null;
  description: string | null;
  location_name: string | null;
  location_description: string | null;
  latitude: number | null;
  longitude: number | null;
  /** Minutes. */
  cycle_time: number | null;
  /** The caller's own group. */
  group_id: string | null;
}
export type DeviceField = keyof DeviceFields;

/** Fields that `POST /api/updateDevice` sets; all others are set by `PUT /api/devices/{id}/display`. */
export const UPDATE_FIELDS: readonly DeviceField[] = [
  "cycle_time",
  "group_id",
  "location_name",
  "latitude",
  "longitude",
];
export const DISPLAY_FIELDS: readonly DeviceField[] = ["display_name", "description", "location_description"];
export const DEVICE_FIELDS: readonly DeviceField[] = [...DISPLAY_FIELDS, ...UPDATE_FIELDS];

/**
 * The fields of `after` that differ, with their values in `before`. Half a changed position includes the other half.
 */
export function changedFields(
  before: DeviceFields,
  after: DeviceFields,
): { value: Partial<DeviceFields>; base: Partial<DeviceFields> } {
  const moved = before.latitude !== after.latitude || before.longitude !== after.longitude;
  const changed = DEVICE_FIELDS.filter((field) =>
    field === "latitude" || field === "longitude" ? moved : before[field] !== after[field],
  );
  const of = (fields: DeviceFields) =>
    Object.fromEntries(changed.map((field) => [field, fields[field]])) as Partial<DeviceFields>;
  return { value: of(after), base: of(before) };
}

/** A Sentinel with these changes applied. */
export function withFields<D extends Shown>(device: D, changes: Partial<DeviceFields>): D {
  const { display_name: name, ...others } = changes;
  return {
    ...device,
    ...others,
    ...("location_name" in changes && { location: changes.location_name }),
    ...(name !== undefined && {
      display_name: displayName({ preferred_name: name, device_name: device.device_name }),
    }),
  };
}
type Shown = Omit<DeviceFields, "display_name"> & { display_name: string; device_name: string | null };

/** Whether the server has all of these changes. */
export function hasFields<D extends Shown>(device: D, changes: Partial<DeviceFields>): boolean {
  const changed = withFields(device, changes);
  return DEVICE_FIELDS.every((field) => changed[field] === device[field]);
}
