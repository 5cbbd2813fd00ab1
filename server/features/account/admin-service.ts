import { type Role, roleOf } from "../../../src/domain/account/role.ts";
import { INTERNAL_SENTENCES as TEXT } from "../../../src/messages/server/internal.ts";
import type { WriteTransaction } from "../../db/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import { notFound } from "../../http/api-error.ts";
import { type Actor, recordAct, THE_OPERATOR } from "../audit/service.ts";
import { lockStaffAnd } from "../internal/user-repository.ts";
import { countSessions, deleteSessionsOf } from "../sessions/repository.ts";
import { hashSecret, newSecret } from "../sessions/token.ts";
import { findNamedUser } from "../users/repository.ts";
import { findOtherStaff } from "./deletion-repository.ts";
import { findCredentials, insertInvite, listUsers, updateRole } from "./repository.ts";
import { newResetLink } from "./reset-link.ts";

type Needs = Pick<Dependencies, "db" | "clock" | "config">;

export interface ListedUser {
  userId: number;
  username: string;
  email: string;
  role: Role;
  createdAtMs: number;
  /** Null: no session is left. */
  lastSeenAtMs: number | null;
}

/** All accounts, oldest first, with the role that holds for each. */
export async function allUsers({ db, config }: Needs): Promise<ListedUser[]> {
  const rows = await listUsers(db);
  return rows.map((row) => ({
    userId: row.user_id,
    username: row.username,
    email: row.email,
    role: roleOf(row.user_id, row.role, config),
    createdAtMs: row.created_at,
    lastSeenAtMs: row.last_seen_at,
  }));
}

/** A link with which this account gets a new password, as a mail would hold it; null: no such account. */
export async function resetLinkFor(needs: Needs, email: string): Promise<string | null> {
  const user = await findCredentials(needs.db, email);
  if (user === undefined) return null;
  return needs.db.write(async (transaction) => {
    const link = await newResetLink(needs, transaction, user.user_id);
    await recordAct(transaction, THE_OPERATOR, needs.clock.now(), {
      action: "create_reset_link",
      ...(await targetOf(transaction, user.user_id)),
    });
    return link;
  });
}

/**
 * Stores a role and answers the one that now holds (the configuration's two ids go first); null: no such account.
 * "lastStaff": nothing was stored, because nobody of staff would be left.
 */
export async function giveRole(
  { db, clock, config }: Needs,
  email: string,
  role: Role,
): Promise<Role | "lastStaff" | null> {
  const user = await findCredentials(db, email);
  if (user === undefined) return null;
  const userId = user.user_id;
  return db.write(async (transaction) => {
    await lockStaffAnd(db, transaction, userId);
    const before = (await findNamedUser(transaction, userId))?.role ?? null;
    const holds = roleOf(userId, role, config);
    const isDemoted = roleOf(userId, before, config) === "staff" && holds !== "staff";
    if (isDemoted && (await findOtherStaff(transaction, userId, config)) === 0) return "lastStaff";
    await updateRole(transaction, userId, role);
    await recordAct(transaction, THE_OPERATOR, clock.now(), {
      action: "change_role",
      ...(await targetOf(transaction, userId)),
      changes: [{ fact: "role", before, after: role }],
    });
    return holds;
  });
}

/** Creates an invitation and returns its code, which works once and is stored only as a hash. */
export async function newInvite(
  { db, clock }: Pick<Needs, "db" | "clock">,
  actor: Actor = THE_OPERATOR,
): Promise<string> {
  const code = newSecret();
  const nowMs = clock.now();
  await db.write(async (transaction) => {
    await insertInvite(transaction, hashSecret(code), nowMs);
    await recordAct(transaction, actor, nowMs, {
      action: "create_invite",
      targetKind: "invite",
      targetId: null,
      target: null,
    });
  });
  return code;
}

/** Ends all sessions of a user; the next request of each signed-in device is refused. @returns how many there were */
export async function endAllSessions(
  { db, clock }: Pick<Needs, "db" | "clock">,
  actor: Actor,
  userId: number,
): Promise<number> {
  return db.write(async (transaction) => {
    const nowMs = clock.now();
    const target = await targetOf(transaction, userId);
    const sessions = await countSessions(transaction, userId, nowMs);
    await deleteSessionsOf(transaction, userId);
    await recordAct(transaction, actor, nowMs, {
      action: "end_sessions",
      ...target,
      changes: [{ fact: "sessions", before: String(sessions), after: "0" }],
    });
    return sessions;
  });
}

/** A user as the audit log names one. @throws ApiError not_found */
export async function targetOf(transaction: WriteTransaction, userId: number) {
  const user = await findNamedUser(transaction, userId);
  if (user === null) throw notFound(TEXT.noUser);
  return { targetKind: "user", targetId: String(userId), target: user.username } as const;
}

/** The number of an account; null: no such account. */
export async function userIdOf({ db }: Pick<Needs, "db">, email: string): Promise<number | null> {
  return (await findCredentials(db, email))?.user_id ?? null;
}
