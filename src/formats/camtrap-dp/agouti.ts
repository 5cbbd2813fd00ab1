import { cellFlag } from "../cells/cell-text.ts";
import {
  CAMERA_SETUP_CLASS_NAME,
  type ClassLabel,
  classLabel,
  EMPTY_LABEL,
  label,
  UNCLASSIFIED_LABEL,
} from "../cells/class-label.ts";
import { type CsvRow, readHeading } from "../csv/csv-table.ts";
import { readDatedTable } from "../csv/dated-table.ts";
import { type ObservationColumns, observed } from "../csv/observation-cells.ts";
import { RowFields } from "../csv/row-fields.ts";
import type { DeploymentPeriod } from "../deployment-period.ts";
import { isOutsideDeployment } from "../deployment-period.ts";
import type { ReadOptions } from "../format-reader.ts";
import type { ImportRecord, InsightRecord } from "../import-record.ts";
import { SentinelNames } from "../sentinel-names.ts";
import { baseName, isCsv, type PackageSource } from "../source/package-source.ts";
import { requireWhole } from "../source/whole-file.ts";

const NEEDED = ["observationID", "deploymentID", "animalScientificName", "sequenceStart"] as const;
const NOTED: ObservationColumns = {
  count: ["animalCount"],
  sex: ["animalSex"],
  lifeStage: ["animalAge"],
  behavior: ["animalBehavior"],
  individual: ["animalIndividualName"],
  tags: [],
  observer: ["observationPerson"],
  comments: ["observationNotes", "animalIndividualNotes"],
};
const TIMES = ["sequenceStart", "deploymentStart", "deploymentEnd"];

/** The observations of an Agouti export from before the standard: one wide table without media; null without it. */
export async function findAgoutiExport(source: PackageSource): Promise<string | null> {
  for (const name of source.names) {
    if (!/^observations.*\.[ct]sv$/i.test(baseName(name))) continue;
    const heading = await readHeading(source, name);
    if (NEEDED.every((column) => heading.has(column))) return name;
  }
  return null;
}

/**
 * Reads such an export. Observations are of sequences whose pictures are unknown, so each is one insight without a
 * photo. Deployments stand in the observations' own columns. The list of pick-up and set-up sequences has neither
 * times nor classes and is not read.
 */
export async function* readAgouti(
  source: PackageSource,
  file: string,
  options: ReadOptions,
): AsyncGenerator<ImportRecord> {
  yield* requireWhole(source, [file]);
  const fields = new RowFields(options);
  const periods = new Map<string, DeploymentPeriod>();
  const ids = new Set<string>();
  const names = new SentinelNames();
  let outside = 0;
  for await (const row of readDatedTable(source, file, NEEDED, TIMES, fields)) {
    if ("kind" in row) {
      yield row;
      continue;
    }
    const observationId = row.text("observationID");
    const deviceId = row.text("deploymentID");
    if (observationId === null || deviceId === null || ids.has(observationId)) {
      if (observationId === null) yield row.refusal("observationID", "missing_id", null, "row");
      else if (deviceId === null) yield row.refusal("deploymentID", "missing_deployment", null, "row");
      else yield row.refusal("observationID", "duplicate_id", observationId, "row");
      continue;
    }
    ids.add(observationId);
    let period = periods.get(deviceId);
    if (period === undefined) {
      period = { start: fields.time(row, "deploymentStart"), end: fields.time(row, "deploymentEnd") };
      periods.set(deviceId, period);
      yield {
        kind: "device",
        place: row.place,
        deviceId,
        deviceName: names.nameFor(row.text("deploymentSamplingPoint"), deviceId),
        locationName: row.text("deploymentSamplingPoint"),
        description: row.text("deploymentNotes"),
        ...fields.position(row, "deploymentLatitude", "deploymentLongitude"),
      };
    }
    const insight = insightOf(row, fields, deviceId, observationId);
    const isLost = fields.losesRow;
    yield* fields.takeRefusals();
    if (isLost) continue;
    if (insight.time !== null && isOutsideDeployment(period, insight.time, options.zone)) outside += 1;
    yield insight;
  }
  yield* fields.unreadColumns();
  for (const other of source.names) {
    if (other !== file && isCsv(other))
      yield { kind: "notice", code: "table_not_read", file: other, count: 1 };
  }
  if (outside > 0) yield { kind: "notice", code: "outside_deployment", file, count: outside };
}

function insightOf(row: CsvRow, fields: RowFields, deviceId: string, observationId: string): InsightRecord {
  const found = labelOf(row);
  fields.checkFlag(row, "sequenceIsBlank");
  return {
    kind: "insight",
    place: row.place,
    deviceId,
    sourceId: observationId,
    collectionSourceId: null,
    className: found.className,
    classId: found.classId,
    classList: found.classified ? [{ className: found.className, averageConfidence: null }] : [],
    confidence: null,
    boxes: [],
    ...observed(row, fields, NOTED, [found]),
    // The classifier has a column of its own, which exports leave blank.
    origin: row.text("observationPerson") === null || !found.classified ? "unreviewed" : "human",
    time: fields.time(row, "sequenceStart", "row"),
    photo: null,
  };
}

function labelOf(row: CsvRow): ClassLabel {
  const name = row.text("animalScientificName") ?? row.text("animalVernacularName");
  if (name !== null) return classLabel(name);
  if (cellFlag(row.text("sequenceIsBlank")) === true) return EMPTY_LABEL;
  if (cellFlag(row.text("sequenceIsSetupPickup")) === true) return label(CAMERA_SETUP_CLASS_NAME);
  return UNCLASSIFIED_LABEL;
}
