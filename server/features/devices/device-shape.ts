import { displayName } from "../../../src/domain/device-name.ts";
import type { Device } from "../../../src/protocol/shapes.ts";
import { isoTimeOrNull } from "../../../src/protocol/wire-time.ts";
import type { DeviceRow } from "./repository.ts";

/** A Sentinel as the wire has it; `algIds` are the algorithms deployed on it. */
export function deviceShape(row: DeviceRow, algIds: readonly string[]): Device {
  return {
    device_id: row.device_id,
    device_name: row.device_name,
    display_name: displayName(row.preferred_name, row.device_name),
    description: row.description,
    location_name: row.location_name,
    location_description: row.location_description,
    location: row.location_name,
    latitude: row.latitude,
    longitude: row.longitude,
    last_seen: isoTimeOrNull(row.last_seen),
    cycle_time: row.cycle_time,
    trigger_number: row.trigger_number,
    sync_time: row.sync_time,
    group_id: row.group_id === null ? null : String(row.group_id),
    memory_remaining: row.memory_remaining,
    images_processed: row.images_processed,
    battery_voltage: row.battery_voltage,
    summary: row.summary === null ? null : summaryShape(JSON.parse(row.summary)),
    device_update_status: row.update_status,
    allow_complete_images: row.allow_complete_images === 1,
    allow_wifi_insights: row.allow_wifi_insights === 1,
    satellite_uid: row.satellite_uid,
    lora_uid: row.lora_uid,
    software_version: row.software_version,
    hardware_id: row.hardware_id,
    mcu_version: row.mcu_version,
    cell_uid: row.cell_uid,
    sat_passes: row.sat_passes,
    alg_ids: [...algIds],
    models: [...algIds],
    last_insight_at: isoTimeOrNull(row.last_insight_at),
    last_image_at: isoTimeOrNull(row.last_image_at),
  };
}

function summaryShape(stored: Partial<NonNullable<Device["summary"]>>): Device["summary"] {
  return {
    space_remaining: stored.space_remaining ?? null,
    image_count: stored.image_count ?? null,
    cycle_count: stored.cycle_count ?? null,
    startup_data: stored.startup_data ?? null,
  };
}
