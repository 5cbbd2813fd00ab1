/** What a Sentinel is called where nobody has named it. */
export const UNNAMED_DEVICE = "Unnamed";

/** The name that people see: the preferred one, else the device's own, else 'Unnamed'. An empty name is none. */
export function displayName(preferredName: string | null, deviceName: string | null): string {
  return preferredName || deviceName || UNNAMED_DEVICE;
}
