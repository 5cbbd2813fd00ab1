import { type HeadingNames, headingNames } from "./csv/find-by-heading.ts";
import type { ForeignFormat } from "./format-error.ts";
import { readJsonParts } from "./json/json-parts.ts";
import { isCsv, type PackageSource } from "./source/package-source.ts";

/** A file of a package that another program exported. */
export interface ForeignFile {
  file: string;
  format: ForeignFormat;
}

/** The first file of a package that is an export of a known program which no reader reads; null without one. */
export async function findForeignFile(source: PackageSource): Promise<ForeignFile | null> {
  for (const file of source.names) {
    const format = await foreignFormatOf(source, file);
    if (format !== null) return { file, format };
  }
  return null;
}

async function foreignFormatOf(source: PackageSource, file: string): Promise<ForeignFormat | null> {
  if (/\.(xlsx?|xlsm|ods|numbers)$/i.test(file)) return "spreadsheet";
  if (/\.json$/i.test(file)) return (await isCoco(source, file)) ? "coco" : null;
  if (!isCsv(file)) return null;
  const names = await headingNames(source, file);
  const found = HEADINGS.find(([, matches]) =>
    matches(names, (...all) => all.every((one) => names.has(one))),
  );
  return found?.[0] ?? null;
}

type HasAll = (...names: readonly string[]) => boolean;

const HEADINGS: readonly (readonly [ForeignFormat, (names: HeadingNames, hasAll: HasAll) => boolean])[] = [
  // People choose the columns of an export, so that any two of those that only this program has are enough.
  [
    "inaturalist",
    (names) =>
      hasTwoOf(names, [
        "observed_on",
        "observed_on_string",
        "quality_grade",
        "species_guess",
        "iconic_taxon_name",
        "num_identification_agreements",
        "captive_cultivated",
        "taxon_geoprivacy",
        "user_login",
      ]),
  ],
  // The exports of classifications, of subjects and of aggregated answers.
  [
    "zooniverse",
    (names, hasAll) =>
      hasAll("classification_id", "workflow_id") ||
      hasAll("subject_id", "workflow_id") ||
      hasTwoOf(names, ["subject_ids", "subject_data", "annotations", "workflow_version", "gold_standard"]),
  ],
  // From 2023 on and before; labels may have a column each.
  [
    "traptagger",
    (names, hasAll) =>
      hasTwoOf(names, [
        "sighting count",
        "cluster id",
        "unique capture id",
        "capture number",
        "informational tags",
        "site name",
        "annotator",
      ]) ||
      hasAll("image_label_1") ||
      hasTwoOf(names, ["image_labels", "cluster_labels", "capture_labels", "image_sighting_count"]),
  ],
  [
    "agouti",
    (names, hasAll) =>
      hasTwoOf(names, ["animalscientificname", "animalvernacularname", "sequenceissetuppickup"]) ||
      hasAll("sequenceid", "deploymentid", "issetuppickup"),
  ],
  [
    "camtrap-table",
    (_, hasAll) =>
      hasAll("deploymentid", "observationid") ||
      hasAll("deploymentid", "mediaid") ||
      hasAll("deploymentid", "deploymentstart"),
  ],
  ["camtrapr", (_, hasAll) => hasAll("station", "species", "datetimeoriginal")],
];

function hasTwoOf(names: HeadingNames, marks: readonly string[]): boolean {
  return marks.filter((mark) => names.has(mark)).length >= 2;
}

async function isCoco(source: PackageSource, file: string): Promise<boolean> {
  for await (const { key } of readJsonParts(source, file)) {
    if (key === "annotations") return true;
    if (["detection_categories", "predictions", "resources"].includes(key)) return false;
  }
  return false;
}
