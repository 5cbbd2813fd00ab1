import type { AlertType } from "../../domain/alert/alert.ts";
import { isThreshold, THRESHOLD_TYPES, type ThresholdType } from "../../domain/alert/alert-settings.ts";
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

/** Sentences by field: `thresholds.low_battery`, `groups.7.low_battery` for the group with the id 7. */
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

/**
 * A draft over settings that were read since: fields that this person changed stay as typed, others are those of now.
 * Groups that are gone leave, and new ones come.
 *
 * @param before the draft as it was before this person changed it
 */
export function rebasedDraft(draft: SettingsDraft, before: SettingsDraft, now: SettingsDraft): SettingsDraft {
  const groupIn = ({ groups }: SettingsDraft, groupId: string) =>
    groups.find((group) => group.groupId === groupId);
  return {
    flags: merged(draft.flags, before.flags, now.flags),
    thresholds: merged(draft.thresholds, before.thresholds, now.thresholds),
    groups: now.groups.map((group) => {
      const [mine, was] = [groupIn(draft, group.groupId), groupIn(before, group.groupId)];
      return mine && was ? rebasedGroup(mine, was, group) : group;
    }),
  };
}

function rebasedGroup(mine: GroupDraft, was: GroupDraft, now: GroupDraft): GroupDraft {
  const isTyped = THRESHOLD_TYPES.some((type) => mine.thresholds[type] !== was.thresholds[type]);
  return {
    groupId: now.groupId,
    ignore: mine.ignore === was.ignore ? now.ignore : mine.ignore,
    own: mine.own === was.own && !isTyped ? now.own : mine.own,
    thresholds: merged(mine.thresholds, was.thresholds, now.thresholds),
  };
}

function merged<Key extends string, Value>(
  mine: Readonly<Record<Key, Value>>,
  was: Readonly<Record<Key, Value>>,
  now: Readonly<Record<Key, Value>>,
): Readonly<Record<Key, Value>> {
  const keys = Object.keys(now) as Key[];
  const values = keys.map((key) => [key, mine[key] === was[key] ? now[key] : mine[key]]);
  return Object.fromEntries(values) as Record<Key, Value>;
}

type GroupChange = NonNullable<AlertSettingsChange["groupSettings"]>[number];
type ReadDraft =
  | { readonly kind: "faulty"; readonly errors: SettingsErrors }
  /** Only the changed fields: those of another person who saves meanwhile stay. Null: nothing is changed. */
  | { readonly kind: "change"; readonly change: AlertSettingsChange | null };

/** The body of the call, or what is wrong with which field. @param before as it was without this person's changes */
export function readDraft(draft: SettingsDraft, before: SettingsDraft): ReadDraft {
  const errors: Record<string, string> = {};
  const read = (typed: TypedThresholds, was: TypedThresholds | null, path: string) => {
    const changed = THRESHOLD_TYPES.filter((type) => typed[type] !== was?.[type]);
    const values = changed.map((type) => {
      const text = typed[type].trim().replace(",", ".");
      const isRight = text !== "" && isThreshold(type, Number(text));
      if (!isRight) errors[`${path}.${type}`] = ALERT_SETTINGS.outOfRange(type);
      return [type, Number(text)] as const;
    });
    return Object.fromEntries(values) as Partial<Record<ThresholdType, number>>;
  };
  const flags = FLAG_ORDER.filter((type) => draft.flags[type] !== before.flags[type]);
  const settings = Object.fromEntries(flags.map((type) => [type, draft.flags[type]]));
  const thresholds = read(draft.thresholds, before.thresholds, "thresholds");
  const groupSettings = draft.groups.flatMap((group): GroupChange[] => {
    const was = before.groups.find(({ groupId }) => groupId === group.groupId);
    const ignore = group.ignore === was?.ignore ? {} : { ignore: group.ignore };
    const typed = group.own
      ? read(group.thresholds, was?.own ? was.thresholds : null, `groups.${group.groupId}`)
      : null;
    const isChanged = typed === null ? was?.own !== false : Object.keys(typed).length > 0;
    const own = isChanged ? { thresholds: typed } : {};
    const change = { ...ignore, ...own };
    return Object.keys(change).length === 0 ? [] : [{ deviceGroupId: group.groupId, ...change }];
  });
  if (Object.keys(errors).length > 0) return { kind: "faulty", errors };
  const parts = { settings, thresholds };
  const named = Object.entries(parts).filter(([, fields]) => Object.keys(fields).length > 0);
  const change = {
    ...Object.fromEntries(named),
    ...(groupSettings.length > 0 ? { groupSettings } : {}),
  };
  return { kind: "change", change: Object.keys(change).length > 0 ? change : null };
}

/** The server's sentences, which name groups by their place in the body, by the fields of the draft. */
export function errorsByField(
  errors: SettingsErrors,
  { groupSettings }: AlertSettingsChange,
): SettingsErrors {
  const renamed = Object.entries(errors).map(([field, sentence]) => {
    const name = field.replace(
      /^groupSettings\.(\d+)\.(?:thresholds\.)?/,
      (_, at: string) => `groups.${groupSettings?.[Number(at)]?.deviceGroupId}.`,
    );
    return [name, sentence];
  });
  return Object.fromEntries(renamed);
}

function typed(thresholds: Readonly<Record<ThresholdType, number>>): TypedThresholds {
  const texts = THRESHOLD_TYPES.map((type) => [type, String(thresholds[type])]);
  return Object.fromEntries(texts) as Record<ThresholdType, string>;
}
