import type { Database, View } from "../../db/database.ts";

export interface UserRow {
  user_id: number;
  email: string;
  username: string;
  first_name: string;
  last_name: string;
  phone_number: string;
  country: string;
  image_key: string | null;
}

export async function findUser(db: Database, userId: number): Promise<UserRow | undefined> {
  return db.reader
    .selectFrom("users")
    .select([
      "user_id",
      "email",
      "username",
      "first_name",
      "last_name",
      "phone_number",
      "country",
      "image_key",
    ])
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

export interface NamedUser {
  user_id: number;
  username: string;
  email: string;
  /** As stored; the configuration may overrule it. */
  role: string;
}

export async function findNamedUser(view: View, userId: number): Promise<NamedUser | null> {
  const found = await view
    .selectFrom("users")
    .where("user_id", "=", userId)
    .select(["user_id", "username", "email", "role"])
    .executeTakeFirst();
  return found ?? null;
}
