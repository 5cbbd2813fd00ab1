import { isGoodPassword } from "../../../src/domain/account/password.ts";
import { accountKey } from "../../../src/domain/validation.ts";
import { ACCOUNT_SENTENCES as TEXT } from "../../../src/messages/server/account.ts";
import type { PasswordChangeRequest } from "../../../src/protocol/account.ts";
import { invalid } from "../../http/api-error.ts";
import { deleteOtherSessions } from "../sessions/repository.ts";
import type { AccountNeeds } from "./account-needs.ts";
import { confirmPassword, wrongPassword } from "./confirm-password.ts";
import { keepOnlyDevice, knownDeviceOf } from "./known-device.ts";
import { hashPassword } from "./password-hash.ts";
import { deleteResetCodes, holdsPassword, updatePassword } from "./repository.ts";

/**
 * Sets a new password; all other sessions of the user, all mailed reset links and all other known devices end.
 * @returns the secrets that the caller's browser keeps from now on
 * @throws ApiError invalid where the new one is weak or the current one; wrong_password; throttled
 */
export async function changePassword(
  needs: AccountNeeds,
  caller: { userId: number; sessionId: number; deviceSecrets: readonly string[] },
  { currPassword, newPassword }: PasswordChangeRequest,
): Promise<readonly string[]> {
  if (!isGoodPassword(newPassword, currPassword)) {
    throw invalid({ newPassword: TEXT.passwordUnfit, general: TEXT.passwordUnfit });
  }
  const { email, passwordHash: storedHash } = await confirmPassword(
    needs,
    caller,
    currPassword,
    "currPassword",
  );
  const known = await knownDeviceOf(needs, accountKey(email), caller.deviceSecrets);
  const passwordHash = await hashPassword(newPassword, "known");
  return needs.db.write(async (transaction) => {
    // A change or reset during the check has made the checked password the former one.
    if (!(await holdsPassword(transaction, caller.userId, storedHash))) throw wrongPassword("currPassword");
    await updatePassword(transaction, caller.userId, passwordHash);
    await deleteResetCodes(transaction, caller.userId);
    await deleteOtherSessions(transaction, caller.userId, caller.sessionId);
    return keepOnlyDevice(needs, transaction, caller.userId, { known, secrets: caller.deviceSecrets });
  });
}
