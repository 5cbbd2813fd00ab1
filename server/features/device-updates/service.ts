import type { Role } from "../../../src/domain/account/role.ts";
import {
  firmwareTagsFor,
  mayDropUpdate,
  overallUpdateStatus,
  type UpdateStatus,
} from "../../../src/domain/device/device-update.ts";
import { checkUpdateRequest, type UpdateRequest } from "../../../src/domain/device/device-update-request.ts";
import { compareIds } from "../../../src/domain/text-order.ts";
import { isoTime, isoTimeOrNull } from "../../../src/domain/time.ts";
import { DEVICE_UPDATE_SENTENCES as TEXT } from "../../../src/messages/server/device-updates.ts";
import type { UpdateConflicts } from "../../../src/protocol/device-updates.ts";
import type { Update } from "../../../src/protocol/shapes.ts";
import type { WriteTransaction } from "../../db/database.ts";
import { isDuplicate } from "../../db/database-errors.ts";
import type { Dependencies } from "../../dependencies.ts";
import { ApiError, invalid, notFound } from "../../http/api-error.ts";
import { rowIdOf } from "../../http/row-id.ts";
import { sortInTurns } from "../../limits/sort-in-turns.ts";
import { lockDevices } from "../devices/lock-repository.ts";
import { rowsThatFit, SHAPED_PART_BYTES } from "../insights/list-parts-query.ts";
import { lockUser } from "../users/lock-repository.ts";
import {
  findOwnRefs,
  findPendingUpdates,
  findUpdateKeys,
  findUpdates,
  insertUpdate,
  isReleaseApproved,
  lockUpdate,
  type OwnUpdateRow,
  setTargets,
  setUpdateStatus,
  targetStatuses,
} from "./repository.ts";

type Needs = Pick<Dependencies, "db" | "clock">;

const UPDATES_A_PAGE = 100;

/**
 * The caller's own updates, newest first, in pages; those whose Sentinels are all no longer the caller's are left out.
 */
export async function* readUpdatePages(
  { db }: Pick<Needs, "db">,
  userId: number,
): AsyncGenerator<Update[], void> {
  const keys = await findUpdateKeys(db.reader, userId);
  const sizes = keys.map(({ bytes }) => bytes);
  for (let start = 0; start < keys.length; ) {
    const end = start + Math.min(rowsThatFit(sizes, start, SHAPED_PART_BYTES), UPDATES_A_PAGE);
    const ids = keys.slice(start, end).map(({ device_update_id }) => device_update_id);
    const rows = await findUpdates(db.reader, userId, ids);
    yield await Promise.all(rows.filter(({ targets }) => targets.length > 0).map(updateShape));
    start = end;
  }
}

/**
 * Creates an update of one or more Sentinels. Of concurrent updates for one Sentinel exactly one succeeds.
 *
 * @throws ApiError 422 invalid; forbidden for staging; not_found for a Sentinel or a release that is not the
 * caller's; 400 conflict with the pending updates in `message`
 */
export async function createUpdate(
  deps: Needs,
  caller: { userId: number; role: Role },
  body: unknown,
): Promise<Update> {
  const { db, clock } = deps;
  const request = requestOf(body);
  if (!firmwareTagsFor(caller.role).includes(request.firmwareReleaseTag)) {
    throw new ApiError(403, "forbidden", { general: TEXT.stagingForStaff });
  }
  const releaseId = rowIdOf(request.algReleaseId);
  const stored = await db
    .write(async (transaction) => {
      // Locked, so that the caller cannot give up a Sentinel at the same moment and leave an update without an owner.
      await lockUser(db, transaction, caller.userId);
      const deviceRefs = await findOwnRefs(transaction, caller.userId, request.deviceIds);
      if (deviceRefs.length !== request.deviceIds.length) throw notFound();
      if (releaseId === null || !(await isReleaseApproved(transaction, caller.userId, releaseId))) {
        throw notFound(TEXT.releaseUnknown);
      }
      const nowMs = clock.now();
      return insertUpdate(db, transaction, caller.userId, { request, releaseId, deviceRefs, nowMs });
    })
    .catch((error: unknown) => {
      // A unique index allows one pending update for each Sentinel, so that of concurrent updates one succeeds.
      if (isDuplicate(error)) return null;
      throw error;
    });
  if (stored === null) throw await conflictOf(deps, caller.userId, request.deviceIds);
  return ownUpdate(deps, caller.userId, stored);
}

