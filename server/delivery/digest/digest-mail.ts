import { localDate, localMinute, localTime } from "../../../src/domain/notification/local-time.ts";
import { HOUR_MS } from "../../../src/domain/time.ts";
import { NOTIFICATION_MAILS } from "../../../src/messages/server/notification-mails.ts";
import type { MailImage } from "../../providers/mailer.ts";
import { html, type Markup, NOTHING } from "../mail/html-text.ts";
import {
  button,
  counts,
  facts,
  heading,
  image,
  linkTo,
  type MailBody,
  type MailFoot,
  mailHtml,
  mailText,
  paragraph,
} from "../mail/mail-frame.ts";
import { oneLine } from "../mail/one-line.ts";
import { barPicture, colourOfClass, hourPicture } from "./digest-chart.ts";
import type { DigestFacts, NamedCount } from "./digest-facts.ts";

const TEXT = NOTIFICATION_MAILS.digest;
const CLASSES = 8;
const SENTINELS = 10;
const ALERTS = 10;
const LONGEST_BAR = 240;
const CHART_WIDTH = 536;
const HOUR_CHART = "hours";

export interface DigestAddresses {
  /** The insights of the day. */
  readonly insights: string;
  readonly alerts: string;
  /** The insights of the day of one class or Sentinel. */
  readonly ofClass: (className: string) => string;
  readonly ofSentinel: (deviceId: string) => string;
}

/** The daily digest as a mail. */
export async function digestMail(
  digest: DigestFacts,
  { timeZone, addresses }: { readonly timeZone: string; readonly addresses: DigestAddresses },
  foot: MailFoot,
): Promise<MailBody> {
  const day = localDate(timeZone, digest.span.toMs - 1);
  const named = namedOnce(digest);
  const bars = await barsOf(named.classes);
  const hourChart: MailImage = {
    cid: HOUR_CHART,
    fileName: "hours.png",
    mediaType: "image/png",
    bytes: await hourPicture(digest.hours),
  };
  const { fromMs, toMs } = digest.span;
  const span = TEXT.span(localMinute(timeZone, fromMs), `${localMinute(timeZone, toMs)} (${timeZone})`);
  const totals =
    digest.insights === 0
      ? TEXT.nothing
      : `${TEXT.totals(TEXT.insights(digest.insights), TEXT.sentinels(digest.sentinels.length))} ${TEXT.notReviewed(digest.notReviewed)}`;
  const hasInsights = digest.insights > 0;
  const blocks = [paragraph(totals), paragraph(span)];
  if (hasInsights) {
    blocks.push(button(addresses.insights, TEXT.review));
    blocks.push(heading(TEXT.byClass), classRows(named.classes, bars, addresses.ofClass));
    blocks.push(heading(TEXT.byHour), hourBlock(digest, timeZone));
    blocks.push(heading(TEXT.bySentinel), sentinelRows(named.sentinels, addresses.ofSentinel));
  }
  blocks.push(heading(TEXT.openAlerts), alertRows(digest, timeZone, addresses.alerts));
  if (digest.silent.length > 0) blocks.push(heading(TEXT.silent), silentRows(digest, timeZone));
  return {
    subject: hasInsights ? TEXT.subject(digest.insights, day) : TEXT.quietSubject(day),
    text: mailText(textLines({ digest: { ...digest, ...named }, totals, span, timeZone, addresses }), foot),
    html: mailHtml({ title: TEXT.title(day), preview: totals, blocks, foot }),
    images: hasInsights ? [hourChart, ...bars.values()] : [],
  };
}

/** Names of others' choosing, each on one line. */
function namedOnce({ classes, sentinels }: DigestFacts) {
  return {
    classes: withRest(classes, CLASSES).map((row) => ({ ...row, shown: oneLine(row.name, 60) })),
    sentinels: withRest(sentinels, SENTINELS).map((row) => ({ ...row, shown: oneLine(row.name, 60) })),
  };
}

/** The greatest rows, and one for all others. The name of that row is a sentence of ours; `isRest` marks it. */
function withRest<Row extends NamedCount>(rows: readonly Row[], most: number): (Row & { isRest: boolean })[] {
  const shown = rows.slice(0, most).map((row) => ({ ...row, isRest: false }));
  const rest = rows.slice(most);
  const first = rest[0];
  if (first === undefined) return shown;
  const count = rest.reduce((sum, row) => sum + row.count, 0);
  return [...shown, { ...first, name: TEXT.others(rest.length), count, isRest: true }];
}

type Named = NamedCount & { readonly shown: string; readonly isRest: boolean };

/** The bars' pictures by colour. */
async function barsOf(classes: readonly Named[]): Promise<Map<string, MailImage>> {
  const bars = new Map<string, MailImage>();
  for (const row of classes) {
    const colour = colourOf(row);
    if (bars.has(colour)) continue;
    const cid = `bar-${colour.slice(1)}`;
    bars.set(colour, {
      cid,
      fileName: `${cid}.png`,
      mediaType: "image/png",
      bytes: await barPicture(colour),
    });
  }
  return bars;
}

function colourOf({ isRest, name }: Named): string {
  return colourOfClass(isRest ? "" : name);
}

