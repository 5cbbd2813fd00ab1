import type { Role } from "../../../src/domain/account/role.ts";
import { isDeviceId } from "../../../src/domain/device/device-name.ts";
import { FLEET_SENTENCES } from "../../../src/messages/server/fleet.ts";
import type { NewDevice, NewDeviceAnswer } from "../../../src/protocol/calls/device-calls.ts";
import type { Device } from "../../../src/protocol/shapes.ts";
import type { WriteTransaction } from "../../db/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import { ApiError, notFound } from "../../http/api-error.ts";
import { recordAct } from "../audit/service.ts";
import { holdRoomFor } from "../quotas/service.ts";
import { hashSecret, newSecret } from "../sessions/token.ts";
import { lockUser } from "../users/lock-repository.ts";
import { deviceShape } from "./device-shape.ts";
import { EditedFields } from "./edited-fields.ts";
import { lockDevices } from "./lock-repository.ts";
import { reachedDevice } from "./reached-device.ts";
import {
  findDeviceRef,
  grantDevices,
  insertClaim,
  insertDevice,
  type NewDeviceRow,
  setDeviceKey,
  takeClaim,
} from "./registration-repository.ts";
import { findAnyDevice, findReached, setDevice } from "./repository.ts";
import { readDevice } from "./service.ts";

type Needs = Pick<Dependencies, "db" | "clock" | "config">;
type NewFields = Omit<NewDeviceRow, "device_id" | "created_at">;

/**
 * Registers a Sentinel as the caller's; by staff also without an owner; or takes over one without an owner, with its
 * claim code. Key and code are returned once and stored only as hashes.
 *
 * @throws ApiError invalid by field, forbidden, conflict where the id is taken, the code is wrong or the account holds
 * the most Sentinels
 */
export async function registerDevice(
  deps: Needs,
  caller: { userId: number; role: Role },
  body: NewDevice,
): Promise<NewDeviceAnswer> {
  const unassigned = body.unassigned === true;
  if (unassigned && caller.role !== "staff") throw new ApiError(403, "forbidden");
  const deviceId = String(body.device_id).trim();
  const claimCode = body.claim_code?.trim() || null;
  const fields = readFields(body, claimCode === null ? deviceId : null);
  if (claimCode !== null) return claimDevice(deps, caller.userId, { deviceId, claimCode, fields });

  return deps.db.write(async (transaction) => {
    if (!unassigned) await holdRoomFor(deps, transaction, "maxDevices", { userId: caller.userId, more: 1 });
    const nowMs = deps.clock.now();
    const deviceRef = await insertDevice(transaction, { ...fields, device_id: deviceId, created_at: nowMs });
    if (deviceRef === null) throw await registered(transaction, caller.userId, deviceId);
    const ingestKey = await giveKey(transaction, deviceRef, nowMs);
    if (!unassigned) {
      await grantDevices(deps.db, transaction, { deviceRefs: [deviceRef], userId: caller.userId, nowMs });
      const message = await readDevice(transaction, caller.userId, deviceRef);
      return { message, ingestKey, claimCode: null };
    }
    await recordAct(transaction, caller, nowMs, {
      action: "register_device",
      targetKind: "device",
      targetId: deviceId,
      target: fields.device_name ?? null,
    });
    const code = newSecret();
    await insertClaim(transaction, { deviceRef, codeHash: hashSecret(code), nowMs });
    return { message: await readUnassigned(transaction, deviceRef), ingestKey, claimCode: code };
  });
}

/**
 * Creates a new key and returns it; the old one stops working.
 * @throws ApiError not_found
 */
export async function renewDeviceKey(
  { db, clock }: Pick<Needs, "db" | "clock">,
  userId: number,
  deviceId: string,
): Promise<string> {
  return db.write(async (transaction) => {
    const deviceRef = await reachedDevice(transaction, userId, deviceId);
    // A clear may have gone before: its Sentinel must get no key again.
    await lockDevices(db, transaction, [deviceRef]);
    await reachedDevice(transaction, userId, deviceId);
    return giveKey(transaction, deviceRef, clock.now());
  });
}

async function claimDevice(
  deps: Needs,
  userId: number,
  { deviceId, claimCode, fields }: { deviceId: string; claimCode: string; fields: NewFields },
): Promise<NewDeviceAnswer> {
  const { db, clock } = deps;
  return db.write(async (transaction) => {
    await lockUser(db, transaction, userId);
    // A clear deletes claims and assignments of a Sentinel while it holds its row.
    const registeredRef = await findDeviceRef(transaction, deviceId);
    if (registeredRef !== null) await lockDevices(db, transaction, [registeredRef]);
    const deviceRef = await takeClaim(transaction, deviceId, hashSecret(claimCode));
    // A person whose first answer was lost repeats the call for a Sentinel that is theirs by now.
    const own = deviceRef ?? (await findReached(transaction, userId, deviceId));
    if (own === null) throw conflict(FLEET_SENTENCES.claimWrong);
    if (deviceRef !== null) {
      await holdRoomFor(deps, transaction, "maxDevices", { userId, more: 1 });
      await grantDevices(db, transaction, { deviceRefs: [deviceRef], userId, nowMs: clock.now() });
      const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
      if (Object.keys(given).length > 0) {
        await setDevice(transaction, deviceRef, given);
      }
    }
    return { message: await readDevice(transaction, userId, own), ingestKey: null, claimCode: null };
  });
}

/** The fields of the request. The id is checked only for a new Sentinel. */
function readFields(body: NewDevice, newId: string | null): NewFields {
  const reader = new EditedFields();
  if (newId !== null && !isDeviceId(newId)) reader.refuse("device_id", FLEET_SENTENCES.deviceId);
  const fields = {
    device_name: reader.text("device_name", body.device_name, "name") ?? null,
    location_name: reader.text("location", body.location, "locationName") ?? null,
    latitude: reader.degrees("lat", body.lat, "latitude") ?? null,
    longitude: reader.degrees("long", body.long, "longitude") ?? null,
  };
  reader.check();
  reader.position(fields.latitude, fields.longitude, { latitude: "lat", longitude: "long" });
  reader.check();
  return fields;
}

async function giveKey(transaction: WriteTransaction, deviceRef: number, nowMs: number): Promise<string> {
  const key = newSecret();
  await setDeviceKey(transaction, { deviceRef, keyHash: hashSecret(key), nowMs });
  return key;
}

async function registered(
  transaction: WriteTransaction,
  userId: number,
  deviceId: string,
): Promise<ApiError> {
  const own = await findReached(transaction, userId, deviceId);
  return conflict(own === null ? FLEET_SENTENCES.deviceRegistered : FLEET_SENTENCES.deviceYours);
}

async function readUnassigned(transaction: WriteTransaction, deviceRef: number): Promise<Device> {
  const row = await findAnyDevice(transaction, deviceRef);
  if (row === null) throw notFound();
  return deviceShape(row, []);
}

function conflict(sentence: string): ApiError {
  return new ApiError(409, "conflict", { device_id: sentence, general: sentence });
}
