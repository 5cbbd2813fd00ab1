import { displayName } from "../../src/domain/device/device-name.ts";
import { insightTimeMs, shownConfidence } from "../../src/domain/insight/insight.ts";
import { DELIVERY_SENTENCES } from "../../src/messages/server/delivery.ts";
import { linkBase } from "../config.ts";
import type { Dependencies } from "../dependencies.ts";
import { issueCode } from "../features/integrations/confirmation-code.ts";
import type { DeliveryClaim } from "./delivery-repository.ts";
import {
  countOfVisit,
  findAddress,
  findIntegration,
  findPhotoHash,
  findToldAlert,
  findToldInsight,
  type ToldInsight,
} from "./record-repository.ts";
import type {
  DeliverySubject,
  DeviceFacts,
  MessageContent,
  MessagePicture,
  OutgoingMessage,
  Platform,
} from "./sender.ts";
import { mayText } from "./sms-numbers.ts";

type Needs = Pick<Dependencies, "db" | "config" | "photos" | "clock">;

/** A message as it is told now, or why it is not told any more. */
export type Composed =
  | { readonly message: OutgoingMessage; readonly subject: DeliverySubject }
  | { readonly dropped: string };

const GONE = { dropped: DELIVERY_SENTENCES.recordGone };

/**
 * Makes a message of what is stored now: access to the Sentinel, the integration and the address may have ended since
 * it was decided on.
 */
export async function composeMessage(needs: Needs, claim: DeliveryClaim): Promise<Composed> {
  const subject = JSON.parse(claim.subject) as DeliverySubject;
  const receiver = await receiverOf(needs, claim, subject);
  if ("dropped" in receiver) return receiver;
  const told = await contentOf(needs, claim, subject);
  if ("dropped" in told) return told;
  const message: OutgoingMessage = {
    deliveryId: claim.delivery_id,
    userId: claim.user_id,
    platform: claim.platform as Platform,
    target: claim.target,
    ...receiver,
    dedupeKey: claim.dedupe_key,
    step: claim.step,
    ref: claim.provider_ref,
    createdAtMs: claim.created_at,
    content: told.content,
  };
  return { message, subject: told.subject };
}

type Receiver = Pick<OutgoingMessage, "gundiApiKey" | "unsubscribeKey">;

async function receiverOf(
  { db, config }: Needs,
  { user_id, platform, target }: DeliveryClaim,
  { kind }: DeliverySubject,
): Promise<Receiver | { dropped: string }> {
  // A subscription that is gone answers for itself: its sender reads it.
  if (platform === "push") return { gundiApiKey: null, unsubscribeKey: null };
  const integration = await findIntegration(db.reader, user_id, platform);
  if (integration === undefined) return { dropped: DELIVERY_SENTENCES.integrationGone };
  if (platform === "gundi") {
    if (integration.gundi_api_key === null) return { dropped: DELIVERY_SENTENCES.integrationGone };
    return { gundiApiKey: integration.gundi_api_key, unsubscribeKey: null };
  }
  const address = target === null ? undefined : await findAddress(db.reader, user_id, platform, target);
  if (platform === "sms" && target !== null && !mayText(config, target)) {
    return { dropped: DELIVERY_SENTENCES.smsPrefix };
  }
  const isTold = address !== undefined && (kind === "code" || address.confirmed_at !== null);
  if (!isTold) return { dropped: DELIVERY_SENTENCES.notConfirmed };
  return { gundiApiKey: null, unsubscribeKey: address.unsubscribe_key };
}

type Told =
  | { readonly content: MessageContent; readonly subject: DeliverySubject }
  | { readonly dropped: string };

async function contentOf(needs: Needs, claim: DeliveryClaim, subject: DeliverySubject): Promise<Told> {
  const base = linkBase(needs.config);
  switch (subject.kind) {
    case "insight":
      return insightContent(needs, claim.user_id, subject);
    case "alert":
      return alertContent(needs, claim.user_id, subject);
    case "digest": {
      const { fromMs, toMs, timeZone } = subject;
      return { content: { kind: "digest", fromMs, toMs, timeZone }, subject };
    }
    case "code": {
      const nowMs = needs.clock.now();
      const code = await needs.db.write((transaction) => issueCode(transaction, subject.targetId, nowMs));
      if (code === null) return { dropped: DELIVERY_SENTENCES.codeNotNeeded };
      return { content: { kind: "code", code }, subject };
    }
    case "limit":
      return GONE;
    default:
      return { content: { kind: "test", link: `${base}/?tab=settings` }, subject };
  }
}

type SubjectOf<Kind extends DeliverySubject["kind"]> = Extract<DeliverySubject, { kind: Kind }>;

async function insightContent(needs: Needs, userId: number, subject: SubjectOf<"insight">): Promise<Told> {
  const { db, config } = needs;
  const row = await findToldInsight(db.reader, userId, subject.insightId);
  if (row === undefined) return GONE;
  const count = await countOfVisit(db.reader, userId, subject);
  const content: MessageContent = {
    kind: "insight",
    device: deviceFacts(row),
    insight: {
      insightId: row.insight_id,
      className: row.class_name,
      confidence: shownConfidence({
        isFromLora: row.is_from_lora === 1,
        confidence: row.confidence,
        groupConfidence: row.group_confidence,
      }),
      takenAtMs: insightTimeMs({ timeStampMs: row.time_stamp, fileCtimeMs: row.file_ctime }),
      insightCount: count,
      visits: subject.visits,
      latitude: row.latitude,
      longitude: row.longitude,
    },
    picture: await pictureOf(needs, row),
    link: insightLink(linkBase(config), row.insight_id),
    why: subject.why,
  };
  return { content, subject: { ...subject, count } };
}

/** Opens one insight in the app, also from what the device holds while there is no connection. */
export function insightLink(base: string, insightId: number): string {
  return `${base}/?tab=insights&archived=1&review=1&image=${insightId}`;
}

async function pictureOf({ db, photos }: Needs, { photo_id }: ToldInsight): Promise<MessagePicture | null> {
  if (photo_id === null) return null;
  const hash = await findPhotoHash(db.reader, photo_id);
  if (hash === null) return null;
  // A message without its picture is worth more than none.
  const bytes = await photos.thumbnail(hash).catch(() => null);
  return bytes === null ? null : { photoId: photo_id, bytes };
}

async function alertContent(
  { db, config }: Needs,
  userId: number,
  subject: SubjectOf<"alert">,
): Promise<Told> {
  const row = await findToldAlert(db.reader, userId, subject.alertId);
  if (row === undefined) return GONE;
  if (row.status !== "new") return { dropped: DELIVERY_SENTENCES.alertClosed };
  const { alert_id: alertId, alert_type: type, summary, created_at: createdAtMs } = row;
  return {
    content: {
      kind: "alert",
      device: deviceFacts(row),
      alert: { alertId, type, summary, createdAtMs },
      link: `${linkBase(config)}/?tab=alerts&alert=${alertId}`,
      why: subject.why,
    },
    subject,
  };
}

type DeviceRow = Pick<
  ToldInsight,
  "device_id" | "device_name" | "preferred_name" | "location_name" | "device_latitude" | "device_longitude"
>;

function deviceFacts(row: DeviceRow): DeviceFacts {
  return {
    deviceId: row.device_id,
    name: displayName(row),
    locationName: row.location_name,
    latitude: row.device_latitude,
    longitude: row.device_longitude,
  };
}
