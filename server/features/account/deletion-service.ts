import { DAY_MS, utcDay } from "../../../src/domain/time.ts";
import { DELETION_MAILS, ACCOUNT_SENTENCES as TEXT } from "../../../src/messages/server/account.ts";
import { linkBase } from "../../config.ts";
import type { Database } from "../../db/database.ts";
import { ApiError } from "../../http/api-error.ts";
import { dropUpdatesOf } from "../device-updates/device-side.ts";
import { takeDevicesFrom } from "../devices/clearing-repository.ts";
import { lockDevices } from "../devices/lock-repository.ts";
import { noteDeletedAccount } from "../sessions/deleted-account-repository.ts";
import { lockUser } from "../users/lock-repository.ts";
import type { AccountNeeds } from "./account-needs.ts";
import { confirmPassword, wrongPassword } from "./confirm-password.ts";
import {
  deleteUser,
  findDeletion,
  findDevicesOf,
  findOtherStaff,
  lockStaff,
  replaceAuthor,
  replaceInAudit,
  setDeletion,
} from "./deletion-repository.ts";
import { holdsPassword } from "./repository.ts";

/** A mail to send after the answer: whoever waits for the mail server would take the call for failed. */
export type LaterMail = () => Promise<void>;

interface DeletingCaller {
  readonly userId: number;
  readonly sessionId: number;
}

/**
 * Marks the caller's account for deletion after the days of grace. A repeated call changes nothing.
 * @throws ApiError wrong_password, throttled; conflict for the last staff account that would stay
 */
export async function askDeletion(
  needs: AccountNeeds,
  caller: DeletingCaller & { role: string },
  password: string,
): Promise<LaterMail> {
  const { db, clock, config } = needs;
  const { passwordHash: storedHash } = await confirmPassword(needs, caller, password, "password");
  const asked = await db.write(async (transaction) => {
    if (caller.role === "staff") {
      // Of two staff accounts that ask at once the second one finds the first one's mark.
      await lockStaff(db, transaction);
      const others = await findOtherStaff(transaction, caller.userId, config);
      if (others === 0) throw new ApiError(409, "conflict", { general: TEXT.lastStaff });
    }
    await lockUser(db, transaction, caller.userId);
    if (!(await holdsPassword(transaction, caller.userId, storedHash))) throw wrongPassword("password");
    const before = await findDeletion(transaction, caller.userId);
    if (before === undefined || before.deletion_at !== null) return null;
    const atMs = clock.now() + config.accountGraceDays * DAY_MS;
    await setDeletion(transaction, caller.userId, atMs);
    return { email: before.email, atMs };
  });
  return async () => {
    if (asked === null) return;
    const { subject, text } = DELETION_MAILS.asked;
    await needs.mailer.send({ to: asked.email, subject, text: text(utcDay(asked.atMs), linkTo(needs)) });
  };
}

/**
 * Takes the deletion of the caller's account back. A repeated call changes nothing.
 * @throws ApiError conflict once the days of grace are over, because the customer at the payment provider may be gone
 */
export async function keepAccount(needs: AccountNeeds, userId: number): Promise<LaterMail> {
  const { db, clock } = needs;
  const email = await db.write(async (transaction) => {
    await lockUser(db, transaction, userId);
    const before = await findDeletion(transaction, userId);
    if (before === undefined || before.deletion_at === null) return null;
    if (before.deletion_at <= clock.now())
      throw new ApiError(409, "conflict", { general: TEXT.deletionBegun });
    await setDeletion(transaction, userId, null);
    return before.email;
  });
  return async () => {
    if (email === null) return;
    const { subject, text } = DELETION_MAILS.kept;
    await needs.mailer.send({ to: email, subject, text: text(linkTo(needs)) });
  };
}

/**
 * Deletes an account whose time has come, in one transaction: sessions, photo, groups, alerts, settings and grants go
 * with the user. Sentinels and their insights stay: other users share them, and those without a user stay with staff.
 * The history holds the number of the user alone, which is never given again. A phone whose token was live learns that
 * the account is gone.
 *
 * @returns false where the account is gone already, or its user has chosen to keep it
 */
export async function deleteDueAccount(db: Database, userId: number, nowMs: number): Promise<boolean> {
  return db.write(async (transaction) => {
    await lockUser(db, transaction, userId);
    const user = await findDeletion(transaction, userId);
    if (user === undefined || user.deletion_at === null || user.deletion_at > nowMs) return false;
    const deviceRefs = await findDevicesOf(transaction, userId);
    // Updates, then Sentinels: ingest locks in the same order.
    await dropUpdatesOf(transaction, userId, deviceRefs);
    await lockDevices(db, transaction, deviceRefs);
    await takeDevicesFrom(db, transaction, { deviceRefs, userId, nowMs });
    await replaceAuthor(transaction, user.username);
    await replaceInAudit(transaction, { userId, username: user.username });
    await noteDeletedAccount(transaction, userId, nowMs);
    await deleteUser(transaction, userId);
    return true;
  });
}

function linkTo({ config }: AccountNeeds): string {
  return `${linkBase(config)}/?tab=account&part=security`;
}
