import type { Generated } from "kysely";
import type { Flag, Json, TimeMs, Xid } from "./column-types.ts";

/** See ALERT_FIELDS for the columns that are on the wire. */
export interface AlertTable {
  alert_id: Generated<number>;
  user_id: number;
  device_ref: number;
  alert_type: string;
  summary: string;
  status: string;
  created_at: TimeMs;
  since: Generated<TimeMs | null>;
  threshold: Generated<number | null>;
  battery_voltage: Generated<number | null>;
  acknowledged_at: Generated<TimeMs | null>;
  acknowledged_by: Generated<string | null>;
  resolved_at: Generated<TimeMs | null>;
  resolved_by: Generated<string | null>;
  resolved_cause: Generated<string | null>;
  /**
   * When what it reports was over; null as long as it goes on, which it may after a person has resolved the alert.
   * Only one alert of a type, Sentinel and user has null here.
   */
  ended_at: Generated<TimeMs | null>;
  xid: Xid;
}

/** A user's settings of alerts; a user without a row has the defaults. */
export interface AlertSettingsTable {
  user_id: number;
  /** Some or all of AlertFlags and of AlertThresholds; those that are left out have their defaults. */
  flags: Json;
  thresholds: Json;
}

/** The same for the Sentinels of a group. */
export interface GroupAlertSettingsTable {
  group_id: number;
  ignored: Flag;
  /** AlertThresholds; null: those of the user. */
  thresholds: Json | null;
}
