import { NOTIFICATION_MAILS } from "../../../src/messages/server/notification-mails.ts";
import { html } from "./html-text.ts";
import { button, facts, type MailBody, type MailFoot, mailHtml, mailText, paragraph } from "./mail-frame.ts";
import { oneLine } from "./one-line.ts";

const FACT = NOTIFICATION_MAILS.facts;

export interface AlertMailFacts {
  /** Its title, a sentence: "Battery at 5.90 V, the limit is 6 V." */
  readonly summary: string;
  readonly sentinel: string;
  /** In words, with the zone. */
  readonly since: string;
  readonly url: string;
}

export function alertMail(alert: AlertMailFacts, foot: MailFoot): MailBody {
  const TEXT = NOTIFICATION_MAILS.alert;
  const sentinel = oneLine(alert.sentinel);
  const subject = TEXT.subject(alert.summary, sentinel);
  const rows: (readonly [string, string])[] = [
    [FACT.sentinel, sentinel],
    [FACT.since, alert.since],
  ];
  return {
    subject,
    text: mailText(
      [subject, "", ...rows.map(([name, value]) => `${name}: ${value}`), "", `${TEXT.open}: ${alert.url}`],
      foot,
    ),
    html: mailHtml({
      title: subject,
      preview: alert.summary,
      blocks: [facts(rows), button(alert.url, TEXT.open)],
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
