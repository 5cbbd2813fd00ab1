import type { View, WriteTransaction } from "../../db/database.ts";

/** The user's settings as stored; undefined where the user never changed them. */
export async function findAlertSettings(view: View, userId: number) {
  return view
    .selectFrom("alert_settings")
    .select(["flags", "thresholds"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

/** Each of the user's groups, with null where its settings were never changed. */
export async function findGroupAlertSettings(view: View, userId: number) {
  return view
    .selectFrom("groups as g")
    .leftJoin("group_alert_settings as s", "s.group_id", "g.group_id")
    .where("g.user_id", "=", userId)
    .select(["g.group_id", "g.group_name", "s.ignored", "s.thresholds"])
    .execute();
}

/** @param stored `flags` and `thresholds` are JSON */
export async function storeAlertSettings(
  transaction: WriteTransaction,
  userId: number,
  stored: { readonly flags: string; readonly thresholds: string },
): Promise<void> {
  await transaction
    .insertInto("alert_settings")
    .values({ user_id: userId, ...stored })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(stored))
    .execute();
}

/** @param stored `thresholds` is JSON or null */
export async function storeGroupAlertSettings(
  transaction: WriteTransaction,
  groupId: number,
  stored: { readonly ignored: number; readonly thresholds: string | null },
): Promise<void> {
  await transaction
    .insertInto("group_alert_settings")
    .values({ group_id: groupId, ...stored })
    .onConflict((conflict) => conflict.column("group_id").doUpdateSet(stored))
    .execute();
}
