import sharp from "sharp";
import type { Clock } from "../../src/domain/clock.ts";
import { isRecord } from "../../src/domain/record-guard.ts";
import { isoTime } from "../../src/domain/time.ts";
import { DELIVERY_SENTENCES, GUNDI_TEXTS, httpAnswer } from "../../src/messages/server/delivery.ts";
import { oneLine } from "../delivery/mail/one-line.ts";
import type { MessagePicture, OutgoingMessage, Sender, SendResult } from "../delivery/sender.ts";
import { type OutboundAnswer, outboundHttp } from "./outbound-http.ts";
import { failureOf, refusalOf } from "./provider-answer.ts";

/** The steps of a message: the event, then its picture. */
const EVENT_POSTED = 1;
const JPEG_QUALITY = 82;

export interface GundiSettings {
  /** An origin. */
  readonly apiBase: string;
  readonly clock: Clock;
  readonly timeoutMs?: number;
}

/**
 * Sends insights and alerts to Gundi as events of its API for sensors, version 2.
 *
 * An event that is the same as one of the last hour is dropped there, with its picture, though the answer names a new
 * object. So the event is posted once, its name is stored before the picture follows, and the body holds nothing that
 * may change between two attempts: a repeat after a lost answer is then recognised.
 */
export function gundiSender({ apiBase, clock, timeoutMs }: GundiSettings): Sender {
  const http = outboundHttp({ origin: new URL(apiBase).origin }, timeoutMs);
  const post = (path: string, key: string, type: string, body: string | Buffer, signal: AbortSignal) =>
    http({
      method: "POST",
      url: new URL(path, apiBase),
      headers: { apikey: key, "content-type": type, accept: "application/json" },
      body,
      signal,
    });

  async function postEvent(message: OutgoingMessage, key: string, signal: AbortSignal): Promise<SendResult> {
    const event = eventOf(message);
    if (event === null) return { outcome: "refused", answer: DELIVERY_SENTENCES.notSetUp };
    const answer = await post("/v2/events/", key, "application/json", JSON.stringify(event), signal);
    if (!isSuccess(answer)) return refusalOf(answer, clock.now());
    const ref = objectIdOf(answer.text);
    if (pictureOf(message) === null) {
      return { outcome: "sent", answer: GUNDI_TEXTS.accepted, ...(ref === null ? {} : { ref }) };
    }
    if (ref === null) return { outcome: "sent", answer: GUNDI_TEXTS.noObjectId };
    return { outcome: "step", step: EVENT_POSTED, answer: GUNDI_TEXTS.accepted, ref };
  }

  async function postPicture(
    message: OutgoingMessage,
    key: string,
    signal: AbortSignal,
  ): Promise<SendResult> {
    const picture = pictureOf(message);
    if (picture === null || message.ref === null) return { outcome: "sent", answer: GUNDI_TEXTS.accepted };
    const form = await formOf(picture).catch(() => null);
    // A damaged picture would be so in each attempt; the event is there.
    if (form === null) return { outcome: "sent", answer: GUNDI_TEXTS.accepted };
    const { type, body } = form;
    const path = `/v2/events/${encodeURIComponent(message.ref)}/attachments/`;
    const answer = await post(path, key, type, body, signal);
    if (isSuccess(answer)) return { outcome: "sent", answer: GUNDI_TEXTS.acceptedWithPicture };
    const refusal = refusalOf(answer, clock.now());
    // The event is there, so the message has arrived.
    return refusal.outcome === "refused"
      ? { outcome: "sent", answer: GUNDI_TEXTS.pictureRefused(httpAnswer(answer.status, answer.text)) }
      : refusal;
  }

  return {
    async send(message, signal) {
      const { gundiApiKey: key, step } = message;
      if (key === null) return { outcome: "refused", answer: DELIVERY_SENTENCES.integrationGone };
      try {
        return step >= EVENT_POSTED
          ? await postPicture(message, key, signal)
          : await postEvent(message, key, signal);
      } catch (error) {
        return failureOf(error);
      }
    },
  };
}

function isSuccess({ status }: OutboundAnswer): boolean {
  return status >= 200 && status < 300;
}

function pictureOf({ content }: OutgoingMessage): MessagePicture | null {
  return content.kind === "insight" ? content.picture : null;
}

interface GundiEvent {
  readonly title: string;
  readonly event_type: string;
  /** The Sentinel, by its id. */
  readonly source: string;
  /** With an offset: a time without one is taken for UTC in silence. */
  readonly recorded_at: string;
  readonly location?: { readonly lat: number; readonly lon: number };
  readonly event_details: Readonly<Record<string, string | number | null>>;
}

function eventOf({ content, createdAtMs }: OutgoingMessage): GundiEvent | null {
  switch (content.kind) {
    case "insight": {
      const { device, insight, link } = content;
      const className = oneLine(insight.className);
      return {
        title: GUNDI_TEXTS.insight(className, oneLine(device.name)),
        event_type: "understory_insight",
        source: device.deviceId,
        recorded_at: isoTime(insight.takenAtMs),
        ...locationOf(insight, device),
        event_details: {
          insight_id: String(insight.insightId),
          class_name: className,
          confidence: insight.confidence,
          sentinel: oneLine(device.name),
          visits: insight.visits,
          picture_url: link,
        },
      };
    }
    case "alert": {
      const { device, alert, link } = content;
      return {
        title: GUNDI_TEXTS.alert(oneLine(alert.summary), oneLine(device.name)),
        event_type: "understory_alert",
        source: device.deviceId,
        recorded_at: isoTime(alert.createdAtMs),
        ...locationOf(device),
        event_details: {
          alert_id: String(alert.alertId),
          alert_type: alert.type,
          summary: oneLine(alert.summary),
          sentinel: oneLine(device.name),
          url: link,
        },
      };
    }
    case "test":
      return {
        title: GUNDI_TEXTS.test,
        event_type: "understory_test",
        source: "understory-test",
        recorded_at: isoTime(createdAtMs),
        event_details: { url: content.link },
      };
    default:
      return null;
  }
}

type Place = { readonly latitude: number | null; readonly longitude: number | null };

/** The first place that is known. */
function locationOf(...places: readonly Place[]): Pick<GundiEvent, "location"> {
  for (const { latitude, longitude } of places) {
    if (latitude !== null && longitude !== null) return { location: { lat: latitude, lon: longitude } };
  }
  return {};
}

/** `{object_id}` or a list with one. */
function objectIdOf(text: string): string | null {
  try {
    const parsed: unknown = JSON.parse(text);
    const one: unknown = Array.isArray(parsed) ? parsed[0] : parsed;
    return isRecord(one) && typeof one.object_id === "string" ? one.object_id : null;
  } catch {
    return null;
  }
}

/** The picture as a form; Gundi tells attachments apart by their names, so a repeat has the same one. */
async function formOf({ photoId, bytes }: MessagePicture): Promise<{ type: string; body: Buffer }> {
  const jpeg = await sharp(bytes).jpeg({ quality: JPEG_QUALITY }).toBuffer();
  const boundary = `understory-${photoId}-${jpeg.length}`;
  const head = [
    `--${boundary}`,
    `content-disposition: form-data; name="file"; filename="photo-${photoId}.jpg"`,
    "content-type: image/jpeg",
    "",
    "",
  ].join("\r\n");
  const body = Buffer.concat([Buffer.from(head), jpeg, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return { type: `multipart/form-data; boundary=${boundary}`, body };
}
