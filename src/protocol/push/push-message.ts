import { isRecord } from "../../domain/record-guard.ts";

/** What a browser may be told, by choice of its user. */
export const PUSH_TOPICS = ["alerts", "insights"] as const;
export type PushTopic = (typeof PUSH_TOPICS)[number];

/** Encrypted, a push message has 4096 bytes at most; the rest is left to the encryption and to other servers' limits. */
export const PUSH_MESSAGE_MAX_BYTES = 3000;

/** An alert, with all that its next step needs where it has not come to this device yet. */
export interface PushedAlert {
  readonly kind: "alert";
  readonly alertId: string;
  readonly deviceId: string;
  /** ISO. */
  readonly createdAt: string;
}

/** An insight, with all that an action needs where it has not come to this device yet. Times in epoch ms. */
export interface PushedInsight {
  readonly insightId: string;
  readonly timeStampMs: number | null;
  readonly fileCtimeMs: number | null;
}

/** Insights of one class at one Sentinel, the one that is shown first. */
export interface PushedInsights {
  readonly kind: "insights";
  readonly deviceId: string;
  readonly className: string | null;
  readonly insights: readonly PushedInsight[];
  /** Further ones are in the visit that this message does not name: it offers no action. */
  readonly isPart: boolean;
}

export interface PushedTest {
  readonly kind: "test";
}

export type PushSubject = PushedAlert | PushedInsights | PushedTest;

/** A decrypted push message. It holds no address: the service worker makes those of what it is about. */
export interface PushMessage {
  /** For whom; a device on which somebody else is signed in shows nothing of it. */
  readonly userId: number;
  readonly title: string;
  readonly body: string;
  /** A later message with the same tag replaces this one. */
  readonly tag: string;
  /** When it happened, epoch ms. */
  readonly atMs: number;
  /** Query of the picture's signed address; null: no picture. */
  readonly picture: string | null;
  readonly subject: PushSubject;
}

/** The path of pictures in notifications; their query is signed, because a browser fetches them without a token. */
export const PUSH_PICTURE_PATH = "/api/push/picture";

/** Reads a decrypted push message; null for anything that is not one. */
export function readPushMessage(value: unknown): PushMessage | null {
  if (!isRecord(value)) return null;
  const { userId, title, body, tag, atMs, picture } = value;
  const subject = readPushSubject(value.subject);
  if (!isCount(userId) || !isText(title) || !isText(body) || !isText(tag) || !isCount(atMs)) return null;
  if (subject === null || !(picture === null || isQuery(picture))) return null;
  return { userId, title, body, tag, atMs, picture, subject };
}

/** Reads what a push message is about; null for anything else. */
export function readPushSubject(value: unknown): PushSubject | null {
  if (!isRecord(value)) return null;
  if (value.kind === "test") return { kind: "test" };
  const { deviceId } = value;
  if (!isText(deviceId)) return null;
  if (value.kind === "alert") {
    const { alertId, createdAt } = value;
    return isId(alertId) && isText(createdAt) ? { kind: "alert", alertId, deviceId, createdAt } : null;
  }
  if (value.kind !== "insights" || !Array.isArray(value.insights)) return null;
  const { className, isPart } = value;
  const insights = value.insights.map(readInsight);
  if (!isTextOrNull(className) || typeof isPart !== "boolean" || insights.length === 0) return null;
  if (!insights.every((insight) => insight !== null)) return null;
  return { kind: "insights", deviceId, className, insights, isPart };
}

function readInsight(value: unknown): PushedInsight | null {
  if (!isRecord(value)) return null;
  const { insightId, timeStampMs, fileCtimeMs } = value;
  if (!isId(insightId) || !isTimeOrNull(timeStampMs) || !isTimeOrNull(fileCtimeMs)) return null;
  return { insightId, timeStampMs, fileCtimeMs };
}

const isText = (value: unknown): value is string => typeof value === "string";
const isTextOrNull = (value: unknown): value is string | null => value === null || isText(value);
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const isTimeOrNull = (value: unknown): value is number | null =>
  value === null || Number.isSafeInteger(value);
/** Ids are numbers as text; they become a part of an address. */
const isId = (value: unknown): value is string => isText(value) && /^[1-9]\d{0,15}$/.test(value);
/** A query cannot lead to another path or host. */
const isQuery = (value: unknown): value is string => isText(value) && /^\?[\w=&.-]{1,300}$/.test(value);
