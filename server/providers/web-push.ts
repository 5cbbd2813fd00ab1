import { createHash } from "node:crypto";
import webPush from "web-push";

/** A request to a push service, encrypted for one browser (RFC 8291) and signed by this server (RFC 8292). */
export interface PushRequest {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface PushAnswer {
  readonly status: number;
  /** The header `Retry-After` as it came. */
  readonly retryAfter: string | null;
  /** The beginning of the body, as text. */
  readonly text: string;
}

/** No connection came about, so that the push service has nothing of the message. */
export class PushServiceNotReached extends Error {}

/**
 * Posts to a push service: https to public addresses only, without redirects, within a time limit.
 * @throws PushServiceNotReached; any other error means that the answer is missing
 */
export type PostPush = (request: PushRequest, signal: AbortSignal) => Promise<PushAnswer>;

export interface PushRequestParts {
  readonly subscription: { readonly endpoint: string; readonly p256dh: string; readonly auth: string };
  readonly text: string;
  /** How long the push service holds the message for a browser that is away, in seconds. */
  readonly holdS: number;
  readonly urgency: "normal" | "high";
  /** A later message with the same tag replaces this one while it waits. */
  readonly tag: string;
  readonly vapid: { readonly subject: string; readonly publicKey: string; readonly privateKey: string };
}

/** Encrypts and signs a message. */
export function pushRequest(parts: PushRequestParts): PushRequest {
  const { endpoint, p256dh, auth } = parts.subscription;
  const { subject, publicKey, privateKey } = parts.vapid;
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, parts.text, {
    vapidDetails: { subject, publicKey, privateKey },
    TTL: parts.holdS,
    urgency: parts.urgency,
    topic: topicOf(parts.tag),
    contentEncoding: "aes128gcm",
  });
  const texts = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
  return { endpoint, headers: Object.fromEntries(texts), body };
}

/** At most 32 characters of base64url, as the header Topic allows. The push service learns nothing from it. */
function topicOf(tag: string): string {
  return createHash("sha256").update(tag).digest("base64url").slice(0, 32);
}
