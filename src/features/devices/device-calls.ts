import { isRecord } from "../../domain/record-guard.ts";
import type { Http } from "../../platform/http.ts";
import { type Guard, isFlag, isMessage, isOrNull, isShape, isText } from "../../platform/json-shape.ts";
import { DEVICE_FIELDS } from "../../protocol/records/device-fields.ts";
import { guardOf } from "../../protocol/records/field-guards.ts";
import type { Device } from "../../protocol/shapes.ts";

/** The calls of this screen that work online alone; what edits a Sentinel goes through the outbox. */

export interface NewDevice {
  deviceId: string;
  name: string;
  location: string;
  claimCode: string;
  /** Staff may enter a Sentinel for nobody. */
  unassigned: boolean;
}

export interface Added {
  message: Device;
  /** Of a new Sentinel, this once. */
  ingestKey: string | null;
  /** Of one for nobody, this once. */
  claimCode: string | null;
}

export function addDevice(http: Http, { deviceId, name, location, claimCode, unassigned }: NewDevice) {
  return http.call({
    method: "POST",
    path: "/api/devices",
    body: {
      device_id: deviceId,
      ...(name !== "" && { device_name: name }),
      ...(location !== "" && { location }),
      ...(claimCode !== "" && { claim_code: claimCode }),
      ...(unassigned && { unassigned: true }),
    },
    accept: isAdded,
  });
}

/** The old key ends with the answer. */
export function rotateKey(http: Http, deviceId: string) {
  return http.call({
    method: "POST",
    path: `/api/devices/${encodeURIComponent(deviceId)}/key`,
    body: {},
    accept: isShape<{ ingestKey: string }>({ ingestKey: isText }),
  });
}

/** "insights" sets all insights aside for everyone; "ownership" takes the Sentinel from the caller alone. */
export function clearDevice(http: Http, deviceId: string, what: "insights" | "ownership") {
  return http.call({
    method: "DELETE",
    path: `/api/dataClearing/${encodeURIComponent(deviceId)}`,
    query: { [what]: "true" },
    accept: isMessage(
      isShape<{ insights: boolean; ownership: boolean }>({ insights: isFlag, ownership: isFlag }),
    ),
  });
}

const isDevice: Guard<Device> = guardOf(DEVICE_FIELDS);

const isAdded = (value: unknown): value is Added =>
  isRecord(value) &&
  isDevice(value.message) &&
  isOrNull(isText)(value.ingestKey) &&
  isOrNull(isText)(value.claimCode);
