import type { Clock } from "../../src/domain/clock.ts";
import { smsText } from "../../src/domain/notification/sms-text.ts";
import { isRecord } from "../../src/domain/record-guard.ts";
import { DELIVERY_SENTENCES, SMS_TEXTS } from "../../src/messages/server/delivery.ts";
import { oneLine } from "../delivery/mail/one-line.ts";
import type { MessageContent, OutgoingMessage, Sender, SendResult } from "../delivery/sender.ts";
import { type OutboundAnswer, outboundHttp } from "./outbound-http.ts";
import { failureOf, refusalOf } from "./provider-answer.ts";

/** Too many requests, in the body of the answer. */
const TOO_MANY = 20_429;
/** The number is no number, is no mobile, or has answered STOP. */
const NO_RECEIVER: ReadonlySet<number> = new Set([21_211, 21_214, 21_610, 21_614]);

export interface TwilioSettings {
  readonly accountSid: string;
  readonly authToken: string;
  /** A number, or a messaging service (MG…). */
  readonly from: string;
  /** An origin. */
  readonly apiBase: string;
  readonly clock: Clock;
  readonly timeoutMs?: number;
}

/**
 * Sends text messages by Twilio's API of 2010-04-01. It has no keys against repeats: a message whose answer was lost
 * may arrive twice.
 */
export function twilioSender(settings: TwilioSettings): Sender {
  const { accountSid, authToken, from, apiBase, clock, timeoutMs } = settings;
  const http = outboundHttp({ origin: new URL(apiBase).origin }, timeoutMs);
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString("base64")}`;
  return {
    async send({ target, content }: OutgoingMessage, signal): Promise<SendResult> {
      const text = textOf(content);
      if (target === null) return { outcome: "refused", answer: DELIVERY_SENTENCES.notConfirmed };
      if (text === null) return { outcome: "refused", answer: SMS_TEXTS.notSent };
      const form = new URLSearchParams({
        To: target,
        ...(from.startsWith("MG") ? { MessagingServiceSid: from } : { From: from }),
        Body: text,
      });
      try {
        const answer = await http({
          method: "POST",
          url: new URL(`/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`, apiBase),
          headers: {
            authorization,
            "content-type": "application/x-www-form-urlencoded",
            accept: "application/json",
          },
          body: form.toString(),
          signal,
        });
        return resultOf({ ...answer, text: withoutAccounts(answer.text) }, clock.now());
      } catch (error) {
        return failureOf(error);
      }
    },
  };
}

function resultOf(answer: OutboundAnswer, nowMs: number): SendResult {
  const body = bodyOf(answer.text);
  if (answer.status >= 200 && answer.status < 300) {
    const status = typeof body.status === "string" ? body.status : "accepted";
    return {
      outcome: "sent",
      answer: `${answer.status}: ${status}`,
      ...(typeof body.sid === "string" ? { ref: body.sid } : {}),
    };
  }
  const code = typeof body.code === "number" ? body.code : null;
  const said = code === null ? answer.text : `${code} ${String(body.message ?? "")}`.trim();
  if (code !== null && NO_RECEIVER.has(code)) {
    return { outcome: "refused", answer: `${answer.status}: ${said}`, goneTarget: true };
  }
  // A wrong token is a mistake of the operator, who may mend it before the message is given up.
  if (code === TOO_MANY || answer.status === 401) return refusalOf({ ...answer, status: 429 }, nowMs, said);
  return refusalOf(answer, nowMs, said);
}

/** Takes the operator's account and services out of an answer, which a user reads in the log: paths hold them. */
function withoutAccounts(text: string): string {
  return text.replace(/\b(AC|MG)[0-9a-z]{32}\b/gi, "$1…");
}

function bodyOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(text);
    return isRecord(parsed) ? parsed : {};
  } catch {
    return {};
  }
}

function textOf(content: MessageContent): string | null {
  switch (content.kind) {
    case "insight": {
      const { insight, device, link } = content;
      const [className, sentinel] = [oneLine(insight.className), oneLine(device.name)];
      const words =
        insight.insightCount > 1
          ? SMS_TEXTS.insights(className, sentinel, insight.insightCount)
          : SMS_TEXTS.insight(className, sentinel);
      return smsText(words, link);
    }
    case "alert":
      return smsText(
        SMS_TEXTS.alert(oneLine(content.alert.summary), oneLine(content.device.name)),
        content.link,
      );
    case "code":
      return smsText(SMS_TEXTS.code(content.code), null);
    case "test":
      return smsText(SMS_TEXTS.test, null);
    case "digest":
      return null;
  }
}
