export type Located =
  | { kind: "found"; latitude: number; longitude: number; accuracyM: number }
  /** denied: the person or the device said no; missing: there is no way to ask here; late: no fix in time. */
  | { kind: "denied" | "missing" | "unavailable" | "late" };

/** One reading of the device's position. */
export type Locate = () => Promise<Located>;

/** Under trees a first fix takes its time. */
const FIX_TIMEOUT_MS = 60_000;

export const browserLocate: Locate = () =>
  new Promise((resolve) => {
    if (!("geolocation" in navigator) || !isSecureContext) {
      resolve({ kind: "missing" });
      return;
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) =>
        resolve({ kind: "found", latitude, longitude, accuracyM: accuracy }),
      ({ code }) => resolve({ kind: code === 1 ? "denied" : code === 3 ? "late" : "unavailable" }),
      // A position of a while ago may be where the last camera hangs.
      { enableHighAccuracy: true, maximumAge: 0, timeout: FIX_TIMEOUT_MS },
    );
  });

/** Whether the person allowed it before, so that no question would be put to them. */
export async function mayLocateUnasked(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: "geolocation" })).state === "granted";
  } catch {
    // Not every browser answers about this permission.
    return false;
  }
}
