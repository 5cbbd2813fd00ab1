import { DAY_MS, isoTime } from "../../../src/domain/time.ts";
import {
  PUSH_SENTENCES,
  pushedAlertTitle,
  pushedInsightsTitle,
  pushedPlace,
} from "../../../src/messages/server/push.ts";
import {
  PUSH_MESSAGE_MAX_BYTES,
  type PushMessage,
  type PushSubject,
} from "../../../src/protocol/push/push-message.ts";
import { linkBase } from "../../config.ts";
import type { MessageContent, OutgoingMessage, Sender, SendResult } from "../../delivery/sender.ts";
import type { Dependencies } from "../../dependencies.ts";
import { rowIdOf } from "../../http/row-id.ts";
import { type PushAnswer, PushServiceNotReached, pushRequest } from "../../providers/web-push.ts";
import { findVisitInsights } from "./insight-repository.ts";
import { pictureQuery } from "./picture-address.ts";
import { deleteSubscription, findSecrets, noteSent } from "./repository.ts";

type Needs = Pick<Dependencies, "db" | "clock" | "config" | "pushKeys" | "postPush">;

const HOLD_S = DAY_MS / 1000;
const TITLE_LENGTH = 80;
const BODY_LENGTH = 300;
const ANSWER_LENGTH = 300;
/** A visit of more insights is told without their numbers, so that its notification offers no actions. */
const MOST_NAMED_INSIGHTS = 20;

/**
 * Sends messages to browsers through their push services. A browser that is gone at its push service, and one that was
 * subscribed by somebody else since, is told nothing.
 */
export function createPushSender(deps: Needs): Sender {
  return {
    async send(message, signal) {
      const subscriptionId = rowIdOf(message.target ?? "");
      const gone = { outcome: "refused", answer: PUSH_SENTENCES.goneBrowser, goneTarget: true } as const;
      if (subscriptionId === null) return gone;
      const { db, clock } = deps;
      const subscription = await findSecrets(db.reader, message.userId, subscriptionId, clock.now());
      if (subscription === null) return gone;
      const pushed = await pushMessageOf(deps, message);
      if (pushed === null) return { outcome: "refused", answer: PUSH_SENTENCES.notToldByPush };
      const request = pushRequest({
        subscription,
        text: JSON.stringify(pushed),
        holdS: HOLD_S,
        urgency: message.content.kind === "insight" ? "normal" : "high",
        tag: pushed.tag,
        vapid: { ...deps.pushKeys, subject: vapidSubject(deps.config) },
      });
      const result = await post(deps, request, signal);
      await record(deps, message.userId, subscriptionId, subscription.endpoint, result);
      return result;
    },
  };
}

async function post(
  { postPush, clock }: Needs,
  request: ReturnType<typeof pushRequest>,
  signal: AbortSignal,
): Promise<SendResult> {
  try {
    return resultOf(await postPush(request, signal), clock.now());
  } catch (error) {
    const answer = error instanceof Error ? error.message : "";
    // The same message twice replaces itself on the screen, by its tag.
    return { outcome: error instanceof PushServiceNotReached ? "later" : "unanswered", answer };
  }
}

/** What an answer of a push service means, by RFC 8030. */
export function resultOf({ status, retryAfter, text }: PushAnswer, nowMs: number): SendResult {
  const words = text.replace(/\s+/g, " ").trim();
  const answer = `${status}${words === "" ? "" : ` ${words}`}`.slice(0, ANSWER_LENGTH);
  if (status >= 200 && status < 300) return { outcome: "sent", answer };
  if (status === 404 || status === 410) return { outcome: "refused", answer, goneTarget: true };
  if (status === 429 || status >= 500) {
    const afterMs = retryAfterMs(retryAfter, nowMs);
    return { outcome: "later", answer, ...(afterMs === null ? {} : { afterMs }) };
  }
  return { outcome: "refused", answer };
}

/** Seconds or a date of HTTP, as a wait of a day at most; null for anything else. */
export function retryAfterMs(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - nowMs;
  return Number.isFinite(ms) ? Math.min(Math.max(0, ms), DAY_MS) : null;
}

