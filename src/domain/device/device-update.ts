import type { Role } from "../account/role.ts";

/** The options of an update: the form offers them, and the server accepts no others. */
export const UPDATE_CYCLE_MINUTES = [120, 240, 390, 690] as const;
export const DEFAULT_UPDATE_CYCLE_MINUTES = 690;
/** Photographs after which a Sentinel sends. */
export const UPDATE_TRIGGER_NUMBERS = [10, 30, 50] as const;
export const DEFAULT_UPDATE_TRIGGER_NUMBER = 30;
/** Minutes for which a Sentinel looks for satellites. */
export const SATELLITE_FIX_MINUTES = [2, 3, 4, 5] as const;
export const DEFAULT_SATELLITE_FIX_MINUTES = 5;
/** The most Sentinels that one update may name. */
export const MAX_UPDATE_DEVICES = 10_000;

export const FIRMWARE_TAGS = ["release", "alpha", "staging"] as const;
export type FirmwareTag = (typeof FIRMWARE_TAGS)[number];
export const DEFAULT_FIRMWARE_TAG: FirmwareTag = "release";

export const UPDATE_STATUSES = ["pending", "success", "failed", "dropped"] as const;
export type UpdateStatus = (typeof UPDATE_STATUSES)[number];
export type UpdateIcon = "passed" | "failed" | "pending" | "none";

/** The firmware that a role may choose: staging is for staff. */
export function firmwareTagsFor(role: Role): readonly FirmwareTag[] {
  return FIRMWARE_TAGS.filter((tag) => tag !== "staging" || role === "staff");
}

/** Whether a person may drop an update with this status. */
export function mayDropUpdate(status: UpdateStatus): boolean {
  return status === "pending";
}

/** The icon of a status; a dropped update, or none, has none. */
export function updateIcon(status: UpdateStatus | null): UpdateIcon {
  if (status === "success") return "passed";
  return status === "failed" || status === "pending" ? status : "none";
}

/**
 * The status of a whole update by those of its Sentinels: pending until every one has reported, then success if all
 * succeeded, else failed. Sentinels on which it was dropped do not count.
 */
export function overallUpdateStatus(ofDevices: readonly UpdateStatus[]): UpdateStatus {
  if (ofDevices.includes("pending")) return "pending";
  if (ofDevices.includes("failed")) return "failed";
  return ofDevices.includes("success") ? "success" : "dropped";
}
