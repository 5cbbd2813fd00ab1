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

/** Settings of a group as they are stored; `thresholds` is JSON or null. */
export interface StoredGroupSettings {
  readonly group_id: number;
  readonly ignored: number;
  readonly thresholds: string | null;
}

const GROUPS_A_STATEMENT = 500;

/** @param stored each group once */
export async function storeGroupAlertSettings(
  transaction: WriteTransaction,
  stored: readonly StoredGroupSettings[],
): Promise<void> {
  for (let at = 0; at < stored.length; at += GROUPS_A_STATEMENT) {
    await transaction
      .insertInto("group_alert_settings")
      .values(stored.slice(at, at + GROUPS_A_STATEMENT))
      .onConflict((conflict) =>
        conflict.column("group_id").doUpdateSet(({ ref }) => ({
          ignored: ref("excluded.ignored"),
          thresholds: ref("excluded.thresholds"),
        })),
      )
      .execute();
  }
}
