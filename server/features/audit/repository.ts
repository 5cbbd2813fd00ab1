import type { AuditAction } from "../../../src/domain/account/audit.ts";
import type { View, WriteTransaction } from "../../db/database.ts";
import type { AuditTable } from "../../db/schema/internal.ts";

export type AuditRow = Omit<AuditTable, "audit_id"> & { audit_id: number };

export interface AuditFilter {
  /** A user's number, or null for the operator; undefined: anyone. */
  readonly actorId?: number | null;
  readonly action?: AuditAction;
}

export async function findUsername(transaction: WriteTransaction, userId: number): Promise<string> {
  const { username } = await transaction
    .selectFrom("users")
    .select("username")
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return username;
}

export async function insertEntry(
  transaction: WriteTransaction,
  entry: Omit<AuditTable, "audit_id">,
): Promise<void> {
  await transaction.insertInto("audit_log").values(entry).execute();
}

/** Entries that are older than `before`, newest first. */
export async function findEntries(
  db: View,
  filter: AuditFilter,
  { before, limit }: { before: number | null; limit: number },
): Promise<AuditRow[]> {
  let entries = filtered(db, filter);
  if (before !== null) entries = entries.where("audit_id", "<", before);
  return entries.selectAll().orderBy("audit_id", "desc").limit(limit).execute();
}

export async function countEntries(db: View, filter: AuditFilter): Promise<number> {
  const { count } = await filtered(db, filter)
    .select(({ fn }) => fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Everyone who is in the log, each with one of their names. */
export async function findActors(db: View): Promise<{ actor_id: number | null; actor: string }[]> {
  return db
    .selectFrom("audit_log")
    .select("actor_id")
    .select(({ fn }) => fn.max<string>("actor").as("actor"))
    .groupBy("actor_id")
    .execute();
}

function filtered(db: View, { actorId, action }: AuditFilter) {
  let entries = db.selectFrom("audit_log");
  if (actorId === null) entries = entries.where("actor_id", "is", null);
  else if (actorId !== undefined) entries = entries.where("actor_id", "=", actorId);
  return action === undefined ? entries : entries.where("action", "=", action);
}
