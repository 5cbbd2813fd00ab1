import type { UpdateStatus } from "../../../src/domain/device/device-update.ts";
import { isoTime } from "../../../src/domain/time.ts";
import { DEVICE_UPDATE_SENTENCES as TEXT } from "../../../src/messages/server/device-updates.ts";
import type { Release, Update } from "../../../src/protocol/shapes.ts";
import type { WriteTransaction } from "../../db/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import { ApiError, notFound } from "../../http/api-error.ts";
import { rowIdOf } from "../../http/row-id.ts";
import { releaseShape } from "../releases/release-shape.ts";
import {
  applySettings,
  findOffer,
  findPendingOf,
  lockUpdate,
  setTargets,
  targetStatuses,
} from "./repository.ts";
import { settleUpdate } from "./service.ts";

/** The longest reason that is stored; the rest is cut off. */
const MAX_DETAIL_LENGTH = 2_000;

type Needs = Pick<Dependencies, "db" | "clock">;

/** The offer that `GET /api/ingest/update` answers. */
export interface OfferedUpdate extends Omit<Update, "status" | "deviceIds" | "deviceReports"> {
  readonly algRelease: Release;
}

/** The update that waits for this Sentinel, or null. A dropped one is not offered. */
export async function pendingUpdateFor(
  { db }: Pick<Needs, "db">,
  deviceRef: number,
): Promise<OfferedUpdate | null> {
  const row = await findOffer(db, deviceRef);
  if (row === null) return null;
  return {
    deviceUpdateId: String(row.device_update_id),
    firmwareReleaseTag: row.firmware_release_tag as Update["firmwareReleaseTag"],
    algReleaseId: String(row.release_id),
    algRelease: releaseShape(row),
    cycleTime: row.cycle_time,
    triggerNumber: row.trigger_number,
    satelliteFixTime: row.satellite_fix_time,
    satellitePasses: row.satellite_passes,
    createdAt: isoTime(row.created_at),
  };
}

/**
 * Stores how an update went on a Sentinel; a repeated report changes nothing. After a success the Sentinel has the
 * settings of the update and runs the models of its release.
 *
 * @param detail the Sentinel's own words, null where it sent none
 * @returns the update as it stands on this Sentinel
 * @throws ApiError not_found for an update that is not this Sentinel's; conflict where it was dropped, or reported
 * otherwise before
 */
export async function reportUpdate(
  { db, clock }: Needs,
  deviceRef: number,
  updateId: string,
  status: "success" | "failed",
  detail: string | null,
): Promise<{ deviceUpdateId: string; status: UpdateStatus }> {
  const id = rowIdOf(updateId);
  if (id === null) throw notFound();
  await db.write(async (transaction) => {
    if (!(await lockUpdate(transaction, id))) throw notFound();
    const targets = await targetStatuses(transaction, id);
    const own = targets.find((target) => target.device_ref === deviceRef);
    if (own === undefined) throw notFound();
    if (own.status === status) return;
    if (own.status !== "pending") throw new ApiError(409, "conflict", { general: TEXT.reportedOtherwise });
    const words = detail?.slice(0, MAX_DETAIL_LENGTH) ?? null;
    await setTargets(transaction, id, deviceRef, { status, reported_at: clock.now(), detail: words });
    if (status === "success") await applySettings(db, transaction, deviceRef, id);
    await settleUpdate(transaction, id);
  });
  return { deviceUpdateId: String(id), status };
}

/**
 * Drops the updates that a user asked of these Sentinels, because the user loses them. Must run before the assignment
 * is deleted, in the same transaction.
 */
export async function dropUpdatesOf(
  transaction: WriteTransaction,
  userId: number,
  deviceRefs: readonly number[],
): Promise<void> {
  if (deviceRefs.length === 0) return;
  for (const { device_update_id, device_ref } of await findPendingOf(transaction, userId, deviceRefs)) {
    await lockUpdate(transaction, device_update_id);
    await setTargets(transaction, device_update_id, device_ref, {
      status: "dropped",
      reported_at: null,
      detail: null,
    });
    await settleUpdate(transaction, device_update_id);
  }
}
