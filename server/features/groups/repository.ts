import { type Kysely, sql, type Transaction } from "kysely";
import type { Schema } from "../../db/schema.ts";

export interface GroupRow {
  group_id: number;
  group_name: string;
  deployment_description: string | null;
  created_on: number;
  updated_on: number;
}

export interface GroupKey {
  group_id: number;
  group_name: string;
  /** About how many bytes it is as JSON, with its Sentinels. */
  bytes: number;
}

/** The JSON of a group, and of each Sentinel in it, beside their texts. */
const [GROUP_BYTES, MEMBER_BYTES] = [250, 40];

/** Names and sizes of a user's groups. */
export async function findGroupKeys(db: Kysely<Schema>, userId: number): Promise<GroupKey[]> {
  const members = sql<number>`coalesce((
    select sum(${sql.lit(MEMBER_BYTES)} + octet_length(d.device_id))
    from group_devices m join devices d on d.device_ref = m.device_ref where m.group_id = groups.group_id
  ), 0)`;
  return db
    .selectFrom("groups")
    .select(["group_id", "group_name"])
    .select(
      sql<number>`${sql.lit(GROUP_BYTES)} + octet_length(group_name)
        + coalesce(octet_length(deployment_description), 0) + ${members}`.as("bytes"),
    )
    .where("user_id", "=", userId)
    .execute();
}

/** The names of all groups of a user. */
export async function findGroupNames(
  db: Kysely<Schema>,
  userId: number,
): Promise<{ group_id: number; group_name: string }[]> {
  return db.selectFrom("groups").select(["group_id", "group_name"]).where("user_id", "=", userId).execute();
}

/** Those of these groups that are a user's. */
export async function findGroups(
  db: Kysely<Schema>,
  userId: number,
  groupIds: readonly number[],
): Promise<GroupRow[]> {
  return db
    .selectFrom("groups")
    .select(["group_id", "group_name", "deployment_description", "created_on", "updated_on"])
    .where("user_id", "=", userId)
    .where("group_id", "in", groupIds)
    .execute();
}

/** The members of these groups of the user; only Sentinels that are still assigned to the user. */
export async function findGroupMembers(
  db: Kysely<Schema>,
  userId: number,
  groupIds: readonly number[],
): Promise<{ group_id: number; device_id: string }[]> {
  return db
    .selectFrom("group_devices")
    .innerJoin("devices", "devices.device_ref", "group_devices.device_ref")
    .innerJoin("device_users", (join) =>
      join
        .onRef("device_users.device_ref", "=", "group_devices.device_ref")
        .onRef("device_users.user_id", "=", "group_devices.user_id"),
    )
    .select(["group_devices.group_id", "devices.device_id"])
    .where("group_devices.user_id", "=", userId)
    .where("group_devices.group_id", "in", groupIds)
    .execute();
}

export async function insertGroup(
  transaction: Transaction<Schema>,
  group: { userId: number; name: string; description: string | null; nowMs: number },
): Promise<number> {
  const { group_id } = await transaction
    .insertInto("groups")
    .values({
      user_id: group.userId,
      group_name: group.name,
      deployment_description: group.description,
      created_on: group.nowMs,
      updated_on: group.nowMs,
    })
    .returning("group_id")
    .executeTakeFirstOrThrow();
  return group_id;
}

export async function updateGroup(
  transaction: Transaction<Schema>,
  groupId: number,
  values: { group_name: string; deployment_description?: string | null; updated_on: number },
): Promise<void> {
  await transaction.updateTable("groups").set(values).where("group_id", "=", groupId).execute();
}

/** Its Sentinels stay, in no group. */
export async function deleteGroup(
  transaction: Transaction<Schema>,
  userId: number,
  groupId: number,
): Promise<void> {
  // The places first, so that each leaves its tombstone while the group still exists.
  await transaction
    .deleteFrom("group_devices")
    .where("user_id", "=", userId)
    .where("group_id", "=", groupId)
    .execute();
  await transaction
    .deleteFrom("groups")
    .where("user_id", "=", userId)
    .where("group_id", "=", groupId)
    .execute();
}

/** The group of this user in which a Sentinel is; null for none. */
export async function groupOf(
  transaction: Transaction<Schema>,
  userId: number,
  deviceRef: number,
): Promise<number | null> {
  const found = await transaction
    .selectFrom("group_devices")
    .select("group_id")
    .where("user_id", "=", userId)
    .where("device_ref", "=", deviceRef)
    .executeTakeFirst();
  return found?.group_id ?? null;
}

/** Puts a Sentinel into one of the user's groups, out of the one where it was; null: into none. */
export async function placeDevice(
  transaction: Transaction<Schema>,
  place: { userId: number; deviceRef: number; groupId: number | null; nowMs: number },
): Promise<void> {
  const { userId, deviceRef, groupId, nowMs } = place;
  const before = await groupOf(transaction, userId, deviceRef);
  if (before === groupId) return;
  if (groupId === null) {
    await transaction
      .deleteFrom("group_devices")
      .where("user_id", "=", userId)
      .where("device_ref", "=", deviceRef)
      .execute();
  } else {
    await transaction
      .insertInto("group_devices")
      .values({ user_id: userId, device_ref: deviceRef, group_id: groupId })
      .onConflict((conflict) =>
        conflict.columns(["user_id", "device_ref"]).doUpdateSet({ group_id: groupId }),
      )
      .execute();
  }
  const touched = [before, groupId].filter((id) => id !== null);
  await transaction
    .updateTable("groups")
    .set({ updated_on: nowMs })
    .where("group_id", "in", touched)
    .execute();
}
