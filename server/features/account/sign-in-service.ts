import { accountKey } from "../../../src/domain/validation.ts";
import { SERVER_MESSAGES } from "../../../src/messages/server/common-answers.ts";
import type { LoginRequest } from "../../../src/protocol/account.ts";
import { ApiError } from "../../http/api-error.ts";
import { openSession } from "../sessions/service.ts";
import type { AccountNeeds, Entry, From } from "./account-needs.ts";
import { keepDevice, knownDeviceOf } from "./known-device.ts";
import { findCredentials, holdsPassword } from "./repository.ts";

/**
 * Opens a session for an e-mail and its password.
 * @throws ApiError wrong_credentials (never saying which was wrong), throttled
 */
export async function signIn(needs: AccountNeeds, login: LoginRequest, from: From): Promise<Entry> {
  const account = accountKey(login.email);
  const known = await knownDeviceOf(needs, account, from.deviceSecrets);
  const visitor = { address: from.address, account, knownDeviceId: known?.knownDeviceId ?? null };
  let user: Awaited<ReturnType<typeof findCredentials>>;
  const { isRight, giveBack } = await needs.guard.checkSignIn(visitor, login.password, async () => {
    user = await findCredentials(needs.db, login.email);
    return user?.password_hash ?? null;
  });
  if (user === undefined || !isRight) throw wrongCredentials();
  const { user_id, password_hash } = user;
  const entry = await needs.db.write(async (transaction) => {
    // A password reset during the check of the hash has ended every session, so the old password must open no new
    // one.
    if (!(await holdsPassword(transaction, user_id, password_hash))) return null;
    const opened = {
      token: await openSession(needs, transaction, user_id, from.userAgent),
      deviceSecrets: await keepDevice(needs, transaction, user_id, { known, secrets: from.deviceSecrets }),
    };
    await giveBack(transaction);
    return opened;
  });
  if (entry === null) throw wrongCredentials();
  return entry;
}

function wrongCredentials(): ApiError {
  return new ApiError(401, "wrong_credentials", { general: SERVER_MESSAGES.account.wrongCredentials });
}
