/** Ways in which a person, or a system of theirs, is told of insights and alerts. */
export const PLATFORMS = ["gundi", "email", "sms"] as const;
export type Platform = (typeof PLATFORMS)[number];

/** Whether alerts are told. */
export const ALERT_SETTINGS = ["enabled", "disabled"] as const;
export type AlertSetting = (typeof ALERT_SETTINGS)[number];

/** How often a summary is sent. */
export const DIGEST_SETTINGS = ["daily", "none"] as const;
export type DigestSetting = (typeof DIGEST_SETTINGS)[number];

/** Which insights are told: of all classes, of none (also where groups decide), or of the named classes. */
export type NotificationClasses = "all" | "none" | readonly string[];

/** The classes of which insights are told for the Sentinels of one group. */
export interface GroupNotification {
  readonly groupId: string;
  readonly groupNotificationClasses: readonly string[];
}

/** The most classes that one choice names. */
export const MOST_CLASSES = 500;
/** The most characters of a class's name. */
export const CLASS_MAX_LENGTH = 200;
/** The most groups that one integration names. */
export const MOST_NOTIFIED_GROUPS = 500;

/** Whether a groups' list decides, instead of classes for all Sentinels. */
export function tellsByGroup(classes: NotificationClasses, groups: readonly GroupNotification[]): boolean {
  return classes === "none" && groups.length > 0;
}

/** Whether text can be sent as Gundi's API key: printable ASCII without spaces, 8 to 200 characters. */
export function isGundiApiKey(text: string): boolean {
  return /^[\x21-\x7e]{8,200}$/.test(text);
}

/** A key as people see it: an ellipsis and its last four characters. */
export function maskedKey(key: string): string {
  return `…${key.slice(-4)}`;
}
