import { boxInPicture, type DetectionBox } from "../../domain/insight/detection-box.ts";
import { EMPTY_CLASS_NAME } from "../../domain/insight/insight.ts";
import { classLabel, UNCLASSIFIED_CLASS_NAME, UNKNOWN_CLASS_NAME } from "../cells/class-label.ts";
import type { RecordPlace, RefusalCode, RefusalRecord } from "../import-record.ts";
import { asArray, asNumber, asObject, type JsonObject } from "../json/json-value.ts";
import { refusalAt } from "./picture-device.ts";

/** The names of a file's categories by their ids. */
export interface CategoryNames {
  detections: ReadonlyMap<string, string>;
  /** Of the classifier that ran over the detections; null while they were not looked for in the whole file. */
  classifications: ReadonlyMap<string, string> | null;
}

/** One object that a detector found, named by a classifier where one did. */
export interface Detection {
  box: DetectionBox;
  /** The detector's confidence that there is something, 0 to 1; that of the box is of its class. */
  certainty: number;
}

export interface DetectionList {
  /** In the order of the file. */
  detections: Detection[];
  /** The classifier's confidence that there is nothing, where it says so of a detection; null without one. */
  blank: number | null;
  /** Detections that are left out because their confidence is below the threshold. */
  below: number;
  refusals: RefusalRecord[];
}

/** Reads the detections of one picture, in the form of MegaDetector and SpeciesNet. */
export function readDetections(
  entries: readonly unknown[],
  names: CategoryNames,
  threshold: number,
  place: RecordPlace,
): DetectionList {
  const list: DetectionList = { detections: [], blank: null, below: 0, refusals: [] };
  for (const entry of entries) {
    const detection = asObject(entry);
    const className = names.detections.get(String(detection?.category ?? ""));
    const certainty = asNumber(detection?.conf);
    const [x, y, width, height] = (asArray(detection?.bbox) ?? []).map(
      (side) => asNumber(side) ?? Number.NaN,
    );
    const box = boxInPicture(x ?? Number.NaN, y ?? Number.NaN, width ?? Number.NaN, height ?? Number.NaN);
    const refuse = (field: string, code: RefusalCode) =>
      list.refusals.push(refusalAt(place, field, code, JSON.stringify(entry), "field"));
    if (className === undefined) refuse("category", "unknown_category");
    else if (certainty === null || certainty < 0 || certainty > 1) refuse("conf", "out_of_range");
    else if (box === null) refuse("bbox", "not_a_box");
    else if (certainty < threshold) list.below += 1;
    else {
      const found = classified(detection, names, threshold, refuse) ?? { className, confidence: certainty };
      if (found.className === EMPTY_CLASS_NAME) list.blank = Math.max(list.blank ?? 0, found.confidence);
      else list.detections.push({ box: { ...found, box }, certainty });
    }
  }
  return list;
}

/** The detection that the detector is surest of, the first of equals; undefined without any. */
export function mostCertain({ detections }: DetectionList): Detection | undefined {
  return detections.reduce<Detection | undefined>(
    (best, one) => (best === undefined || one.certainty > best.certainty ? one : best),
    undefined,
  );
}

/** The classifier's first choice for a detection; null where it has none that says more than the detector. */
function classified(
  detection: JsonObject | null,
  names: CategoryNames,
  threshold: number,
  refuse: (field: string, code: RefusalCode) => void,
): { className: string; confidence: number } | null {
  let best: { className: string; confidence: number } | null = null;
  for (const choice of asArray(detection?.classifications) ?? []) {
    const [id, confidence] = asArray(choice) ?? [];
    const name = names.classifications?.get(String(id));
    const score = asNumber(confidence);
    if (name === undefined) refuse("classifications", "unknown_category");
    else if (score === null || score < 0 || score > 1) refuse("classifications", "out_of_range");
    else if (score >= threshold && score > (best?.confidence ?? -1))
      best = { className: classLabel(name).className, confidence: score };
  }
  const saysNothing = [UNCLASSIFIED_CLASS_NAME, UNKNOWN_CLASS_NAME].includes(best?.className ?? "");
  return saysNothing ? null : best;
}
