import type { View } from "../../db/database.ts";

/** How many Sentinels are assigned to a user. */
export async function countDevices(view: View, userId: number): Promise<number> {
  return countOf(view, "device_users", userId);
}

/** How many groups a user has. */
export async function countGroups(view: View, userId: number): Promise<number> {
  return countOf(view, "groups", userId);
}

async function countOf(view: View, table: "device_users" | "groups", userId: number): Promise<number> {
  const { count } = await view
    .selectFrom(table)
    .where("user_id", "=", userId)
    .select(({ fn }) => fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}
