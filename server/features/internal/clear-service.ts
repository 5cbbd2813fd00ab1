import type { AuditChange } from "../../../src/domain/account/audit.ts";
import { displayName } from "../../../src/domain/device/device-name.ts";
import { INTERNAL_SENTENCES as TEXT } from "../../../src/messages/server/internal.ts";
import type { DeviceContents } from "../../../src/protocol/calls/internal-calls.ts";
import type { WriteTransaction } from "../../db/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import { notFound } from "../../http/api-error.ts";
import { type Actor, recordAct } from "../audit/service.ts";
import { lockUpdate } from "../device-updates/repository.ts";
import { settleUpdate } from "../device-updates/service.ts";
import { countSetAside, restoreSomeInsights } from "../devices/clearing-repository.ts";
import { lockDevices } from "../devices/lock-repository.ts";
import {
  type ClearedDevice,
  countContents,
  detachDevice,
  findDeviceById,
  findUpdatesOf,
  leaveUpdate,
} from "./clearing-repository.ts";

type Needs = Pick<Dependencies, "db" | "clock">;

/** Counts of the records that a clear of this Sentinel deletes. @throws ApiError not_found */
export async function contentsOfDevice({ db }: Pick<Needs, "db">, deviceId: string): Promise<DeviceContents> {
  return db.snapshot(async (view) => {
    const device = await findDeviceById(view, deviceId);
    if (device === null) throw notFound(TEXT.noDevice);
    return {
      device_id: device.device_id,
      display_name: displayName(device),
      ...(await countContents(view, device.device_ref)),
    };
  });
}

/**
 * Deletes a Sentinel and all that hangs on it, for all its users. This transaction ends everybody's access and is
 * short whatever the Sentinel has sent; a job deletes the insights and files afterwards (server/jobs/clear-devices.ts).
 *
 * @throws ApiError not_found, also for a Sentinel that was cleared before
 */
export async function clearWholeDevice(deps: Needs, actor: Actor, deviceId: string): Promise<void> {
  const { db, clock } = deps;
  // Counted before the transaction, so that it holds its locks for less time.
  const contents = await contentsOfDevice(deps, deviceId);
  await db.write(async (transaction) => {
    const found = await findDeviceById(transaction, deviceId);
    if (found === null) throw notFound(TEXT.noDevice);
    const deviceRef = found.device_ref;
    // Updates, then the Sentinel: ingest locks in the same order, so that the two cannot deadlock.
    await leaveUpdates(transaction, deviceRef);
    await lockDevices(db, transaction, [deviceRef]);
    // Of two clears at once the second finds here that nothing is left.
    if ((await findDeviceById(transaction, deviceId))?.device_ref !== deviceRef)
      throw notFound(TEXT.noDevice);
    const nowMs = clock.now();
    await detachDevice(db, transaction, deviceRef, nowMs);
    await recordAct(transaction, actor, nowMs, {
      action: "clear_device",
      targetKind: "device",
      targetId: deviceId,
      target: contents.display_name,
      changes: changesOf(contents),
    });
  });
}

/**
 * Brings back the insights of a Sentinel that a user set aside, for all its users. The entry of the audit log is
 * written with the first of them; a call that breaks off is repeated for the rest.
 *
 * @returns how many came back
 * @throws ApiError not_found
 */
export async function restoreInsights({ db, clock }: Needs, actor: Actor, deviceId: string): Promise<number> {
  const device = await findDeviceById(db.reader, deviceId);
  if (device === null) throw notFound(TEXT.noDevice);
  let restored = 0;
  for (;;) {
    const some = await db.write(async (transaction) => {
      await lockDevices(db, transaction, [device.device_ref]);
      if (restored === 0) {
        const waiting = await countSetAside(transaction, device.device_ref);
        if (waiting > 0) await recordRestored(transaction, actor, clock.now(), device, waiting);
      }
      return restoreSomeInsights(db, transaction, device.device_ref, RESTORED_A_SLICE);
    });
    if (some === 0) return restored;
    restored += some;
  }
}

/** Few enough that other writers of SQLite wait for tens of milliseconds at most. */
const RESTORED_A_SLICE = 1_000;

function recordRestored(
  transaction: WriteTransaction,
  actor: Actor,
  nowMs: number,
  device: ClearedDevice,
  insights: number,
): Promise<void> {
  return recordAct(transaction, actor, nowMs, {
    action: "restore_insights",
    targetKind: "device",
    targetId: device.device_id,
    target: displayName(device),
    changes: [{ fact: "insights", before: null, after: String(insights) }],
  });
}

async function leaveUpdates(transaction: WriteTransaction, deviceRef: number): Promise<void> {
  for (const { updateId, waits } of await findUpdatesOf(transaction, deviceRef)) {
    await lockUpdate(transaction, updateId);
    const hasOthers = await leaveUpdate(transaction, updateId, deviceRef);
    if (hasOthers && waits) await settleUpdate(transaction, updateId);
  }
}

function changesOf({ insights, photos, alerts, updates, users }: DeviceContents): AuditChange[] {
  const counted = { insights, photos, alerts, updates } as const;
  const facts = Object.entries(counted) as [keyof typeof counted, number][];
  return [
    ...facts.map(([fact, count]) => ({ fact, before: String(count), after: null })),
    { fact: "users", before: users.length === 0 ? null : users.join(", "), after: null },
  ];
}
