/** Conditions of a Sentinel that an alert reports. */
export const ALERT_TYPES = [
  "no_recent_insights",
  "spypoint_error",
  "no_recent_camera_triggers",
  "low_battery",
] as const;
export type AlertType = (typeof ALERT_TYPES)[number];

/** In the order in which a person takes an alert through them. */
export const ALERT_STATUSES = ["new", "acknowledged", "resolved"] as const;
export type AlertStatus = (typeof ALERT_STATUSES)[number];

/** Why an alert is resolved: a person said so, or what it reports is over. */
export const RESOLVED_CAUSES = ["person", "condition_ended"] as const;

/** Whether an alert still asks for a person: it is new or acknowledged. */
export function isOpenAlert({ status }: { readonly status: string }): boolean {
  return status === "new" || status === "acknowledged";
}

export const OPEN_ALERT_STATUSES = ALERT_STATUSES.filter((status) => isOpenAlert({ status }));

/** The one status that a person can give an alert; null once it is resolved. No status goes back. */
export function nextAlertStatus(status: AlertStatus): AlertStatus | null {
  return ALERT_STATUSES[ALERT_STATUSES.indexOf(status) + 1] ?? null;
}
