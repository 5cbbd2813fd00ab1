/** What a Sentinel is called where nobody has named it. */
export const UNNAMED_DEVICE = "Unnamed";

/** The names of a Sentinel by precedence: the preferred one, then the device's own. Queries derive theirs from it. */
export const DEVICE_NAME_FIELDS = ["preferred_name", "device_name"] as const;
type DeviceNames = Readonly<Record<(typeof DEVICE_NAME_FIELDS)[number], string | null>>;

/** The name that people see: the first that is there, else 'Unnamed'. An empty name is none. */
export function displayName(names: DeviceNames): string {
  const field = DEVICE_NAME_FIELDS.find((name) => names[name]);
  return (field && names[field]) || UNNAMED_DEVICE;
}

/** The longest id that a new Sentinel may have. */
export const DEVICE_ID_MAX_LENGTH = 64;
/** Stands where an id would in addresses of other calls. */
const RESERVED_DEVICE_ID = "update";

/**
 * Whether a new Sentinel may be called so in the field: plain printable signs, so that the id can be typed from a
 * label and stand in an address.
 */
export function isDeviceId(text: string): boolean {
  const isPlain = text.length <= DEVICE_ID_MAX_LENGTH && /^[!-~]+( [!-~]+)*$/.test(text);
  return isPlain && !/^\.+$/.test(text) && text !== RESERVED_DEVICE_ID;
}
