import { createHash } from "node:crypto";
import { isoTime, isoTimeOrNull } from "../../../src/domain/time.ts";
import { PUSH_SENTENCES } from "../../../src/messages/server/push.ts";
import type {
  PushSubscriptionRecord,
  PushSubscriptionRequest,
} from "../../../src/protocol/calls/push-calls.ts";
import { PUSH_TOPICS, type PushTopic } from "../../../src/protocol/push/push-message.ts";
import type { Dependencies } from "../../dependencies.ts";
import { ApiError, invalid, notFound } from "../../http/api-error.ts";
import { rowIdOf } from "../../http/row-id.ts";
import { lockUser } from "../users/lock-repository.ts";
import { isPushEndpoint, isPushKeyPair } from "./push-endpoint.ts";
import {
  deleteSubscription,
  findByEndpoint,
  keepNewest,
  listSubscriptions,
  replaceSubscription,
  type SubscriptionRow,
  setTopics,
} from "./repository.ts";

type Needs = Pick<Dependencies, "db" | "clock">;

/** A user's browsers beyond this many: the one that asked longest ago is told no more. */
export const SUBSCRIPTIONS_MAX = 20;
const USER_AGENT_MAX_LENGTH = 300;

/** The browsers that this user asked to be told on. */
export async function subscriptionsOf(
  { db, clock }: Needs,
  userId: number,
): Promise<PushSubscriptionRecord[]> {
  return (await listSubscriptions(db.reader, userId, clock.now())).map(asRecord);
}

/**
 * Subscribes the browser of a session. A browser has one subscription and belongs to the user who subscribed last: a
 * message that was meant for the one before is sent to nobody.
 *
 * @throws ApiError invalid for an endpoint or keys that no browser gives, conflict where the endpoint is another
 * user's and the keys are not the same: only the browser itself has both
 */
export async function subscribe(
  { db, clock }: Needs,
  caller: { userId: number; sessionId: number; userAgent: string | null },
  request: PushSubscriptionRequest,
): Promise<PushSubscriptionRecord> {
  const { endpoint, keys } = request;
  const { userId, sessionId } = caller;
  if (!isPushEndpoint(endpoint)) throw invalid({ endpoint: PUSH_SENTENCES.endpoint });
  if (!isPushKeyPair(keys)) throw invalid({ keys: PUSH_SENTENCES.keys });
  const endpointKey = createHash("sha256").update(endpoint).digest("hex");
  const topics = JSON.stringify(PUSH_TOPICS.filter((topic) => request.topics.includes(topic)));
  const userAgent = caller.userAgent?.slice(0, USER_AGENT_MAX_LENGTH) ?? null;
  const nowMs = clock.now();
  return db.write(async (transaction) => {
    await lockUser(db, transaction, userId);
    const known = await findByEndpoint(transaction, endpointKey);
    const isSame = known !== undefined && known.p256dh === keys.p256dh && known.auth === keys.auth;
    if (known !== undefined && known.user_id !== userId && !isSame) {
      throw new ApiError(409, "conflict", { endpoint: PUSH_SENTENCES.otherBrowser });
    }
    if (isSame && known.session_id === sessionId) {
      await setTopics(transaction, known.subscription_id, topics);
    } else {
      await replaceSubscription(transaction, {
        ...{ userId, sessionId, endpointKey, endpoint, ...keys, topics, userAgent, nowMs },
      });
      await keepNewest(transaction, userId, SUBSCRIPTIONS_MAX);
    }
    const subscriptionId = (await findByEndpoint(transaction, endpointKey))?.subscription_id;
    const rows = await listSubscriptions(transaction, userId, nowMs);
    const row = rows.find(({ subscription_id }) => subscription_id === subscriptionId);
    if (row === undefined) throw new ApiError(401, "signed_out");
    return asRecord(row);
  });
}

/** @throws ApiError not_found where the user has no such subscription */
export async function unsubscribe({ db }: Needs, userId: number, id: string): Promise<void> {
  const subscriptionId = rowIdOf(id);
  const deleted =
    subscriptionId !== null &&
    (await db.write((transaction) => deleteSubscription(transaction, userId, subscriptionId)));
  if (!deleted) throw notFound();
}

function asRecord(row: SubscriptionRow): PushSubscriptionRecord {
  return {
    id: String(row.subscription_id),
    topics: topicsOf(row.topics),
    userAgent: row.user_agent,
    createdAt: isoTime(row.created_at),
    lastSentAt: isoTimeOrNull(row.last_sent_at),
  };
}

/** The topics of a stored list; those of another version are left out. */
export function topicsOf(json: string): PushTopic[] {
  const stored: unknown = JSON.parse(json);
  return Array.isArray(stored) ? PUSH_TOPICS.filter((topic) => stored.includes(topic)) : [];
}
