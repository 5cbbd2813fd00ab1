import { boxInPicture, type DetectionBox } from "../../domain/insight/detection-box.ts";
import { cellFlag } from "../cells/cell-text.ts";
import {
  ANIMAL_CLASS_NAME,
  CAMERA_SETUP_CLASS_NAME,
  type ClassLabel,
  classLabel,
  EMPTY_LABEL,
  HUMAN_CLASS_NAME,
  isModelName,
  label,
  UNCLASSIFIED_LABEL,
  UNKNOWN_CLASS_NAME,
} from "../cells/class-label.ts";
import type { SourceTime } from "../cells/source-time.ts";
import type { CsvRow } from "../csv/csv-table.ts";
import { type ObservationColumns, observed } from "../csv/observation-cells.ts";
import type { RowFields } from "../csv/row-fields.ts";
import type { InsightOrigin, InsightRecord, RefusalRecord } from "../import-record.ts";

/** The subject of a row of observations: one picture, or an event as a whole. */
export interface ObservationKeys {
  observationId: string;
  deploymentId: string;
  mediaId: string | null;
  eventId: string | null;
  isOfEvent: boolean;
}

/** The keys of a row in 1.x (observationLevel, eventID) or 0.1 (an observation without medium is its sequence's). */
export function keysOf(row: CsvRow, observationId: string, deploymentId: string): ObservationKeys {
  const mediaId = row.text("mediaID");
  const level = row.text("observationLevel");
  return {
    observationId,
    deploymentId,
    mediaId,
    eventId: row.text("eventID") ?? row.text("sequenceID"),
    isOfEvent: mediaId === null || level?.toLowerCase() === "event",
  };
}

/** When the observation's event began: eventStart (1.x) or timestamp (0.1). */
export function startOf(
  row: CsvRow,
  fields: RowFields,
  lost: RefusalRecord["lost"] = "field",
): SourceTime | null {
  return fields.time(row, row.has("eventStart") ? "eventStart" : "timestamp", lost);
}

/** The values of an observation, which hold for every picture that it is about. */
export type Classification = Pick<
  InsightRecord,
  "className" | "classId" | "classList" | "confidence" | "boxes" | "observation" | "origin"
>;

/** Of 1.x and of 0.1. */
const NOTED: ObservationColumns = {
  count: ["count"],
  sex: ["sex"],
  lifeStage: ["lifeStage"],
  behavior: ["behavior", "behaviour"],
  individual: ["individualID"],
  tags: ["observationTags"],
  observer: ["classifiedBy"],
  comments: ["observationComments", "comments"],
};

export function classificationOf(row: CsvRow, fields: RowFields): Classification {
  const found = labelOf(row);
  const origin = originOf(row, found);
  const column = row.has("classificationProbability")
    ? "classificationProbability"
    : "classificationConfidence";
  const score = fields.number(row, column, 0, 1);
  // People's labels have a constant in some exports, which is no confidence of a model.
  const confidence = origin === "machine" ? score : null;
  return {
    className: found.className,
    classId: found.classId,
    classList: found.classified ? [{ className: found.className, averageConfidence: confidence }] : [],
    confidence,
    boxes: boxesOf(row, fields, found, confidence),
    ...observed(row, fields, NOTED, [found]),
    origin,
  };
}

/** Animals by their scientific name; others by the type of observation. */
export function labelOf(row: CsvRow): ClassLabel {
  const type = row.text("observationType")?.toLowerCase() ?? null;
  const name = row.text("scientificName");
  if (type === "blank") return EMPTY_LABEL;
  if (type === "human" || type === "vehicle") return classLabel(type);
  if (type === "animal" || name !== null) return name === null ? label(ANIMAL_CLASS_NAME) : classLabel(name);
  if (isCameraSetup(row)) return label(CAMERA_SETUP_CLASS_NAME);
  return type === "unknown" ? label(UNKNOWN_CLASS_NAME) : UNCLASSIFIED_LABEL;
}

/** Whether a row names a species that its type of observation excludes. */
export function contradictsItself(row: CsvRow): boolean {
  const type = row.text("observationType")?.toLowerCase();
  const name = row.text("scientificName");
  if (name === null) return false;
  if (type === "human") return classLabel(name).className !== HUMAN_CLASS_NAME;
  return type === "blank" || (type === "vehicle" && name.toLowerCase() !== type);
}

function isCameraSetup(row: CsvRow): boolean {
  return row.text("cameraSetupType") !== null || cellFlag(row.text("cameraSetup")) === true;
}

function originOf(row: CsvRow, found: ClassLabel): InsightOrigin {
  if (!found.classified) return "unreviewed";
  const method = row.text("classificationMethod")?.toLowerCase();
  if (method === "human" || method === "machine") return method;
  const by = row.text("classifiedBy");
  // Exports that leave the method blank still name who classified: the names of models are known, others are people's.
  return by === null ? "unreviewed" : isModelName(by) ? "machine" : "human";
}

const BOX_COLUMNS = ["bboxX", "bboxY", "bboxWidth", "bboxHeight"] as const;

function boxesOf(
  row: CsvRow,
  fields: RowFields,
  found: ClassLabel,
  confidence: number | null,
): DetectionBox[] {
  const sides = BOX_COLUMNS.map((column) => row.text(column));
  if (sides.every((side) => side === null)) return [];
  const [x, y, width, height] = sides.map(
    (side) => (side === null ? null : row.numberIn(side)) ?? Number.NaN,
  );
  const box = boxInPicture(x ?? Number.NaN, y ?? Number.NaN, width ?? Number.NaN, height ?? Number.NaN);
  if (box !== null) return [{ className: found.className, confidence, box }];
  fields.refuse(row, "bboxX", "not_a_box", sides.map((side) => side ?? "").join(", "));
  return [];
}
