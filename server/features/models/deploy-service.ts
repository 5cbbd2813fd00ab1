import type { Static } from "typebox";
import { putsModelOn } from "../../../src/domain/device/deploy.ts";
import { compareIds } from "../../../src/domain/text-order.ts";
import { MODEL_SENTENCES as TEXT } from "../../../src/messages/server/models.ts";
import type { Deployment } from "../../../src/protocol/fleet.ts";
import type { DeploymentChange } from "../../../src/protocol/models.ts";
import type { WriteTransaction } from "../../db/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import { invalid, notFound } from "../../http/api-error.ts";
import { rowIdOf } from "../../http/row-id.ts";
import { sortInTurns } from "../../limits/sort-in-turns.ts";
import { lockDevices } from "../devices/lock-repository.ts";
import {
  type DeviceName,
  findGroupDevices,
  findOwnDevice,
  isInAccount,
  putOn,
  takeOff,
} from "./deploy-repository.ts";

/**
 * Deploys a model of the caller's account on one Sentinel or on every one of a group, or removes it, in one
 * transaction.
 *
 * @returns one entry for each Sentinel, with the status as it was sent
 * @throws ApiError invalid for both or neither of Sentinel and group; not_found for what is not the caller's
 */
export async function changeDeployment(
  { db }: Pick<Dependencies, "db">,
  userId: number,
  change: Static<typeof DeploymentChange>,
): Promise<Deployment[]> {
  const { deployed_status } = change;
  const algId = rowIdOf(change.alg_id);
  const target = targetOf(change);
  const devices = await db.write(async (transaction) => {
    if (algId === null || !(await isInAccount(transaction, userId, algId))) throw notFound(TEXT.noModel);
    const touched = await devicesOf(transaction, userId, target);
    const refs = touched.map(({ device_ref }) => device_ref);
    await lockDevices(db, transaction, refs);
    if (putsModelOn(deployed_status)) await putOn(db, transaction, refs, algId);
    else await takeOff(transaction, refs, algId);
    return touched;
  });
  const sorted = await sortInTurns(devices, (a, b) => compareIds(a.device_id, b.device_id));
  return sorted.map(({ device_id }) => ({ device_id, alg_id: String(algId), deployed_status }));
}

type Target = { readonly deviceId: string } | { readonly groupId: string };

function targetOf({ device_id, group_id }: Static<typeof DeploymentChange>): Target {
  const [deviceId, groupId] = [String(device_id ?? ""), String(group_id ?? "")];
  if ((deviceId === "") === (groupId === "")) {
    throw invalid({ device_id: TEXT.sentinelOrGroup, group_id: TEXT.sentinelOrGroup });
  }
  return deviceId === "" ? { groupId } : { deviceId };
}

async function devicesOf(
  transaction: WriteTransaction,
  userId: number,
  target: Target,
): Promise<DeviceName[]> {
  if ("deviceId" in target) {
    const found = await findOwnDevice(transaction, userId, target.deviceId);
    if (found.length === 0) throw notFound(TEXT.noSentinel);
    return found;
  }
  const groupId = rowIdOf(target.groupId);
  const found = groupId === null ? null : await findGroupDevices(transaction, userId, groupId);
  if (found === null) throw notFound(TEXT.noGroup);
  return found;
}
