import type { NotificationRules } from "../../../src/domain/notification/notification-rules.ts";
import { rulesIn } from "../../../src/domain/notification/notification-rules.ts";
import type { View, WriteTransaction } from "../../db/database.ts";

/** The rules of a user; the defaults where none were saved. */
export async function findRules(view: View, userId: number): Promise<NotificationRules> {
  const row = await view
    .selectFrom("notification_rules")
    .select("rules")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return rulesIn(row?.rules);
}

export async function storeRules(
  transaction: WriteTransaction,
  userId: number,
  rules: NotificationRules,
  nowMs: number,
): Promise<void> {
  const stored = { rules: JSON.stringify(rules), updated_at: nowMs };
  await transaction
    .insertInto("notification_rules")
    .values({ user_id: userId, ...stored })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(stored))
    .execute();
}
