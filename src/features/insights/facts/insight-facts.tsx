import type { ReactNode } from "react";
import { windowLengthSeconds } from "../../../domain/insight/collection.ts";
import { insightTimeMs, shownConfidence } from "../../../domain/insight/insight.ts";
import { classListText, countText, delayHours, percentText } from "../../../domain/insight/insight-text.ts";
import { OBSERVATION_TEXTS, type Observation } from "../../../domain/insight/observation.ts";
import { cutList } from "../../../domain/table/table-cell.ts";
import { fullUtc } from "../../../domain/time.ts";
import { insightListMessages } from "../../../messages/insights/insight-list.ts";
import { insightsMessages } from "../../../messages/insights/insights.ts";
import { observationMessages } from "../../../messages/insights/observation.ts";
import { viewerMessages as words } from "../../../messages/insights/viewer.ts";
import { useModelNames } from "../../../parts/use-model-names.ts";
import type { InsightRow } from "../../../query/insight-engine.ts";
import styles from "./insight-facts.module.css";
import { readableClasses } from "./species-label.tsx";

const { sourceNames, noSource, noConfidence } = insightsMessages;
const { collection } = insightListMessages;

/** The known fields of an insight or a collection. */
export function InsightFacts({ row }: { row: InsightRow }) {
  const modelName = useModelNames();
  const delay = delayHours(row);
  const classes = classListText(readableClasses(row.classList));
  const hasWindow = row.members.length > 0 && row.windowStartMs !== null && row.windowEndMs !== null;
  return (
    <dl className={styles.facts}>
      {row.members.length > 0 && <Fact name={collection.name}>{collection.factsOf(row.members.length)}</Fact>}
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
      {row.observation !== null && <ObservationFacts observation={row.observation} />}
      {row.boxes.length > 0 && <Fact name={words.boxes}>{countText(row.boxes.length)}</Fact>}
      {row.latitude !== null && row.longitude !== null && (
        <Fact name={words.position}>
          {row.latitude.toFixed(5)}, {row.longitude.toFixed(5)}
        </Fact>
      )}
      {row.algId !== null && <Fact name={words.model}>{modelName(row.algId)}</Fact>}
      <Fact name={words.deviceId}>{row.deviceId}</Fact>
    </dl>
  );
}

/** The facts of a sighting beside its class: count, sex, observer, comments and others. */
function ObservationFacts({ observation }: { observation: Observation }) {
  const { count } = observation;
  const texts = OBSERVATION_TEXTS.flatMap((fact) => {
    const text = observation[fact];
    return text === undefined ? [] : [{ fact, text }];
  });
  return (
    <>
      {count !== undefined && <Fact name={observationMessages.count}>{countText(count)}</Fact>}
      {texts.map(({ fact, text }) => (
        <Fact key={fact} name={observationMessages[fact]}>
          <span className={styles.noted} dir="auto">
            {text}
          </span>
        </Fact>
      ))}
    </>
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
