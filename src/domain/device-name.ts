/** What a Sentinel is called where nobody has named it. */
export const UNNAMED_DEVICE = "Unnamed";

/** The name that people see: the preferred one, else the device's own, else 'Unnamed'. An empty name is none. */
export function displayName(preferredName: string | null, deviceName: string | null): string {
  return preferredName || deviceName || UNNAMED_DEVICE;
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
