import { displayName } from "../../../src/domain/device/device-name.ts";
import { DEVICE_FIELDS } from "../../../src/protocol/records/device-fields.ts";
import type { Device } from "../../../src/protocol/shapes.ts";
import { type Derive, jsonRecord } from "../../record-values.ts";
import type { DeviceRow } from "./repository.ts";

/** A Sentinel as the wire has it; `algIds` are the algorithms deployed on it. */
export function deviceShape(row: DeviceRow, algIds: readonly string[]): Device {
  return jsonRecord(DEVICE_FIELDS, row, {
    ...derivedDeviceFields(() => algIds),
    group_id: ({ group_id }) => (group_id === null ? null : String(group_id)),
  });
}

/** The fields of a Sentinel that no column holds, but for its group, which differs from user to user. */
export function derivedDeviceFields(
  algIdsOf: (deviceRef: number) => readonly string[],
): Omit<Derive<typeof DEVICE_FIELDS, Omit<DeviceRow, "group_id">>, "group_id"> {
  return {
    display_name: (row) => displayName(row),
    summary: ({ summary }) => (summary === null ? null : summaryShape(JSON.parse(summary))),
    device_update_status: (row) => row.update_status,
    alg_ids: (row) => [...algIdsOf(row.device_ref)],
    models: (row) => [...algIdsOf(row.device_ref)],
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
