import type { MapWarning } from "../../domain/map/map-warnings.ts";
import { MAP_POPUP } from "../map/map.ts";

/** The words of cards of Sentinels, groups and updates on a phone. */
export const DEVICE_CARD = {
  worstFirst: "Worst first",
  newestFirst: "Newest first",
  byName: "Name, A to Z",
  /** As on the map. */
  alerts: MAP_POPUP.warnings satisfies Record<MapWarning, string>,
  updateFailed: "Update failed",
  updatePending: "Update pending",
  battery: "Battery",
  seen: "Last seen",
  photo: (ago: string) => `Last photo ${ago}`,
  openPhoto: (name: string) => `Open the last photo of ${name}`,
  seeInsights: "See insights",
  /** Follows it for screen readers. */
  ofDevice: (name: string) => ` of ${name}`,
  noPhoto: "No photo yet",
  notHere: "Not on this device",
  needLook: (count: number) => `${count.toLocaleString("en")} ${count === 1 ? "needs" : "need"} a look`,
  release: "Release",
  created: "Created",
} as const;
