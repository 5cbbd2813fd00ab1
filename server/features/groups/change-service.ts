import {
  editedGroupNameFault,
  GROUP_NAME_LIMIT,
  type GroupNameFault,
  groupName,
  newGroupNameFault,
} from "../../../src/domain/device/group-name.ts";
import { SERVER_MESSAGES } from "../../../src/messages/server/common-answers.ts";
import {
  GROUP_NAME_EMPTY_SENTENCE,
  GROUP_NAME_MISSING_SENTENCE,
  GROUP_NAME_TAKEN_SENTENCE,
} from "../../../src/messages/server/fleet.ts";
import type { GroupEdit, NewGroup } from "../../../src/protocol/calls/group-calls.ts";
import type { Group } from "../../../src/protocol/shapes.ts";
import type { WriteTransaction } from "../../db/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import { invalid, notFound } from "../../http/api-error.ts";
import { reachedDevice } from "../devices/reached-device.ts";
import { holdRoomFor } from "../quotas/service.ts";
import { lockUser } from "../users/lock-repository.ts";
import { ownGroup } from "./own-group.ts";
import { deleteGroup, findGroupNames, groupOf, insertGroup, placeDevice, updateGroup } from "./repository.ts";
import { readGroups } from "./service.ts";

type Needs = Pick<Dependencies, "db" | "clock">;

/** @throws ApiError invalid for a name that is none, conflict where the account holds the most groups */
export async function createGroup(
  deps: Needs & Pick<Dependencies, "config">,
  userId: number,
  body: NewGroup,
): Promise<Group> {
  const fault = newGroupNameFault(body.groupName ?? "");
  if (fault !== null) throw invalid({ groupName: sentenceOf(fault, GROUP_NAME_MISSING_SENTENCE) });
  return deps.db.write(async (transaction) => {
    await holdRoomFor(deps, transaction, "maxGroups", { userId, more: 1 });
    const groupId = await insertGroup(transaction, {
      userId,
      name: groupName(body.groupName ?? ""),
      description: described(body.deploymentDescription ?? null),
      nowMs: deps.clock.now(),
    });
    return readGroup(transaction, userId, groupId);
  });
}

/** @throws ApiError not_found, or invalid for a name that is none or another group's */
export async function editGroup(
  { db, clock }: Needs,
  userId: number,
  groupId: string,
  body: GroupEdit,
): Promise<Group> {
  return db.write(async (transaction) => {
    await lockUser(db, transaction, userId);
    const id = await ownGroup(transaction, userId, groupId);
    const groups = await findGroupNames(transaction, userId);
    const named = groups.map(({ group_id, group_name }) => ({ groupId: String(group_id), name: group_name }));
    const fault = editedGroupNameFault(body.groupName ?? "", String(id), named);
    if (fault !== null) throw invalid({ groupName: sentenceOf(fault, GROUP_NAME_EMPTY_SENTENCE) });
    await updateGroup(transaction, id, {
      group_name: groupName(body.groupName ?? ""),
      ...(body.groupDesc === undefined ? {} : { deployment_description: described(body.groupDesc) }),
      updated_on: clock.now(),
    });
    return readGroup(transaction, userId, id);
  });
}

/** Its Sentinels stay, in no group. @throws ApiError not_found */
export async function removeGroup({ db }: Needs, userId: number, groupId: string): Promise<void> {
  await db.write(async (transaction) => {
    await lockUser(db, transaction, userId);
    await deleteGroup(transaction, userId, await ownGroup(transaction, userId, groupId));
  });
}

/** Puts a Sentinel into a group, out of the user's other one. @throws ApiError not_found for either */
export async function addToGroup(
  { db, clock }: Needs,
  userId: number,
  groupId: string,
  deviceId: string,
): Promise<Group> {
  return db.write(async (transaction) => {
    await lockUser(db, transaction, userId);
    const id = await ownGroup(transaction, userId, groupId);
    const deviceRef = await reachedDevice(transaction, userId, deviceId);
    await placeDevice(transaction, { userId, deviceRef, groupId: id, nowMs: clock.now() });
    return readGroup(transaction, userId, id);
  });
}

/** @throws ApiError not_found where there is no such group, or the Sentinel is not in it */
export async function removeFromGroup(
  { db, clock }: Needs,
  userId: number,
  groupId: string,
  deviceId: string,
): Promise<Group> {
  return db.write(async (transaction) => {
    await lockUser(db, transaction, userId);
    const id = await ownGroup(transaction, userId, groupId);
    const deviceRef = await reachedDevice(transaction, userId, deviceId);
    if ((await groupOf(transaction, userId, deviceRef)) !== id) throw notFound();
    await placeDevice(transaction, { userId, deviceRef, groupId: null, nowMs: clock.now() });
    return readGroup(transaction, userId, id);
  });
}

async function readGroup(transaction: WriteTransaction, userId: number, groupId: number): Promise<Group> {
  const [group] = await readGroups(transaction, userId, [groupId]);
  if (group === undefined) throw notFound();
  return group;
}

function described(text: string | null): string | null {
  return text === null || text.trim() === "" ? null : text.trim();
}

function sentenceOf(fault: GroupNameFault, empty: string): string {
  if (fault === "empty") return empty;
  return fault === "taken" ? GROUP_NAME_TAKEN_SENTENCE : SERVER_MESSAGES.fields.tooLong(GROUP_NAME_LIMIT);
}
