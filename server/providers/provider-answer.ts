import { httpAnswer } from "../../src/messages/server/delivery.ts";
import type { SendResult } from "../delivery/sender.ts";
import { type OutboundAnswer, OutboundFailure } from "./outbound-http.ts";

/** What an HTTP answer that is no success means where 4xx but 429 is permanent. */
export function refusalOf(answer: OutboundAnswer, nowMs: number, text = answer.text): SendResult {
  const { status } = answer;
  const said = httpAnswer(status, text);
  if (status === 429 || status >= 500 || status < 400) {
    const afterMs = retryAfterMs(answer.headers["retry-after"], nowMs);
    return { outcome: "later", answer: said, ...(afterMs === null ? {} : { afterMs }) };
  }
  return { outcome: "refused", answer: said };
}

/** What it means that a request has no answer. @throws what is no failure of a request */
export function failureOf(error: unknown): SendResult {
  if (!(error instanceof OutboundFailure)) throw error;
  switch (error.kind) {
    case "unreached":
      return { outcome: "later", answer: error.message };
    case "unanswered":
      return { outcome: "unanswered", answer: error.message };
    case "forbidden":
      return { outcome: "refused", answer: error.message };
  }
}

/** The wait of a Retry-After header, in seconds or as a date; null where there is none. */
export function retryAfterMs(header: string | undefined, nowMs: number): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  const atMs = Date.parse(header);
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - nowMs);
}
