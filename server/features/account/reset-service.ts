import { isGoodPassword } from "../../../src/domain/account/password.ts";
import { accountKey, isBlank, isEmail } from "../../../src/domain/validation.ts";
import { SERVER_MESSAGES } from "../../../src/messages/server/common-answers.ts";
import { invalid } from "../../http/api-error.ts";
import { deleteSessionsOf } from "../sessions/repository.ts";
import { openSession } from "../sessions/service.ts";
import { hashSecret } from "../sessions/token.ts";
import type { AccountNeeds, From } from "./account-needs.ts";
import { hashPassword } from "./password-hash.ts";
import { deleteResetCodes, findCredentials, spendResetCode, updatePassword } from "./repository.ts";
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
export function requestReset(needs: AccountNeeds, email: string, from: From): () => Promise<void> {
  refuseBadEmail(email);
  const mayMail = needs.guard.mayMailLink(from.address, accountKey(email));
  return async () => {
    if (mayMail) await mailLink(needs, email);
  };
}

async function mailLink(needs: AccountNeeds, email: string): Promise<void> {
  const user = await findCredentials(needs.db, email);
  if (user === undefined) return;
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
 * Sets a new password with the code of a mailed link; all sessions end and a new one is opened.
 * @returns the new session's token
 * @throws ApiError invalid: the password is weak, or the code wrong, used or too old; throttled
 */
export async function completeReset(
  needs: AccountNeeds,
  reset: { email: string; password: string; code: string },
  from: From,
): Promise<string> {
  refuseBadEmail(reset.email);
  if (!isGoodPassword(reset.password)) throw invalid({ password: TEXT.passwordWeak });
  needs.guard.beginCode(from.address);
  const user = await findCredentials(needs.db, reset.email);
  const passwordHash = await hashPassword(reset.password);
  const token = await needs.db.write(async (transaction) => {
    const nowMs = needs.clock.now();
    const madeAfterMs = nowMs - LINK_LIFE_MINUTES * 60_000;
    const codeHash = hashSecret(reset.code.trim());
    const isGood =
      user !== undefined &&
      (await spendResetCode(transaction, { codeHash, userId: user.user_id, madeAfterMs, nowMs }));
    if (!isGood) throw invalid({ general: TEXT.resetCodeWrong });
    await updatePassword(transaction, user.user_id, passwordHash);
    await deleteResetCodes(transaction, user.user_id);
    await deleteSessionsOf(transaction, user.user_id);
    return openSession(needs, transaction, user.user_id, from.userAgent);
  });
  needs.guard.forgive(accountKey(reset.email));
  return token;
}

function refuseBadEmail(email: string): void {
  if (isBlank(email)) throw invalid({ email: SERVER_MESSAGES.fields.required });
  if (!isEmail(email.trim())) throw invalid({ email: TEXT.emailMalformed });
}
