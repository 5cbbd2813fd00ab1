import type { DeviceRecord, RecordPlace, RefusalCode, RefusalRecord } from "../import-record.ts";
import { baseName, folderOf } from "../source/package-source.ts";

/**
 * The Sentinel of a picture in results of a model, which know no cameras: its folder, or for a picture in no folder one
 * that is called as the file of results.
 */
export function deviceIdOf(path: string, file: string): string {
  return folderOf(path).replace(/\/$/, "") || baseName(file).replace(/\.json$/i, "");
}

/** A Sentinel of which no more is known than its name. */
export function deviceNamed(deviceId: string, place: RecordPlace): DeviceRecord {
  return {
    kind: "device",
    place,
    deviceId,
    deviceName: deviceId,
    locationName: null,
    description: null,
    latitude: null,
    longitude: null,
  };
}

export function refusalAt(
  place: RecordPlace,
  field: string | null,
  code: RefusalCode,
  value: string,
  lost: RefusalRecord["lost"] = "row",
): RefusalRecord {
  return { kind: "refusal", place, field, code, value, lost };
}
