import type { Database, WriteTransaction } from "../../db/database.ts";

/** Lets one transaction at a time change the rows of a user: groups, assignments, updates. */
export async function lockUser(
  { locks }: Pick<Database, "locks">,
  transaction: WriteTransaction,
  userId: number,
): Promise<void> {
  const user = transaction.selectFrom("users").select("user_id").where("user_id", "=", userId);
  await locks.lock(transaction, user, "no key update");
}
