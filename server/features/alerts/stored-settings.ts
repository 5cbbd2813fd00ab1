import {
  type AlertFlags,
  type AlertThresholds,
  DEFAULT_ALERT_FLAGS,
  DEFAULT_ALERT_THRESHOLDS,
  DEFAULT_GROUP_ALERT_SETTINGS,
  type GroupAlertSettings,
  withFlags,
  withThresholds,
} from "../../../src/domain/alert/alert-settings.ts";

/** Settings of an account from what is stored, with defaults for what is not. Null and undefined: nothing is. */
export function accountSettingsOf(
  stored: { readonly flags: string | null; readonly thresholds: string | null } | undefined,
): { flags: AlertFlags; thresholds: AlertThresholds } {
  return {
    flags: withFlags(DEFAULT_ALERT_FLAGS, JSON.parse(stored?.flags ?? "{}") as Partial<AlertFlags>),
    thresholds: thresholdsOf(stored?.thresholds ?? "{}"),
  };
}

/** The same of a group. */
export function groupSettingsOf(stored: {
  readonly ignored: number | null;
  readonly thresholds: string | null;
}): GroupAlertSettings {
  if (stored.ignored === null) return DEFAULT_GROUP_ALERT_SETTINGS;
  const { thresholds } = stored;
  return { ignore: stored.ignored === 1, thresholds: thresholds === null ? null : thresholdsOf(thresholds) };
}

function thresholdsOf(json: string): AlertThresholds {
  return withThresholds(DEFAULT_ALERT_THRESHOLDS, JSON.parse(json) as Partial<AlertThresholds>);
}
