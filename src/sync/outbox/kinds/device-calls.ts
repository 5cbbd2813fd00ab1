import { DEVICE_LIMITS, isTooLong } from "../../../domain/device/device-edit.ts";
import type { DeviceFields } from "../../../domain/device/device-fields.ts";
import type { WriteFields } from "../../../domain/outbox/outbox-record.ts";
import type { Http } from "../../../platform/http.ts";
import { type Guard, isListOf, isMessage } from "../../../platform/json-shape.ts";
import { IDEMPOTENCY_KEY_HEADER } from "../../../protocol/protocol-version.ts";
import { isDevice } from "../../../protocol/records/record-guards.ts";
import type { Device } from "../../../protocol/shapes.ts";
import { afterKeyQuery } from "../../connection/server-calls.ts";

/** The calls that an edit of a device needs. */
export function deviceCalls(http: Http) {
  const fresh = (deviceId: string, signal: AbortSignal) =>
    http.call({
      path: "/api/getDevicesForUser",
      // A server that does not know the parameter answers with all devices.
      query: { device_id: deviceId },
      accept: isMessage(isListOf(isDevice)),
      signal,
    });
  const post = (key: string, body: UpdateBody, signal: AbortSignal, afterKey: string | null) =>
    http.call({
      method: "POST",
      path: "/api/updateDevice",
      query: afterKeyQuery(afterKey),
      headers: { [IDEMPOTENCY_KEY_HEADER]: key },
      body,
      accept: isMessage(isAnything),
      signal,
    });
  const put = (
    key: string,
    deviceId: string,
    body: Partial<DeviceFields>,
    signal: AbortSignal,
    afterKey: string | null,
  ) =>
    http.call({
      method: "PUT",
      path: `/api/devices/${encodeURIComponent(deviceId)}/display`,
      query: afterKeyQuery(afterKey),
      headers: { [IDEMPOTENCY_KEY_HEADER]: key },
      body,
      accept: isMessage(isAnything),
      signal,
    });
  return { fresh, post, put };
}

type UpdateBody = Record<"device_id" | "cycle_time" | "sync_time" | "group_id" | "lat" | "long", string> &
  Partial<Record<"device_name" | "location" | "group_created_on", string>>;

/**
 * All that the call takes, as text: what the person changed, and all else as the server has it now. An
 * unchanged text above the limit for people, as an import may have brought it, is left out: it would be refused.
 */
export function updateBody(
  device: Device,
  value: Partial<DeviceFields>,
  seen: WriteFields | undefined,
): UpdateBody {
  const { cycle_time, group_id, location_name, latitude, longitude } = { ...device, ...value };
  const ownName = asText(device.device_name);
  const location = asText(location_name);
  return {
    device_id: device.device_id,
    ...(!isTooLong(ownName, DEVICE_LIMITS.name) && { device_name: ownName }),
    cycle_time: asText(cycle_time),
    sync_time: asText(device.sync_time),
    group_id: asText(group_id),
    ...(value.group_id != null &&
      typeof seen?.group_created_on === "string" && { group_created_on: seen.group_created_on }),
    ...(("location_name" in value || !isTooLong(location, DEVICE_LIMITS.locationName)) && { location }),
    lat: asText(latitude),
    long: asText(longitude),
  };
}

function asText(value: string | number | null | undefined): string {
  return value == null ? "" : String(value);
}

const isAnything: Guard<unknown> = (value): value is unknown => value !== undefined;
