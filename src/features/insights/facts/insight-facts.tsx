import type { ReactNode } from "react";
import { windowLengthSeconds } from "../../../domain/insight/collection.ts";
import { insightTimeMs, shownConfidence } from "../../../domain/insight/insight.ts";
import { classListText, countText, delayHours, percentText } from "../../../domain/insight/insight-text.ts";
import { cutList } from "../../../domain/table/table-cell.ts";
import { fullUtc } from "../../../domain/time.ts";
import { insightsMessages } from "../../../messages/insights/insights.ts";
import type { InsightRow } from "../../../query/insight-engine.ts";
import styles from "./insight-facts.module.css";

const { viewer: words, sourceNames, noSource, noConfidence } = insightsMessages;

/** The known fields of an insight or a collection. */
export function InsightFacts({ row }: { row: InsightRow }) {
  const delay = delayHours(row);
  const classes = classListText(row.classList);
  const hasWindow = row.members.length > 0 && row.windowStartMs !== null && row.windowEndMs !== null;
  return (
    <dl className={styles.facts}>
      <Fact name={words.confidence}>{percentText(shownConfidence(row)) ?? noConfidence}</Fact>
      <Fact name={words.device}>{row.displayName}</Fact>
      <Fact name={words.time}>
        <time dateTime={isoOf(insightTimeMs(row))}>{fullUtc(insightTimeMs(row))}</time>
      </Fact>
      <Fact name={words.received}>
        <time dateTime={isoOf(row.timeStampMs)}>{fullUtc(row.timeStampMs)}</time>
      </Fact>
      {delay !== null && (
        <Fact name={words.delay}>{delay < 0 ? words.delayNegative(delay) : words.delayHours(delay)}</Fact>
      )}
      <Fact name={words.source}>{row.commsSource === null ? noSource : sourceNames[row.commsSource]}</Fact>
      {hasWindow && (
        <Fact name={words.window}>
          {words.windowSeconds(
            windowLengthSeconds({ startMs: row.windowStartMs ?? 0, endMs: row.windowEndMs ?? 0 }),
          )}
        </Fact>
      )}
      {classes !== "" && (
        <Fact name={words.classes}>
          <span title={classes}>{cutList(classes)}</span>
        </Fact>
      )}
      {row.boxes.length > 0 && <Fact name={words.boxes}>{countText(row.boxes.length)}</Fact>}
      {row.latitude !== null && row.longitude !== null && (
        <Fact name={words.position}>
          {row.latitude.toFixed(5)}, {row.longitude.toFixed(5)}
        </Fact>
      )}
      {row.algId !== null && <Fact name={words.model}>{row.algId}</Fact>}
      <Fact name={words.deviceId}>{row.deviceId}</Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function isoOf(atMs: number): string | undefined {
  return Number.isFinite(atMs) && Math.abs(atMs) <= 8.64e15 ? new Date(atMs).toISOString() : undefined;
}
