import { countText } from "../../domain/insight/insight-text.ts";

/** "1 device", "1,204 devices". */
export const devicesText = (count: number): string =>
  `${countText(count)} ${count === 1 ? "device" : "devices"}`;

export const FLEET = {
  find: "Find a device by name, place or ID",
  group: "Group",
  anyGroup: "All groups",
  ungrouped: "No group",
  groupOption: (name: string, count: number) => `${name} (${countText(count)})`,
  chosen: (count: number) => (count === 0 ? "No device chosen" : `${devicesText(count)} chosen`),
  found: (count: number) => (count === 1 ? "1 device found" : `${devicesText(count)} found`),
  selectFound: (count: number) => (count === 1 ? "Select it" : `Select all ${countText(count)}`),
  clear: "Clear",
  more: (count: number) => `Show ${countText(count)} more`,
  nothingFound: "No device matches.",
  noDevices: "You have no devices yet. Add one on My Devices.",
  inGroup: (name: string) => `in ${name}`,
  statuses: { passed: "Passed", failed: "Failed", pending: "Pending", none: "None" },
} as const;
