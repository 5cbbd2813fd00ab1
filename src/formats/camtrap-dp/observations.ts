import type { CsvRow } from "../csv/csv-table.ts";
import { readDatedTable } from "../csv/dated-table.ts";
import type { RowFields } from "../csv/row-fields.ts";
import type { DeploymentPeriod } from "../deployment-period.ts";
import { FormatError } from "../format-error.ts";
import type { InsightRecord, NoticeRecord, RefusalRecord } from "../import-record.ts";
import type { PackageSource } from "../source/package-source.ts";
import { collectionOf, JudgedEvents } from "./events.ts";
import type { MediaIndex } from "./media.ts";
import {
  classificationOf,
  contradictsItself,
  keysOf,
  labelOf,
  type ObservationKeys,
  startOf,
} from "./observation.ts";

/** The result of the first reading of the observations. */
export interface ObservationSurvey {
  events: JudgedEvents;
  /** The classes of the pictures that have observations of their own, by the ids of the pictures. */
  observedMedia: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * First reading: the observations of whole events, and which pictures have observations of their own. Refuses only
 * fields of the former; rows are refused in the second reading.
 */
export async function* surveyObservations(
  source: PackageSource,
  files: readonly string[],
  fields: RowFields,
  periods: ReadonlyMap<string, DeploymentPeriod>,
  media: MediaIndex,
  into: { survey: ObservationSurvey | null },
): AsyncGenerator<RefusalRecord | NoticeRecord> {
  const events = new JudgedEvents();
  const observedMedia = new Map<string, Set<string>>();
  const named: { keys: ObservationKeys; className: string }[] = [];
  const ids = new Set<string>();
  for await (const row of readDatedTable(source, files, ["observationID", "deploymentID"], TIMES, fields)) {
    if ("kind" in row && row.kind === "notice") yield row;
    if ("kind" in row || refusalOf(row, periods, media, ids) !== null) continue;
    // Without both, every picture would be unclassified.
    if (!row.has("observationType") && !row.has("scientificName"))
      throw new FormatError("missing_column", { file: row.place.file, column: "observationType" });
    const keys = keysOfTaken(row);
    if (!keys.isOfEvent) {
      const { className } = labelOf(row);
      if (keys.mediaId !== null)
        observedMedia.set(keys.mediaId, (observedMedia.get(keys.mediaId) ?? new Set()).add(className));
      if (keys.eventId !== null) named.push({ keys, className });
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
  for (const { keys, className } of named) {
    const { deploymentId, eventId } = keys;
    const event = eventId === null ? undefined : events.find(deploymentId, eventId);
    if (event !== undefined) event.namedClasses.add(className);
  }
  events.findMedia(media);
  into.survey = { events, observedMedia };
}

/** The columns with times, of 1.x and of 0.1. */
const TIMES = ["eventStart", "eventEnd", "timestamp"];

/** Second reading: an insight for each observation of one picture. */
export async function* readMediaObservations(
  source: PackageSource,
  files: readonly string[],
  fields: RowFields,
  periods: ReadonlyMap<string, DeploymentPeriod>,
  media: MediaIndex,
  { events }: ObservationSurvey,
): AsyncGenerator<InsightRecord | RefusalRecord | NoticeRecord> {
  const ids = new Set<string>();
  for await (const row of readDatedTable(source, files, ["observationID", "deploymentID"], TIMES, fields)) {
    if ("kind" in row) {
      yield row;
      continue;
    }
    const refusal = refusalOf(row, periods, media, ids);
    if (refusal !== null) {
      yield refusal;
      continue;
    }
    const { observationId, deploymentId, mediaId, eventId, isOfEvent } = keysOfTaken(row);
    if (isOfEvent || mediaId === null) continue;
    const medium = media.byId.get(mediaId);
    if (medium === undefined) fields.refuse(row, "mediaID", "unknown_media", mediaId);
    // The picture's own time keeps the camera's offset; an observation's is in UTC.
    const time = medium?.time ?? startOf(row, fields, "row");
    const isLost = fields.losesRow;
    const insight: InsightRecord = {
      kind: "insight",
      place: row.place,
      deviceId: deploymentId,
      sourceId: observationId,
      collectionSourceId: events.eventOf(deploymentId, eventId, mediaId)?.eventId ?? null,
      ...classificationOf(row, fields),
      time,
      photo: medium?.photo ?? null,
    };
    yield* fields.takeRefusals();
    if (!isLost) yield insight;
  }
}

/**
 * The insights of observations of whole events: one for each picture without an observation of its own, or a single
 * one without picture where the package lists none, or where no picture carries its class, so that no class is lost.
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
      const isCarried =
        media.length > 0 ||
        event.namedClasses.has(classification.className) ||
        event.media.some(({ mediaId }) => observedMedia.get(mediaId)?.has(classification.className));
      if (!isCarried) yield { ...insight, sourceId: observationId, boxes: [], time, photo: null };
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
  media: MediaIndex,
  ids: Set<string>,
): RefusalRecord | null {
  const rounded = row.roundedId("observationID", "deploymentID", "mediaID");
  if (rounded !== null) return rounded;
  const observationId = row.text("observationID");
  const deploymentId = row.text("deploymentID");
  if (observationId === null) return row.refusal("observationID", "missing_id", null, "row");
  if (deploymentId === null) return row.refusal("deploymentID", "missing_deployment", null, "row");
  if (!periods.has(deploymentId))
    return row.refusal("deploymentID", "unknown_deployment", deploymentId, "row");
  if (ids.has(observationId)) return row.refusal("observationID", "duplicate_id", observationId, "row");
  if (contradictsItself(row))
    return row.refusal("observationType", "contradicting_classes", row.text("scientificName"), "row");
  // Its picture would be shown as one of another camera.
  const mediaId = row.text("mediaID");
  const medium = mediaId === null ? undefined : media.byId.get(mediaId);
  if (medium !== undefined && medium.deploymentId !== deploymentId)
    return row.refusal("mediaID", "media_elsewhere", mediaId, "row");
  ids.add(observationId);
  return null;
}

function keysOfTaken(row: CsvRow): ObservationKeys {
  return keysOf(row, row.text("observationID") ?? "", row.text("deploymentID") ?? "");
}
