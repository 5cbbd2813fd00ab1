import type { DetectionBox } from "../../domain/insight/detection-box.ts";
import type { ClassScore } from "../../domain/insight/insight.ts";
import { parseDetectionBoxes } from "../cells/boxes.ts";
import { cellFlag } from "../cells/cell-text.ts";
import { type ClassLabel, classLabel, EMPTY_LABEL, label, UNCLASSIFIED_LABEL } from "../cells/class-label.ts";
import { type CsvRow, readTable } from "../csv/csv-table.ts";
import type { RowFields } from "../csv/row-fields.ts";
import { type DeploymentPeriod, isOutsideDeployment } from "../deployment-period.ts";
import type {
  InsightOrigin,
  InsightRecord,
  NoticeRecord,
  PhotoReference,
  RefusalRecord,
} from "../import-record.ts";
import { baseName, type PackageSource } from "../source/package-source.ts";

/**
 * Reads one table of images. A row is one species or object in one picture: rows that repeat an image id within a
 * deployment are further insights of the same picture, named "id#2", "id#3" in the order of the file.
 * `seen` counts the rows of each picture over all tables of a package.
 */
export async function* readImages(
  source: PackageSource,
  file: string,
  fields: RowFields,
  periods: ReadonlyMap<string, DeploymentPeriod>,
  seen: Map<string, number>,
): AsyncGenerator<InsightRecord | RefusalRecord | NoticeRecord> {
  let outside = 0;
  for await (const row of readTable(source, file, ["deployment_id", "image_id"])) {
    if ("kind" in row) {
      yield row;
      continue;
    }
    const deviceId = row.text("deployment_id");
    const imageId = row.text("image_id");
    const period = deviceId === null ? undefined : periods.get(deviceId);
    if (deviceId === null || imageId === null || period === undefined) {
      yield refusalOfRow(row, deviceId, imageId);
      continue;
    }
    const key = `${deviceId}\n${imageId}`;
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    const sourceId = count === 1 ? imageId : `${imageId}#${count}`;
    const insight = insightOf(row, fields, deviceId, sourceId);
    if (insight.time !== null && isOutsideDeployment(period, insight.time)) outside += 1;
    yield* fields.takeRefusals();
    yield insight;
  }
  if (outside > 0) yield { kind: "notice", code: "outside_deployment", file, count: outside };
}

function refusalOfRow(row: CsvRow, deviceId: string | null, imageId: string | null): RefusalRecord {
  if (imageId === null) return row.refusal("image_id", "missing_id", null, "row");
  if (deviceId === null) return row.refusal("deployment_id", "missing_deployment", null, "row");
  return row.refusal("deployment_id", "unknown_deployment", deviceId, "row");
}

function insightOf(row: CsvRow, fields: RowFields, deviceId: string, sourceId: string): InsightRecord {
  const found = labelOf(row);
  const score = fields.number(row, "cv_confidence", 0, 1);
  const origin = originOf(row, found, score);
  const confidence = origin === "machine" ? score : null;
  return {
    kind: "insight",
    place: row.place,
    deviceId,
    sourceId,
    collectionSourceId: null,
    className: found.className,
    classId: found.classId,
    classList: classListOf(found, confidence),
    confidence,
    boxes: boxesOf(row, fields, found, confidence),
    origin,
    time: fields.time(row, "timestamp"),
    photo: photoOf(row),
  };
}

/** The common name, else the finest rank that is given. `is_blank` is Yes, 1 or true, depending on the export. */
function labelOf(row: CsvRow): ClassLabel {
  if (cellFlag(row.text("is_blank")) === true) return EMPTY_LABEL;
  const common = row.text("common_name");
  if (common !== null) return classLabel(common);
  const [genus, species] = [row.text("genus"), row.text("species")];
  if (genus !== null) return classLabel(species === null ? genus : `${genus} ${species}`);
  for (const rank of ["family", "order", "class"]) {
    const name = row.text(rank);
    if (name !== null) return classLabel(name);
  }
  return UNCLASSIFIED_LABEL;
}

/**
 * Wildlife Insights gives a confidence for labels of its model, and none for labels that people set or confirmed;
 * newer exports also name "Computer vision" as the identifier.
 */
function originOf(row: CsvRow, found: ClassLabel, score: number | null): InsightOrigin {
  if (!found.classified) return "unreviewed";
  const by = row.text("identified_by")?.toLowerCase() ?? "";
  return score !== null || by.startsWith("computer vision") ? "machine" : "human";
}

function classListOf(found: ClassLabel, confidence: number | null): ClassScore[] {
  return found.classified ? [{ className: found.className, averageConfidence: confidence }] : [];
}

function boxesOf(
  row: CsvRow,
  fields: RowFields,
  found: ClassLabel,
  confidence: number | null,
): DetectionBox[] {
  const cell = row.text("bounding_boxes");
  if (cell === null || cell === "{}") return [];
  const boxes: DetectionBox[] = [];
  const { className } = found.classified ? found : label("object");
  for (const box of parseDetectionBoxes(cell)) {
    if (box === null) fields.refuse(row, "bounding_boxes", "not_a_box", cell);
    else boxes.push({ className, confidence, box });
  }
  return boxes;
}

function photoOf(row: CsvRow): PhotoReference | null {
  const path = row.text("location");
  const name = row.text("filename") ?? (path === null ? null : baseName(path));
  return name === null ? null : { path, name };
}
