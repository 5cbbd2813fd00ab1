/** The ways in which a message leaves the server. `push` has subscriptions instead of an integration. */
export const PLATFORMS = ["gundi", "email", "sms", "push"] as const;
export type Platform = (typeof PLATFORMS)[number];

export type DeliveryKind = "insight" | "alert" | "digest" | "code" | "test";
export type DeliveryStatus = "waiting" | "sending" | "sent" | "failed" | "dropped";

/** The rule that asked for a message, so that its log can name it. */
export interface Why {
  readonly by: "all" | "classes" | "group" | "alert" | "digest";
  readonly className?: string;
  readonly groupId?: number;
}

/** `deliveries.subject`: what to tell, by numbers of records; the text is made when it is sent. */
export type DeliverySubject =
  | {
      readonly kind: "insight";
      readonly insightId: number;
      readonly deviceRef: number;
      readonly className: string;
      /** Visits that this one message tells of. */
      readonly visits: number;
      /** The insights that it told of; absent before it was sent. */
      readonly count?: number;
      readonly why: Why;
    }
  | {
      readonly kind: "alert";
      readonly alertId: number;
      readonly alertType: string;
      readonly deviceRef: number;
      readonly why: Why;
    }
  /** Counts of the time from `fromMs` until before `toMs`. */
  | {
      readonly kind: "digest";
      readonly fromMs: number;
      readonly toMs: number;
      readonly timeZone: string;
      /** The day on which it is sent, in that zone: `2026-11-21`. */
      readonly day: string;
      readonly why: Why;
    }
  /** Asks an address whether it belongs to the user. The code is made when it is sent, and only its hash is stored. */
  | { readonly kind: "code"; readonly targetId: number }
  | { readonly kind: "test" }
  /** Stands in the log for messages of a day that were over the user's limit, and is never sent. */
  | { readonly kind: "limit"; readonly count: number; readonly limit: number };

export interface DeviceFacts {
  readonly deviceId: string;
  /** The name that people see. */
  readonly name: string;
  readonly locationName: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

export interface InsightFacts {
  readonly insightId: number;
  readonly className: string;
  /** 0–1. */
  readonly confidence: number | null;
  /** Camera time where it is known, else that of the Sentinel; epoch ms. */
  readonly takenAtMs: number;
  /** Insights of the visit so far, at least 1. */
  readonly insightCount: number;
  /** Visits that this message tells of; the same in each attempt, unlike the insights. */
  readonly visits: number;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

export interface AlertFacts {
  readonly alertId: number;
  /** One of ALERT_TYPES. */
  readonly type: string;
  readonly summary: string;
  readonly createdAtMs: number;
}

/** What a message says, as data of the moment at which it is sent. */
export type MessageContent =
  | {
      readonly kind: "insight";
      readonly device: DeviceFacts;
      readonly insight: InsightFacts;
      readonly picture: MessagePicture | null;
      /** Opens the insight in the app. */
      readonly link: string;
      readonly why: Why;
    }
  | {
      readonly kind: "alert";
      readonly device: DeviceFacts;
      readonly alert: AlertFacts;
      readonly link: string;
      readonly why: Why;
    }
  | { readonly kind: "digest"; readonly fromMs: number; readonly toMs: number; readonly timeZone: string }
  | { readonly kind: "code"; readonly code: string }
  | { readonly kind: "test"; readonly link: string };

/** A thumbnail: WebP, at most 240 px wide. */
export interface MessagePicture {
  readonly photoId: number;
  readonly bytes: Buffer;
}

export interface OutgoingMessage {
  readonly deliveryId: number;
  readonly userId: number;
  readonly platform: Platform;
  /** The e-mail address or number; for push the number of the subscription; null for Gundi. */
  readonly target: string | null;
  /** The user's API key of Gundi; null for the others. */
  readonly gundiApiKey: string | null;
  /** Names the address in the link that ends its mails; null where the target is no address of an integration. */
  readonly unsubscribeKey: string | null;
  /** The same in every attempt, so that a provider or a mail program can tell a repeat. */
  readonly dedupeKey: string;
  /** How far an earlier attempt came, and the provider's name of what it posted. */
  readonly step: number;
  readonly ref: string | null;
  readonly createdAtMs: number;
  readonly content: MessageContent;
}

/** `answer` is what the provider said, for the log: never a key, shortened when it is stored. */
export type SendResult =
  | { readonly outcome: "sent"; readonly answer: string; readonly ref?: string }
  /** A part of it is done, as Gundi's event without its picture. The rest follows in another attempt. */
  | { readonly outcome: "step"; readonly step: number; readonly answer: string; readonly ref: string }
  /** Certainly not accepted: 429, 5xx, not reached. `afterMs`: the provider asked for this wait. */
  | { readonly outcome: "later"; readonly answer: string; readonly afterMs?: number }
  /** No answer came, so that it may have been accepted. */
  | { readonly outcome: "unanswered"; readonly answer: string }
  /** Permanent. `goneTarget`: the receiver does not exist any more, or has asked for no further message. */
  | { readonly outcome: "refused"; readonly answer: string; readonly goneTarget?: boolean };

export interface Sender {
  /** Sends one message. Never rejects for an answer of the provider; a rejection counts as unanswered. */
  send(message: OutgoingMessage, signal: AbortSignal): Promise<SendResult>;
}

/** Null: the operator has not set the platform up. */
export type Senders = Readonly<Record<Platform, Sender | null>>;
