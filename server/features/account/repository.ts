import type { Transaction } from "kysely";
import { accountKey } from "../../../src/domain/validation.ts";
import type { Database, View } from "../../db/database.ts";
import type { Schema } from "../../db/schema.ts";

type Writer = Transaction<Schema>;

export interface NewUser {
  email: string;
  username: string;
  firstName: string;
  lastName: string;
  phoneNumber: string;
  country: string;
  passwordHash: string;
  role: string;
  nowMs: number;
}

export async function findCredentials(
  db: Database,
  email: string,
): Promise<{ user_id: number; email: string; password_hash: string } | undefined> {
  return db.reader
    .selectFrom("users")
    .select(["user_id", "email", "password_hash"])
    .where("email_key", "=", accountKey(email))
    .executeTakeFirst();
}

export async function findPasswordOf(
  db: Database,
  userId: number,
): Promise<{ email: string; password_hash: string } | undefined> {
  return db.reader
    .selectFrom("users")
    .select(["email", "password_hash"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

export async function findTaken(
  reader: Database["reader"],
  email: string,
  username: string,
): Promise<{ email: boolean; username: boolean }> {
  const [emailKey, usernameKey] = [accountKey(email), accountKey(username)];
  const rows = await reader
    .selectFrom("users")
    .select(["email_key", "username_key"])
    .where((where) => where.or([where("email_key", "=", emailKey), where("username_key", "=", usernameKey)]))
    .execute();
  return {
    email: rows.some((row) => row.email_key === emailKey),
    username: rows.some((row) => row.username_key === usernameKey),
  };
}

/** The new user's number, or null where the e-mail or the username is taken. */
export async function insertUser(transaction: Writer, user: NewUser): Promise<number | null> {
  const row = await transaction
    .insertInto("users")
    .values({
      email: user.email.trim(),
      email_key: accountKey(user.email),
      username: user.username.trim(),
      username_key: accountKey(user.username),
      first_name: user.firstName.trim(),
      last_name: user.lastName.trim(),
      phone_number: user.phoneNumber.trim(),
      country: user.country.trim(),
      password_hash: user.passwordHash,
      role: user.role,
      image_key: null,
      created_at: user.nowMs,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("user_id")
    .executeTakeFirst();
  return row?.user_id ?? null;
}

const FIRST_USER_CLAIMED = "first_user_claimed";
const SETUP_CODE = "setup_code";

/** Whether a database never had a user, so that who signs up next is the first. */
export async function isFirstUserAwaited(view: View): Promise<boolean> {
  const claim = view.selectFrom("meta").select("key").where("key", "=", FIRST_USER_CLAIMED);
  if ((await claim.executeTakeFirst()) !== undefined) return false;
  return (await view.selectFrom("users").select("user_id").limit(1).executeTakeFirst()) === undefined;
}

/** True once in the life of a database, and only while it has no user: who signs up then is the first. */
export async function claimFirstUser(transaction: Writer): Promise<boolean> {
  const anyone = await transaction.selectFrom("users").select("user_id").limit(1).executeTakeFirst();
  if (anyone !== undefined) return false;
  const claim = await transaction
    .insertInto("meta")
    .values({ key: FIRST_USER_CLAIMED, value: "1" })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if ((claim.numInsertedOrUpdatedRows ?? 0n) === 0n) return false;
  await transaction.deleteFrom("meta").where("key", "=", SETUP_CODE).execute();
  return true;
}

/** Stores a set-up code unless there is one, and returns the stored one. */
export async function keepSetupCode(transaction: Writer, code: string): Promise<string> {
  await transaction
    .insertInto("meta")
    .values({ key: SETUP_CODE, value: code })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
  const stored = await transaction
    .selectFrom("meta")
    .select("value")
    .where("key", "=", SETUP_CODE)
    .executeTakeFirstOrThrow();
  return stored.value;
}

export async function updatePassword(
  transaction: Writer,
  userId: number,
  passwordHash: string,
): Promise<void> {
  await transaction
    .updateTable("users")
    .set({ password_hash: passwordHash })
    .where("user_id", "=", userId)
    .execute();
}

/** Whether this is still the user's password. The row is written, so that a change of it waits or is seen. */
export async function holdsPassword(
  transaction: Writer,
  userId: number,
  passwordHash: string,
): Promise<boolean> {
  const result = await transaction
    .updateTable("users")
    .set({ password_hash: passwordHash })
    .where("user_id", "=", userId)
    .where("password_hash", "=", passwordHash)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Stores a new code and clears away those that have run out. */
export async function insertResetCode(
  transaction: Writer,
  code: { codeHash: string; userId: number; nowMs: number; endedBeforeMs: number },
): Promise<void> {
  await transaction.deleteFrom("reset_codes").where("created_at", "<=", code.endedBeforeMs).execute();
  await transaction
    .insertInto("reset_codes")
    .values({ code_hash: code.codeHash, user_id: code.userId, created_at: code.nowMs, used_at: null })
    .execute();
}

/** How many codes of a user could be used now. */
export async function countResetCodes(
  transaction: Writer,
  userId: number,
  madeAfterMs: number,
): Promise<number> {
  const { count } = await transaction
    .selectFrom("reset_codes")
    .where("user_id", "=", userId)
    .where("created_at", ">", madeAfterMs)
    .select(({ fn }) => fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The user of an account for whom a code could be used up now; null: it is wrong, used or too old. */
export async function findResetUser(
  view: View,
  { codeHash, account }: { codeHash: string; account: string },
  { madeAfterMs }: { madeAfterMs: number },
): Promise<number | null> {
  const row = await view
    .selectFrom("reset_codes")
    .innerJoin("users", "users.user_id", "reset_codes.user_id")
    .select("users.user_id")
    .where("reset_codes.code_hash", "=", codeHash)
    .where("users.email_key", "=", account)
    .where("reset_codes.used_at", "is", null)
    .where("reset_codes.created_at", ">", madeAfterMs)
    .executeTakeFirst();
  return row?.user_id ?? null;
}

/** Uses a code up: true once, for its own user, while it is younger than `madeAfterMs`. */
export async function spendResetCode(
  transaction: Writer,
  use: { codeHash: string; userId: number; madeAfterMs: number; nowMs: number },
): Promise<boolean> {
  const result = await transaction
    .updateTable("reset_codes")
    .set({ used_at: use.nowMs })
    .where("code_hash", "=", use.codeHash)
    .where("user_id", "=", use.userId)
    .where("used_at", "is", null)
    .where("created_at", ">", use.madeAfterMs)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** The user's other links end with the first that was used. */
export async function deleteResetCodes(transaction: Writer, userId: number): Promise<void> {
  await transaction.deleteFrom("reset_codes").where("user_id", "=", userId).execute();
}

export async function insertInvite(transaction: Writer, codeHash: string, nowMs: number): Promise<void> {
  await transaction
    .insertInto("invites")
    .values({ code_hash: codeHash, created_at: nowMs, used_at: null })
    .execute();
}

/** Whether an invitation could be used up now. */
export async function isInviteGood(db: Database, codeHash: string, madeAfterMs: number): Promise<boolean> {
  const invite = await db.reader
    .selectFrom("invites")
    .select("code_hash")
    .where("code_hash", "=", codeHash)
    .where("used_at", "is", null)
    .where("created_at", ">", madeAfterMs)
    .executeTakeFirst();
  return invite !== undefined;
}

/** Uses an invitation up: true once, while it is younger than `madeAfterMs`. */
export async function spendInvite(
  transaction: Writer,
  use: { codeHash: string; madeAfterMs: number; nowMs: number },
): Promise<boolean> {
  const result = await transaction
    .updateTable("invites")
    .set({ used_at: use.nowMs })
    .where("code_hash", "=", use.codeHash)
    .where("used_at", "is", null)
    .where("created_at", ">", use.madeAfterMs)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function listUsers(db: Database): Promise<
  {
    user_id: number;
    username: string;
    email: string;
    role: string;
    created_at: number;
    last_seen_at: number | null;
  }[]
> {
  return db.reader
    .selectFrom("users")
    .leftJoin("sessions", "sessions.user_id", "users.user_id")
    .select(["users.user_id", "users.username", "users.email", "users.role", "users.created_at"])
    .select(({ fn }) => fn.max<number | null>("sessions.last_seen_at").as("last_seen_at"))
    .groupBy(["users.user_id", "users.username", "users.email", "users.role", "users.created_at"])
    .orderBy("users.user_id")
    .execute();
}

export async function updateRole(transaction: Writer, userId: number, role: string): Promise<void> {
  await transaction.updateTable("users").set({ role }).where("user_id", "=", userId).execute();
}