/**
 * Drops a pending update, which is then offered to no Sentinel. One that was dropped already stays as it is.
 *
 * @throws ApiError invalid for another status, not_found, conflict with the update in `message` once it has ended
 */
export async function dropUpdate(
  deps: Pick<Needs, "db">,
  userId: number,
  updateId: string,
  status: unknown,
): Promise<Update> {
  if (status !== "dropped") throw invalid({ status: TEXT.onlyDropped });
  const id = rowIdOf(updateId);
  if (id === null) throw notFound();
  const update = await deps.db.write(async (transaction) => {
    if (!(await lockUpdate(transaction, id))) throw notFound();
    const [found] = await findUpdates(transaction, userId, [id]);
    if (found === undefined || found.targets.length === 0) throw notFound();
    if (!mayDropUpdate(found.status as UpdateStatus)) return updateShape(found);
    const targets = await targetStatuses(transaction, id);
    const waiting = targets.filter((target) => target.status === "pending");
    await lockDevices(
      deps.db,
      transaction,
      waiting.map(({ device_ref }) => device_ref),
    );
    await setTargets(transaction, id, null, { status: "dropped", reported_at: null, detail: null });
    await setUpdateStatus(transaction, id, "dropped");
    const [dropped] = await findUpdates(transaction, userId, [id]);
    return updateShape(dropped ?? found);
  });
  if (update.status === "dropped") return update;
  throw new ApiError(409, "conflict", { general: TEXT.notPending }, { message: update });
}

/**
 * Derives the status of the update from its Sentinels, after one of them changed.
 *
 * @returns the new status
 */
export async function settleUpdate(transaction: WriteTransaction, updateId: number): Promise<UpdateStatus> {
  const targets = await targetStatuses(transaction, updateId);
  const status = overallUpdateStatus(targets.map((target) => target.status));
  await setUpdateStatus(transaction, updateId, status);
  return status;
}

function requestOf(body: unknown): UpdateRequest {
  const checked = checkUpdateRequest(body);
  if (checked.ok) return checked.request;
  const sentences = { missing: TEXT.missing, not_an_option: TEXT.notAnOption };
  const errors = Object.fromEntries(
    Array.from(checked.faults, ([field, fault]) => [field, sentences[fault]]),
  );
  const isIncomplete = [...checked.faults.values()].includes("missing");
  throw new ApiError(422, "invalid", isIncomplete ? { ...errors, general: TEXT.missing } : errors);
}

/** The specification has 400 here and not 409: clients take every 400 of this call for the conflict. */
async function conflictOf(
  { db }: Pick<Needs, "db">,
  userId: number,
  deviceIds: readonly string[],
): Promise<ApiError> {
  const pending = await findPendingUpdates(db.reader, userId, deviceIds);
  const message: UpdateConflicts = pending.map(({ device_update_id, email }) => ({
    email,
    deviceUpdateId: String(device_update_id),
  }));
  return new ApiError(400, "conflict", { general: TEXT.conflict }, { message });
}

async function ownUpdate({ db }: Pick<Needs, "db">, userId: number, updateId: number): Promise<Update> {
  const [row] = await findUpdates(db.reader, userId, [updateId]);
  if (row === undefined) throw notFound();
  return updateShape(row);
}

async function updateShape(row: OwnUpdateRow): Promise<Update> {
  const targets = await sortInTurns(row.targets, (a, b) => compareIds(a.device_id, b.device_id));
  return {
    deviceUpdateId: String(row.device_update_id),
    status: row.status as UpdateStatus,
    algReleaseId: String(row.release_id),
    firmwareReleaseTag: row.firmware_release_tag as Update["firmwareReleaseTag"],
    cycleTime: row.cycle_time,
    triggerNumber: row.trigger_number,
    satelliteFixTime: row.satellite_fix_time,
    satellitePasses: row.satellite_passes,
    createdAt: isoTime(row.created_at),
    deviceIds: targets.map(({ device_id }) => device_id),
    deviceReports: targets.map(({ device_id, status, reported_at, detail }) => ({
      deviceId: device_id,
      status: status as UpdateStatus,
      reportedAt: isoTimeOrNull(reported_at),
      detail,
    })),
  };
}
