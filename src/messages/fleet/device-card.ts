import type { MapWarning } from "../../domain/map/map-warnings.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../domain/time.ts";
import { MAP_POPUP } from "../map/map.ts";

/** The words of cards of Sentinels, groups and updates on a phone. */
export const DEVICE_CARD = {
  worstFirst: "Worst first",
  newestFirst: "Newest first",
  byName: "By name",
  /** As on the map. */
  alerts: MAP_POPUP.warnings satisfies Record<MapWarning, string>,
  updateFailed: "Update failed",
  updatePending: "Update pending",
  battery: "Battery",
  seen: "Last seen",
  photo: (ago: string) => `Last photo ${ago}`,
  noPhoto: "No photo yet",
  notHere: "Not on this device",
  needLook: (count: number) => `${count.toLocaleString("en")} ${count === 1 ? "needs" : "need"} a look`,
  release: "Release",
  created: "Created",
} as const;

/** How long ago in one unit: "just now", "47 min ago", "3 h ago", "12 d ago". A clock set back counts as just now. */
export function agoText(ms: number, nowMs: number): string {
  const age = nowMs - ms;
  if (age < MINUTE_MS) return "just now";
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min ago`;
  if (age < 2 * DAY_MS) return `${Math.floor(age / HOUR_MS)} h ago`;
  return `${Math.floor(age / DAY_MS).toLocaleString("en")} d ago`;
}
