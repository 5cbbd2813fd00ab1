import type { Database, View, WriteTransaction } from "../../db/database.ts";

export interface UserRow {
  user_id: number;
  email: string;
  username: string;
  first_name: string;
  last_name: string;
  phone_number: string;
  country: string;
  image_key: string | null;
  deletion_at: number | null;
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
      "deletion_at",
    ])
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

export async function updateProfile(
  transaction: WriteTransaction,
  userId: number,
  profile: { firstName: string; lastName: string; country: string },
): Promise<void> {
  await transaction
    .updateTable("users")
    .set({ first_name: profile.firstName, last_name: profile.lastName, country: profile.country })
    .where("user_id", "=", userId)
    .execute();
}

/** Stores the profile photo of a user in the place of the former one. */
export async function setUserImage(
  transaction: WriteTransaction,
  userId: number,
  image: { key: string; content: Buffer; nowMs: number },
): Promise<void> {
  const columns = {
    image_key: image.key,
    content: image.content.toString("base64"),
    created_at: image.nowMs,
  };
  await transaction
    .insertInto("user_images")
    .values({ user_id: userId, ...columns })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(columns))
    .execute();
  await transaction
    .updateTable("users")
    .set({ image_key: image.key })
    .where("user_id", "=", userId)
    .execute();
}

/** The profile photo of this user; null where they have none, or `key` names another one. */
export async function findUserImage(db: Database, userId: number, key?: string): Promise<Buffer | null> {
  const own = db.reader.selectFrom("user_images").select("content").where("user_id", "=", userId);
  const row = await (key === undefined ? own : own.where("image_key", "=", key)).executeTakeFirst();
  return row === undefined ? null : Buffer.from(row.content, "base64");
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