async function record(
  { db, clock }: Needs,
  userId: number,
  subscriptionId: number,
  endpoint: string,
  result: SendResult,
): Promise<void> {
  if (result.outcome === "sent") {
    await db.write((transaction) => noteSent(transaction, subscriptionId, clock.now()));
  } else if (result.outcome === "refused" && result.goneTarget === true) {
    await db.write((transaction) => deleteSubscription(transaction, userId, subscriptionId, endpoint));
  }
}

/** What the service worker shows; null for what browsers are not told. */
async function pushMessageOf(deps: Needs, message: OutgoingMessage): Promise<PushMessage | null> {
  const { content, userId } = message;
  const said = await sayingOf(deps, userId, content);
  if (said === null) return null;
  const { title, body, ...rest } = said;
  const pushed = {
    userId,
    title: shortened(title, TITLE_LENGTH),
    body: shortened(body, BODY_LENGTH),
    ...rest,
  };
  if (fits(pushed)) return pushed;
  const short = { ...pushed, subject: withoutOthers(pushed.subject) };
  // Only an id of a Sentinel could be as long; it is cut at 64 characters when it is given.
  return fits(short) ? short : null;
}

function fits(message: PushMessage): boolean {
  return Buffer.byteLength(JSON.stringify(message)) <= PUSH_MESSAGE_MAX_BYTES;
}

/** The first insight of a visit stands for all of them. */
function withoutOthers(subject: PushSubject): PushSubject {
  if (subject.kind !== "insights" || subject.insights.length < 2) return subject;
  return { ...subject, insights: subject.insights.slice(0, 1), isPart: true };
}

type Saying = Omit<PushMessage, "userId">;

async function sayingOf(
  { db, clock, pushKeys }: Needs,
  userId: number,
  content: MessageContent,
): Promise<Saying | null> {
  switch (content.kind) {
    case "alert": {
      const { alert, device } = content;
      const subject: PushSubject = {
        kind: "alert",
        alertId: String(alert.alertId),
        deviceId: device.deviceId,
        createdAt: isoTime(alert.createdAtMs),
      };
      return {
        title: `${pushedAlertTitle(alert.type)}: ${device.name}`,
        body: alert.summary,
        tag: `alert-${alert.alertId}`,
        atMs: alert.createdAtMs,
        picture: null,
        subject,
      };
    }
    case "insight": {
      const { insight, device, picture } = content;
      const { insightId, className, insightCount } = insight;
      const limit = Math.min(insightCount, MOST_NAMED_INSIGHTS);
      const insights = await findVisitInsights(db.reader, userId, { firstId: insightId, className, limit });
      if (insights.length === 0) return null;
      const isPart = insightCount > MOST_NAMED_INSIGHTS;
      const subject: PushSubject = {
        kind: "insights",
        deviceId: device.deviceId,
        className,
        insights: isPart ? insights.slice(0, 1) : insights,
        isPart,
      };
      return {
        title: pushedInsightsTitle(className, insight.insightCount),
        body: pushedPlace(device.name, device.locationName),
        tag: `insight-${insightId}`,
        atMs: insight.takenAtMs,
        picture: picture === null ? null : pictureQuery(pushKeys, { userId, insightId }, clock.now()),
        subject,
      };
    }
    case "test":
      return {
        title: PUSH_SENTENCES.testTitle,
        body: PUSH_SENTENCES.testBody,
        tag: "test",
        atMs: clock.now(),
        picture: null,
        subject: { kind: "test" },
      };
    default:
      return null;
  }
}

/** Without line feeds and other control characters, and cut with an ellipsis. */
function shortened(text: string, length: number): string {
  const plain = Array.from(
    text
      .replace(/\p{C}+/gu, " ")
      .replace(/\s+/g, " ")
      .trim(),
  );
  return plain.length <= length ? plain.join("") : `${plain.slice(0, length - 1).join("")}…`;
}

/** Whom a push service may write to about this server: the support address, else the server's own. */
function vapidSubject(config: Needs["config"]): string {
  if (config.supportEmail !== null) return `mailto:${config.supportEmail}`;
  const base = linkBase(config);
  return base.startsWith("https://") ? base : "mailto:no-reply@localhost";
}
