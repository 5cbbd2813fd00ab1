import { type CsvRow, readTable } from "../csv/csv-table.ts";
import type { RowFields } from "../csv/row-fields.ts";
import type { DeploymentPeriod } from "../deployment-period.ts";
import type { InsightRecord, RefusalRecord } from "../import-record.ts";
import type { PackageSource } from "../source/package-source.ts";
import { collectionOf, JudgedEvents } from "./events.ts";
import type { MediaIndex } from "./media.ts";
import { classificationOf, keysOf, type ObservationKeys, startOf } from "./observation.ts";

/** The result of the first reading of the observations. */
export interface ObservationSurvey {
  events: JudgedEvents;
  /** Pictures that have an observation of their own. */
  observedMedia: ReadonlySet<string>;
}

/**
 * First reading: the observations of whole events, and which pictures have observations of their own. Refuses only
 * fields of the former; rows are refused in the second reading.
 */
export async function* surveyObservations(
  source: PackageSource,
  file: string,
  fields: RowFields,
  periods: ReadonlyMap<string, DeploymentPeriod>,
  media: MediaIndex,
  into: { survey: ObservationSurvey | null },
): AsyncGenerator<RefusalRecord> {
  const events = new JudgedEvents();
  const observedMedia = new Set<string>();
  const named: ObservationKeys[] = [];
  const ids = new Set<string>();
  for await (const row of readTable(source, file, ["observationID", "deploymentID"])) {
    if ("kind" in row || refusalOf(row, periods, ids) !== null) continue;
    const keys = keysOfTaken(row);
    if (!keys.isOfEvent) {
      if (keys.mediaId !== null) observedMedia.add(keys.mediaId);
      if (keys.eventId !== null) named.push(keys);
      continue;
    }
    const time = startOf(row, fields);
    const observation = {
      observationId: keys.observationId,
      place: row.place,
      time,
      classification: classificationOf(row, fields),
    };
    const end = row.has("eventEnd") ? fields.time(row, "eventEnd") : null;
    events.add(keys.deploymentId, keys.eventId ?? keys.observationId, observation, end);
    yield* fields.takeRefusals();
  }
  for (const { deploymentId, eventId } of named) {
    const event = eventId === null ? undefined : events.find(deploymentId, eventId);
    if (event !== undefined) event.isNamedByMedia = true;
  }
  events.findMedia(media);
  into.survey = { events, observedMedia };
}

/** Second reading: an insight for each observation of one picture. */
export async function* readMediaObservations(
  source: PackageSource,
  file: string,
  fields: RowFields,
  periods: ReadonlyMap<string, DeploymentPeriod>,
  media: MediaIndex,
  { events }: ObservationSurvey,
): AsyncGenerator<InsightRecord | RefusalRecord> {
  const ids = new Set<string>();
  for await (const row of readTable(source, file, ["observationID", "deploymentID"])) {
    if ("kind" in row) {
      yield row;
      continue;
    }
    const refusal = refusalOf(row, periods, ids);
    if (refusal !== null) {
      yield refusal;
      continue;
    }
    const { observationId, deploymentId, mediaId, eventId, isOfEvent } = keysOfTaken(row);
    if (isOfEvent || mediaId === null) continue;
    const medium = media.byId.get(mediaId);
    if (medium === undefined) fields.refuse(row, "mediaID", "unknown_media", mediaId);
    const insight: InsightRecord = {
      kind: "insight",
      place: row.place,
      deviceId: deploymentId,
      sourceId: observationId,
      collectionSourceId: events.eventOf(deploymentId, eventId, mediaId)?.eventId ?? null,
      ...classificationOf(row, fields),
      // The picture's own time keeps the camera's offset; an observation's is in UTC.
      time: medium?.time ?? startOf(row, fields),
      photo: medium?.photo ?? null,
    };
    yield* fields.takeRefusals();
    yield insight;
  }
}

/**
 * The insights of observations of whole events: one for each picture without an observation of its own, or a single
 * one without picture where the package lists none.
 */
export function* eventInsights({ events, observedMedia }: ObservationSurvey): Generator<InsightRecord> {
  for (const event of events.all()) {
    const collection = collectionOf(event);
    const media = event.media.filter((medium) => !observedMedia.has(medium.mediaId));
    for (const { observationId, place, time, classification } of event.observations) {
      const insight = {
        kind: "insight",
        place,
        deviceId: event.deploymentId,
        collectionSourceId: collection?.sourceId ?? null,
        ...classification,
      } as const;
      if (collection === null) yield { ...insight, sourceId: observationId, time, photo: null };
      for (const medium of media) {
        const sourceId = `${observationId}/${medium.mediaId}`;
        yield { ...insight, sourceId, boxes: [], time: medium.time ?? time, photo: medium.photo };
      }
    }
  }
}

function refusalOf(
  row: CsvRow,
  periods: ReadonlyMap<string, DeploymentPeriod>,
  ids: Set<string>,
): RefusalRecord | null {
  const observationId = row.text("observationID");
  const deploymentId = row.text("deploymentID");
  if (observationId === null) return row.refusal("observationID", "missing_id", null, "row");
  if (deploymentId === null) return row.refusal("deploymentID", "missing_deployment", null, "row");
  if (!periods.has(deploymentId))
    return row.refusal("deploymentID", "unknown_deployment", deploymentId, "row");
  if (ids.has(observationId)) return row.refusal("observationID", "duplicate_id", observationId, "row");
  ids.add(observationId);
  return null;
}

function keysOfTaken(row: CsvRow): ObservationKeys {
  return keysOf(row, row.text("observationID") ?? "", row.text("deploymentID") ?? "");
}
