/** The name of a Sentinel that has none. */
export const UNNAMED_DEVICE = "Unnamed";

/** The names of a Sentinel by precedence: the preferred one, then the device's own. Queries derive theirs from it. */
export const DEVICE_NAME_FIELDS = ["preferred_name", "device_name"] as const;
type DeviceNames = Readonly<Record<(typeof DEVICE_NAME_FIELDS)[number], string | null>>;

/** The name that people see: the first that is set, else 'Unnamed'. An empty name counts as none. */
export function displayName(names: DeviceNames): string {
  const field = DEVICE_NAME_FIELDS.find((name) => names[name]);
  return (field && names[field]) || UNNAMED_DEVICE;
}

/** By device id, the preferred name that waits in the outbox; null clears it. */
export type PreferredNames = ReadonlyMap<string, string | null>;

/** Whether a Sentinel goes by this name: the one that people see, or its own, which older links hold. */
export function isCalled(
  name: string,
  { displayName, deviceName }: { readonly displayName: string; readonly deviceName: string | null },
): boolean {
  return displayName === name || deviceName === name;
}

/** The longest id that a new Sentinel may have. */
export const DEVICE_ID_MAX_LENGTH = 64;
/** A segment of other paths, which an id would hide. */
const RESERVED_DEVICE_ID = "update";

/**
 * Whether a new Sentinel may have this id: printable ASCII, so that it can be typed from a label and stand in a path.
 */
export function isDeviceId(text: string): boolean {
  const isPlain = text.length <= DEVICE_ID_MAX_LENGTH && /^[!-~]+( [!-~]+)*$/.test(text);
  return isPlain && !/^\.+$/.test(text) && text !== RESERVED_DEVICE_ID;
}
