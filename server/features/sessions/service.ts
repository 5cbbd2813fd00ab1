import { type Role, roleOf } from "../../../src/domain/account/role.ts";
import { DAY_MS, isoTime } from "../../../src/domain/time.ts";
import type { Session } from "../../../src/protocol/shapes.ts";
import type { WriteTransaction } from "../../db/database.ts";
import { within } from "../../db/within.ts";
import type { Dependencies } from "../../dependencies.ts";
import { notFound } from "../../http/api-error.ts";
import { lockUser } from "../users/lock-repository.ts";
import { isOfDeletedAccount } from "./deleted-account-repository.ts";
import {
  deleteExpiredSessions,
  deleteSession,
  findLiveSession,
  insertSession,
  keepNewestSessions,
  listSessions,
  touchSession,
} from "./repository.ts";
import { hashSecret, newSecret } from "./token.ts";

type Needs = Pick<Dependencies, "db" | "clock" | "config">;

/** The use of a session is recorded at most this often, so that reads do not cause writes. */
const SEEN_EVERY_MS = 5 * 60_000;
const SEEN_WITHIN_MS = 1_000;
const USER_AGENT_MAX_LENGTH = 300;

/** The caller with this token, or null where it is unknown, ended or expired; its use prolongs it. */
export async function authenticate(
  deps: Needs,
  token: string,
): Promise<{ userId: number; role: Role; sessionId: number } | null> {
  const nowMs = deps.clock.now();
  const session = await findLiveSession(deps.db, hashSecret(token), nowMs);
  if (session === undefined) return null;
  if (nowMs - session.last_seen_at >= SEEN_EVERY_MS) {
    // On a full disk or a busy database reading goes on; this write, or the next request's, records the use later.
    await within(SEEN_WITHIN_MS, touchSession(deps.db, session.session_id, nowMs, expiry(deps, nowMs)));
  }
  return {
    userId: session.user_id,
    role: roleOf(session.user_id, session.role, deps.config),
    sessionId: session.session_id,
  };
}

/** Whether this token was live when its account was deleted; a token that nobody had is not. */
export function isDeletedAccount(deps: Pick<Needs, "db" | "clock">, token: string): Promise<boolean> {
  return isOfDeletedAccount(deps.db.reader, hashSecret(token), deps.clock.now());
}

/**
 * Opens a session within a transaction and returns its token, which is stored only as a hash. Where a user has the most
 * sessions, the ones that were not used for longest end: a refused sign-in could keep a person out for good.
 */
export async function openSession(
  deps: Needs,
  transaction: WriteTransaction,
  userId: number,
  userAgent: string | null,
): Promise<string> {
  const token = newSecret();
  const nowMs = deps.clock.now();
  await lockUser(deps.db, transaction, userId);
  await deleteExpiredSessions(transaction, nowMs);
  await keepNewestSessions(transaction, userId, deps.config.maxSessions - 1);
  await insertSession(transaction, {
    userId,
    tokenHash: hashSecret(token),
    userAgent: userAgent?.slice(0, USER_AGENT_MAX_LENGTH) ?? null,
    nowMs,
    expiresAtMs: expiry(deps, nowMs),
  });
  return token;
}

export async function sessionsOf(
  deps: Needs,
  caller: { userId: number; sessionId: number },
): Promise<Session[]> {
  const rows = await listSessions(deps.db, caller.userId, deps.clock.now());
  return rows.map((row) => ({
    id: String(row.session_id),
    createdAt: isoTime(row.created_at),
    lastSeenAt: isoTime(row.last_seen_at),
    userAgent: row.user_agent,
    current: row.session_id === caller.sessionId,
  }));
}

/** @throws ApiError not_found where the user has no such session */
export async function endSession(deps: Needs, userId: number, sessionId: string): Promise<void> {
  const id = /^\d{1,15}$/.test(sessionId) ? Number(sessionId) : null;
  if (id === null || !(await deleteSession(deps.db, userId, id))) throw notFound();
}

function expiry({ config }: Needs, nowMs: number): number {
  return nowMs + config.sessionDays * DAY_MS;
}
