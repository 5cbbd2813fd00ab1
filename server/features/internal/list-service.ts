import type { Role } from "../../../src/domain/account/role.ts";
import { byNameThenId } from "../../../src/domain/text-order.ts";
import { INTERNAL_SENTENCES as TEXT } from "../../../src/messages/server/internal.ts";
import { ALG_FIELDS, INTERNAL_USER_FIELDS } from "../../../src/protocol/records/internal-fields.ts";
import type { Alg, Device, InternalUser, Release } from "../../../src/protocol/shapes.ts";
import type { View } from "../../db/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import { notFound } from "../../http/api-error.ts";
import { rowIdOf } from "../../http/row-id.ts";
import { jsonRecord } from "../../record-values.ts";
import { readDevicePages } from "../devices/service.ts";
import { listReleasesOf } from "../releases/service.ts";
import { findNamedUser } from "../users/repository.ts";
import { type AlgRow, findAlgs } from "./alg-repository.ts";
import { findInternalUsers, type InternalUserRow } from "./user-repository.ts";

type Needs = Pick<Dependencies, "db">;

export interface Caller {
  readonly userId: number;
  readonly role: Role;
}

/** All users to staff, to a member their own row; by username. */
export async function listUsers({ db }: Needs, caller: Caller): Promise<InternalUser[]> {
  const rows = await findInternalUsers(db.reader, reachOf(caller));
  return rows.map(userShape).sort(
    byNameThenId(
      (user) => user.username,
      (user) => String(user.user_id),
    ),
  );
}

/** All Sentinels to staff, to a member their own; by name, in pages. */
export function allDevicePages(deps: Needs, caller: Caller): AsyncGenerator<Device[], void> {
  return readDevicePages(deps, { viewerId: caller.userId, assignedTo: reachOf(caller) });
}

/** All algorithms to staff, to a member those in the account; by name. */
export function listAlgs({ db }: Needs, caller: Caller): Promise<Alg[]> {
  return algsOf(db.reader, reachOf(caller));
}

/** The Sentinels of one user, in pages. @throws ApiError not_found for a user whom the caller does not reach */
export async function devicePagesOf(
  deps: Needs,
  caller: Caller,
  id: string,
): Promise<AsyncGenerator<Device[], void>> {
  const assignedTo = await reachedUser(deps.db.reader, caller, id);
  return readDevicePages(deps, { viewerId: caller.userId, assignedTo });
}

/** The algorithms in one user's account. @throws ApiError not_found for a user whom the caller does not reach */
export async function listAlgsOf({ db }: Needs, caller: Caller, id: string): Promise<Alg[]> {
  return algsOf(db.reader, await reachedUser(db.reader, caller, id));
}

/** The releases that one user may update to. @throws ApiError not_found for a user whom the caller does not reach */
export async function listReleasesFor({ db }: Needs, caller: Caller, id: string): Promise<Release[]> {
  return listReleasesOf(db.reader, await reachedUser(db.reader, caller, id));
}

export async function algsOf(view: View, assignedTo: number | null): Promise<Alg[]> {
  const rows = await findAlgs(view, assignedTo);
  return rows.map(algShape).sort(
    byNameThenId(
      (alg) => alg.alg_name,
      (alg) => alg.alg_id,
    ),
  );
}

export function algShape(row: AlgRow): Alg {
  return jsonRecord(ALG_FIELDS, row, {
    class_definitions: ({ class_definitions }) => JSON.parse(class_definitions) as Alg["class_definitions"],
  });
}

/** The number of a user whom the caller reaches: anyone for staff, else the caller. @throws ApiError not_found */
async function reachedUser(view: View, caller: Caller, id: string): Promise<number> {
  const userId = rowIdOf(id);
  const isReached = userId !== null && (caller.role === "staff" || userId === caller.userId);
  if (!isReached || (await findNamedUser(view, userId)) === null) throw notFound(TEXT.noUser);
  return userId;
}

/** Null: all. */
function reachOf({ role, userId }: Caller): number | null {
  return role === "staff" ? null : userId;
}

function userShape(row: InternalUserRow): InternalUser {
  return jsonRecord(INTERNAL_USER_FIELDS, row, {});
}
