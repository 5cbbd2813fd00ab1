import { FLEET_SENTENCES } from "../../../src/messages/server/fleet.ts";
import type { DeviceDisplay, DeviceUpdate } from "../../../src/protocol/calls/device-calls.ts";
import type { Device } from "../../../src/protocol/shapes.ts";
import type { Dependencies } from "../../dependencies.ts";
import { invalid } from "../../http/api-error.ts";
import { ownGroup } from "../groups/own-group.ts";
import { placeDevice } from "../groups/repository.ts";
import { onceByKey } from "../idempotency/once-by-key.ts";
import { lockUser } from "../users/lock-repository.ts";
import { EditedFields } from "./edited-fields.ts";
import { reachedDevice } from "./reached-device.ts";
import { type DeviceValues, setDevice } from "./repository.ts";
import { readDevice } from "./service.ts";

type Needs = Pick<Dependencies, "db" | "clock">;

/** The person who edits, and the idempotency key of the call. */
export interface Editor {
  readonly userId: number;
  readonly key: string | undefined;
}

/**
 * Sets name, times, group and place of a Sentinel to what was sent; what is absent stays.
 *
 * @throws ApiError invalid by field, not_found for the Sentinel or the group, key_reused
 */
export async function updateDevice(deps: Needs, editor: Editor, body: DeviceUpdate): Promise<Device> {
  const fields = new EditedFields();
  const location = fields.text("location", body.location, "locationName");
  const latitude = fields.degrees("lat", body.lat, "latitude");
  const longitude = fields.degrees("long", body.long, "longitude");
  fields.position(latitude, longitude, { latitude: "lat", longitude: "long" });
  const values: DeviceValues = defined({
    device_name: fields.text("device_name", body.device_name, "name"),
    cycle_time: fields.cycleTime("cycle_time", body.cycle_time),
    sync_time: fields.syncTime("sync_time", body.sync_time),
    location_name: location,
    latitude,
    longitude,
  });
  fields.check();
  const { userId, key } = editor;
  return onceByKey(deps, { userId, key, call: "POST /api/updateDevice", body }, async (transaction) => {
    await lockUser(deps.db, transaction, userId);
    const deviceRef = await reachedDevice(transaction, userId, String(body.device_id));
    if (body.group_id !== undefined) {
      const named = String(body.group_id ?? "").trim();
      const groupId = named === "" ? null : await ownGroup(transaction, userId, named, body.group_created_on);
      await placeDevice(transaction, { userId, deviceRef, groupId, nowMs: deps.clock.now() });
    }
    await setDevice(transaction, deviceRef, values);
    return readDevice(transaction, userId, deviceRef);
  });
}

/**
 * Sets what people call and write about a Sentinel, and where it stands; null clears.
 *
 * @throws ApiError invalid by field, not_found, key_reused
 */
export async function editDisplay(
  deps: Needs,
  editor: Editor,
  deviceId: string,
  body: DeviceDisplay,
): Promise<Device> {
  const fields = new EditedFields();
  const values: DeviceValues = defined({
    preferred_name: fields.text("display_name", body.display_name, "name"),
    description: fields.text("description", body.description, "description"),
    location_name: fields.text("location_name", body.location_name, "locationName"),
    location_description: fields.text(
      "location_description",
      body.location_description,
      "locationDescription",
    ),
    latitude: fields.degrees("latitude", body.latitude, "latitude"),
    longitude: fields.degrees("longitude", body.longitude, "longitude"),
  });
  fields.check();
  if (Object.keys(values).length === 0) throw invalid({ general: FLEET_SENTENCES.nothingToChange });
  const call = `PUT /api/devices/${deviceId}/display`;
  const { userId, key } = editor;
  return onceByKey(deps, { userId, key, call, body }, async (transaction) => {
    const deviceRef = await reachedDevice(transaction, userId, deviceId);
    await setDevice(transaction, deviceRef, values);
    const device = await readDevice(transaction, userId, deviceRef);
    if ("latitude" in values || "longitude" in values) {
      const { latitude, longitude } = device;
      fields.position(latitude, longitude, { latitude: "latitude", longitude: "longitude" });
      fields.check();
    }
    return device;
  });
}

/** Without the fields that are undefined, which stay as they are. */
function defined(values: { [Column in keyof DeviceValues]: DeviceValues[Column] | undefined }): DeviceValues {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
