import { randomInt } from "node:crypto";
import {
  CODE_DIGITS,
  CODE_VALID_MS,
  codeOf,
  MOST_CODES_OF_USER,
  MOST_CODES_TO_ADDRESS,
  MOST_SMS_CODES_OF_USER,
  MOST_WRONG_CODES,
} from "../../../src/domain/integration/confirmation.ts";
import type { TargetPlatform } from "../../../src/domain/integration/targets.ts";
import { DAY_MS, MINUTE_MS } from "../../../src/domain/time.ts";
import { INTEGRATION_SENTENCES } from "../../../src/messages/server/integrations.ts";
import type { WriteTransaction } from "../../db/database.ts";
import { aheadOfOthersMs, enqueueDelivery, enqueueDropped } from "../../delivery/delivery-repository.ts";
import { takeUse } from "../../delivery/use-limit-repository.ts";
import type { Dependencies } from "../../dependencies.ts";
import { hashSecret } from "../sessions/token.ts";
import { findAccountKey, findCodesSince } from "./log-repository.ts";
import { findTarget, findTargets, type StoredTarget, updateTarget } from "./repository.ts";

type Needs = Pick<Dependencies, "clock" | "steadyClock" | "ids" | "config">;

/** Codes and tests are of use for minutes only. */
export const GIVE_UP_AFTER_MS = 10 * MINUTE_MS;
/**
 * Codes to one address in a day, over all users. Far more than one user may ask for: the limit itself must not tell
 * one user that another asks for codes to the same address.
 */
const MOST_CODES_TO_ADDRESS_OF_ALL = 4 * MOST_CODES_TO_ADDRESS;
/**
 * Users whose first code of the day to an address is sent beyond that limit: a few accounts that use it up must not
 * keep the address from its owner.
 */
const MOST_FIRST_CODES = 40;
/** The share of the server's text messages with codes that goes to numbers with the same beginning. */
const SHARE_OF_RANGE = 0.25;
/** Plus and six digits: the numbers of one operator in one country, which fraud by paid numbers is after. */
const RANGE_LENGTH = 7;

/**
 * A new code for an address, which takes the place of the one before; called when the code is sent. Only its hash is
 * stored.
 *
 * @returns null where the address is gone or has confirmed: nothing is to be sent
 */
export async function issueCode(
  transaction: WriteTransaction,
  targetId: number,
  nowMs: number,
): Promise<string | null> {
  const target = await findTarget(transaction, targetId);
  if (target === undefined || target.confirmed_at !== null) return null;
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, "0");
  await updateTarget(transaction, targetId, {
    code_hash: hashedCode(targetId, code),
    code_sent_at: nowMs,
    code_attempts: 0,
  });
  return code;
}

/** The same code of two addresses has two hashes, so that one cannot be told from the other. */
function hashedCode(targetId: number, code: string): string {
  return hashSecret(`${targetId}:${code}`);
}

interface CodeRequest {
  readonly userId: number;
  readonly platform: TargetPlatform;
  readonly targetId: number;
  readonly address: string;
  readonly addressKey: string;
}

/**
 * Stores the message that brings a code to an address, or why there is none.
 *
 * @returns 0, or where the user's own limit is reached the seconds until the next code; nothing is stored then
 */
export async function queueCode(
  { clock, steadyClock, ids, config }: Needs,
  transaction: WriteTransaction,
  request: CodeRequest,
): Promise<number> {
  const { userId, platform, address, targetId } = request;
  const nowMs = clock.now();
  const waitS = await secondsToNextCode(transaction, request, nowMs);
  if (waitS > 0) return waitS;
  const reason = await whyNoCode(config, transaction, request, steadyClock.now());
  const message = {
    userId,
    platform,
    target: address,
    kind: "code" as const,
    dedupeKey: `code:${targetId}:${ids.uuid()}`,
    subject: { kind: "code" as const, targetId },
    notBeforeMs: aheadOfOthersMs(nowMs),
    giveUpAtMs: nowMs + GIVE_UP_AFTER_MS,
  };
  if (reason === null) await enqueueDelivery(transaction, message, nowMs);
  else await enqueueDropped(transaction, message, reason, nowMs);
  return 0;
}

