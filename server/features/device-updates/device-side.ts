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

/** The longest reason of a Sentinel that is kept; the rest is cut off. */
const MAX_DETAIL_LENGTH = 2_000;

type Needs = Pick<Dependencies, "db" | "clock">;

/** What a Sentinel is offered, as `GET /api/ingest/update` answers it. */
export interface OfferedUpdate extends Omit<Update, "status" | "deviceIds" | "deviceReports"> {
  readonly algRelease: Release;
}

/** The update that waits for this Sentinel, or null; one that was dropped is no longer offered. */
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
 * A Sentinel says how its update went; the same again changes nothing. Where it succeeded, the Sentinel works by the
 * update's settings and runs the models of its release from now on.
 *
 * @param detail the Sentinel's own words, null where it gave none
 * @returns the update as it stands on this Sentinel
 * @throws ApiError not_found for an update that is not this Sentinel's; conflict where it was dropped, or reported
 *   otherwise before
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
 * A user loses these Sentinels: what they asked of them is dropped there. Call it before the assignment goes, within
 * the same transaction.
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
