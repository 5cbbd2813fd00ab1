import { ACCOUNT_SENTENCES as TEXT } from "../../../src/messages/server/account.ts";
import { ApiError, notFound } from "../../http/api-error.ts";
import type { AccountNeeds } from "./account-needs.ts";
import { findPasswordOf } from "./repository.ts";

/**
 * Checks the password of a signed-in user once more. Wrong ones count by session, so that a borrowed device is no way
 * to guess it, and nobody else can use up the attempts.
 *
 * @param field the request's field that holds it
 * @returns the account's e-mail, and the hash that was compared with
 * @throws ApiError wrong_password, throttled
 */
export async function confirmPassword(
  { db, guard }: Pick<AccountNeeds, "db" | "guard">,
  { userId, sessionId }: { userId: number; sessionId: number },
  password: string,
  field: string,
): Promise<{ email: string; passwordHash: string }> {
  const user = await findPasswordOf(db, userId);
  if (user === undefined) throw notFound();
  const { isRight, giveBack } = await guard.checkSignedIn(sessionId, password, user.password_hash);
  if (!isRight) throw wrongPassword(field);
  await db.write(giveBack);
  return { email: user.email, passwordHash: user.password_hash };
}

export function wrongPassword(field: string): ApiError {
  return new ApiError(403, "wrong_password", { [field]: TEXT.passwordWrong, general: TEXT.passwordWrong });
}
