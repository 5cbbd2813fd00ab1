import { type NotificationClasses, tellsByGroup } from "../integration/integration.ts";
import { MINUTE_MS } from "../time.ts";
import type { DeliveryReason } from "./delivery-subject.ts";
import type { NotificationRules } from "./notification-rules.ts";

/** What an integration tells of. */
export interface ToldClasses {
  readonly classes: NotificationClasses;
  readonly groups: readonly { readonly groupId: number; readonly classes: readonly string[] }[];
}

/**
 * The choice of an integration that asks for insights of a class, at a Sentinel in this group; null: none does. Class
 * names are compared as they are.
 *
 * @param groupId null: the Sentinel is in no group of this user
 */
export function reasonToTell(
  { classes, groups }: ToldClasses,
  className: string,
  groupId: number | null,
): DeliveryReason | null {
  const named = groups.map((group) => ({
    groupId: String(group.groupId),
    groupNotificationClasses: group.classes,
  }));
  if (tellsByGroup(classes, named)) {
    const group = groups.find((one) => one.groupId === groupId);
    return group?.classes.includes(className) ? { by: "group", className, groupId: group.groupId } : null;
  }
  if (classes === "all") return { by: "all", className };
  if (classes === "none") return null;
  return classes.includes(className) ? { by: "classes", className } : null;
}

/** Whether the user has muted the class or the Sentinel. */
export function isMuted(
  { mutedClasses, mutedDevices }: Pick<NotificationRules, "mutedClasses" | "mutedDevices">,
  { className, deviceId }: { readonly className: string; readonly deviceId: string },
  nowMs: number,
): boolean {
  if (mutedClasses.includes(className)) return true;
  return mutedDevices.some((muted) => muted.deviceId === deviceId && isStillMuted(muted.until, nowMs));
}

/** Whether alerts of a Sentinel are muted with it. */
export function isDeviceMuted(
  { mutedDevices }: Pick<NotificationRules, "mutedDevices">,
  deviceId: string,
  nowMs: number,
): boolean {
  return mutedDevices.some((muted) => muted.deviceId === deviceId && isStillMuted(muted.until, nowMs));
}

function isStillMuted(until: number | null, nowMs: number): boolean {
  return until === null || nowMs < until;
}

/**
 * Whether an insight that arrives at a moment belongs to the visit whose last one arrived before. Arrivals count, not
 * camera times, which may be years off; what a Sentinel sends in one go is told in one message.
 */
export function isSameVisit(lastAtMs: number, arrivedAtMs: number, visitMinutes: number): boolean {
  return visitMinutes > 0 && Math.abs(arrivedAtMs - lastAtMs) <= visitMinutes * MINUTE_MS;
}
