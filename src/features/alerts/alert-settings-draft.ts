import type { AlertType } from "../../domain/alert/alert.ts";
import { THRESHOLD_RANGES, THRESHOLD_TYPES, type ThresholdType } from "../../domain/alert/alert-settings.ts";
import { ALERT_SETTINGS } from "../../messages/alerts/alert-settings.ts";
import type { AlertSettings, AlertSettingsChange } from "../../protocol/calls/alert-calls.ts";

/** The types in the order in which the settings show them. */
export const FLAG_ORDER = [
  "spypoint_error",
  "low_battery",
  "no_recent_insights",
  "no_recent_camera_triggers",
] as const satisfies readonly AlertType[];

/** Limits as they are typed. */
export type TypedThresholds = Readonly<Record<ThresholdType, string>>;

export interface GroupDraft {
  readonly groupId: string;
  readonly ignore: boolean;
  /** Whether the group has limits of its own; without, those of the account hold. */
  readonly own: boolean;
  readonly thresholds: TypedThresholds;
}

export interface SettingsDraft {
  readonly flags: Readonly<Record<AlertType, boolean>>;
  readonly thresholds: TypedThresholds;
  readonly groups: readonly GroupDraft[];
}

/** Sentences by field, named as on the wire: `thresholds.low_battery`, `groupSettings.0.thresholds.low_battery`. */
export type SettingsErrors = Readonly<Record<string, string>>;

export function draftOf({ settings, thresholds, groupSettings }: AlertSettings): SettingsDraft {
  return {
    flags: settings,
    thresholds: typed(thresholds),
    groups: groupSettings.map((group) => ({
      groupId: group.deviceGroupId,
      ignore: group.ignore,
      own: group.thresholds !== null,
      thresholds: typed(group.thresholds ?? thresholds),
    })),
  };
}

/** The body of the call, or what is wrong with which field. */
export function readDraft(
  draft: SettingsDraft,
): { kind: "faulty"; errors: SettingsErrors } | { kind: "change"; change: AlertSettingsChange } {
  const errors: Record<string, string> = {};
  const read = (thresholds: TypedThresholds, path: string) =>
    Object.fromEntries(
      THRESHOLD_TYPES.map((type) => {
        const value = Number(thresholds[type].trim().replace(",", "."));
        if (thresholds[type].trim() === "" || !isInRange(type, value)) {
          errors[`${path}.${type}`] = ALERT_SETTINGS.outOfRange(type);
        }
        return [type, value];
      }),
    ) as Record<ThresholdType, number>;
  const thresholds = read(draft.thresholds, "thresholds");
  const groupSettings = draft.groups.map(({ groupId, ignore, own, thresholds: limits }, at) => ({
    deviceGroupId: groupId,
    ignore,
    thresholds: own ? read(limits, `groupSettings.${at}.thresholds`) : null,
  }));
  if (Object.keys(errors).length > 0) return { kind: "faulty", errors };
  return { kind: "change", change: { settings: { ...draft.flags }, thresholds, groupSettings } };
}

function isInRange(type: ThresholdType, value: number): boolean {
  const { least, most, unit } = THRESHOLD_RANGES[type];
  return value >= least && value <= most && (unit === "volts" || Number.isInteger(value));
}

function typed(thresholds: Readonly<Record<ThresholdType, number>>): TypedThresholds {
  const texts = THRESHOLD_TYPES.map((type) => [type, String(thresholds[type])]);
  return Object.fromEntries(texts) as Record<ThresholdType, string>;
}
