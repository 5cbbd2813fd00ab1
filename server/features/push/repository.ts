import type { View, WriteTransaction } from "../../db/database.ts";
import { isOneOf } from "../insights/insight-scope-query.ts";

export interface SubscriptionRow {
  readonly subscription_id: number;
  readonly topics: string;
  readonly user_agent: string | null;
  readonly created_at: number;
  readonly last_sent_at: number | null;
}

/** A subscription with the secrets of its browser. */
export interface SubscriptionSecrets {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

const ROW = ["subscription_id", "topics", "p.user_agent", "p.created_at", "last_sent_at"] as const;

/** The subscriptions of a user's live sessions, newest first. */
export async function listSubscriptions(
  view: View,
  userId: number,
  nowMs: number,
): Promise<SubscriptionRow[]> {
  return live(view, userId, nowMs).select(ROW).orderBy("subscription_id", "desc").execute();
}

/** The secrets of one subscription of a user, while its session lives. */
export async function findSecrets(
  view: View,
  userId: number,
  subscriptionId: number,
  nowMs: number,
): Promise<SubscriptionSecrets | null> {
  const row = await live(view, userId, nowMs)
    .select(["endpoint", "p256dh", "auth"])
    .where("subscription_id", "=", subscriptionId)
    .executeTakeFirst();
  return row ?? null;
}

function live(view: View, userId: number, nowMs: number) {
  return view
    .selectFrom("push_subscriptions as p")
    .innerJoin("sessions as s", "s.session_id", "p.session_id")
    .where("p.user_id", "=", userId)
    .where("s.user_id", "=", userId)
    .where("s.expires_at", ">", nowMs);
}

/** The subscription with this endpoint, whosever it is. */
export async function findByEndpoint(transaction: WriteTransaction, endpointKey: string) {
  return transaction
    .selectFrom("push_subscriptions")
    .select(["subscription_id", "user_id", "session_id", "p256dh", "auth"])
    .where("endpoint_key", "=", endpointKey)
    .executeTakeFirst();
}

export async function setTopics(
  transaction: WriteTransaction,
  subscriptionId: number,
  topics: string,
): Promise<void> {
  await transaction
    .updateTable("push_subscriptions")
    .set({ topics })
    .where("subscription_id", "=", subscriptionId)
    .execute();
}

/** Stores a subscription in place of those with its endpoint and of its session. */
export async function replaceSubscription(
  transaction: WriteTransaction,
  subscription: SubscriptionSecrets & {
    userId: number;
    sessionId: number;
    endpointKey: string;
    topics: string;
    userAgent: string | null;
    nowMs: number;
  },
): Promise<number> {
  const { userId, sessionId, endpointKey, endpoint, p256dh, auth, topics, userAgent, nowMs } = subscription;
  await transaction
    .deleteFrom("push_subscriptions")
    .where((eb) => eb.or([eb("endpoint_key", "=", endpointKey), eb("session_id", "=", sessionId)]))
    .execute();
  const { subscription_id } = await transaction
    .insertInto("push_subscriptions")
    .values({
      user_id: userId,
      session_id: sessionId,
      endpoint_key: endpointKey,
      endpoint,
      p256dh,
      auth,
      user_agent: userAgent,
      topics,
      created_at: nowMs,
      last_sent_at: null,
    })
    .returning("subscription_id")
    .executeTakeFirstOrThrow();
  return Number(subscription_id);
}

/** Deletes all but the newest subscriptions of a user. */
export async function keepNewest(
  transaction: WriteTransaction,
  userId: number,
  count: number,
): Promise<void> {
  const tooMany = await transaction
    .selectFrom("push_subscriptions")
    .select("subscription_id")
    .where("user_id", "=", userId)
    .orderBy("subscription_id", "desc")
    .limit(1000)
    .offset(count)
    .execute();
  const ids = tooMany.map(({ subscription_id }) => subscription_id);
  await transaction
    .deleteFrom("push_subscriptions")
    .where("user_id", "=", userId)
    .where(isOneOf("subscription_id", ids))
    .execute();
}

/** Whether the user had such a subscription. @param endpoint only while it has this one */
export async function deleteSubscription(
  transaction: WriteTransaction,
  userId: number,
  subscriptionId: number,
  endpoint?: string,
): Promise<boolean> {
  let rows = transaction
    .deleteFrom("push_subscriptions")
    .where("user_id", "=", userId)
    .where("subscription_id", "=", subscriptionId);
  if (endpoint !== undefined) rows = rows.where("endpoint", "=", endpoint);
  const { numDeletedRows } = await rows.executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function noteSent(
  transaction: WriteTransaction,
  subscriptionId: number,
  sentAtMs: number,
): Promise<void> {
  await transaction
    .updateTable("push_subscriptions")
    .set({ last_sent_at: sentAtMs })
    .where("subscription_id", "=", subscriptionId)
    .execute();
}
