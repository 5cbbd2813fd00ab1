import { isRecord } from "../../domain/record-guard.ts";
import type { Http } from "../../platform/http.ts";
import { isFlag, isMessage, isOrNull, isShape, isText } from "../../platform/json-shape.ts";
import { isDevice } from "../../protocol/records/record-guards.ts";
import type { Device } from "../../protocol/shapes.ts";

/** Calls that work online only; edits go through the outbox. */

export interface NewDevice {
  deviceId: string;
  name: string;
  location: string;
  claimCode: string;
  /** Staff may register a Sentinel without an owner. */
  unassigned: boolean;
}

export interface Added {
  message: Device;
  /** For a new Sentinel; never sent again. */
  ingestKey: string | null;
  /** For one without an owner; never sent again. */
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

export function rotateKey(http: Http, deviceId: string) {
  return http.call({
    method: "POST",
    path: `/api/devices/${encodeURIComponent(deviceId)}/key`,
    body: {},
    accept: isShape<{ ingestKey: string }>({ ingestKey: isText }),
  });
}

/** "insights" archives all insights for everyone; "ownership" removes the Sentinel from the caller only. */
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

const isAdded = (value: unknown): value is Added =>
  isRecord(value) &&
  isDevice(value.message) &&
  isOrNull(isText)(value.ingestKey) &&
  isOrNull(isText)(value.claimCode);
