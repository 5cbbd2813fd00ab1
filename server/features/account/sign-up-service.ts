import { isGoodPassword } from "../../../src/domain/account/password.ts";
import { DAY_MS } from "../../../src/domain/time.ts";
import { hasInvisible, isBlank, isEmail } from "../../../src/domain/validation.ts";
import { SERVER_MESSAGES } from "../../../src/messages/server/common-answers.ts";
import type { SignupRequest } from "../../../src/protocol/account.ts";
import type { WriteTransaction } from "../../db/database.ts";
import { ApiError, invalid } from "../../http/api-error.ts";
import { openSession } from "../sessions/service.ts";
import { hashSecret } from "../sessions/token.ts";
import type { AccountNeeds, Entry, From } from "./account-needs.ts";
import { keepDevice } from "./known-device.ts";
import { hashPassword } from "./password-hash.ts";
import { claimFirstUser, findTaken, insertUser, isInviteGood, spendInvite } from "./repository.ts";
import { currentSetupCode, isSetupCode } from "./setup-code.ts";

const TEXT = SERVER_MESSAGES.account;
/** An unused invitation expires after this time. */
export const INVITE_LIFE_MS = 30 * DAY_MS;

const NEEDED_FIELDS = [
  "firstName",
  "lastName",
  "phoneNumber",
  "country",
  "username",
  "email",
  "password",
] as const;

/**
 * Makes an account and opens its first session. The first user of all needs the set-up code, which takes the place of
 * an invitation, and becomes staff where the configuration names none.
 * @throws ApiError signup_closed; invalid, with every field that is wrong; throttled
 */
export async function signUp(needs: AccountNeeds, request: SignupRequest, from: From): Promise<Entry> {
  if (needs.config.signup === "closed") throw closed(TEXT.signupClosed);
  const setupCode = await currentSetupCode(needs);
  if (setupCode === null) refuseWithoutInvitation(needs, request.invite);
  await needs.guard.countSignUp(from.address);
  if (setupCode === null) await refuseBadInvitation(needs, request.invite);
  const errors = faultsOf(request);
  if (setupCode !== null) {
    Object.assign(errors, await setupFaults(needs, request.setupCode, setupCode, from));
  }
  const taken = await findTaken(needs.db.reader, request.email, request.username);
  if (taken.email) errors.email ??= TEXT.emailTaken;
  if (taken.username) errors.username ??= TEXT.usernameTaken;
  if (Object.keys(errors).length > 0) throw invalid(errors);

  const passwordHash = await hashPassword(request.password, "strangers");
  return needs.db.write(async (transaction) => {
    const isFirst = await claimFirstUser(transaction);
    // The last account may have been deleted since the code was asked for.
    if (isFirst && setupCode === null) throw invalid(setupMissing());
    if (!isFirst) await spendInvitation(needs, transaction, request.invite);
    const role = isFirst && needs.config.staffUserId === null ? "staff" : "member";
    const user = { ...request, passwordHash, role, nowMs: needs.clock.now() };
    const userId = await insertUser(transaction, user);
    if (userId === null) throw invalid(await takenErrors(transaction, request));
    const browser = { known: null, secrets: from.deviceSecrets };
    return {
      token: await openSession(needs, transaction, userId, from.userAgent),
      deviceSecrets: await keepDevice(needs, transaction, userId, browser),
    };
  });
}

/** @throws ApiError throttled, where wrong codes came too often from an address */
async function setupFaults(
  { guard }: AccountNeeds,
  typed: string | undefined,
  code: string,
  from: From,
): Promise<Record<string, string>> {
  if (isBlank(typed)) return setupMissing();
  // Counted before the check, so that one of many guesses at once is not checked uncounted.
  await guard.countWrongCode(from.address);
  return isSetupCode(typed ?? "", code) ? {} : { setupCode: TEXT.setupCodeWrong };
}

/** The sentence stands for the whole form too, because an app of another version may not have the field. */
function setupMissing(): Record<string, string> {
  return { setupCode: TEXT.setupCodeNeeded, general: TEXT.setupCodeNeeded };
}

function refuseWithoutInvitation({ config }: AccountNeeds, invite: string | undefined): void {
  if (config.signup === "invite" && isBlank(invite)) throw closed(TEXT.signupByInvitation);
}

/** Checked before anything else, so that a person without an invitation cannot find out which accounts exist. */
async function refuseBadInvitation({ config, clock, db }: AccountNeeds, invite: string | undefined) {
  if (config.signup !== "invite") return;
  const codeHash = hashSecret((invite ?? "").trim());
  if (!(await isInviteGood(db, codeHash, clock.now() - INVITE_LIFE_MS))) throw closed(TEXT.inviteWrong);
}

function faultsOf(request: SignupRequest): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const field of NEEDED_FIELDS) {
    if (isBlank(request[field])) errors[field] = SERVER_MESSAGES.fields.required;
  }
  // Else one person could take a name that looks like another's.
  if (hasInvisible(request.username.trim())) errors.username ??= TEXT.usernameInvisible;
  if (!isEmail(request.email.trim())) errors.email ??= TEXT.emailMalformed;
  if (!isGoodPassword(request.password)) errors.password ??= TEXT.passwordWeak;
  if (request.confirmPassword !== request.password) errors.confirmPassword = TEXT.passwordsDiffer;
  return errors;
}

async function spendInvitation(
  { config, clock }: AccountNeeds,
  transaction: WriteTransaction,
  invite: string | undefined,
): Promise<void> {
  if (config.signup !== "invite") return;
  const nowMs = clock.now();
  const use = { codeHash: hashSecret((invite ?? "").trim()), madeAfterMs: nowMs - INVITE_LIFE_MS, nowMs };
  if (!(await spendInvite(transaction, use))) throw closed(TEXT.inviteWrong);
}

/** Two people may sign up with the same name at the same moment; the insert of the second one fails. */
async function takenErrors(
  transaction: WriteTransaction,
  { email, username }: SignupRequest,
): Promise<Record<string, string>> {
  const taken = await findTaken(transaction, email, username);
  return {
    ...(taken.email ? { email: TEXT.emailTaken } : {}),
    ...(taken.username ? { username: TEXT.usernameTaken } : {}),
  };
}

function closed(sentence: string): ApiError {
  return new ApiError(403, "signup_closed", { general: sentence });
}
