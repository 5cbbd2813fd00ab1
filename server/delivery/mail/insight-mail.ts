import { NOTIFICATION_MAILS } from "../../../src/messages/server/notification-mails.ts";
import type { MailImage } from "../../providers/mailer.ts";
import {
  button,
  facts,
  image,
  type MailBody,
  type MailFoot,
  mailHtml,
  mailText,
  paragraph,
} from "./mail-frame.ts";
import { oneLine } from "./one-line.ts";

const TEXT = NOTIFICATION_MAILS.insight;
const FACT = NOTIFICATION_MAILS.facts;
/** The width of thumbnails, px. */
const PICTURE_WIDTH = 240;
const PICTURE = "photo";

/** A visit: insights of one class at one Sentinel. */
export interface InsightMailFacts {
  readonly className: string;
  readonly sentinel: string;
  readonly location: string | null;
  /** How many insights the visit has so far. */
  readonly count: number;
  /** In words, with the zone. */
  readonly time: string;
  /** 0–1; null where it is not known. */
  readonly confidence: number | null;
  /** A photo of the visit as JPEG. */
  readonly photo: Buffer | null;
  readonly url: string;
}

export function insightMail(insight: InsightMailFacts, foot: MailFoot): MailBody {
  const className = oneLine(insight.className);
  const sentinel = oneLine(insight.sentinel);
  const rows = factRows(insight, sentinel);
  const alt = TEXT.alt(className, sentinel);
  const images: MailImage[] =
    insight.photo === null
      ? []
      : [{ cid: PICTURE, fileName: "photo.jpg", mediaType: "image/jpeg", bytes: insight.photo }];
  const title = TEXT.one(className, sentinel);
  return {
    subject: TEXT.subject(className, sentinel),
    text: mailText(
      [title, "", ...rows.map(([name, value]) => `${name}: ${value}`), "", `${TEXT.open}: ${insight.url}`],
      foot,
    ),
    html: mailHtml({
      title,
      preview: TEXT.preview(insight.count, insight.time),
      blocks: [
        insight.photo === null ? paragraph(TEXT.noPhoto) : image(PICTURE, alt, PICTURE_WIDTH),
        facts(rows),
        button(insight.url, TEXT.open),
        paragraph(TEXT.quiet),
      ],
      foot,
    }),
    images,
  };
}

function factRows(insight: InsightMailFacts, sentinel: string): (readonly [string, string])[] {
  const rows: (readonly [string, string])[] = [
    [FACT.time, insight.time],
    [FACT.insights, TEXT.count(insight.count)],
    [FACT.sentinel, sentinel],
  ];
  if (insight.location !== null) rows.push([FACT.location, oneLine(insight.location)]);
  if (insight.confidence !== null) rows.push([FACT.confidence, `${Math.round(100 * insight.confidence)}%`]);
  return rows;
}
