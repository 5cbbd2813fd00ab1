import { UPDATE_STATUSES } from "../../domain/device/device-update.ts";
import type { FieldList } from "./record-fields.ts";

/** The fields of a Sentinel. `sql` names columns of its own table. */
export const DEVICE_FIELDS = {
  device_id: { kind: "key", sql: "device_id" },
  device_name: { kind: "text", orNull: true, sql: "device_name" },
  /** The preferred name, else the name that it reports, else "Unnamed". */
  display_name: { kind: "text" },
  description: { kind: "text", orNull: true, sql: "description" },
  location_name: { kind: "text", orNull: true, sql: "location_name" },
  location_description: { kind: "text", orNull: true, sql: "location_description" },
  location: { kind: "text", orNull: true, sql: "location_name" },
  latitude: { kind: "number", orNull: true, sql: "latitude" },
  longitude: { kind: "number", orNull: true, sql: "longitude" },
  last_seen: { kind: "time", orNull: true, sql: "last_seen" },
  cycle_time: { kind: "whole", orNull: true, sql: "cycle_time" },
  trigger_number: { kind: "whole", orNull: true, sql: "trigger_number" },
  sync_time: { kind: "whole", orNull: true, sql: "sync_time" },
  /** Derived from the groups, which are a table of their own in the feed. */
  group_id: { kind: "id", orNull: true, feed: false },
  memory_remaining: { kind: "number", orNull: true, sql: "memory_remaining" },
  images_processed: { kind: "number", orNull: true, sql: "images_processed" },
  battery_voltage: { kind: "number", orNull: true, sql: "battery_voltage" },
  summary: { kind: "summary", orNull: true },
  /** The status of its newest update. */
  device_update_status: { kind: "oneOf", values: UPDATE_STATUSES, orNull: true },
  allow_complete_images: { kind: "flag", sql: "allow_complete_images" },
  allow_wifi_insights: { kind: "flag", sql: "allow_wifi_insights" },
  satellite_uid: { kind: "text", orNull: true, sql: "satellite_uid" },
  lora_uid: { kind: "text", orNull: true, sql: "lora_uid" },
  software_version: { kind: "text", orNull: true, sql: "software_version" },
  hardware_id: { kind: "text", orNull: true, sql: "hardware_id" },
  mcu_version: { kind: "text", orNull: true, sql: "mcu_version" },
  cell_uid: { kind: "text", orNull: true, sql: "cell_uid" },
  sat_passes: { kind: "whole", orNull: true, sql: "sat_passes" },
  /** The algorithms that are deployed on it; `models` says the same. */
  alg_ids: { kind: "texts" },
  models: { kind: "texts" },
  /** The time of its newest insight, by the camera-time rule. */
  last_insight_at: { kind: "time", orNull: true, sql: "last_insight_at", addition: true },
  /** The same of its newest insight that has a photograph. */
  last_image_at: { kind: "time", orNull: true, sql: "last_image_at", addition: true },
} as const satisfies FieldList;
