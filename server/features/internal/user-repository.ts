import type { Database, View, WriteTransaction } from "../../db/database.ts";

export interface InternalUserRow {
  user_id: number;
  email: string;
  username: string;
  first_name: string;
  last_name: string;
  phone_number: string;
}

/** All users, or the one with this number. */
export async function findInternalUsers(db: View, userId: number | null): Promise<InternalUserRow[]> {
  const all = db
    .selectFrom("users")
    .select(["user_id", "email", "username", "first_name", "last_name", "phone_number"]);
  return (userId === null ? all : all.where("user_id", "=", userId)).execute();
}

/** Locks a user, and all who are stored as staff, so that of two who demote each other one succeeds. */
export async function lockStaffAnd(
  { locks }: Pick<Database, "locks">,
  transaction: WriteTransaction,
  userId: number,
): Promise<void> {
  const concerned = transaction
    .selectFrom("users")
    .select("user_id")
    .where(({ eb, or }) => or([eb("role", "=", "staff"), eb("user_id", "=", userId)]))
    .orderBy("user_id");
  await locks.lock(transaction, concerned, "no key update");
}
