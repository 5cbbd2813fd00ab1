import type { Generated } from "kysely";
import type { Flag, Json, TimeMs, Xid } from "./column-types.ts";

export interface DeviceTable {
  /** Our own number for a Sentinel; rows of other tables point at it. */
  device_ref: Generated<number>;
  /** The id of the Sentinel in the field, unique everywhere; its id on the wire. */
  device_id: string;
  device_name: string | null;
  /** The preferred name; display_name on the wire is this, else device_name, else 'Unnamed'. */
  preferred_name: string | null;
  description: string | null;
  location_name: string | null;
  location_description: string | null;
  latitude: number | null;
  longitude: number | null;
  last_seen: TimeMs | null;
  cycle_time: number | null;
  trigger_number: number | null;
  sync_time: number | null;
  memory_remaining: number | null;
  images_processed: number | null;
  battery_voltage: number | null;
  summary: Json | null;
  allow_complete_images: Flag;
  allow_wifi_insights: Flag;
  satellite_uid: string | null;
  lora_uid: string | null;
  software_version: string | null;
  hardware_id: string | null;
  mcu_version: string | null;
  cell_uid: string | null;
  sat_passes: number | null;
  /** The newest insight and the newest photograph that it sent, by the camera-time rule; null before the first. */
  last_insight_at: Generated<TimeMs | null>;
  last_image_at: Generated<TimeMs | null>;
  /** When the camera in front of it last fired, as it said. */
  last_trigger_at: Generated<TimeMs | null>;
  /**
   * The moment of the status report that the fields above come from. A report of an earlier moment does not change
   * them.
   */
  status_recorded_at: Generated<TimeMs | null>;
  /**
   * Whether the Sentinel last reported a fault of the cable to the camera; null where it never reported one or the
   * other.
   */
  cable_error: Generated<Flag | null>;
  /**
   * The dataset of the import that made it, "" where that had no name. Null for a Sentinel that no import made, or one
   * before datasets were recorded.
   */
  dataset: Generated<string | null>;
  created_at: TimeMs;
  xid: Xid;
}

/** Which user reaches which Sentinel. */
export interface DeviceUserTable {
  device_ref: number;
  user_id: number;
  /** Only insights with a greater id belong to this user; 0 except after a renewed grant. */
  after_insight_id: number;
  granted_at: TimeMs;
  xid: Xid;
}

export interface GroupTable {
  group_id: Generated<number>;
  user_id: number;
  group_name: string;
  deployment_description: string | null;
  created_on: TimeMs;
  updated_on: TimeMs;
  xid: Xid;
}

/**
 * A Sentinel is in at most one group of each user. A change here marks its group as changed. The row is deleted with
 * the user's access to the Sentinel.
 */
export interface GroupDeviceTable {
  user_id: number;
  device_ref: number;
  group_id: number;
  xid: Xid;
}

/** The key with which a Sentinel authenticates. */
export interface DeviceKeyTable {
  device_ref: number;
  /** SHA-256 of the key, in hex. The key itself is shown once and not stored. */
  key_hash: string;
  made_at: TimeMs;
}

/** The code with which a user takes over a Sentinel that staff registered without an owner; deleted once it is used. */
export interface DeviceClaimTable {
  device_ref: number;
  /** SHA-256 of the code, in hex. */
  code_hash: string;
  made_at: TimeMs;
}

/** Status reports of a Sentinel, one for each moment that they state. */
export interface DeviceReportTable {
  device_ref: number;
  recorded_at: TimeMs;
  received_at: TimeMs;
  /** Volts. */
  battery_voltage: number | null;
  memory_remaining: number | null;
  images_processed: number | null;
  /** The whole report as JSON. */
  report: Json;
}

/**
 * The last arrivals of a Sentinel, by the server's clock. A row begins with the first report or insight that the
 * Sentinel sends; imports write none. Reports count in the order of arrival, because the Sentinel's clock may be years
 * off; see `isLateReport` for those that were sent late.
 */
export interface DeviceArrivalTable {
  device_ref: number;
  /** The first call with an insight or a report. */
  first_at: TimeMs;
  insight_at: TimeMs | null;
  /** The last sign that its camera fired, or the first report that tells of the camera; null before. */
  trigger_at: TimeMs | null;
  /** The last reading, in volts, and when it arrived. */
  battery_voltage: number | null;
  battery_at: TimeMs | null;
  /** The first of the reports of a fault of the cable that no report without one has followed. */
  cable_error_since: TimeMs | null;
  /** The camera's figures in the last report: compared with those of the next one and nothing else. */
  told_trigger_at: TimeMs | null;
  told_images: number | null;
}
