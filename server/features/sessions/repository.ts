import type { Transaction } from "kysely";
import type { Database, View } from "../../db/database.ts";
import type { Schema } from "../../db/schema.ts";

export interface SessionRow {
  session_id: number;
  user_agent: string | null;
  created_at: number;
  last_seen_at: number;
}

export interface LiveSession {
  session_id: number;
  user_id: number;
  role: string;
  last_seen_at: number;
}

export async function findLiveSession(
  db: Database,
  tokenHash: string,
  nowMs: number,
): Promise<LiveSession | undefined> {
  return db.reader
    .selectFrom("sessions")
    .innerJoin("users", "users.user_id", "sessions.user_id")
    .select(["sessions.session_id", "sessions.user_id", "users.role", "sessions.last_seen_at"])
    .where("sessions.token_hash", "=", tokenHash)
    .where("sessions.expires_at", ">", nowMs)
    .executeTakeFirst();
}

export async function touchSession(
  db: Database,
  sessionId: number,
  seenAtMs: number,
  expiresAtMs: number,
): Promise<void> {
  await db.write((transaction) =>
    transaction
      .updateTable("sessions")
      .set({ last_seen_at: seenAtMs, expires_at: expiresAtMs })
      .where("session_id", "=", sessionId)
      .execute(),
  );
}

export async function insertSession(
  transaction: Transaction<Schema>,
  session: {
    userId: number;
    tokenHash: string;
    userAgent: string | null;
    nowMs: number;
    expiresAtMs: number;
  },
): Promise<void> {
  await transaction
    .insertInto("sessions")
    .values({
      user_id: session.userId,
      token_hash: session.tokenHash,
      user_agent: session.userAgent,
      created_at: session.nowMs,
      last_seen_at: session.nowMs,
      expires_at: session.expiresAtMs,
    })
    .execute();
}

/** The user's live sessions, last seen first. */
export async function listSessions(db: Database, userId: number, nowMs: number): Promise<SessionRow[]> {
  return db.reader
    .selectFrom("sessions")
    .select(["session_id", "user_agent", "created_at", "last_seen_at"])
    .where("user_id", "=", userId)
    .where("expires_at", ">", nowMs)
    .orderBy("last_seen_at", "desc")
    .orderBy("session_id", "asc")
    .execute();
}

/** The user agent of a session's browser; null where it sent none, or the session has ended. */
export async function findUserAgent(view: View, sessionId: number): Promise<string | null> {
  const session = await view
    .selectFrom("sessions")
    .select("user_agent")
    .where("session_id", "=", sessionId)
    .executeTakeFirst();
  return session?.user_agent ?? null;
}

/** Whether there was such a session of this user to end. */
export async function deleteSession(db: Database, userId: number, sessionId: number): Promise<boolean> {
  const result = await db.write((transaction) =>
    transaction
      .deleteFrom("sessions")
      .where("user_id", "=", userId)
      .where("session_id", "=", sessionId)
      .executeTakeFirst(),
  );
  return result.numDeletedRows > 0n;
}

export async function deleteSessionsOf(transaction: Transaction<Schema>, userId: number): Promise<void> {
  await transaction.deleteFrom("sessions").where("user_id", "=", userId).execute();
}

/** Ends all sessions of a user but one. */
export async function deleteOtherSessions(
  transaction: Transaction<Schema>,
  userId: number,
  sessionId: number,
): Promise<void> {
  await transaction
    .deleteFrom("sessions")
    .where("user_id", "=", userId)
    .where("session_id", "<>", sessionId)
    .execute();
}

/** Ends all sessions of a user but so many, those that were used last. */
export async function keepNewestSessions(
  transaction: Transaction<Schema>,
  userId: number,
  count: number,
): Promise<void> {
  const newest = transaction
    .selectFrom("sessions")
    .select("session_id")
    .where("user_id", "=", userId)
    .orderBy("last_seen_at", "desc")
    .orderBy("session_id", "desc")
    .limit(count);
  await transaction
    .deleteFrom("sessions")
    .where("user_id", "=", userId)
    .where("session_id", "not in", newest)
    .execute();
}

export async function deleteExpiredSessions(transaction: Transaction<Schema>, nowMs: number): Promise<void> {
  await transaction.deleteFrom("sessions").where("expires_at", "<=", nowMs).execute();
}

/** How many sessions of a user are live. */
export async function countSessions(view: View, userId: number, nowMs: number): Promise<number> {
  const { count } = await view
    .selectFrom("sessions")
    .where("user_id", "=", userId)
    .where("expires_at", ">", nowMs)
    .select(({ fn }) => fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}
