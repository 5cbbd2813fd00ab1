import type { DeviceField, DeviceFields } from "../../domain/device/device-fields.ts";

/** Names and values of a Sentinel's fields, for its form and for refused edits alike. */
export const DEVICE_FIELD_LABELS: Readonly<Record<DeviceField, string>> = {
  display_name: "Name",
  description: "Description",
  location_name: "Location name",
  location_description: "Location description",
  latitude: "Latitude",
  longitude: "Longitude",
  cycle_time: "Cycle time",
  group_id: "Group",
};

export const NO_GROUP = "No group";
const GONE_GROUP = "a group that is not on this device";
const NOTHING = "nothing";

/** In the words of the server, whose answer has a code only. */
export const GROUP_IS_GONE = "This group is no longer there.";

/** Minutes as people say them: "55 minutes", "1 hour", "1.5 hours", "390 minutes" is "6.5 hours". */
export function durationText(minutes: number): string {
  if (minutes < 60 || minutes % 30 !== 0) return minutes === 1 ? "1 minute" : `${minutes} minutes`;
  return minutes === 60 ? "1 hour" : `${minutes / 60} hours`;
}

/** Fields with their values, in one line: `Name: Ford; Latitude: 5.1`. */
export function deviceFieldsText(
  fields: Partial<DeviceFields>,
  groupName: (groupId: string) => string | undefined,
): string {
  return (Object.keys(DEVICE_FIELD_LABELS) as DeviceField[])
    .filter((field) => field in fields)
    .map((field) => `${DEVICE_FIELD_LABELS[field]}: ${valueText(field, fields[field] ?? null, groupName)}`)
    .join("; ");
}

function valueText(
  field: DeviceField,
  value: string | number | null,
  groupName: (groupId: string) => string | undefined,
): string {
  if (field === "group_id") return value === null ? NO_GROUP : (groupName(String(value)) ?? GONE_GROUP);
  if (value === null || value === "") return NOTHING;
  return field === "cycle_time" ? durationText(Number(value)) : String(value);
}

/** The wire's names of fields, for errors of the server. */
const WIRE_FIELDS: Readonly<Record<string, DeviceField>> = {
  location: "location_name",
  lat: "latitude",
  long: "longitude",
};

/** By the wire's name; undefined for a field that no form has. */
export function wireFieldLabel(name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  const field = WIRE_FIELDS[name] ?? name;
  return Object.hasOwn(DEVICE_FIELD_LABELS, field) ? DEVICE_FIELD_LABELS[field as DeviceField] : undefined;
}

export const REFUSED_EDITS = {
  unknownDevice: "A Sentinel that is not on this device",
  outcomes: {
    noop: "It was already so",
    overrode: "Replaced something newer",
    superseded: "Not saved: somebody made a newer change",
    mismatch: "Not saved: the server now has another group under its number",
    gone: "Not saved: this Sentinel is gone, or no longer yours",
    forbidden: "Not saved: this Sentinel is no longer yours",
    notAllowed: "Not saved: your account may not change Sentinels",
    notAccepted: "Not saved: the server did not accept it",
  },
  wanted: (fields: string) => `You wanted: ${fields}`,
  overrode: (fields: string, over: string) => `${fields} was saved over something newer: ${over}`,
  said: (sentence: string, field: string | undefined) =>
    field === undefined ? `The server says: ${sentence}` : `The server says of “${field}”: ${sentence}`,
  retried: "Saved again: it is sent when you are online.",
} as const;
