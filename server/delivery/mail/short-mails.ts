import { NOTIFICATION_MAILS } from "../../../src/messages/server/notification-mails.ts";
import { html } from "./html-text.ts";
import { button, facts, type MailBody, type MailFoot, mailHtml, mailText, paragraph } from "./mail-frame.ts";
import { oneLine } from "./one-line.ts";

const FACT = NOTIFICATION_MAILS.facts;

export interface AlertMailFacts {
  /** The alert's title: "Low battery". */
  readonly title: string;
  /** Its sentence: "Battery at 5.90 V, the limit is 6 V." */
  readonly summary: string;
  readonly sentinel: string;
  readonly group: string | null;
  /** In words, with the zone. */
  readonly since: string;
  readonly url: string;
}

export function alertMail(alert: AlertMailFacts, foot: MailFoot): MailBody {
  const TEXT = NOTIFICATION_MAILS.alert;
  const sentinel = oneLine(alert.sentinel);
  const subject = TEXT.subject(alert.title, sentinel);
  const rows: (readonly [string, string])[] = [
    [FACT.sentinel, sentinel],
    [FACT.since, alert.since],
  ];
  if (alert.group !== null) rows.push([FACT.group, oneLine(alert.group)]);
  return {
    subject,
    text: mailText(
      [
        subject,
        "",
        alert.summary,
        ...rows.map(([name, value]) => `${name}: ${value}`),
        "",
        `${TEXT.open}: ${alert.url}`,
      ],
      foot,
    ),
    html: mailHtml({
      title: subject,
      preview: alert.summary,
      blocks: [paragraph(alert.summary), facts(rows), button(alert.url, TEXT.open)],
      foot,
    }),
    images: [],
  };
}

/** @param code the digits that confirm the address */
export function codeMail(code: string, foot: MailFoot): MailBody {
  const TEXT = NOTIFICATION_MAILS.code;
  const digits = html`<span style="font-size:32px;line-height:40px;font-weight:600;letter-spacing:4px;">${code}</span>`;
  return {
    subject: TEXT.subject(code),
    text: mailText([TEXT.lead, "", `    ${code}`, "", TEXT.life], foot),
    html: mailHtml({
      title: TEXT.title,
      preview: TEXT.lead,
      blocks: [paragraph(TEXT.lead), paragraph(digits), paragraph(TEXT.life)],
      foot,
    }),
    images: [],
  };
}

export function testMail(foot: MailFoot): MailBody {
  const TEXT = NOTIFICATION_MAILS.test;
  return {
    subject: TEXT.subject,
    text: mailText([TEXT.lead, "", `${TEXT.open}: ${foot.settingsUrl}`], foot),
    html: mailHtml({
      title: TEXT.title,
      preview: TEXT.lead,
      blocks: [paragraph(TEXT.lead), button(foot.settingsUrl, TEXT.open)],
      foot,
    }),
    images: [],
  };
}
