import { byNameThenId, compareIds } from "../../../src/domain/text-order.ts";
import type { Group } from "../../../src/protocol/shapes.ts";
import { isoTime } from "../../../src/protocol/wire-time.ts";
import type { Dependencies } from "../../dependencies.ts";
import { findGroupMembers, findGroups } from "./repository.ts";

/** The user's own groups, by name, each with the Sentinels in it. */
export async function listGroups({ db }: Pick<Dependencies, "db">, userId: number): Promise<Group[]> {
  const [groups, members] = await Promise.all([findGroups(db, userId), findGroupMembers(db, userId)]);
  return groups
    .map((group) => ({
      group_id: String(group.group_id),
      group_name: group.group_name,
      deployment_description: group.deployment_description,
      devices: members
        .filter((member) => member.group_id === group.group_id)
        .map((member) => member.device_id)
        .sort(compareIds),
      created_on: isoTime(group.created_on),
      updated_on: isoTime(group.updated_on),
    }))
    .sort(
      byNameThenId(
        (group) => group.group_name,
        (group) => group.group_id,
      ),
    );
}
