import { decodeText } from "../csv/decode-text.ts";
import { FormatError } from "../format-error.ts";
import { JsonObjectSplitter } from "../json/json-stream.ts";
import { asObject, asText, type JsonObject, parseJson } from "../json/json-value.ts";
import { baseName, type PackageSource } from "../source/package-source.ts";

/** The head of a MegaDetector results file. */
export interface ResultsHead {
  /** Names of the detection categories by their id. */
  categories: ReadonlyMap<string, string>;
}

/** One entry of `images`: null where it is no JSON object. */
export interface ResultsEntry {
  index: number;
  image: JsonObject | null;
  text: string;
}

/**
 * The one file of the package that holds detection results.
 *
 * @throws FormatError `not_such_a_package` where there is none.
 */
export async function findResultsFile(source: PackageSource): Promise<string> {
  for (const name of source.names) {
    if (/\.json$/i.test(baseName(name)) && (await hasResults(source, name))) return name;
  }
  throw new FormatError("not_such_a_package", { needs: "detection_categories, images" });
}

/** Reads the values beside `images`, wherever they stand in the file. */
export async function readResultsHead(source: PackageSource, file: string): Promise<ResultsHead> {
  for await (const { key, text } of parts(source, file)) {
    if (key !== "detection_categories") continue;
    const names = Object.entries(asObject(parseJson(text)) ?? {});
    return { categories: new Map(names.map(([id, name]) => [id, asText(name) ?? id])) };
  }
  throw new FormatError("missing_table", { table: "detection_categories" });
}

/**
 * The entries of `images` in order.
 *
 * @throws FormatError `missing_table` where `images` is no list.
 */
export async function* readResults(source: PackageSource, file: string): AsyncGenerator<ResultsEntry> {
  for await (const { key, index, text } of parts(source, file)) {
    if (key !== "images") continue;
    if (index === null) throw new FormatError("missing_table", { table: "images" });
    yield { index, image: asObject(parseJson(text)), text };
  }
}

async function hasResults(source: PackageSource, file: string): Promise<boolean> {
  for await (const { key, index, text } of parts(source, file)) {
    if (key === "detection_categories") return true;
    // Other formats list their pictures under this name too; an entry without `file` belongs to one of these.
    if (key === "images" && index !== null) return asObject(parseJson(text))?.file_name === undefined;
  }
  return false;
}

async function* parts(source: PackageSource, file: string) {
  const splitter = new JsonObjectSplitter();
  for await (const text of decodeText(file, source.open(file))) {
    yield* splitter.push(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  }
  if (!splitter.complete) throw new FormatError("not_json", { file });
}
