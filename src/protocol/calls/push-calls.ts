import { type Static, Type } from "typebox";
import { PUSH_TOPICS } from "../push/push-message.ts";
import { Time, timeOrNull } from "../records/record-schema.ts";

/** Bodies and answers of the calls about push messages. */

const Topics = Type.Array(Type.Union([Type.Literal("alerts"), Type.Literal("insights")]), {
  maxItems: PUSH_TOPICS.length,
  uniqueItems: true,
});

/** A browser that asked for push messages. Its endpoint is a secret of the browser and is never answered. */
export const PushSubscriptionRecord = Type.Object({
  id: Type.String(),
  topics: Topics,
  userAgent: Type.Union([Type.String(), Type.Null()]),
  createdAt: Time,
  /** When the push service took the last message; null: none so far. */
  lastSentAt: timeOrNull,
});
export type PushSubscriptionRecord = Static<typeof PushSubscriptionRecord>;

export const PushSubscriptionAnswer = Type.Object({ message: PushSubscriptionRecord });
export const PushSubscriptionList = Type.Object({ message: Type.Array(PushSubscriptionRecord) });

/** As PushSubscription.toJSON() of the browser says it, and the topics. */
export const PushSubscriptionRequest = Type.Object({
  endpoint: Type.String({ maxLength: 2000 }),
  keys: Type.Object({ p256dh: Type.String({ maxLength: 200 }), auth: Type.String({ maxLength: 100 }) }),
  topics: Topics,
});
export type PushSubscriptionRequest = Static<typeof PushSubscriptionRequest>;

/** What the push service answered to a test. */
export const PushTestAnswer = Type.Object({
  message: Type.Object({
    /** Whether the push service took it. */
    sent: Type.Boolean(),
    answer: Type.String(),
    /** The push service no longer knows this browser, and the subscription is removed. */
    gone: Type.Boolean(),
  }),
});
export type PushTestAnswer = Static<typeof PushTestAnswer>;
