import { nextAttemptMs } from "../../src/domain/notification/retry.ts";
import { MINUTE_MS } from "../../src/domain/time.ts";
import { DELIVERY_SENTENCES } from "../../src/messages/server/delivery.ts";
import type { Dependencies } from "../dependencies.ts";
import { composeMessage } from "./compose-message.ts";
import {
  claimDeliveries,
  type DeliveryClaim,
  type DeliveryRecord,
  findDueLanes,
  freeExpired,
  hasDue,
  hasLaneOfUser,
  recordDelivery,
  slowLane,
} from "./delivery-repository.ts";
import { PACES, type Pace } from "./paces.ts";
import type { OutgoingMessage, Platform, Sender, SendResult } from "./sender.ts";
import { unconfirmTarget } from "./upkeep-repository.ts";

/** How long a message may be under way; its sender is cut off then. */
const SEND_WITHIN_MS = MINUTE_MS;
/** How long a claim holds: longer than a message may take, so that no two workers send the same one. */
export const LEASE_MS = 3 * MINUTE_MS;
/** After a worker has ended without a word, its messages wait so long, as after a first failed attempt. */
const AFTER_CRASH_MS = MINUTE_MS / 2;
const MOST_ANSWER_LETTERS = 300;

export type SendNeeds = Pick<Dependencies, "db" | "config" | "photos" | "clock" | "ids" | "senders">;

/** Where a test ends the process; each is called before the step that it is named after. */
export type DeliveryStage = "claimed" | "sent" | "recorded";

export interface SendOptions {
  /** Replaces PACES. */
  readonly paces?: Readonly<Record<Platform, Pace>>;
  /** 0–1. */
  readonly random?: () => number;
  /** Called with what went wrong in the program itself; the message is tried again. */
  readonly onError?: (error: unknown) => void;
  /** Called between the steps of each message. A rejection leaves the message as a crash would. */
  readonly onStage?: (stage: DeliveryStage, deliveryId: number) => Promise<void>;
  /** Ends the messages under way. */
  readonly signal?: AbortSignal;
}

/**
 * Sends messages of one platform that are due, some of each lane, and waits until all are recorded.
 *
 * @returns how many were claimed
 */
export async function sendDue(needs: SendNeeds, platform: Platform, options: SendOptions): Promise<number> {
  const { db, clock } = needs;
  if (!hasLaneOfUser(platform)) return sendLane(needs, platform, platform, options);
  const due = await findDueLanes(db.reader, platform, clock.now());
  let claimed = 0;
  const sendInTurn = async () => {
    for (let lane = due.shift(); lane !== undefined; lane = due.shift()) {
      const taken = await sendLane(needs, platform, lane, options);
      // Added after the wait: lanes that end meanwhile would not count otherwise.
      claimed += taken;
    }
  };
  const { lanes } = (options.paces ?? PACES)[platform];
  await Promise.all(Array.from({ length: lanes }, sendInTurn));
  return claimed;
}

/**
 * Sends messages of a lane that are due, several at once, each claimed, sent and recorded by itself.
 *
 * @returns how many were claimed
 */
export async function sendLane(
  needs: SendNeeds,
  platform: Platform,
  lane: string,
  options: SendOptions,
): Promise<number> {
  const { db, clock, ids } = needs;
  const { intervalMs, atOnce } = (options.paces ?? PACES)[platform];
  const nowMs = clock.now();
  if (!(await hasDue(db.reader, lane, nowMs))) return 0;
  const claims = await claimDeliveries(db, {
    lane,
    token: ids.uuid(),
    nowMs,
    claimedUntilMs: nowMs + LEASE_MS,
    limit: atOnce,
    intervalMs,
  });
  await Promise.all(claims.map((claim) => deliver(needs, claim, options)));
  return claims.length;
}

/** Makes messages due again whose worker ended without a word. */
export async function freeAbandoned({ db, clock }: Pick<SendNeeds, "db" | "clock">): Promise<void> {
  const nowMs = clock.now();
  await freeExpired(db, { nowMs, nextAtMs: nowMs + AFTER_CRASH_MS, answer: DELIVERY_SENTENCES.noWord });
}

async function deliver(needs: SendNeeds, claim: DeliveryClaim, options: SendOptions): Promise<void> {
  const { db, clock, senders } = needs;
  const { onStage = async () => undefined, onError = () => undefined } = options;
  try {
    await onStage("claimed", claim.delivery_id);
  } catch {
    return;
  }
  let record: DeliveryRecord;
  try {
    const sender = senders[claim.platform as Platform];
    record = await attempt(needs, claim, sender, options);
  } catch (error) {
    onError(error);
    // Thrown by the program itself while the message was made: nothing was sent.
    const answer = DELIVERY_SENTENCES.failed(nameOf(error));
    record = triedAgain(claim, { outcome: "later", answer }, clock.now(), options);
  }
  try {
    await onStage("sent", claim.delivery_id);
    await recordDelivery(db, claim, shortened(record), clock.now());
    await onStage("recorded", claim.delivery_id);
  } catch (error) {
    // The claim ends by itself, and another worker goes on.
    onError(error);
  }
}

