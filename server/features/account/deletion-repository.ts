import { sql } from "kysely";
import type { AuditChange } from "../../../src/domain/account/audit.ts";
import { DELETED_USER } from "../../../src/messages/server/account.ts";
import type { ItemResult } from "../../../src/protocol/bulk-updates.ts";
import type { Config } from "../../config.ts";
import type { Database, View, WriteTransaction } from "../../db/database.ts";

export async function findDeletion(
  view: View,
  userId: number,
): Promise<{ email: string; username: string; deletion_at: number | null } | undefined> {
  return view
    .selectFrom("users")
    .select(["email", "username", "deletion_at"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

export async function setDeletion(
  transaction: WriteTransaction,
  userId: number,
  atMs: number | null,
): Promise<void> {
  await transaction.updateTable("users").set({ deletion_at: atMs }).where("user_id", "=", userId).execute();
}

/** Lets one transaction at a time decide about staff accounts. */
export async function lockStaff(
  { locks }: Pick<Database, "locks">,
  transaction: WriteTransaction,
): Promise<void> {
  const staff = transaction
    .selectFrom("users")
    .select("user_id")
    .where("role", "=", "staff")
    .orderBy("user_id");
  await locks.lock(transaction, staff, "no key update");
}

/**
 * How many staff accounts stay without this one; one that is marked for deletion does not stay. The two ids of the
 * configuration go before the stored role.
 */
export async function findOtherStaff(
  view: View,
  userId: number,
  { staffUserId, restrictedUserId }: Pick<Config, "staffUserId" | "restrictedUserId">,
): Promise<number> {
  const { count } = await view
    .selectFrom("users")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("user_id", "<>", userId)
    .where("user_id", "<>", restrictedUserId ?? 0)
    .where("deletion_at", "is", null)
    .where((where) => where.or([where("role", "=", "staff"), where("user_id", "=", staffUserId ?? 0)]))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The users whose account is due for deletion. */
export async function findDueUsers(view: View, nowMs: number): Promise<number[]> {
  const rows = await view
    .selectFrom("users")
    .select("user_id")
    .where("deletion_at", "<=", nowMs)
    .orderBy("user_id")
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Our numbers for the Sentinels of a user, in the order in which rows are locked. */
export async function findDevicesOf(view: View, userId: number): Promise<number[]> {
  const rows = await view
    .selectFrom("device_users")
    .select("device_ref")
    .where("user_id", "=", userId)
    .orderBy("device_ref")
    .execute();
  return rows.map(({ device_ref }) => device_ref);
}

const OUTCOMES_AT_ONCE = 100;

/** Takes a username out of what other users were told about their bulk updates. */
export async function replaceAuthor(transaction: WriteTransaction, username: string): Promise<void> {
  const named = `%"by":${JSON.stringify(username).replace(/[\\%_]/g, "\\$&")}%`;
  for (let after = 0; ; ) {
    const rows = await transaction
      .selectFrom("bulk_updates")
      .select(["bulk_id", "outcomes"])
      .where("bulk_id", ">", after)
      .where(sql<boolean>`outcomes like ${named} escape ${"\\"}`)
      .orderBy("bulk_id")
      .limit(OUTCOMES_AT_ONCE)
      .execute();
    for (const { bulk_id, outcomes } of rows) {
      const items = (JSON.parse(outcomes) as ItemResult[]).map((item) =>
        item.by === username ? { ...item, by: DELETED_USER } : item,
      );
      await transaction
        .updateTable("bulk_updates")
        .set({ outcomes: JSON.stringify(items) })
        .where("bulk_id", "=", bulk_id)
        .execute();
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < OUTCOMES_AT_ONCE) return;
    after = last.bulk_id;
  }
}

/**
 * Takes a user's name out of the audit log. The entries stay, with the number of the user alone, which is never given
 * again.
 */
export async function replaceInAudit(
  transaction: WriteTransaction,
  { userId, username }: { userId: number; username: string },
): Promise<void> {
  await transaction
    .updateTable("audit_log")
    .set({ actor: DELETED_USER })
    .where("actor_id", "=", userId)
    .execute();
  await transaction
    .updateTable("audit_log")
    .set({ target: DELETED_USER })
    .where("target_kind", "=", "user")
    .where("target_id", "=", String(userId))
    .execute();
  const listed = await transaction
    .selectFrom("audit_log")
    .select(["audit_id", "changes"])
    .where("action", "=", "clear_device")
    .where(
      sql<boolean>`changes like ${`%${JSON.stringify(username)
        .slice(1, -1)
        .replace(/[\\%_]/g, "\\$&")}%`} escape ${"\\"}`,
    )
    .execute();
  for (const { audit_id, changes } of listed) {
    const replaced = (JSON.parse(changes) as AuditChange[]).map((change) => ({
      ...change,
      before: change.fact === "users" ? withoutName(change.before, username) : change.before,
    }));
    await transaction
      .updateTable("audit_log")
      .set({ changes: JSON.stringify(replaced) })
      .where("audit_id", "=", audit_id)
      .execute();
  }
}

/** A list of usernames with one of them replaced. */
function withoutName(names: string | null, username: string): string | null {
  return (
    names
      ?.split(", ")
      .map((name) => (name === username ? DELETED_USER : name))
      .join(", ") ?? null
  );
}

/** Deletes the row of a user; the rows of other tables that belong to the user alone go with it. */
export async function deleteUser(transaction: WriteTransaction, userId: number): Promise<void> {
  await transaction.deleteFrom("users").where("user_id", "=", userId).execute();
  // Tombstones of this user are for their own mirrors, which nobody reads any more.
  await transaction.deleteFrom("tombstones").where("user_id", "=", userId).execute();
}
