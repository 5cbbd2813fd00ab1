import { isGoodPassword } from "../../../src/domain/account/password.ts";
import { accountKey, isBlank, isEmail } from "../../../src/domain/validation.ts";
import { SERVER_MESSAGES } from "../../../src/messages/server/common-answers.ts";
import { invalid } from "../../http/api-error.ts";
import { deleteSessionsOf } from "../sessions/repository.ts";
import { openSession } from "../sessions/service.ts";
import { hashSecret } from "../sessions/token.ts";
import type { AccountNeeds, Entry, From } from "./account-needs.ts";
import { keepOnlyDevice, knownDeviceOf } from "./known-device.ts";
import { hashPassword } from "./password-hash.ts";
import {
  deleteResetCodes,
  findCredentials,
  findResetUser,
  spendResetCode,
  updatePassword,
} from "./repository.ts";
import { RESET_LINK_LIFE_MINUTES as LINK_LIFE_MINUTES, newResetLink } from "./reset-link.ts";

const TEXT = SERVER_MESSAGES.account;

/**
 * Accepts a request for a reset link.
 *
 * The remaining work (finding the account, mailing) is returned, to be done after the answer, so that answer and
 * response time are the same whether or not the account exists.
 *
 * @throws ApiError invalid, throttled
 */
export async function requestReset(
  needs: AccountNeeds,
  email: string,
  from: From,
): Promise<() => Promise<void>> {
  refuseBadEmail(email);
  const account = accountKey(email);
  const known = await knownDeviceOf(needs, account, from.deviceSecrets);
  const visitor = { address: from.address, account, knownDeviceId: known?.knownDeviceId ?? null };
  await needs.guard.countLinkRequest(visitor);
  return () => mailLink(needs, email);
}

async function mailLink(needs: AccountNeeds, email: string): Promise<void> {
  const user = await findCredentials(needs.db, email);
  if (user === undefined || !(await needs.guard.mayMailLink(accountKey(email)))) return;
  const link = await needs.db.write((transaction) => newResetLink(needs, transaction, user.user_id));
  await sendResetLink(needs, user.email, link);
}

/** Mails a link for setting a new password to the account's own address. */
export async function sendResetLink(
  { mailer }: Pick<AccountNeeds, "mailer">,
  to: string,
  link: string,
): Promise<void> {
  const { subject, text } = SERVER_MESSAGES.resetMail;
  await mailer.send({ to, subject, text: text(link, LINK_LIFE_MINUTES) });
}

/**
 * Sets a new password with the code of a mailed link; all sessions and known devices end and a new session is opened.
 * Only wrong codes are counted, so that nobody can keep the holder of a link from using it.
 * @throws ApiError invalid: the password is weak, or the code wrong, used or too old; throttled
 */
export async function completeReset(
  needs: AccountNeeds,
  reset: { email: string; password: string; code: string },
  from: From,
): Promise<Entry> {
  refuseBadEmail(reset.email);
  if (!isGoodPassword(reset.password)) throw invalid({ password: TEXT.passwordWeak });
  const account = accountKey(reset.email);
  const code = { codeHash: hashSecret(reset.code.trim()), account };
  const userId = await findResetUser(needs.db.reader, code, lifeOf(needs));
  if (userId === null) {
    await needs.guard.countWrongCode(from.address);
    throw invalid({ general: TEXT.resetCodeWrong });
  }
  const known = await knownDeviceOf(needs, account, from.deviceSecrets);
  const passwordHash = await hashPassword(reset.password, "known");
  return needs.db.write(async (transaction) => {
    const use = { codeHash: code.codeHash, userId, ...lifeOf(needs) };
    if (!(await spendResetCode(transaction, use))) throw invalid({ general: TEXT.resetCodeWrong });
    await updatePassword(transaction, userId, passwordHash);
    await deleteResetCodes(transaction, userId);
    await deleteSessionsOf(transaction, userId);
    const browser = { known, secrets: from.deviceSecrets };
    const opened = {
      token: await openSession(needs, transaction, userId, from.userAgent),
      deviceSecrets: await keepOnlyDevice(needs, transaction, userId, browser),
    };
    await needs.guard.forgive(transaction, account, from.address);
    return opened;
  });
}

function lifeOf({ clock }: AccountNeeds): { madeAfterMs: number; nowMs: number } {
  const nowMs = clock.now();
  return { madeAfterMs: nowMs - LINK_LIFE_MINUTES * 60_000, nowMs };
}

function refuseBadEmail(email: string): void {
  if (isBlank(email)) throw invalid({ email: SERVER_MESSAGES.fields.required });
  if (!isEmail(email.trim())) throw invalid({ email: TEXT.emailMalformed });
}
