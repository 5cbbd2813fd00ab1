import type { DetectionBox } from "../../domain/insight/detection-box.ts";
import type { ClassScore } from "../../domain/insight/insight.ts";
import { parseDetectionBoxes } from "../cells/boxes.ts";
import { cellFlag } from "../cells/cell-text.ts";
import { type ClassLabel, classLabel, EMPTY_LABEL, label, UNCLASSIFIED_LABEL } from "../cells/class-label.ts";
import type { CsvRow } from "../csv/csv-table.ts";
import { readDatedPieces } from "../csv/dated-table.ts";
import { type ObservationColumns, observed } from "../csv/observation-cells.ts";
import type { PictureRows } from "../csv/picture-rows.ts";
import type { RowFields } from "../csv/row-fields.ts";
import { isOutsideDeployment } from "../deployment-period.ts";
import { FormatError } from "../format-error.ts";
import type {
  InsightOrigin,
  InsightRecord,
  NoticeRecord,
  PhotoReference,
  RefusalRecord,
} from "../import-record.ts";
import { baseName, folderOf, type PackageSource } from "../source/package-source.ts";
import type { DeploymentIndex } from "./deployment-index.ts";

type ImageRecord = InsightRecord | RefusalRecord | NoticeRecord;

/**
 * Reads one table of images. A row is one species or object in one picture: rows that repeat an image id within a
 * deployment are further insights of the same picture, named "id#2", "id#3" in the order of the file.
 *
 * @throws FormatError `missing_column` where no column names a class: every picture would be unclassified.
 */
export async function* readImages(
  source: PackageSource,
  file: string,
  fields: RowFields,
  index: DeploymentIndex,
  pictures: PictureRows,
): AsyncGenerator<ImageRecord[]> {
  const images = new ImageRows(file, fields, index, pictures);
  const required = ["deployment_id", "image_id"];
  for await (const entries of readDatedPieces(source, file, required, ["timestamp"], fields)) {
    yield entries.flatMap((entry): ImageRecord[] => ("kind" in entry ? [entry] : images.read(entry)));
  }
  yield [...images.notices()];
}

/** The rows of one table. */
class ImageRows {
  #outside = 0;
  #repeated = 0;
  readonly #folder: string;
  readonly #file: string;
  readonly #fields: RowFields;
  readonly #index: DeploymentIndex;
  readonly #pictures: PictureRows;

  constructor(file: string, fields: RowFields, index: DeploymentIndex, pictures: PictureRows) {
    this.#folder = folderOf(file);
    this.#file = file;
    this.#fields = fields;
    this.#index = index;
    this.#pictures = pictures;
  }

  read(row: CsvRow): (InsightRecord | RefusalRecord)[] {
    if (!CLASS_COLUMNS.some((column) => row.has(column)))
      throw new FormatError("missing_column", { file: this.#file, column: CLASS_COLUMNS.join(", ") });
    const rounded = row.roundedId("image_id", "deployment_id");
    if (rounded !== null) return [rounded];
    const deploymentId = row.text("deployment_id");
    const imageId = row.text("image_id");
    const found =
      deploymentId === null
        ? "unknown"
        : this.#index.find(deploymentId, { projectId: row.text("project_id"), folder: this.#folder });
    if (deploymentId === null || imageId === null || typeof found === "string")
      return [refusalOfRow(row, deploymentId, imageId, found === "ambiguous")];
    if (contradictsItself(row)) return [row.refusal("is_blank", "contradicting_classes", imageId, "row")];
    const fields = this.#fields;
    const said = this.#pictures.of(`${found.deviceId}\n${imageId}`);
    const insight = insightOf(row, fields, found.deviceId, said.nextId(imageId));
    const isLost = fields.losesRow;
    const refusals = [...fields.takeRefusals()];
    if (isLost) return refusals;
    if (said.isIn(this.#file, insight.className))
      return [...refusals, row.refusal("image_id", "duplicate_id", imageId, "row")];
    if (said.isAgain(insight)) this.#repeated += 1;
    if (insight.time !== null && isOutsideDeployment(found.period, insight.time, fields.zone))
      this.#outside += 1;
    return refusals.length === 0 ? [insight] : [...refusals, insight];
  }

  *notices(): Generator<NoticeRecord> {
    const file = this.#file;
    if (this.#outside > 0) yield { kind: "notice", code: "outside_deployment", file, count: this.#outside };
    if (this.#repeated > 0) yield { kind: "notice", code: "repeated_rows", file, count: this.#repeated };
  }
}

/** Columns that name a class, or its absence. */
const CLASS_COLUMNS = ["common_name", "species", "genus", "family", "order", "class", "is_blank"] as const;

const NOTED: ObservationColumns = {
  count: ["number_of_objects", "number_of_animals"],
  sex: ["sex"],
  lifeStage: ["age"],
  behavior: ["behavior"],
  individual: ["individual_id"],
  tags: [],
  observer: ["identified_by"],
  comments: ["individual_animal_notes"],
};

function refusalOfRow(
  row: CsvRow,
  deploymentId: string | null,
  imageId: string | null,
  isAmbiguous: boolean,
): RefusalRecord {
  if (imageId === null) return row.refusal("image_id", "missing_id", null, "row");
  if (deploymentId === null) return row.refusal("deployment_id", "missing_deployment", null, "row");
  const code = isAmbiguous ? "ambiguous_deployment" : "unknown_deployment";
  return row.refusal("deployment_id", code, deploymentId, "row");
}

function insightOf(row: CsvRow, fields: RowFields, deviceId: string, sourceId: string): InsightRecord {
  const found = labelOf(row);
  fields.checkFlag(row, "is_blank");
  const score = fields.number(row, "cv_confidence", 0, 1);
  const origin = originOf(row, found);
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
    ...observed(row, fields, NOTED, [found]),
    origin,
    time: fields.time(row, "timestamp", "row"),
    photo: photoOf(row),
  };
}

/** Whether a row says both that there is nothing, and what there is. */
function contradictsItself(row: CsvRow): boolean {
  if (cellFlag(row.text("is_blank")) !== true) return false;
  const named = nameOf(row);
  return named.classified && named.className !== EMPTY_LABEL.className;
}

/** `is_blank` is Yes, 1 or true, depending on the export. */
function labelOf(row: CsvRow): ClassLabel {
  return cellFlag(row.text("is_blank")) === true ? EMPTY_LABEL : nameOf(row);
}

/**
 * The common name, else the finest rank that is given. In some tables the species is the whole name, with its genus;
 * the second part alone names no species where a rank above it is known.
 */
function nameOf(row: CsvRow): ClassLabel {
  const common = row.text("common_name");
  if (common !== null) return classLabel(common);
  const [genus, species] = [row.text("genus"), row.text("species")];
  if (species?.includes(" ")) return classLabel(species);
  if (genus !== null) return classLabel(species === null ? genus : `${genus} ${species}`);
  for (const rank of ["family", "order", "class"]) {
    const name = row.text(rank);
    if (name !== null) return classLabel(name);
  }
  return species === null ? UNCLASSIFIED_LABEL : classLabel(species);
}

/**
 * Wildlife Insights gives a confidence for labels of its model, and none for labels that people set or confirmed;
 * newer exports also name "Computer vision" as the identifier.
 */
function originOf(row: CsvRow, found: ClassLabel): InsightOrigin {
  if (!found.classified) return "unreviewed";
  const by = row.text("identified_by")?.toLowerCase() ?? "";
  return row.text("cv_confidence") !== null || by.startsWith("computer vision") ? "machine" : "human";
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
