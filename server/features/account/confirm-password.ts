import { accountKey } from "../../../src/domain/validation.ts";
import { ACCOUNT_SENTENCES as TEXT } from "../../../src/messages/server/account.ts";
import { ApiError, notFound } from "../../http/api-error.ts";
import type { AccountNeeds } from "./account-needs.ts";
import { checkPassword } from "./password-hash.ts";
import { findPasswordOf } from "./repository.ts";

/**
 * Checks the password of a signed-in user once more. Wrong ones count like those at sign-in, so that a borrowed device
 * is no way to guess it.
 *
 * @param field the request's field that holds it
 * @returns the hash that was compared with
 * @throws ApiError wrong_password, throttled
 */
export async function confirmPassword(
  { db, guard }: Pick<AccountNeeds, "db" | "guard">,
  { userId, address }: { userId: number; address: string },
  password: string,
  field: string,
): Promise<string> {
  const user = await findPasswordOf(db, userId);
  if (user === undefined) throw notFound();
  const wasRight = guard.beginPassword(address, accountKey(user.email));
  if (!(await checkPassword(password, user.password_hash))) throw wrongPassword(field);
  wasRight();
  return user.password_hash;
}

export function wrongPassword(field: string): ApiError {
  return new ApiError(403, "wrong_password", { [field]: TEXT.passwordWrong, general: TEXT.passwordWrong });
}
