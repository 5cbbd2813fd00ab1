import { ALERT_STATUSES, ALERT_TYPES, RESOLVED_CAUSES } from "../../domain/alert/alert.ts";
import type { FieldList } from "./record-fields.ts";

/** The fields of an alert. */
export const ALERT_FIELDS = {
  id: { kind: "id", sql: "alert_id" },
  /** Names what `associated_id` is an id of: always "device_id". */
  alert_key: { kind: "text" },
  associated_id: { kind: "key", sql: "device_id" },
  alert_type: { kind: "oneOf", values: ALERT_TYPES, sql: "alert_type" },
  summary: { kind: "text", sql: "summary" },
  created_at: { kind: "time", sql: "created_at" },
  status: { kind: "oneOf", values: ALERT_STATUSES, sql: "status" },
  /**
   * Since when it is so, by the server's clock: the arrival of the last insight, of the last sign of a trigger, of the
   * low reading of the battery, or of the first report of the cable's fault. Null in alerts of older servers.
   */
  since: { kind: "time", orNull: true, addition: true, sql: "since" },
  /** The setting that was crossed, in hours or volts; null for a fault of the cable. */
  threshold: { kind: "number", orNull: true, addition: true, sql: "threshold" },
  /** The low reading in volts; null for the other types. */
  battery_voltage: { kind: "number", orNull: true, addition: true, sql: "battery_voltage" },
  acknowledged_at: { kind: "time", orNull: true, addition: true, sql: "acknowledged_at" },
  /** The signed-in device by which a person acknowledged it, see session-label.ts; null where it is not known. */
  acknowledged_by: { kind: "text", orNull: true, addition: true, sql: "acknowledged_by" },
  resolved_at: { kind: "time", orNull: true, addition: true, sql: "resolved_at" },
  /** Likewise; null too where what it reports has ended by itself. */
  resolved_by: { kind: "text", orNull: true, addition: true, sql: "resolved_by" },
  resolved_cause: {
    kind: "oneOf",
    values: RESOLVED_CAUSES,
    orNull: true,
    addition: true,
    sql: "resolved_cause",
  },
} as const satisfies FieldList;
