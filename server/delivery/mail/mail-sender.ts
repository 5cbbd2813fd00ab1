import { createHash } from "node:crypto";
import sharp from "sharp";
import { fullUtc, utcDay } from "../../../src/domain/time.ts";
import { NOTIFICATION_MAILS } from "../../../src/messages/server/notification-mails.ts";
import { type Config, linkBase } from "../../config.ts";
import type { Dependencies } from "../../dependencies.ts";
import { MailRefused } from "../../providers/mailer.ts";
import { isWorthTelling, readDigest } from "../digest/digest-facts.ts";
import { type DigestAddresses, digestMail } from "../digest/digest-mail.ts";
import type { MessageContent, OutgoingMessage, Sender, SendResult, Why } from "../sender.ts";
import { insightMail } from "./insight-mail.ts";
import type { MailBody, MailFoot } from "./mail-frame.ts";
import { alertMail, codeMail, testMail } from "./short-mails.ts";

const WHY = NOTIFICATION_MAILS.why;
const JPEG_QUALITY = 82;

type Needs = Pick<Dependencies, "db" | "config" | "mailer">;
type Content<Kind extends MessageContent["kind"]> = Extract<MessageContent, { kind: Kind }>;

/** Sends messages as e-mail, each with its text made of the rows of this moment. */
export function mailSender(needs: Needs): Sender {
  return {
    async send(message: OutgoingMessage): Promise<SendResult> {
      const { target, content } = message;
      if (target === null) return { outcome: "refused", answer: NOTIFICATION_MAILS.answers.noAddress };
      const foot = footOf(needs.config, message);
      const body = await bodyOf(needs, message.userId, content, foot);
      if (body === null) return { outcome: "refused", answer: NOTIFICATION_MAILS.answers.nothingToTell };
      try {
        const answer = await needs.mailer.send({
          to: target,
          ...body,
          messageName: messageName(message.dedupeKey),
          ...(foot.unsubscribeUrl === null ? {} : { unsubscribeUrl: foot.unsubscribeUrl }),
        });
        return { outcome: "sent", answer };
      } catch (error) {
        return resultOf(error);
      }
    },
  };
}

/** The same for each attempt to send one message, so that a repeated mail is recognised; says nothing of its receiver. */
function messageName(dedupeKey: string): string {
  return createHash("sha256").update(dedupeKey).digest("hex").slice(0, 32);
}

function resultOf(error: unknown): SendResult {
  if (!(error instanceof MailRefused)) throw error;
  const answer = error.message;
  switch (error.kind) {
    case "later":
      return { outcome: "later", answer };
    case "unanswered":
      return { outcome: "unanswered", answer };
    case "never":
      return { outcome: "refused", answer };
  }
}

async function bodyOf(
  needs: Needs,
  userId: number,
  content: MessageContent,
  foot: MailFoot,
): Promise<MailBody | null> {
  switch (content.kind) {
    case "insight":
      return insightBody(content, foot);
    case "alert":
      return alertMail(
        {
          summary: content.alert.summary,
          sentinel: content.device.name,
          since: fullUtc(content.alert.createdAtMs),
          url: content.link,
        },
        foot,
      );
    case "digest":
      return digestBody(needs, userId, content, foot);
    case "code":
      return codeMail(content.code, foot);
    case "test":
      return testMail(foot);
  }
}

async function insightBody(
  { insight, device, picture, link }: Content<"insight">,
  foot: MailFoot,
): Promise<MailBody> {
  return insightMail(
    {
      className: insight.className,
      sentinel: device.name,
      location: device.locationName,
      count: insight.insightCount,
      time: fullUtc(insight.takenAtMs),
      confidence: insight.confidence,
      photo: picture === null ? null : await asJpeg(picture.bytes),
      url: link,
    },
    foot,
  );
}

/** Thumbnails are WebP, which some mail programs do not show. Null: it is damaged, and the mail goes without it. */
function asJpeg(thumbnail: Buffer): Promise<Buffer | null> {
  return sharp(thumbnail)
    .jpeg({ quality: JPEG_QUALITY })
    .toBuffer()
    .catch(() => null);
}

async function digestBody(
  { db, config }: Needs,
  userId: number,
  { fromMs, toMs, timeZone }: Content<"digest">,
  foot: MailFoot,
): Promise<MailBody | null> {
  const digest = await readDigest(db, userId, { fromMs, toMs });
  if (!isWorthTelling(digest)) return null;
  return digestMail(digest, { timeZone, addresses: digestAddresses(linkBase(config), fromMs, toMs) }, foot);
}

/** Days of the filter are those of UTC, so the links show up to a day more than the digest counts. */
function digestAddresses(base: string, fromMs: number, toMs: number): DigestAddresses {
  const insights = (more: Readonly<Record<string, string>>) => {
    const search = new URLSearchParams({
      tab: "insights",
      ...more,
      from: utcDay(fromMs),
      to: utcDay(toMs),
    });
    return `${base}/?${search}`;
  };
  return {
    insights: insights({}),
    alerts: `${base}/?tab=alerts`,
    ofClass: (className) => insights({ class: className }),
    ofSentinel: (deviceId) => insights({ device_id: deviceId }),
  };
}

function footOf(config: Config, { content, unsubscribeKey }: OutgoingMessage): MailFoot {
  const base = linkBase(config);
  const mayEnd = content.kind === "insight" || content.kind === "alert" || content.kind === "digest";
  return {
    why: whyWords(content),
    settingsUrl: `${base}/?tab=settings`,
    unsubscribeUrl:
      mayEnd && unsubscribeKey !== null
        ? `${base}/api/unsubscribe?key=${encodeURIComponent(unsubscribeKey)}`
        : null,
  };
}

function whyWords(content: MessageContent): string {
  if (content.kind === "code") return WHY.code;
  if (content.kind === "test") return WHY.test;
  if (content.kind === "digest") return WHY.digest;
  return whyOf(content.why);
}

function whyOf({ by, className = "" }: Why): string {
  switch (by) {
    case "all":
      return WHY.all;
    case "classes":
      return WHY.classes(className);
    case "group":
      return WHY.group(className);
    case "alert":
      return WHY.alert;
    case "digest":
      return WHY.digest;
  }
}
