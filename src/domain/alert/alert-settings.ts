import { MIN_RELIABLE_VOLTAGE } from "../device/battery.ts";
import { ALERT_TYPES, type AlertType } from "./alert.ts";

/** Types of alert that have a threshold: hours of silence, or volts. */
export const THRESHOLD_TYPES = ["no_recent_insights", "no_recent_camera_triggers", "low_battery"] as const;
export type ThresholdType = (typeof THRESHOLD_TYPES)[number];

/** Whether each type of alert is raised. */
export type AlertFlags = Readonly<Record<AlertType, boolean>>;
/** Hours without an insight or without a trigger of the camera; volts at or below which a battery is low. */
export type AlertThresholds = Readonly<Record<ThresholdType, number>>;

export interface ThresholdRange {
  readonly unit: "hours" | "volts";
  readonly least: number;
  readonly most: number;
  readonly isWhole: boolean;
}

const HOURS: ThresholdRange = { unit: "hours", least: 1, most: 720, isWhole: true };

export const THRESHOLD_RANGES: Readonly<Record<ThresholdType, ThresholdRange>> = {
  no_recent_insights: HOURS,
  no_recent_camera_triggers: HOURS,
  low_battery: { unit: "volts", least: 1, most: 30, isWhole: false },
};

export function isThreshold(type: ThresholdType, value: number): boolean {
  const { least, most, isWhole } = THRESHOLD_RANGES[type];
  return value >= least && value <= most && (!isWhole || Number.isInteger(value));
}

/** All on, so that a Sentinel that fails is noticed before anyone has opened the settings. */
export const DEFAULT_ALERT_FLAGS: AlertFlags = {
  no_recent_insights: true,
  spypoint_error: true,
  no_recent_camera_triggers: true,
  low_battery: true,
};

/**
 * A site without an animal for two days is common, a camera without any trigger (wind, light, people) for as long is
 * not; and two days are at least four cycles of a Sentinel in its slowest setting of an update.
 */
export const DEFAULT_ALERT_THRESHOLDS: AlertThresholds = {
  no_recent_insights: 72,
  no_recent_camera_triggers: 48,
  low_battery: MIN_RELIABLE_VOLTAGE,
};

/** A person's settings for the alerts of one group. */
export interface GroupAlertSettings {
  /** No alert is raised about Sentinels of the group. */
  readonly ignore: boolean;
  /** Null: those of the account. */
  readonly thresholds: AlertThresholds | null;
}

export const DEFAULT_GROUP_ALERT_SETTINGS: GroupAlertSettings = { ignore: false, thresholds: null };

/** The settings that apply to one Sentinel of one user. */
export interface EffectiveAlertSettings {
  /** Types that may be raised. */
  readonly raised: ReadonlySet<AlertType>;
  readonly thresholds: AlertThresholds;
}

/** @param group of the Sentinel; null for one in no group */
export function effectiveAlertSettings(
  account: { readonly flags: AlertFlags; readonly thresholds: AlertThresholds },
  group: GroupAlertSettings | null,
): EffectiveAlertSettings {
  const isIgnored = group?.ignore === true;
  return {
    raised: new Set(isIgnored ? [] : ALERT_TYPES.filter((type) => account.flags[type])),
    thresholds: group?.thresholds ?? account.thresholds,
  };
}

/** Flags in which the named ones are changed. */
export function withFlags(before: AlertFlags, change: Partial<AlertFlags>): AlertFlags {
  const flags = ALERT_TYPES.map((type) => [type, change[type] ?? before[type]]);
  return Object.fromEntries(flags) as Record<AlertType, boolean>;
}

/** Thresholds in which the named ones are changed. */
export function withThresholds(before: AlertThresholds, change: Partial<AlertThresholds>): AlertThresholds {
  const thresholds = THRESHOLD_TYPES.map((type) => [type, change[type] ?? before[type]]);
  return Object.fromEntries(thresholds) as Record<ThresholdType, number>;
}
