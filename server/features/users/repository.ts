import type { Database } from "../../db/database.ts";

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
