import type { FieldList } from "./record-fields.ts";

export const ALERT_TYPES = [
  "no_recent_insights",
  "spypoint_error",
  "no_recent_camera_triggers",
  "low_battery",
] as const;

/** The fields of an alert. */
export const ALERT_FIELDS = {
  id: { kind: "id", sql: "alert_id" },
  /** Names what `associated_id` is an id of: always "device_id". */
  alert_key: { kind: "text" },
  associated_id: { kind: "key", sql: "device_id" },
  alert_type: { kind: "oneOf", values: ALERT_TYPES, sql: "alert_type" },
  summary: { kind: "text", sql: "summary" },
  created_at: { kind: "time", sql: "created_at" },
  status: { kind: "oneOf", values: ["new", "acknowledged", "resolved"], sql: "status" },
} as const satisfies FieldList;
