import { type UpdateIcon, type UpdateStatus, updateIcon } from "../../domain/device/device-update.ts";
import { countText } from "../../domain/insight/insight-text.ts";

/** "1 device", "1,204 devices". */
export const devicesText = (count: number): string =>
  `${countText(count)} ${count === 1 ? "Sentinel" : "Sentinels"}`;

const UPDATE_WORDS = {
  passed: "Passed",
  failed: "Failed",
  pending: "Pending",
  none: "None",
} satisfies Record<UpdateIcon, string>;

export const FLEET = {
  find: "Find a Sentinel by name, location or ID",
  group: "Group",
  anyGroup: "All groups",
  ungrouped: "No group",
  groupOption: (name: string, count: number) => `${name} (${countText(count)})`,
  chosen: (count: number) => (count === 0 ? "No Sentinel selected" : `${devicesText(count)} selected`),
  found: (count: number) => (count === 1 ? "1 Sentinel found" : `${devicesText(count)} found`),
  selectFound: (count: number) => (count === 1 ? "Select it" : `Select all ${countText(count)}`),
  clear: "Clear",
  more: (count: number) => `Show ${countText(count)} more`,
  nothingFound: "No Sentinel matches.",
  noDevices: "You have no Sentinels yet. Add one on My Devices.",
  inGroup: (name: string) => `in ${name}`,
  /** @param status null: there was no update */
  updateStatus: (status: UpdateStatus | null): string =>
    status === "dropped" ? "Dropped" : UPDATE_WORDS[updateIcon(status)],
} as const;
