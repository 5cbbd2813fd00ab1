import { listChanges } from "../../../src/domain/account/audit.ts";
import { INTERNAL_SENTENCES as TEXT } from "../../../src/messages/server/internal.ts";
import type { Alg, Device, Release } from "../../../src/protocol/shapes.ts";
import type { WriteTransaction } from "../../db/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import { invalid, notFound } from "../../http/api-error.ts";
import { rowIdOf } from "../../http/row-id.ts";
import { type Act, type Actor, recordAct } from "../audit/service.ts";
import { dropUpdatesOf } from "../device-updates/device-side.ts";
import { takeDevicesFrom } from "../devices/clearing-repository.ts";
import { lockDevices } from "../devices/lock-repository.ts";
import { grantDevices } from "../devices/registration-repository.ts";
import { readDevicePages } from "../devices/service.ts";
import { holdRoomFor } from "../quotas/service.ts";
import { listReleasesOf } from "../releases/service.ts";
import { lockUser } from "../users/lock-repository.ts";
import { findNamedUser, type NamedUser } from "../users/repository.ts";
import {
  changeAlgs,
  changeReleases,
  findAssignedAlgs,
  findAssignedDevices,
  findAssignedReleases,
  findDeviceRefs,
  findKnownAlgs,
  findKnownReleases,
} from "./assignment-repository.ts";
import { algsOf } from "./list-service.ts";

type Needs = Pick<Dependencies, "db" | "clock" | "config">;
type Ids = readonly (string | number)[];

/** Who assigns, and to whom. */
export interface Assignment {
  readonly actor: Actor;
  /** The user's number, as the path has it. */
  readonly userId: string;
}

/** The whole list, or a change of the one that the user has. */
type Wanted = Ids | ((present: readonly string[]) => Ids);

/**
 * Sets the Sentinels of a user. One that is taken away leaves the user as if they had given it up; one that is given
 * again comes without what it sent before.
 *
 * @returns the user's Sentinels as they now stand, in pages
 * @throws ApiError not_found for the user; invalid, which names the Sentinels that do not exist, with nothing changed
 */
export async function assignDevices(
  deps: Needs,
  { actor, userId }: Assignment,
  wanted: Wanted,
): Promise<AsyncGenerator<Device[], void>> {
  const { db } = deps;
  const assignedTo = await db.write(async (transaction) => {
    const user = await lockedUser(deps, transaction, userId);
    const before = await findAssignedDevices(transaction, user.user_id);
    const ids = idsOf(wanted, [...before.values()]);
    const named = [...new Set(ids.map(String))];
    const found = await findDeviceRefs(transaction, named);
    const { gained, lost } = differenceOf([...before.keys()], [...found.values()]);
    const more = gained.length - lost.length;
    await holdRoomFor(deps, transaction, "maxDevices", { userId: user.user_id, more });
    // Updates, then Sentinels: ingest locks in the same order, so that the two cannot deadlock.
    await dropUpdatesOf(transaction, user.user_id, lost);
    await lockDevices(db, transaction, [...gained, ...lost]);
    // Read again: a Sentinel may have been cleared before it was locked.
    const refs = await findDeviceRefs(transaction, named);
    refuseUnknown("deviceIds", ids, (id) => refs.has(id), TEXT.noDevice);
    const of = { userId: user.user_id, nowMs: deps.clock.now() };
    await takeDevicesFrom(db, transaction, { ...of, deviceRefs: lost });
    await grantDevices(db, transaction, { ...of, deviceRefs: gained });
    await recordAssignment(deps, transaction, actor, user, "assign_devices", {
      before: [...before.values()],
      after: [...refs.keys()],
    });
    return user.user_id;
  });
  // Behind the transaction, so that its locks are not held while up to 10,000 Sentinels are read.
  return readDevicePages(deps, { viewerId: actor.userId ?? 0, assignedTo });
}