function classRows(
  classes: readonly Named[],
  bars: ReadonlyMap<string, MailImage>,
  href: (className: string) => string,
): Markup {
  const most = Math.max(...classes.map(({ count }) => count));
  const rows = classes.map((row) => {
    const width = Math.max(2, Math.round((row.count / most) * LONGEST_BAR));
    const bar = html`<img class="bar" src="cid:${bars.get(colourOf(row))?.cid ?? ""}" alt="" width="${width}" height="8" style="display:block;width:${width}px;height:8px;margin-top:4px;border-radius:4px;">`;
    const name = row.isRest ? html`${row.shown}` : linkTo(href(row.name), row.shown);
    return html`<tr><td class="ink line" style="padding:6px 8px 8px 0;border-bottom:1px solid #dedbd0;font-size:14px;line-height:20px;color:#1c211c;">${name}${bar}</td><td class="ink line" align="right" valign="top" style="padding:6px 0;border-bottom:1px solid #dedbd0;font-size:14px;line-height:20px;color:#1c211c;">${row.count.toLocaleString("en")}</td></tr>`;
  });
  return html`<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;border-collapse:collapse;"><tr><th class="soft" align="left" style="font-size:13px;font-weight:normal;color:#565d54;">${TEXT.classColumn}</th><th class="soft" align="right" style="font-size:13px;font-weight:normal;color:#565d54;">${TEXT.insightsColumn}</th></tr>${rows}</table>\n`;
}

/** The picture, and below it the hours of its beginning and each quarter. */
function hourBlock({ hours, span }: DigestFacts, timeZone: string): Markup {
  const hourAt = (index: number) => {
    const { hour } = localTime(timeZone, span.fromMs + index * HOUR_MS);
    return `${String(hour).padStart(2, "0")}:00`;
  };
  const quarter = hours.length / 4;
  const labels = [0, 1, 2, 3].map(
    (at) =>
      html`<td class="soft" align="left" width="25%" style="font-size:13px;color:#565d54;">${hourAt(Math.round(at * quarter))}</td>`,
  );
  const told = hours
    .map((count, index) => ({ count, words: `${hourAt(index)}: ${count}` }))
    .filter(({ count }) => count > 0)
    .map(({ words }) => words)
    .join(", ");
  const chart = image(HOUR_CHART, TEXT.hourChart(told), CHART_WIDTH);
  return html`${chart}<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:${CHART_WIDTH}px;margin:-12px 0 16px;"><tr>${labels}</tr></table>\n`;
}

function sentinelRows(
  sentinels: readonly (Named & { readonly deviceId: string })[],
  href: (deviceId: string) => string,
): Markup {
  return counts(
    [TEXT.sentinelColumn, TEXT.insightsColumn],
    sentinels.map(({ shown, count, isRest, deviceId }) => ({
      name: shown,
      count: count.toLocaleString("en"),
      ...(isRest ? {} : { url: href(deviceId) }),
    })),
  );
}

function alertRows({ alerts }: DigestFacts, timeZone: string, url: string): Markup {
  if (alerts.length === 0) return paragraph(TEXT.noAlerts);
  const more = alerts.length - ALERTS;
  const rows = alerts
    .slice(0, ALERTS)
    .map(
      ({ sentinel, summary, sinceMs }) =>
        [oneLine(sentinel, 60), `${summary} ${localMinute(timeZone, sinceMs)}`] as const,
    );
  const rest = more > 0 ? paragraph(TEXT.moreAlerts(more)) : NOTHING;
  return html`${facts(rows)}${rest}${paragraph(linkTo(url, NOTIFICATION_MAILS.alert.open))}`;
}

function silentRows({ silent }: DigestFacts, timeZone: string): Markup {
  const shown = silent.slice(0, SENTINELS).map(({ sentinel, lastSeenMs }) => ({
    name: oneLine(sentinel, 60),
    count: lastSeenMs === null ? TEXT.never : localMinute(timeZone, lastSeenMs),
  }));
  const more = silent.length - SENTINELS;
  const rows = more > 0 ? [...shown, { name: TEXT.others(more), count: "" }] : shown;
  return html`${paragraph(TEXT.silentLead)}${counts([TEXT.sentinelColumn, TEXT.silentColumn], rows)}`;
}

interface DigestLines {
  readonly digest: Omit<DigestFacts, "classes" | "sentinels"> & {
    readonly classes: readonly Named[];
    readonly sentinels: readonly Named[];
  };
  readonly totals: string;
  readonly span: string;
  readonly timeZone: string;
  readonly addresses: DigestAddresses;
}

/** The digest as plain text. */
function textLines({ digest, totals, span, timeZone, addresses }: DigestLines): string[] {
  const { classes, sentinels, alerts, silent } = digest;
  const line = ({ shown, count }: Named) => `  ${shown}: ${count.toLocaleString("en")}`;
  const lines = [totals, span, ""];
  if (digest.insights > 0) {
    lines.push(
      `${TEXT.byClass}:`,
      ...classes.map(line),
      "",
      `${TEXT.bySentinel}:`,
      ...sentinels.map(line),
      "",
    );
    lines.push(`${TEXT.review}: ${addresses.insights}`, "");
  }
  lines.push(alerts.length === 0 ? TEXT.noAlerts : `${TEXT.openAlerts}:`);
  for (const { sentinel, summary, sinceMs } of alerts.slice(0, ALERTS)) {
    lines.push(`  ${oneLine(sentinel, 60)}: ${summary} ${localMinute(timeZone, sinceMs)}`);
  }
  if (alerts.length > ALERTS) lines.push(`  ${TEXT.moreAlerts(alerts.length - ALERTS)}`);
  if (silent.length > 0) lines.push("", `${TEXT.silent}:`);
  for (const { sentinel, lastSeenMs } of silent.slice(0, SENTINELS)) {
    lines.push(
      `  ${oneLine(sentinel, 60)}: ${lastSeenMs === null ? TEXT.never : localMinute(timeZone, lastSeenMs)}`,
    );
  }
  return lines;
}
