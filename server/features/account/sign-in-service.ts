import { accountKey } from "../../../src/domain/validation.ts";
import { SERVER_MESSAGES } from "../../../src/messages/server/common-answers.ts";
import type { LoginRequest } from "../../../src/protocol/account.ts";
import { ApiError } from "../../http/api-error.ts";
import { openSession } from "../sessions/service.ts";
import type { AccountNeeds, From } from "./account-needs.ts";
import { checkPassword } from "./password-hash.ts";
import { findCredentials, holdsPassword } from "./repository.ts";

/**
 * Opens a session for an e-mail and its password and answers the token.
 * @throws ApiError wrong_credentials (never saying which was wrong), throttled
 */
export async function signIn(needs: AccountNeeds, login: LoginRequest, from: From): Promise<string> {
  const wasRight = needs.guard.beginPassword(from.address, accountKey(login.email));
  const user = await findCredentials(needs.db, login.email);
  const isRight = await checkPassword(login.password, user?.password_hash ?? null);
  if (user === undefined || !isRight) throw wrongCredentials();
  wasRight();
  const token = await needs.db.write(async (transaction) =>
    // A password reset during the check of the hash has ended every session, so the old password must open no new
    // one.
    (await holdsPassword(transaction, user.user_id, user.password_hash))
      ? openSession(needs, transaction, user.user_id, from.userAgent)
      : null,
  );
  if (token === null) throw wrongCredentials();
  return token;
}

function wrongCredentials(): ApiError {
  return new ApiError(401, "wrong_credentials", { general: SERVER_MESSAGES.account.wrongCredentials });
}
