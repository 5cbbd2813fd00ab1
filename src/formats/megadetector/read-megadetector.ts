import { boxInPicture, type DetectionBox } from "../../domain/insight/detection-box.ts";
import type { ClassScore } from "../../domain/insight/insight.ts";
import { EMPTY_LABEL, label } from "../cells/class-label.ts";
import { parseSourceTime } from "../cells/source-time.ts";
import type { ReadOptions } from "../format-reader.ts";
import type {
  ImportRecord,
  InsightRecord,
  RecordPlace,
  RefusalCode,
  RefusalRecord,
} from "../import-record.ts";
import { asArray, asNumber, asObject, asText, type JsonObject } from "../json/json-value.ts";
import { baseName, folderOf, type PackageSource } from "../source/package-source.ts";
import { findResultsFile, type ResultsHead, readResults, readResultsHead } from "./results-file.ts";

/**
 * Reads a results file of MegaDetector (format 1.0 to 1.4). Each folder of pictures becomes a device, pictures in
 * no folder one device that is named as the file; each picture one insight with all its boxes, classed by its most
 * confident detection. A picture without detections is of the class 'empty'; one that could not be read is refused.
 *
 * @throws FormatError when no file of the package holds such results.
 */
export async function* readMegaDetector(
  source: PackageSource,
  options: ReadOptions,
): AsyncGenerator<ImportRecord> {
  const file = await findResultsFile(source);
  const head = await readResultsHead(source, file);
  const ownName = baseName(file).replace(/\.json$/i, "");
  const devices = new Set<string>();
  const pictures = new Set<string>();
  for await (const { index, image, text } of readResults(source, file)) {
    const place: RecordPlace = { file, row: index + 1 };
    const path = asText(image?.file)?.replaceAll("\\", "/") ?? null;
    if (image === null || path === null) {
      yield refusal(
        place,
        image === null ? null : "file",
        image === null ? "not_an_entry" : "missing_id",
        text,
      );
      continue;
    }
    const failure = asText(image.failure) ?? asText(image.failed);
    const detections = asArray(image.detections);
    if (failure !== null || detections === null || pictures.has(path)) {
      const code = pictures.has(path) ? "duplicate_id" : "failed_image";
      yield refusal(
        place,
        code === "duplicate_id" ? "file" : "failure",
        code,
        code === "duplicate_id" ? path : `${path}: ${failure ?? "no detections"}`,
      );
      continue;
    }
    pictures.add(path);
    const deviceId = folderOf(path).replace(/\/$/, "") || ownName;
    if (!devices.has(deviceId)) {
      devices.add(deviceId);
      yield deviceNamed(deviceId, place);
    }
    const { boxes, refusals } = readDetections(detections, head, place);
    // A picture whose detections are all unreadable is refused, not counted as empty.
    const lost = boxes.length === 0 && refusals.length > 0;
    for (const one of refusals) yield { ...one, lost: lost ? "row" : "field" };
    if (lost) continue;
    const time = parseTimeOf(image, options, place);
    if (time !== null && "kind" in time) yield time;
    yield { ...insightOf(boxes, place, deviceId, path), time: time === null || "kind" in time ? null : time };
  }
}

function parseTimeOf(image: JsonObject, { zone }: ReadOptions, place: RecordPlace) {
  const text = asText(image.datetime);
  if (text === null) return null;
  return parseSourceTime(text, zone) ?? refusal(place, "datetime", "not_a_time", text, "field");
}

function deviceNamed(deviceId: string, place: RecordPlace): ImportRecord {
  return {
    kind: "device",
    place,
    deviceId,
    deviceName: deviceId,
    locationName: null,
    description: null,
    latitude: null,
    longitude: null,
  };
}

function readDetections(detections: readonly unknown[], head: ResultsHead, place: RecordPlace) {
  const boxes: DetectionBox[] = [];
  const refusals: RefusalRecord[] = [];
  for (const entry of detections) {
    const detection = asObject(entry);
    const category = String(detection?.category ?? "");
    const className = head.categories.get(category);
    const confidence = asNumber(detection?.conf);
    const [x, y, width, height] = (asArray(detection?.bbox) ?? []).map(
      (side) => asNumber(side) ?? Number.NaN,
    );
    const box = boxInPicture(x ?? Number.NaN, y ?? Number.NaN, width ?? Number.NaN, height ?? Number.NaN);
    const value = JSON.stringify(entry);
    if (className === undefined) {
      refusals.push(refusal(place, "category", "unknown_category", value, "field"));
    } else if (confidence === null || confidence < 0 || confidence > 1) {
      refusals.push(refusal(place, "conf", "out_of_range", value, "field"));
    } else if (box === null) {
      refusals.push(refusal(place, "bbox", "not_a_box", value, "field"));
    } else {
      boxes.push({ className, confidence, box });
    }
  }
  return { boxes, refusals };
}

function insightOf(
  boxes: readonly DetectionBox[],
  place: RecordPlace,
  deviceId: string,
  path: string,
): InsightRecord {
  const classList = classScores(boxes);
  const [top] = classList;
  const found = top === undefined ? EMPTY_LABEL : label(top.className);
  return {
    kind: "insight",
    place,
    deviceId,
    sourceId: path,
    collectionSourceId: null,
    className: found.className,
    classId: found.classId,
    classList: top === undefined ? [{ className: found.className, averageConfidence: null }] : classList,
    confidence: top?.averageConfidence ?? null,
    boxes,
    origin: "machine",
    time: null,
    photo: { path, name: baseName(path) },
  };
}

/**
 * One score for each class, the highest of its boxes, in descending order. A mean would tell nothing, because a
 * detector lists boxes with almost no confidence.
 */
function classScores(boxes: readonly DetectionBox[]): ClassScore[] {
  const best = new Map<string, number>();
  for (const { className, confidence } of boxes)
    best.set(className, Math.max(best.get(className) ?? 0, confidence ?? 0));
  return [...best]
    .map(([className, averageConfidence]) => ({ className, averageConfidence }))
    .sort((a, b) => b.averageConfidence - a.averageConfidence);
}

function refusal(
  place: RecordPlace,
  field: string | null,
  code: RefusalCode,
  value: string,
  lost: RefusalRecord["lost"] = "row",
): RefusalRecord {
  return { kind: "refusal", place, field, code, value, lost };
}
