import type { Database } from "../../db/database.ts";

export interface GroupRow {
  group_id: number;
  group_name: string;
  deployment_description: string | null;
  created_on: number;
  updated_on: number;
}

export async function findGroups(db: Database, userId: number): Promise<GroupRow[]> {
  return db.reader
    .selectFrom("groups")
    .select(["group_id", "group_name", "deployment_description", "created_on", "updated_on"])
    .where("user_id", "=", userId)
    .execute();
}

/** The members of all the user's groups; only Sentinels that are still assigned to the user. */
export async function findGroupMembers(
  db: Database,
  userId: number,
): Promise<{ group_id: number; device_id: string }[]> {
  return db.reader
    .selectFrom("group_devices")
    .innerJoin("devices", "devices.device_ref", "group_devices.device_ref")
    .innerJoin("device_users", (join) =>
      join
        .onRef("device_users.device_ref", "=", "group_devices.device_ref")
        .onRef("device_users.user_id", "=", "group_devices.user_id"),
    )
    .select(["group_devices.group_id", "devices.device_id"])
    .where("group_devices.user_id", "=", userId)
    .execute();
}
