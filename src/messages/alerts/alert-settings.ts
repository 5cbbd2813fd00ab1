import type { AlertType } from "../../domain/alert/alert.ts";
import { THRESHOLD_RANGES, type ThresholdType } from "../../domain/alert/alert-settings.ts";

/** The words of the settings of alerts. */
export const ALERT_SETTINGS = {
  toolbar: "Alert settings",
  open: "Alert settings",
  more: "Limits and groups",
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
  outOfRange: (type: ThresholdType) => {
    const { least, most, unit, isWhole } = THRESHOLD_RANGES[type];
    return `Enter ${least} to ${most} ${unit}${isWhole ? ", without decimals" : ""}.`;
  },
  groupsHeading: "Groups",
  groupsWords: "An ignored group raises no alerts. Open alerts stay open until what they report is over.",
  noGroups: "You have no groups.",
  ignore: "Ignore this group",
  ownLimits: "Limits of its own",
  save: "Save",
  saved: "The alert settings are saved.",
  wrong: "Please check the marked fields.",
  groupGone:
    "Not saved: a group was deleted on another device. Your other changes are still here, press Save again.",
} as const;
