import type { Generated } from "kysely";
import type { Flag, Json, TimeMs } from "./column-types.ts";

/** One way in which a user is told of insights and alerts; at most one for each platform. */
export interface IntegrationTable {
  user_id: number;
  /** gundi, email or sms. */
  platform: string;
  /** The API key of Gundi, whole; only its last four characters ever leave the server. */
  gundi_api_key: string | null;
  /** enabled or disabled. */
  alert_setting: string;
  /** daily or none. */
  digest_setting: string;
  /** "all", "none" or a list of class names. */
  notification_classes: Json;
  created_at: TimeMs;
  updated_at: TimeMs;
}

/** An e-mail address or phone number of an integration. Nothing but its code is sent to it before it has confirmed. */
export interface IntegrationTargetTable {
  target_id: Generated<number>;
  user_id: number;
  platform: string;
  /** As it was written; numbers in E.164. */
  address: string;
  /** By which two addresses are the same: lower case. */
  address_key: string;
  /** Its place in the list, from 0. */
  position: number;
  confirmed_at: TimeMs | null;
  /** SHA-256 of the code that was sent to it, in hex. */
  code_hash: string | null;
  code_sent_at: TimeMs | null;
  /** Wrong codes since the code was sent. */
  code_attempts: number;
  /** Names this address in the link that ends its mails; says nothing of its user. */
  unsubscribe_key: string;
}

/** The classes of one group, where an integration tells by groups. */
export interface IntegrationGroupTable {
  user_id: number;
  platform: string;
  group_id: number;
  /** A list of class names. */
  classes: Json;
  position: number;
}

/** When and how often a user is told: quiet hours, visits, limits, what is muted. One row a user; none: the defaults. */
export interface NotificationRulesTable {
  user_id: number;
  rules: Json;
  updated_at: TimeMs;
}

/**
 * An insight or alert that may have to be told, written in the transaction that stored it. A job makes deliveries of it and
 * deletes it, in one transaction.
 */
export interface NoticeTable {
  notice_id: Generated<number>;
  /** insight or alert. */
  kind: string;
  insight_id: number | null;
  alert_id: number | null;
  device_ref: number;
  created_at: TimeMs;
}

/** The running visit of a class at a Sentinel, by user: its insights are told in one message. */
export interface NotificationVisitTable {
  user_id: number;
  device_ref: number;
  class_name: string;
  started_at: TimeMs;
  last_at: TimeMs;
  insight_count: number;
  /** The insight whose message tells of the visit. */
  told_insight_id: number;
}

/** One message to one receiver, from the decision to send it to the provider's last answer. */
export interface DeliveryTable {
  delivery_id: Generated<number>;
  user_id: number;
  /** gundi, email, sms or push. */
  platform: string;
  /** The e-mail address or phone number; for push the number of its subscription; null for Gundi. */
  target: string | null;
  /**
   * The queue whose pace it keeps: the platform, and for Gundi and push the user too, because a pace is that of a key,
   * and one user's slow push service must not delay the messages of others.
   */
  lane: string;
  /** insight, alert, digest, code or test. */
  kind: string;
  /** Names the subject and the receiver; unique, so that no decision makes two messages. */
  dedupe_key: string;
  /** The subject, by numbers of records; the text is made when the message is sent. */
  subject: Json;
  /** waiting, sending, sent, failed, dropped (by a limit or a rule, with the reason in `answer`). */
  status: string;
  /** How far a message of several requests came: 0 nothing, 1 the event is posted. */
  step: number;
  attempts: number;
  next_at: TimeMs;
  give_up_at: TimeMs;
  claim_token: string | null;
  claimed_until: TimeMs | null;
  /** 1: an attempt ended without an answer, so that the receiver may have got it twice. */
  may_repeat: Flag;
  /** The provider's last answer, shortened; never a key. */
  answer: string | null;
  /** The provider's own name of the message: Twilio's sid, Gundi's object_id. */
  provider_ref: string | null;
  created_at: TimeMs;
  ended_at: TimeMs | null;
}

/** When the pace of a provider allows the next request; one row for each of its accounts. */
export interface ProviderPaceTable {
  /** The lane of deliveries. */
  pace_key: string;
  next_at: TimeMs;
}

/** How often something was used of what is limited in a span of time, over all servers of this database. */
export interface UseLimitTable {
  limit_key: string;
  begun_at: TimeMs;
  /** From then on the count begins anew. */
  ends_at: TimeMs;
  used: number;
}

/** A browser that asked for push messages. It ends with the session in which it asked. */
export interface PushSubscriptionTable {
  subscription_id: Generated<number>;
  user_id: number;
  session_id: number;
  /** SHA-256 of the endpoint, in hex, unique: a browser belongs to the user who subscribed last. */
  endpoint_key: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  user_agent: string | null;
  /** The topics that this browser is told of: alerts, insights. */
  topics: Json;
  created_at: TimeMs;
  last_sent_at: TimeMs | null;
}
