import { classLabel } from "../cells/class-label.ts";
import type { EncodingGuess } from "../csv/decode-text.ts";
import type { CategoryNames } from "../detections/read-detections.ts";
import { FormatError } from "../format-error.ts";
import { readJsonParts } from "../json/json-parts.ts";
import { asObject, asText, type JsonObject, parseJson } from "../json/json-value.ts";
import { baseName, type PackageSource } from "../source/package-source.ts";

/** One entry of `images`: null where it is no JSON object. */
export interface ResultsEntry {
  index: number;
  image: JsonObject | null;
  text: string;
}

/**
 * The files of the package that hold detection results.
 *
 * @throws FormatError `not_such_a_package` where there is none.
 */
export async function findResultsFiles(source: PackageSource): Promise<readonly string[]> {
  const files: string[] = [];
  for (const name of source.names) {
    if (/\.json$/i.test(baseName(name)) && (await hasResults(source, name))) files.push(name);
  }
  if (files.length === 0)
    throw new FormatError("not_such_a_package", { needs: "detection_categories, images" });
  return files;
}

/**
 * Reads the names of the detector's categories, wherever they stand in the file, and of the classifier's where these
 * stand before the entries or behind both.
 */
export async function readCategoryNames(source: PackageSource, file: string): Promise<CategoryNames> {
  let detections: CategoryNames["detections"] | null = null;
  let classifications: CategoryNames["classifications"] = null;
  for await (const { key, text } of readJsonParts(source, file)) {
    if (key === "detection_categories") detections = namesIn(text, (name) => classLabel(name).className);
    if (key === "classification_categories") classifications = namesIn(text, (name) => name);
    if (detections !== null && (classifications !== null || key === "images"))
      return { detections, classifications };
  }
  if (detections === null) throw new FormatError("missing_table", { table: "detection_categories" });
  return { detections, classifications };
}

/** Reads the names of the classifier's categories, wherever they stand in the file; empty where there are none. */
export async function readClassificationNames(
  source: PackageSource,
  file: string,
): Promise<ReadonlyMap<string, string>> {
  for await (const { key, text } of readJsonParts(source, file)) {
    if (key === "classification_categories") return namesIn(text, (name) => name);
  }
  return new Map();
}

function namesIn(text: string, nameOf: (name: string) => string): ReadonlyMap<string, string> {
  const names = Object.entries(asObject(parseJson(text)) ?? {});
  return new Map(names.map(([id, name]) => [id, nameOf(asText(name) ?? id)]));
}

/**
 * The entries of `images` in order.
 *
 * @throws FormatError `missing_table` where `images` is no list.
 */
export async function* readResults(
  source: PackageSource,
  file: string,
  onGuess: (guess: EncodingGuess) => void,
): AsyncGenerator<ResultsEntry> {
  for await (const { key, index, text } of readJsonParts(source, file, onGuess)) {
    if (key !== "images") continue;
    if (index === null) throw new FormatError("missing_table", { table: "images" });
    yield { index, image: asObject(parseJson(text)), text };
  }
}

async function hasResults(source: PackageSource, file: string): Promise<boolean> {
  for await (const { key, index, text } of readJsonParts(source, file)) {
    if (key === "detection_categories") return true;
    if (key === "predictions" || key === "resources") return false;
    // Other formats list their pictures under this name too; an entry without `file` belongs to one of these.
    if (key === "images" && index !== null) return asObject(parseJson(text))?.file_name === undefined;
  }
  return false;
}
