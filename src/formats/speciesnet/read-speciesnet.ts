import type { ClassScore } from "../../domain/insight/insight.ts";
import {
  ANIMAL_CLASS_NAME,
  type ClassLabel,
  classLabel,
  HUMAN_CLASS_NAME,
  UNCLASSIFIED_LABEL,
} from "../cells/class-label.ts";
import { encodingNotice } from "../csv/csv-table.ts";
import { deviceIdOf, deviceNamed, refusalAt } from "../detections/picture-device.ts";
import {
  type CategoryNames,
  type DetectionList,
  mostCertain,
  readDetections,
} from "../detections/read-detections.ts";
import { TextSet } from "../detections/text-set.ts";
import { ThresholdCount } from "../detections/threshold-count.ts";
import { FormatError } from "../format-error.ts";
import type { ReadOptions } from "../format-reader.ts";
import type {
  ImportRecord,
  InsightRecord,
  NoticeRecord,
  RecordPlace,
  RefusalRecord,
} from "../import-record.ts";
import { readJsonParts } from "../json/json-parts.ts";
import { asArray, asNumber, asObject, asText, type JsonObject, parseJson } from "../json/json-value.ts";
import { baseName, type PackageSource } from "../source/package-source.ts";
import { requireWhole } from "../source/whole-file.ts";
import { UnreadFields } from "../unread-notice.ts";
import { speciesLabel } from "./species-label.ts";

/** MegaDetector's categories, which SpeciesNet's detections name by their ids. */
const CATEGORIES: CategoryNames = {
  detections: new Map([
    ["1", ANIMAL_CLASS_NAME],
    ["2", HUMAN_CLASS_NAME],
    ["3", "vehicle"],
  ]),
  classifications: new Map(),
};

const TAKEN = ["filepath", "classifications", "detections", "prediction", "prediction_score", "failures"];

/**
 * Reads SpeciesNet's predictions. Each folder of pictures becomes a device; each picture one insight with the boxes of
 * the detector, classed by the prediction of the whole ensemble. Where a part of it did not run, the classifier's
 * first choice names the class, else the most certain detection.
 *
 * @throws FormatError when no file of the package holds predictions.
 */
export async function* readSpeciesNet(
  source: PackageSource,
  options: ReadOptions,
): AsyncGenerator<ImportRecord> {
  const files: string[] = [];
  for (const name of source.names) {
    if (/\.json$/i.test(baseName(name)) && (await hasPredictions(source, name))) files.push(name);
  }
  if (files.length === 0) throw new FormatError("not_such_a_package", { needs: "predictions" });
  yield* requireWhole(source, files);
  const [devices, pictures] = [new Set<string>(), new TextSet()];
  for (const file of files) {
    const threshold = new ThresholdCount(file, options.threshold);
    const unread = new UnreadFields(file, TAKEN);
    for await (const record of readFile(source, file, threshold, unread)) {
      if (record.kind !== "insight") yield record;
      else if (pictures.has(record.sourceId))
        yield refusalAt(record.place, "filepath", "duplicate_id", record.sourceId);
      else {
        pictures.add(record.sourceId);
        if (!devices.has(record.deviceId)) yield deviceNamed(record.deviceId, record.place);
        devices.add(record.deviceId);
        yield record;
      }
    }
    yield* threshold.notices();
    yield* unread.notices();
  }
}

/** Whether a file holds SpeciesNet's predictions. */
export async function hasPredictions(source: PackageSource, file: string): Promise<boolean> {
  for await (const { key, index, text } of readJsonParts(source, file)) {
    if (key === "images" || key === "resources") return false;
    if (key === "predictions") return index !== null && asObject(parseJson(text))?.filepath !== undefined;
  }
  return false;
}

async function* readFile(
  source: PackageSource,
  file: string,
  threshold: ThresholdCount,
  unread: UnreadFields,
): AsyncGenerator<InsightRecord | RefusalRecord | NoticeRecord> {
  const notices: NoticeRecord[] = [];
  const parts = readJsonParts(source, file, (guess) => notices.push(encodingNotice(file, guess)));
  for await (const { key, index, text } of parts) {
    yield* notices.splice(0);
    if (key !== "predictions" || index === null) continue;
    const place: RecordPlace = { file, row: index + 1 };
    const entry = asObject(parseJson(text));
    const path = asText(entry?.filepath)?.replaceAll("\\", "/") ?? null;
    if (entry === null) yield refusalAt(place, null, "not_an_entry", text);
    else if (path === null) yield refusalAt(place, "filepath", "missing_id", text);
    else {
      unread.add(entry);
      yield* readEntry(entry, path, place, threshold);
    }
  }
}

function* readEntry(
  entry: JsonObject,
  path: string,
  place: RecordPlace,
  threshold: ThresholdCount,
): Generator<InsightRecord | RefusalRecord> {
  const list = readDetections(asArray(entry.detections) ?? [], CATEGORIES, threshold.value, place);
  const found = choiceOf(entry, list, threshold, place);
  if (found === null) {
    const failures = (asArray(entry.failures) ?? []).join(", ");
    yield refusalAt(place, "failures", "failed_image", `${path}: ${failures || "no prediction"}`);
    return;
  }
  yield* list.refusals;
  threshold.count(list);
  const { label, confidence } = found;
  yield {
    kind: "insight",
    place,
    deviceId: deviceIdOf(path, place.file),
    sourceId: path,
    collectionSourceId: null,
    className: label.className,
    classId: label.classId,
    classList: classListOf(found),
    confidence,
    boxes: list.detections.map(({ box }) => box),
    origin: label.classified ? "machine" : "unreviewed",
    time: null,
    photo: { path, name: baseName(path) },
  };
}

interface Choice {
  label: ClassLabel;
  confidence: number | null;
}

/** Null where no part of the ensemble says anything of the picture. */
function choiceOf(
  entry: JsonObject,
  list: DetectionList,
  threshold: ThresholdCount,
  place: RecordPlace,
): Choice | null {
  const classifications = asObject(entry.classifications);
  const choices: [string, string | null, number | null][] = [
    ["prediction_score", asText(entry.prediction), asNumber(entry.prediction_score)],
    [
      "scores",
      asText(asArray(classifications?.classes)?.[0]),
      asNumber(asArray(classifications?.scores)?.[0]),
    ],
  ];
  for (const [field, text, given] of choices) {
    if (text === null) continue;
    const isScore = given === null || (given >= 0 && given <= 1);
    if (!isScore) list.refusals.push(refusalAt(place, field, "out_of_range", String(given), "field"));
    const score = isScore ? given : null;
    // A class below the threshold is none; its picture is not called empty, because something may be in it.
    const isUsed = score === null || score >= threshold.value;
    if (!isUsed) threshold.countUnnamed();
    return isUsed
      ? { label: speciesLabel(text), confidence: score }
      : { label: UNCLASSIFIED_LABEL, confidence: null };
  }
  if (asArray(entry.detections) === null) return null;
  const best = mostCertain(list);
  if (best !== undefined) return { label: classLabel(best.box.className), confidence: best.certainty };
  return list.refusals.length > 0 ? null : { label: classLabel("blank"), confidence: null };
}

function classListOf({ label, confidence }: Choice): ClassScore[] {
  return label.classified ? [{ className: label.className, averageConfidence: confidence }] : [];
}