/** Counts a code against the limits over all users. @returns null, or why it is not sent */
async function whyNoCode(
  config: Needs["config"],
  transaction: WriteTransaction,
  request: CodeRequest,
  nowMs: number,
): Promise<string | null> {
  const { platform, address } = request;
  const take = async (key: string, most: number) =>
    (await takeUse(transaction, { key: `code:${key}`, most, spanMs: DAY_MS }, nowMs)) === 0;
  if (platform === "sms") {
    const { smsCodesADay } = config;
    const ofRange = Math.ceil(smsCodesADay * SHARE_OF_RANGE);
    const isFree =
      (await take(`sms:${address.slice(0, RANGE_LENGTH)}`, ofRange)) && (await take("sms", smsCodesADay));
    if (!isFree) return INTEGRATION_SENTENCES.smsCodeLimit;
  }
  return (await isAddressFree(transaction, request, take)) ? null : INTEGRATION_SENTENCES.codeLimit;
}

async function isAddressFree(
  transaction: WriteTransaction,
  { userId, platform, addressKey }: CodeRequest,
  take: (key: string, most: number) => Promise<boolean>,
): Promise<boolean> {
  // Mail to name+anything reaches the mailbox of the name.
  const key = `${platform}:${hashSecret(addressKey.replace(/\+[^@]*(?=@)/, ""))}`;
  // An address belongs to one account: codes to one's own count for nobody else, so others cannot use them up.
  if (platform === "email" && (await findAccountKey(transaction, userId)) === addressKey) return true;
  const isFirst = await take(`${key}:${userId}`, 1);
  if (isFirst && (await take(`${key}:first`, MOST_FIRST_CODES))) return true;
  return take(key, MOST_CODES_TO_ADDRESS_OF_ALL);
}

async function secondsToNextCode(
  transaction: WriteTransaction,
  { userId, platform, address }: CodeRequest,
  nowMs: number,
): Promise<number> {
  // A code of later than now was sent before the clock was set back: it would count until then.
  const all = (await findCodesSince(transaction, userId, nowMs - DAY_MS)).filter(
    ({ created_at }) => created_at <= nowMs,
  );
  const toAddress = all.filter(({ target }) => target?.toLowerCase() === address.toLowerCase());
  const bySms = platform === "sms" ? all.filter((code) => code.platform === "sms") : [];
  // The limit holds until the oldest of its last codes is a day old.
  const limits = [
    all.at(-MOST_CODES_OF_USER),
    bySms.at(-MOST_SMS_CODES_OF_USER),
    toAddress.at(-MOST_CODES_TO_ADDRESS),
  ].flatMap((oldest) => (oldest === undefined ? [] : [oldest.created_at + DAY_MS - nowMs]));
  return Math.ceil(Math.max(0, ...limits) / 1000);
}

export type ConfirmResult = "confirmed" | "wrong" | "void" | "unknown" | "already";

/**
 * Confirms the address of a code. A wrong code counts against each address that it was meant for; five make their
 * codes void.
 *
 * @param address the one that the code is for; null: any that waits for one
 */
export async function takeCode(
  transaction: WriteTransaction,
  {
    userId,
    platform,
    code,
    address,
  }: { userId: number; platform: string; code: string; address: string | null },
  nowMs: number,
): Promise<ConfirmResult> {
  const named = (await findTargets(transaction, userId, platform)).filter(
    (target) => address === null || target.address === address,
  );
  if (named.length === 0) return "unknown";
  const waiting = named.filter(({ confirmed_at }) => confirmed_at === null);
  if (waiting.length === 0) return "already";
  const valid = waiting.filter((target) => isCodeValid(target, nowMs));
  if (valid.length === 0) return "void";
  const digits = codeOf(code);
  const right = valid.find(
    ({ target_id, code_hash }) => digits && code_hash === hashedCode(target_id, digits),
  );
  if (right !== undefined) {
    await updateTarget(transaction, right.target_id, {
      confirmed_at: nowMs,
      code_hash: null,
      code_attempts: 0,
    });
    return "confirmed";
  }
  for (const { target_id, code_attempts } of valid) {
    await updateTarget(transaction, target_id, { code_attempts: code_attempts + 1 });
  }
  return "wrong";
}

function isCodeValid({ code_hash, code_sent_at, code_attempts }: StoredTarget, nowMs: number): boolean {
  return (
    code_hash !== null &&
    code_attempts < MOST_WRONG_CODES &&
    code_sent_at !== null &&
    nowMs < code_sent_at + CODE_VALID_MS
  );
}
