import type { Alert, Device, Group } from "../../../src/protocol/shapes.ts";

/** A Sentinel with default values, which a test may change. */
export function fakeDevice(change: Partial<Device> & { device_id: string }): Device {
  return {
    device_name: null,
    display_name: `Sentinel ${change.device_id}`,
    description: null,
    location_name: null,
    location_description: null,
    location: null,
    latitude: null,
    longitude: null,
    last_seen: null,
    cycle_time: 60,
    trigger_number: null,
    sync_time: null,
    group_id: null,
    memory_remaining: null,
    images_processed: null,
    battery_voltage: null,
    summary: null,
    device_update_status: null,
    allow_complete_images: false,
    allow_wifi_insights: false,
    satellite_uid: null,
    lora_uid: null,
    software_version: null,
    hardware_id: null,
    mcu_version: null,
    cell_uid: null,
    sat_passes: null,
    alg_ids: [],
    models: [],
    last_insight_at: null,
    last_image_at: null,
    ...change,
  };
}

export function fakeGroup(change: Partial<Group> & { group_id: string }): Group {
  return {
    group_name: `Group ${change.group_id}`,
    deployment_description: null,
    devices: [],
    created_on: "2026-11-01T08:00:00.000Z",
    updated_on: "2026-11-02T08:00:00.000Z",
    ...change,
  };
}

/** About the Sentinel with the alert's own id, unless the test names another. */
export function fakeAlert(change: Partial<Alert> & { id: string }): Alert {
  return {
    alert_key: "device_id",
    associated_id: change.id,
    alert_type: "low_battery",
    summary: `Battery of ${change.id} is low`,
    created_at: "2026-11-20T08:00:00.000Z",
    status: "new",
    since: null,
    threshold: null,
    battery_voltage: null,
    acknowledged_at: null,
    acknowledged_by: null,
    resolved_at: null,
    resolved_by: null,
    resolved_cause: null,
    ...change,
  };
}
