import { type Role, roleOf } from "../../../src/domain/account/role.ts";
import type { Dependencies } from "../../dependencies.ts";
import { hashSecret, newSecret } from "../sessions/token.ts";
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
  return user === undefined ? null : newResetLink(needs, user.user_id);
}

/** Stores a role and answers the one that now holds (the configuration's two ids go first); null: no such account. */
export async function giveRole({ db, config }: Needs, email: string, role: Role): Promise<Role | null> {
  const user = await findCredentials(db, email);
  if (user === undefined) return null;
  await updateRole(db, user.user_id, role);
  return roleOf(user.user_id, role, config);
}

/** Creates an invitation and returns its code, which works once and is stored only as a hash. */
export async function newInvite({ db, clock }: Needs): Promise<string> {
  const code = newSecret();
  await insertInvite(db, hashSecret(code), clock.now());
  return code;
}

/** The number of an account; null: no such account. */
export async function userIdOf({ db }: Pick<Needs, "db">, email: string): Promise<number | null> {
  return (await findCredentials(db, email))?.user_id ?? null;
}
