import { PUSH_ACTIONS, type PushAction } from "../../domain/notification/push-action.ts";
import { isRecord } from "../../domain/record-guard.ts";
import { DAY_MS } from "../../domain/time.ts";
import {
  PUSH_TOPICS,
  type PushedAlert,
  type PushedInsights,
  type PushSubject,
  type PushTopic,
  readPushSubject,
} from "./push-message.ts";

/** What the page and its service worker share about push messages: records, messages and addresses. */

/** The database of these records, and its only table. */
export const PUSH_DATABASE = "push-messages";
export const PUSH_TABLE = "records";

/** The key of the registration. */
export const REGISTRATION_KEY = "registration";

/** The subscription of this browser, and whose it is. Messages for others are not shown. */
export interface PushRegistration {
  readonly userId: number;
  /** The server's number of it; null while the server does not know the newest one. */
  readonly subscriptionId: string | null;
  readonly endpoint: string;
  /** What this browser is told. */
  readonly topics: readonly PushTopic[];
}

/**
 * An action that a person chose on a notification. The page that opens enqueues it, once: an address that names an
 * intent which this device does not hold does nothing, so that neither a link from outside nor a repeated address acts.
 */
export interface PushIntent {
  readonly userId: number;
  readonly action: PushAction;
  readonly subject: PushedAlert | PushedInsights;
  /** When it was chosen, epoch ms. */
  readonly atMs: number;
}

/** The parameter of the address that names an intent. */
export const INTENT_PARAMETER = "intent";
const INTENT_PREFIX = "intent-";
const INTENT_ID = /^[\w-]{8,64}$/;
/** An older one is not carried out: a person who opens the app days later does not expect it. */
export const INTENT_VALID_MS = DAY_MS;

export function intentKey(id: string): string {
  return `${INTENT_PREFIX}${id}`;
}

export function isIntentKey(key: unknown): boolean {
  return typeof key === "string" && key.startsWith(INTENT_PREFIX);
}

export function isIntentId(text: string): boolean {
  return INTENT_ID.test(text);
}

/** Reads a stored registration; null for anything else. */
export function readRegistration(value: unknown): PushRegistration | null {
  if (!isRecord(value)) return null;
  const { userId, subscriptionId, endpoint, topics } = value;
  if (typeof userId !== "number" || typeof endpoint !== "string" || !Array.isArray(topics)) return null;
  return {
    userId,
    subscriptionId: typeof subscriptionId === "string" ? subscriptionId : null,
    endpoint,
    topics: PUSH_TOPICS.filter((topic) => topics.includes(topic)),
  };
}

/** Reads a stored intent; null for anything else. */
export function readIntent(value: unknown): PushIntent | null {
  if (!isRecord(value)) return null;
  const { userId, atMs } = value;
  const action = PUSH_ACTIONS.find((known) => known === value.action);
  const subject = readPushSubject(value.subject);
  if (typeof userId !== "number" || typeof atMs !== "number" || action === undefined) return null;
  return subject === null || subject.kind === "test" ? null : { userId, action, subject, atMs };
}

/** The actions that a notification of this subject offers. */
export function actionsOf(subject: PushSubject): readonly PushAction[] {
  if (subject.kind === "alert") return ["acknowledge"];
  return subject.kind === "insights" && !subject.isPart ? PUSH_ACTIONS : [];
}

/** Where the app shows a subject: a path with its query, from numbers alone. */
export function addressOf(subject: PushSubject, intentId: string | null = null): string {
  return `/?${queryOf(subject)}${intentId === null ? "" : `&${INTENT_PARAMETER}=${intentId}`}`;
}

function queryOf(subject: PushSubject): string {
  if (subject.kind === "test") return "tab=alerts";
  if (subject.kind === "alert") return `tab=alerts&alert=${subject.alertId}`;
  return `tab=insights&archived=1&review=1&image=${subject.insights[0]?.insightId ?? ""}`;
}

/** From the worker to its pages: a message came, so that there is something new at the server. */
export const PUSHED = { type: "PUSHED" } as const;

export function isPushed(message: unknown): boolean {
  return isRecord(message) && message.type === PUSHED.type;
}

/** From the worker to a page: show this address. The page answers `true` on the port that comes with it. */
export interface OpenAddress {
  readonly type: "OPEN_ADDRESS";
  readonly address: string;
}

export function isOpenAddress(message: unknown): message is OpenAddress {
  if (!isRecord(message) || message.type !== "OPEN_ADDRESS") return false;
  return typeof message.address === "string" && message.address.startsWith("/?");
}
