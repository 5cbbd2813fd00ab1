import { byNameThenId, compareIds } from "../../../src/domain/text-order.ts";
import { GROUP_FIELDS } from "../../../src/protocol/records/group-fields.ts";
import type { Group } from "../../../src/protocol/shapes.ts";
import type { View } from "../../db/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import { sortInTurns } from "../../limits/sort-in-turns.ts";
import { jsonRecord } from "../../record-values.ts";
import { findGroupMembers, findGroups } from "./repository.ts";

/** The user's own groups, by name, each with the Sentinels in it. */
export async function listGroups({ db }: Pick<Dependencies, "db">, userId: number): Promise<Group[]> {
  return readGroups(db.reader, userId);
}

/** The same within a view of the data, all of them or the one that is named. */
export async function readGroups(db: View, userId: number, groupId?: number): Promise<Group[]> {
  const groups = await findGroups(db, userId, groupId);
  const members = await findGroupMembers(db, userId, groupId);
  const byGroup = new Map<number, string[]>(groups.map(({ group_id }) => [group_id, []]));
  const sorted = await sortInTurns(members, (a, b) => compareIds(a.device_id, b.device_id));
  for (const { group_id, device_id } of sorted) byGroup.get(group_id)?.push(device_id);
  const named = groups.map((row) =>
    jsonRecord(GROUP_FIELDS, row, { devices: ({ group_id }) => byGroup.get(group_id) ?? [] }),
  );
  return sortInTurns(
    named,
    byNameThenId(
      (group) => group.group_name,
      (group) => group.group_id,
    ),
  );
}
