/** The columns of ALERT_FIELDS in a query with `a` for alerts and `d` for their Sentinels. */
export const ALERT_COLUMNS = [
  "a.alert_id",
  "d.device_id",
  "a.alert_type",
  "a.summary",
  "a.created_at",
  "a.status",
  "a.since",
  "a.threshold",
  "a.battery_voltage",
  "a.acknowledged_at",
  "a.acknowledged_by",
  "a.resolved_at",
  "a.resolved_by",
  "a.resolved_cause",
] as const;
