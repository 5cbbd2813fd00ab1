import { type Role, roleOf } from "../../../src/domain/account/role.ts";
import { isoTime } from "../../../src/domain/time.ts";
import { INTERNAL_SENTENCES as TEXT } from "../../../src/messages/server/internal.ts";
import type { Invite, UserAccess } from "../../../src/protocol/calls/internal-calls.ts";
import { linkBase } from "../../config.ts";
import type { Dependencies } from "../../dependencies.ts";
import { ApiError, notFound, throttled } from "../../http/api-error.ts";
import { rowIdOf } from "../../http/row-id.ts";
import { endAllSessions, newInvite, targetOf } from "../account/admin-service.ts";
import { findOtherStaff } from "../account/deletion-repository.ts";
import { countResetCodes, updateRole } from "../account/repository.ts";
import { newResetLink, RESET_LINK_LIFE_MINUTES } from "../account/reset-link.ts";
import { sendResetLink } from "../account/reset-service.ts";
import { INVITE_LIFE_MS } from "../account/sign-up-service.ts";
import { type Actor, recordAct } from "../audit/service.ts";
import { sessionsOf } from "../sessions/service.ts";
import { findNamedUser, type NamedUser } from "../users/repository.ts";
import { lockStaffAnd } from "./user-repository.ts";

type Needs = Pick<Dependencies, "db" | "clock" | "config">;
type Staff = Actor & { readonly userId: number };

/** Mails with a link of one user that may be under way at once. */
const MOST_RESET_LINKS = 3;

/** How a person reaches the server. @throws ApiError not_found */
export async function accessOfUser(deps: Needs, id: string): Promise<UserAccess> {
  const user = await namedUser(deps, id);
  return accessShape(deps, user);
}

/**
 * Makes an invitation, with the link that begins a sign-up with it.
 * @throws ApiError conflict where nobody may sign up
 */
export async function inviteSomebody(deps: Needs, actor: Staff): Promise<Invite> {
  const { config, clock } = deps;
  if (config.signup === "closed") throw new ApiError(409, "conflict", { general: TEXT.signupClosed });
  const expiresAt = isoTime(clock.now() + INVITE_LIFE_MS);
  const code = await newInvite(deps, actor);
  return { code, link: `${linkBase(config)}/signup#invite=${code}`, expiresAt };
}

/** Ends all sessions of a person who lost a device. @throws ApiError not_found */
export async function endSessionsOf(deps: Needs, actor: Staff, id: string): Promise<UserAccess> {
  const { user_id } = await namedUser(deps, id);
  await endAllSessions(deps, actor, user_id);
  return accessOfUser(deps, id);
}

/**
 * Mails a person the link with which they set a new password; nobody else sees it.
 * @throws ApiError not_found; throttled; unavailable where the mail was not accepted
 */
export async function mailReset(
  deps: Needs & Pick<Dependencies, "mailer">,
  actor: Staff,
  id: string,
): Promise<void> {
  const { user_id, email } = await namedUser(deps, id);
  const link = await deps.db.write(async (transaction) => {
    const nowMs = deps.clock.now();
    const lifeMs = RESET_LINK_LIFE_MINUTES * 60_000;
    const waiting = await countResetCodes(transaction, user_id, nowMs - lifeMs);
    if (waiting >= MOST_RESET_LINKS) throw throttled(lifeMs / 1_000);
    await recordAct(transaction, actor, nowMs, {
      action: "send_reset_mail",
      ...(await targetOf(transaction, user_id)),
    });
    return newResetLink(deps, transaction, user_id);
  });
  await sendResetLink(deps, email, link).catch(() => {
    throw new ApiError(503, "unavailable", { general: TEXT.mailFailed });
  });
}

/**
 * Gives a user a role.
 * @throws ApiError not_found; conflict where the configuration names the role, or nobody of staff would be left
 */
export async function changeRole(deps: Needs, actor: Staff, id: string, role: Role): Promise<UserAccess> {
  const { db, clock, config } = deps;
  const { user_id } = await namedUser(deps, id);
  await db.write(async (transaction) => {
    await lockStaffAnd(db, transaction, user_id);
    // Read again: somebody may have changed the role of either since the request was let in.
    const caller = await findNamedUser(transaction, actor.userId);
    if (caller === null || roleOf(caller.user_id, caller.role, config) !== "staff") {
      throw new ApiError(403, "forbidden");
    }
    const user = await findNamedUser(transaction, user_id);
    if (user === null) throw notFound(TEXT.noUser);
    if (isFixed(deps, user_id)) throw new ApiError(409, "conflict", { general: TEXT.roleFixed });
    if (user.role === role) return;
    if (user.role === "staff" && (await findOtherStaff(transaction, user_id, config)) === 0) {
      throw new ApiError(409, "conflict", { general: TEXT.lastStaff });
    }
    await updateRole(transaction, user_id, role);
    await recordAct(transaction, actor, clock.now(), {
      action: "change_role",
      ...(await targetOf(transaction, user_id)),
      changes: [{ fact: "role", before: user.role, after: role }],
    });
  });
  return accessOfUser(deps, id);
}

async function namedUser({ db }: Pick<Needs, "db">, id: string): Promise<NamedUser> {
  const userId = rowIdOf(id);
  const user = userId === null ? null : await findNamedUser(db.reader, userId);
  if (user === null) throw notFound(TEXT.noUser);
  return user;
}

async function accessShape(deps: Needs, user: NamedUser): Promise<UserAccess> {
  return {
    user_id: user.user_id,
    role: roleOf(user.user_id, user.role, deps.config),
    roleIsFixed: isFixed(deps, user.user_id),
    sessions: await sessionsOf(deps, { userId: user.user_id, sessionId: 0 }),
  };
}

function isFixed({ config }: Pick<Needs, "config">, userId: number): boolean {
  return userId === config.staffUserId || userId === config.restrictedUserId;
}
