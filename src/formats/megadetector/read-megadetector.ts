import type { ClassScore } from "../../domain/insight/insight.ts";
import { EMPTY_LABEL, label } from "../cells/class-label.ts";
import { parseSourceTime } from "../cells/source-time.ts";
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
import type { ReadOptions } from "../format-reader.ts";
import type { ImportRecord, InsightRecord, NoticeRecord, RecordPlace } from "../import-record.ts";
import { asArray, asText, type JsonObject } from "../json/json-value.ts";
import { baseName, type PackageSource } from "../source/package-source.ts";
import { requireWhole } from "../source/whole-file.ts";
import { UnreadFields } from "../unread-notice.ts";
import {
  findResultsFiles,
  type ResultsEntry,
  readCategoryNames,
  readClassificationNames,
  readResults,
} from "./results-file.ts";

/**
 * Reads results files of MegaDetector (format 1.0 to 1.6), also those with the classes of a classifier. Each folder of
 * pictures becomes a device, pictures in no folder one device that is named as the file; each picture one insight with
 * all its boxes, classed by its most certain detection. A picture without detections is of the class 'empty'; one that
 * could not be read is refused.
 *
 * @throws FormatError when no file of the package holds such results.
 */
export async function* readMegaDetector(
  source: PackageSource,
  options: ReadOptions,
): AsyncGenerator<ImportRecord> {
  const known: KnownPictures = { devices: new Set(), pictures: new TextSet() };
  const files = await findResultsFiles(source);
  yield* requireWhole(source, files);
  for (const file of files) yield* readFile(source, file, options, known);
}

const TAKEN = ["file", "detections", "failure", "failed", "datetime", "max_detection_conf"];

/** The devices and pictures of all files that were read so far. */
interface KnownPictures {
  devices: Set<string>;
  pictures: TextSet;
}

async function* readFile(
  source: PackageSource,
  file: string,
  options: ReadOptions,
  known: KnownPictures,
): AsyncGenerator<ImportRecord> {
  let names: CategoryNames = await readCategoryNames(source, file);
  const threshold = new ThresholdCount(file, options.threshold);
  const unread = new UnreadFields(file, TAKEN);
  const notices: NoticeRecord[] = [];
  for await (const entry of readResults(source, file, (guess) => notices.push(encodingNotice(file, guess)))) {
    yield* notices.splice(0);
    const place: RecordPlace = { file, row: entry.index + 1 };
    const picture = pictureOf(entry, place, known.pictures);
    if ("kind" in picture) {
      yield picture;
      continue;
    }
    const { image, path, detections } = picture;
    known.pictures.add(path);
    const deviceId = deviceIdOf(path, file);
    if (!known.devices.has(deviceId)) {
      known.devices.add(deviceId);
      yield deviceNamed(deviceId, place);
    }
    if (names.classifications === null && entry.text.includes('"classifications"'))
      names = { ...names, classifications: await readClassificationNames(source, file) };
    const list = readDetections(detections, names, threshold.value, place);
    // A picture whose detections are all unreadable is refused, not counted as empty.
    const lost = list.detections.length === 0 && list.blank === null && list.refusals.length > 0;
    for (const one of list.refusals) yield { ...one, lost: lost ? "row" : "field" };
    if (lost) continue;
    const time = parseTimeOf(image, options, place);
    if (time !== null && "kind" in time) {
      yield time;
      continue;
    }
    unread.add(image);
    threshold.count(list);
    yield { ...insightOf(list, place, deviceId, path), time };
  }
  yield* notices;
  yield* threshold.notices();
  yield* unread.notices();
}

function pictureOf({ image, text }: ResultsEntry, place: RecordPlace, pictures: TextSet) {
  const path = asText(image?.file)?.replaceAll("\\", "/") ?? null;
  if (image === null) return refusalAt(place, null, "not_an_entry", text);
  if (path === null) return refusalAt(place, "file", "missing_id", text);
  if (pictures.has(path)) return refusalAt(place, "file", "duplicate_id", path);
  const failure = asText(image.failure) ?? asText(image.failed);
  const detections = asArray(image.detections);
  if (failure !== null || detections === null)
    return refusalAt(place, "failure", "failed_image", `${path}: ${failure ?? "no detections"}`);
  return { image, path, detections };
}

function parseTimeOf(image: JsonObject, { zone, dates }: ReadOptions, place: RecordPlace) {
  const text = asText(image.datetime);
  if (text === null) return null;
  return parseSourceTime(text, zone, dates) ?? refusalAt(place, "datetime", "not_a_time", text);
}

function insightOf(list: DetectionList, place: RecordPlace, deviceId: string, path: string): InsightRecord {
  const classList = classScores(list);
  const [top] = classList;
  const found = list.detections.length === 0 ? EMPTY_LABEL : label(top?.className ?? "");
  return {
    kind: "insight",
    place,
    deviceId,
    sourceId: path,
    collectionSourceId: null,
    className: found.className,
    classId: found.classId,
    classList,
    confidence: top?.averageConfidence ?? null,
    boxes: list.detections.map(({ box }) => box),
    origin: "machine",
    time: null,
    photo: { path, name: baseName(path) },
  };
}

/**
 * One score for each class, the highest of its boxes; first that of the most certain detection, then in descending
 * order. A mean would tell nothing, because a detector lists boxes with almost no confidence.
 */
function classScores(list: DetectionList): ClassScore[] {
  const { detections, blank } = list;
  const first = mostCertain(list);
  if (first === undefined) return [{ className: EMPTY_LABEL.className, averageConfidence: blank }];
  const best = new Map<string, number>();
  for (const { box, certainty } of detections)
    best.set(box.className, Math.max(best.get(box.className) ?? 0, box.confidence ?? certainty));
  const rank = ({ className }: { className: string }) => (className === first.box.className ? 1 : 0);
  return [...best]
    .map(([className, averageConfidence]) => ({ className, averageConfidence }))
    .sort((a, b) => rank(b) - rank(a) || b.averageConfidence - a.averageConfidence);
}