async function attempt(
  needs: SendNeeds,
  claim: DeliveryClaim,
  sender: Sender | null,
  options: SendOptions,
): Promise<DeliveryRecord> {
  const { clock, db } = needs;
  if (sender === null) return { status: "dropped", answer: DELIVERY_SENTENCES.notSetUp };
  const isForNow = claim.kind === "code" || claim.kind === "test";
  // The last attempt is due at that moment, and may be a little late.
  if (isForNow && clock.now() > claim.give_up_at + MINUTE_MS) {
    return { status: "failed", answer: DELIVERY_SENTENCES.tooLate };
  }
  const composed = await composeMessage(needs, claim);
  if ("dropped" in composed) return { status: "dropped", answer: composed.dropped };
  // A process that stood still, as with its machine, must not send what another one has taken since.
  if (clock.now() + SEND_WITHIN_MS > claim.claimed_until) {
    return { status: "waiting", answer: claim.answer, nextAtMs: clock.now() };
  }
  const result = await sendOnce(sender, composed.message, options);
  const nowMs = clock.now();
  // The browsers of a user have push services of their own, one of which must not slow the others.
  if (result.outcome === "later" && result.afterMs !== undefined && claim.platform !== "push") {
    await slowLane(db, claim.lane, nowMs + Math.min(result.afterMs, LEASE_MS));
  }
  if (result.outcome === "sent") {
    const { answer, ref } = result;
    return { status: "sent", answer, subject: composed.subject, ...(ref === undefined ? {} : { ref }) };
  }
  if (result.outcome === "refused") {
    if (result.goneTarget) await takeOutOfUse(db, claim);
    return { status: "failed", answer: result.answer };
  }
  if (result.outcome === "step") {
    const { answer, step, ref } = result;
    return { status: "waiting", answer, step, ref, nextAtMs: nowMs };
  }
  return triedAgain(claim, result, nowMs, options);
}

/** A number that has answered STOP must confirm again. A subscription of push is removed by its sender. */
async function takeOutOfUse(
  db: SendNeeds["db"],
  { user_id: userId, platform, target }: DeliveryClaim,
): Promise<void> {
  if (target === null || platform === "push") return;
  await db.write((transaction) => unconfirmTarget(transaction, { userId, platform, address: target }));
}

async function sendOnce(
  sender: Sender,
  message: OutgoingMessage,
  { signal, onError = () => undefined }: SendOptions,
): Promise<SendResult> {
  const within = new AbortController();
  // A timer of its own, because one of AbortSignal.timeout would outlive each message by a minute.
  const timer = setTimeout(() => within.abort(), SEND_WITHIN_MS);
  const stop = () => within.abort();
  signal?.addEventListener("abort", stop, { once: true });
  if (signal?.aborted) stop();
  try {
    return await Promise.race([sender.send(message, within.signal), cutOff(within.signal)]);
  } catch (error) {
    const isCut = within.signal.aborted;
    if (!isCut) onError(error);
    const answer = isCut ? DELIVERY_SENTENCES.noAnswer : DELIVERY_SENTENCES.failed(nameOf(error));
    return { outcome: "unanswered", answer };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}

function cutOff(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

function triedAgain(
  claim: DeliveryClaim,
  result: Extract<SendResult, { outcome: "later" | "unanswered" }>,
  nowMs: number,
  { random = Math.random }: SendOptions,
): DeliveryRecord {
  const { attempts, give_up_at: giveUpAtMs } = claim;
  const askedMs = result.outcome === "later" ? result.afterMs : undefined;
  const nextAtMs = nextAttemptMs({ attempts, nowMs, giveUpAtMs, askedMs, random: random() });
  const mayRepeat = result.outcome === "unanswered";
  const { answer } = result;
  if (nextAtMs === null) return { status: "failed", answer, mayRepeat };
  return { status: "waiting", answer, nextAtMs, mayRepeat };
}

/** Keeps control characters of a provider's answer out of the log, and its length within bounds. */
function shortened(record: DeliveryRecord): DeliveryRecord {
  const text = record.answer?.replace(/\p{Cc}+/gu, " ").trim() ?? null;
  return { ...record, answer: text === null ? null : text.slice(0, MOST_ANSWER_LETTERS) };
}

/** An error's message may hold an address or a key, its name does not. */
function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : "unknown error";
}