/** As assignDevices, for the algorithms in the user's account. */
export async function assignAlgs(deps: Needs, { actor, userId }: Assignment, sent: Wanted): Promise<Alg[]> {
  const { db, clock } = deps;
  return db.write(async (transaction) => {
    const user = await lockedUser(deps, transaction, userId);
    const before = await findAssignedAlgs(transaction, user.user_id);
    const ids = idsOf(sent, before.map(String));
    const wanted = new Set(ids.map((id) => rowIdOf(id) ?? 0));
    const known = await findKnownAlgs(transaction, [...wanted]);
    refuseUnknown("algIds", ids, (id) => known.has(rowIdOf(id) ?? 0), TEXT.noAlg);
    const change = { userId: user.user_id, ...differenceOf(before, [...wanted]), nowMs: clock.now() };
    await changeAlgs(db, transaction, change);
    await recordAssignment(deps, transaction, actor, user, "assign_models", {
      before: before.map(String),
      after: [...wanted].map(String),
    });
    return algsOf(transaction, user.user_id);
  });
}

/** As assignDevices, for the releases that the user may update to. */
export async function assignReleases(
  deps: Needs,
  { actor, userId }: Assignment,
  sent: Wanted,
): Promise<Release[]> {
  const { db, clock } = deps;
  return db.write(async (transaction) => {
    const user = await lockedUser(deps, transaction, userId);
    const before = await findAssignedReleases(transaction, user.user_id);
    const ids = idsOf(sent, before.map(String));
    const wanted = new Set(ids.map((id) => rowIdOf(id) ?? 0));
    const known = await findKnownReleases(transaction, [...wanted]);
    refuseUnknown("algReleaseIds", ids, (id) => known.has(rowIdOf(id) ?? 0), TEXT.noRelease);
    const change = { userId: user.user_id, ...differenceOf(before, [...wanted]), nowMs: clock.now() };
    await changeReleases(db, transaction, change);
    await recordAssignment(deps, transaction, actor, user, "assign_releases", {
      before: before.map(String),
      after: [...wanted].map(String),
    });
    return listReleasesOf(transaction, user.user_id);
  });
}

/** The user, locked, so that of two assignments at once the second sees the first. */
async function lockedUser(
  { db }: Pick<Needs, "db">,
  transaction: WriteTransaction,
  id: string,
): Promise<NamedUser> {
  const userId = rowIdOf(id);
  if (userId !== null) await lockUser(db, transaction, userId);
  const user = userId === null ? null : await findNamedUser(transaction, userId);
  if (user === null) throw notFound(TEXT.noUser);
  return user;
}

function idsOf(wanted: Wanted, present: readonly string[]): Ids {
  return typeof wanted === "function" ? wanted(present) : wanted;
}

function differenceOf(
  before: readonly number[],
  after: readonly number[],
): { gained: number[]; lost: number[] } {
  const [had, has] = [new Set(before), new Set(after)];
  return { gained: after.filter((id) => !had.has(id)), lost: before.filter((id) => !has.has(id)) };
}

function refuseUnknown(field: string, ids: Ids, isKnown: (id: string) => boolean, sentence: string): void {
  const unknown = ids.flatMap((id, at) => (isKnown(String(id)) ? [] : [[`${field}.${at}`, sentence]]));
  if (unknown.length > 0) throw invalid(Object.fromEntries(unknown));
}

async function recordAssignment(
  { clock }: Pick<Needs, "clock">,
  transaction: WriteTransaction,
  actor: Actor,
  user: NamedUser,
  action: Act["action"],
  { before, after }: { before: readonly string[]; after: readonly string[] },
): Promise<void> {
  const changes = listChanges(before, after);
  if (changes.length === 0) return;
  await recordAct(transaction, actor, clock.now(), {
    action,
    targetKind: "user",
    targetId: String(user.user_id),
    target: user.username,
    changes,
  });
}
