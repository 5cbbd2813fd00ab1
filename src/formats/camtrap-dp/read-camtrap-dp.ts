import { RowFields } from "../csv/row-fields.ts";
import { type DeploymentPeriod, isOutsideDeployment } from "../deployment-period.ts";
import { FormatError } from "../format-error.ts";
import type { ReadOptions } from "../format-reader.ts";
import type { ImportRecord, InsightRecord } from "../import-record.ts";
import type { PackageSource } from "../source/package-source.ts";
import { requireWhole } from "../source/whole-file.ts";
import { findAgoutiExport, readAgouti } from "./agouti.ts";
import { readDeployments } from "./deployments.ts";
import { collectionOf } from "./events.ts";
import { MediaIndex, readMedia } from "./media.ts";
import {
  eventInsights,
  type ObservationSurvey,
  readMediaObservations,
  surveyObservations,
} from "./observations.ts";
import { findDescriptor, readDescriptor } from "./package-descriptor.ts";

/**
 * Reads a Camtrap DP package, 1.0 to 1.0.2 and 0.1, or the tables that Agouti exported before the standard. A
 * deployment becomes a device, an observation of one picture an insight, an observation of a whole event the
 * collection of the event's pictures.
 *
 * @throws FormatError where there is no such package, or a table of it is missing.
 */
export async function* readCamtrapDp(
  source: PackageSource,
  options: ReadOptions,
): AsyncGenerator<ImportRecord> {
  const descriptor = findDescriptor(source);
  if (descriptor === null) {
    const observations = await findAgoutiExport(source);
    if (observations === null) throw new FormatError("not_such_a_package", { needs: "datapackage.json" });
    yield* readAgouti(source, observations, options);
    return;
  }
  const tables = await readDescriptor(source, descriptor);
  yield* requireWhole(source, [...tables.deployments, ...tables.media, ...tables.observations]);
  const fields = new RowFields(options);
  const periods = new Map<string, DeploymentPeriod>();
  const media = new MediaIndex();
  yield* readDeployments(source, tables.deployments, fields, periods, tables.dataset);
  yield* readMedia(source, tables.media, fields, periods, media);
  const into: { survey: ObservationSurvey | null } = { survey: null };
  yield* surveyObservations(source, tables.observations, fields, periods, media, into);
  const { survey } = into;
  if (survey === null) return;
  const judged = new Set(survey.observedMedia.keys());
  for (const event of survey.events.all()) {
    for (const medium of event.media) judged.add(medium.mediaId);
    const collection = collectionOf(event);
    if (collection !== null) yield collection;
  }
  let outside = 0;
  const count = (insight: InsightRecord): void => {
    const period = periods.get(insight.deviceId);
    if (
      period !== undefined &&
      insight.time !== null &&
      isOutsideDeployment(period, insight.time, options.zone)
    )
      outside += 1;
  };
  for await (const record of readMediaObservations(
    source,
    tables.observations,
    fields,
    periods,
    media,
    survey,
  )) {
    if (record.kind === "insight") count(record);
    yield record;
  }
  for (const insight of eventInsights(survey)) {
    count(insight);
    yield insight;
  }
  yield* fields.unreadColumns();
  const silent = [...media.byId.keys()].filter((id) => !judged.has(id)).length;
  if (silent > 0)
    yield { kind: "notice", code: "media_without_observation", file: tables.media.join(", "), count: silent };
  if (outside > 0)
    yield {
      kind: "notice",
      code: "outside_deployment",
      file: tables.observations.join(", "),
      count: outside,
    };
}
