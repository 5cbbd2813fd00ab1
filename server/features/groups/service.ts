import { byNameThenId, compareIds } from "../../../src/domain/text-order.ts";
import { GROUP_FIELDS } from "../../../src/protocol/records/group-fields.ts";
import type { Group } from "../../../src/protocol/shapes.ts";
import type { View } from "../../db/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import { sortInTurns } from "../../limits/sort-in-turns.ts";
import { jsonRecord } from "../../record-values.ts";
import { partsThatFit } from "../insights/list-parts-query.ts";
import { findGroupKeys, findGroupMembers, findGroups, type GroupKey } from "./repository.ts";

/** The user's own groups, by name, each with the Sentinels in it, in pages of at most SHAPED_PART_BYTES. */
export async function* readGroupPages(
  { db }: Pick<Dependencies, "db">,
  userId: number,
): AsyncGenerator<Group[], void> {
  const keys = await sortInTurns(
    await findGroupKeys(db.reader, userId),
    byNameThenId<GroupKey>(
      (group) => group.group_name,
      (group) => String(group.group_id),
    ),
  );
  for (const part of partsThatFit(keys)) {
    yield await readGroups(
      db.reader,
      userId,
      part.map(({ group_id }) => group_id),
    );
  }
}

/** The same of these groups, in the order of the numbers, within a view of the data. */
export async function readGroups(db: View, userId: number, groupIds: readonly number[]): Promise<Group[]> {
  const rows = new Map((await findGroups(db, userId, groupIds)).map((row) => [row.group_id, row]));
  const members = await findGroupMembers(db, userId, groupIds);
  const byGroup = new Map<number, string[]>(groupIds.map((id) => [id, []]));
  const sorted = await sortInTurns(members, (a, b) => compareIds(a.device_id, b.device_id));
  for (const { group_id, device_id } of sorted) byGroup.get(group_id)?.push(device_id);
  return groupIds.flatMap((id) => {
    const row = rows.get(id);
    if (row === undefined) return [];
    return [jsonRecord(GROUP_FIELDS, row, { devices: ({ group_id }) => byGroup.get(group_id) ?? [] })];
  });
}
