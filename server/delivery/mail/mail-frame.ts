import { NOTIFICATION_MAILS } from "../../../src/messages/server/notification-mails.ts";
import type { MailImage } from "../../providers/mailer.ts";
import { html, type Markup, NOTHING } from "./html-text.ts";

const TEXT = NOTIFICATION_MAILS.frame;

/** The body of a mail in both forms, and the pictures that its markup shows by `cid:`. */
export interface MailBody {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly images: readonly MailImage[];
}

export interface MailFoot {
  /** Why this mail came, as a sentence. */
  readonly why: string;
  /** Where the person changes what they are told. */
  readonly settingsUrl: string;
  /** Ends mails to this address; null for a mail that no one can unsubscribe from (a code). */
  readonly unsubscribeUrl: string | null;
}

export interface MailContent {
  readonly title: string;
  /** Shown beside the subject in a list of mails. */
  readonly preview: string;
  readonly blocks: readonly Markup[];
  readonly foot: MailFoot;
}

/**
 * A mail in markup that mail programs show alike: tables for layout and styles in the elements. The style sheet in its
 * head only adds the dark colours, for programs that know them.
 */
export function mailHtml({ title, preview, blocks, foot }: MailContent): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${title}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) { .pad { padding: 20px 16px !important; } .wide { width: 100% !important; } }
@media (prefers-color-scheme: dark) {
.bg { background: #111411 !important; } .card { background: #191d19 !important; border-color: #2b312b !important; }
.ink { color: #ecede6 !important; } .soft { color: #b7bdb2 !important; } .line { border-color: #2b312b !important; }
.link { color: #a5d4b5 !important; } .button { background: #93c9a6 !important; color: #0d2016 !important; }
.plate { background: #f5f4ef !important; } .bar { box-shadow: 0 0 0 1px #949b90 !important; }
}
</style>
</head>
<body class="bg" style="margin:0;padding:0;background:#f5f4ef;">
<div style="display:none;max-height:0;overflow:hidden;">${preview}</div>
<table role="presentation" class="bg" width="100%" cellpadding="0" cellspacing="0" style="background:#f5f4ef;"><tr><td align="center" style="padding:16px 8px;">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;background:#ffffff;border:1px solid #dedbd0;border-radius:12px;"><tr><td class="pad" style="padding:28px 32px;font-family:-apple-system,'Segoe UI',Roboto,'Noto Sans',Arial,sans-serif;font-size:16px;line-height:24px;text-align:left;">
<p class="soft" style="margin:0 0 12px;font-size:13px;line-height:18px;color:#565d54;">Understory</p>
<h1 class="ink" style="margin:0 0 16px;font-size:22px;line-height:28px;color:#1c211c;">${title}</h1>
${blocks}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td class="soft line" style="padding-top:16px;border-top:1px solid #dedbd0;font-size:13px;line-height:19px;color:#565d54;">${footHtml(foot)}</td></tr></table>
</td></tr></table>
</td></tr></table>
</body>
</html>
`.text;
}

function footHtml({ why, settingsUrl, unsubscribeUrl }: MailFoot): Markup {
  const unsubscribe =
    unsubscribeUrl === null ? NOTHING : html` · ${linkTo(unsubscribeUrl, TEXT.unsubscribe)}`;
  return html`${why}<br>${linkTo(settingsUrl, TEXT.settings)}${unsubscribe}`;
}

/** The same as plain text. */
export function mailText(lines: readonly string[], { why, settingsUrl, unsubscribeUrl }: MailFoot): string {
  const foot = ["-- ", why, `${TEXT.settings}: ${settingsUrl}`];
  if (unsubscribeUrl !== null) foot.push(`${TEXT.unsubscribe}: ${unsubscribeUrl}`);
  return [...lines, "", ...foot, ""].join("\n");
}

export function paragraph(content: string | Markup): Markup {
  return html`<p class="ink" style="margin:0 0 16px;color:#1c211c;">${content}</p>\n`;
}

export function heading(text: string): Markup {
  return html`<h2 class="ink" style="margin:24px 0 8px;font-size:16px;line-height:22px;color:#1c211c;">${text}</h2>\n`;
}

export function linkTo(url: string, words: string): Markup {
  return html`<a class="link" href="${url}" style="color:#1e4a38;">${words}</a>`;
}

export function button(url: string, words: string): Markup {
  return html`<p style="margin:0 0 24px;"><a class="button" href="${url}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1e4a38;color:#ffffff;font-weight:600;text-decoration:none;">${words}</a></p>\n`;
}

/** Names with their values, a line each. */
export function facts(rows: readonly (readonly [name: string, value: string])[]): Markup {
  const lines = rows.map(
    ([name, value]) =>
      html`<tr><td class="soft" valign="top" style="padding:4px 16px 4px 0;font-size:14px;color:#565d54;white-space:nowrap;">${name}</td><td class="ink" valign="top" style="padding:4px 0;font-size:14px;color:#1c211c;">${value}</td></tr>`,
  );
  return html`<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px;">${lines}</table>\n`;
}

/** Rows of a name and a number, which belong to a table with these headings. */
export function counts(
  headings: readonly [string, string],
  rows: readonly { readonly name: string; readonly count: string; readonly url?: string }[],
): Markup {
  const head = headings.map(
    (text, at) =>
      html`<th class="soft line" align="${at === 0 ? "left" : "right"}" style="padding:4px 0;border-bottom:1px solid #dedbd0;font-size:13px;font-weight:normal;color:#565d54;">${text}</th>`,
  );
  const lines = rows.map(
    ({ name, count, url }) =>
      html`<tr><td class="ink line" style="padding:6px 8px 6px 0;border-bottom:1px solid #dedbd0;font-size:14px;color:#1c211c;">${url === undefined ? name : linkTo(url, name)}</td><td class="ink line" align="right" style="padding:6px 0;border-bottom:1px solid #dedbd0;font-size:14px;color:#1c211c;">${count}</td></tr>`,
  );
  return html`<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;border-collapse:collapse;"><tr>${head}</tr>${lines}</table>\n`;
}

/** A picture of the mail itself. Its light plate stays in dark mail programs, because the picture is drawn for it. */
export function image(cid: string, alt: string, width: number): Markup {
  return html`<p style="margin:0 0 16px;"><img class="wide plate" src="cid:${cid}" alt="${alt}" width="${width}" style="display:block;max-width:100%;height:auto;border-radius:8px;background:#f5f4ef;"></p>\n`;
}
