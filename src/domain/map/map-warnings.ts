import { type AlertType, isOpenAlert } from "../alert/alert.ts";
import { DAY_MS } from "../time.ts";

/** Warnings about a Sentinel on the map, one for each type of alert, in the order in which they are shown. */
export const MAP_WARNINGS = [
  "no_recent_insights",
  "no_recent_camera_triggers",
  "spypoint_error",
  "low_battery",
] as const satisfies readonly AlertType[];
export type MapWarning = (typeof MAP_WARNINGS)[number];

/** The marks that the legend shows and hides. */
export const MAP_LAYERS = [...MAP_WARNINGS, "insight_count"] as const;
export type MapLayer = (typeof MAP_LAYERS)[number];

interface AlertOnMap {
  alert_key: string;
  associated_id: string;
  alert_type: string;
  status: string;
}

const NONE: readonly MapWarning[] = [];

/** The warnings of each Sentinel, by device_id, each once. Only alerts that are new or acknowledged count. */
export function warningsByDevice(alerts: readonly AlertOnMap[]): (deviceId: string) => readonly MapWarning[] {
  const found = new Map<string, Set<string>>();
  for (const alert of alerts) {
    const { alert_key, associated_id, alert_type } = alert;
    if (alert_key !== "device_id" || !isOpenAlert(alert)) continue;
    const types = found.get(associated_id) ?? new Set();
    found.set(associated_id, types.add(alert_type));
  }
  return (deviceId) => {
    const types = found.get(deviceId);
    return types === undefined ? NONE : MAP_WARNINGS.filter((warning) => types.has(warning));
  };
}

/** Whole days since a Sentinel was last seen; null where it never was. A moment ahead of the clock counts as now. */
export function daysSinceCheckIn(lastSeen: string | null, nowMs: number): number | null {
  const atMs = lastSeen === null ? Number.NaN : Date.parse(lastSeen);
  return Number.isNaN(atMs) ? null : Math.floor(Math.max(0, nowMs - atMs) / DAY_MS);
}
