import type { AlertType } from "../../domain/alert/alert.ts";
import { THRESHOLD_RANGES, type ThresholdType } from "../../domain/alert/alert-settings.ts";

/** The words of the settings of alerts. */
export const ALERT_SETTINGS = {
  toolbar: "Alert settings",
  open: "Alert settings",
  title: "Alert settings",
  what: "The list of alert settings",
  changing: "Changing alert settings",
  flagsHeading: "Raise alerts for",
  flags: {
    spypoint_error: "Cable errors",
    low_battery: "Low battery",
    no_recent_insights: "No recent insights",
    no_recent_camera_triggers: "No recent camera triggers",
  } satisfies Record<AlertType, string>,
  thresholdsHeading: "Limits",
  thresholds: {
    no_recent_insights: "Hours without an insight",
    no_recent_camera_triggers: "Hours without a camera trigger",
    low_battery: "Battery at or below, volts",
  } satisfies Record<ThresholdType, string>,
  hint: (type: ThresholdType, standard: number) => `Default: ${standard} ${THRESHOLD_RANGES[type].unit}`,
  /** @param above what holds for the groups without limits of their own */
  groupHint: (type: ThresholdType, above: number) => `As above: ${above} ${THRESHOLD_RANGES[type].unit}`,
  outOfRange: (type: ThresholdType) => {
    const { least, most, unit, isWhole } = THRESHOLD_RANGES[type];
    return `Enter ${least} to ${most} ${unit}${isWhole ? ", without decimals" : ""}.`;
  },
  groupsHeading: "Groups",
  groupsWords:
    "An ignored group raises no new alerts. Its open alerts stay open until you resolve them or their cause ends.",
  noGroups: "You have no groups.",
  ignore: "Ignore this group",
  ownLimits: "Other limits for this group",
  save: "Save",
  saved: "The alert settings are saved.",
  wrong: "Please check the marked fields.",
  groupGone:
    "Not saved: a group was deleted on another device. Your other changes are still here, press Save again.",
} as const;
