import { CLASS_MAX_LENGTH, MOST_CLASSES } from "../integration/integration.ts";
import { isRecord } from "../record-guard.ts";

/** A time of day in hours and minutes, from 00:00 to 23:59. */
export type TimeOfDay = string;

/** A Sentinel of which no insights are told. */
export interface MutedDevice {
  readonly deviceId: string;
  /** UTC epoch milliseconds; null: for good. */
  readonly until: number | null;
}

/** When and how often a user is told, over all integrations. */
export interface NotificationRules {
  /** An IANA name; quiet hours, the day of the limit and the digest's hour are in it. */
  readonly timeZone: string;
  /** Messages wait from `from` to `to`, also over midnight. Gundi takes them at any time. Null: there are none. */
  readonly quietHours: { readonly from: TimeOfDay; readonly to: TimeOfDay } | null;
  /** Insights of a class at a Sentinel, with no longer pause than this, are told in one message. 0: each by itself. */
  readonly visitMinutes: number;
  /** Insights are told only when their class is seen for the first time at their Sentinel. */
  readonly onlyRare: boolean;
  /** The most messages in a day. */
  readonly dailyLimit: number;
  /** The hour at which the daily summary is sent. */
  readonly digestHour: number;
  readonly mutedClasses: readonly string[];
  readonly mutedDevices: readonly MutedDevice[];
}

export const DEFAULT_NOTIFICATION_RULES: NotificationRules = {
  timeZone: "UTC",
  quietHours: null,
  visitMinutes: 10,
  onlyRare: false,
  dailyLimit: 50,
  digestHour: 7,
  mutedClasses: [],
  mutedDevices: [],
};

/** Least and most of each number, both allowed. */
export const RULE_RANGES = {
  visitMinutes: { least: 0, most: 240 },
  dailyLimit: { least: 1, most: 500 },
  digestHour: { least: 0, most: 23 },
} as const;
export type RuleNumber = keyof typeof RULE_RANGES;

export const MOST_MUTED_CLASSES = MOST_CLASSES;
export const MOST_MUTED_DEVICES = 500;
export const MUTED_CLASS_MAX_LENGTH = CLASS_MAX_LENGTH;

export function isTimeOfDay(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
}

export function isInRange(name: RuleNumber, value: number): boolean {
  const { least, most } = RULE_RANGES[name];
  return Number.isInteger(value) && value >= least && value <= most;
}

/**
 * Rules from stored text, with defaults for what is not in it. Text that cannot be read counts as none: messages of all
 * users are decided on together, and one damaged row must not stop them.
 */
export function rulesIn(stored: string | null | undefined): NotificationRules {
  try {
    const rules: unknown = JSON.parse(stored ?? "{}");
    return isRecord(rules) ? { ...DEFAULT_NOTIFICATION_RULES, ...rules } : DEFAULT_NOTIFICATION_RULES;
  } catch {
    return DEFAULT_NOTIFICATION_RULES;
  }
}

/** The same rules with a class told no more; a class that is muted already changes nothing. */
export function withMutedClass(rules: NotificationRules, className: string): NotificationRules {
  if (rules.mutedClasses.includes(className)) return rules;
  return { ...rules, mutedClasses: [...rules.mutedClasses, className] };
}

/** The same rules with a Sentinel told no more until a time; null: for good. */
export function withMutedDevice(
  rules: NotificationRules,
  deviceId: string,
  until: number | null,
): NotificationRules {
  const others = rules.mutedDevices.filter((muted) => muted.deviceId !== deviceId);
  return { ...rules, mutedDevices: [...others, { deviceId, until }] };
}
