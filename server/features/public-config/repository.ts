import type { View, WriteTransaction } from "../../db/database.ts";

const KEY = "operator_address";

/** The address that the operator gave at set-up; null: none was given. */
export async function readOperatorAddress(view: View): Promise<string | null> {
  const row = await view.selectFrom("meta").select("value").where("key", "=", KEY).executeTakeFirst();
  return row?.value ?? null;
}

export async function writeOperatorAddress(transaction: WriteTransaction, address: string): Promise<void> {
  await transaction
    .insertInto("meta")
    .values({ key: KEY, value: address })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value: address }))
    .execute();
}

/** @param staffUserId the user whom the configuration names as staff; null: the oldest with that role */
export async function findStaffEmail(view: View, staffUserId: number | null): Promise<string | null> {
  const users = view.selectFrom("users").select("email").orderBy("user_id").limit(1);
  const row = await (staffUserId === null
    ? users.where("role", "=", "staff")
    : users.where("user_id", "=", staffUserId)
  ).executeTakeFirst();
  return row?.email ?? null;
}
