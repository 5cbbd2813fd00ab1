import { describe, expect, it } from "vitest";
import type { FormatError } from "../../../src/formats/format-error.ts";
import { FORMAT_IDS, type FormatId, readerOf } from "../../../src/formats/known-formats.ts";
import { IMPORT_MESSAGES } from "../../../src/messages/command-line/import.ts";
import { collectRecords } from "./collect-records.ts";
import { memorySource } from "./memory-source.ts";

async function sentenceOf(id: FormatId, files: Record<string, string>): Promise<string> {
  const error: FormatError = await collectRecords(readerOf(id), memorySource(files)).then(
    () => expect.unreachable("the package was read"),
    (reason: FormatError) => reason,
  );
  return IMPORT_MESSAGES.package[error.code](error.details);
}

/** Headings as the programs write them, in short. */
const FOREIGN: readonly (readonly [string, string, RegExp])[] = [
  [
    "observations-1.csv",
    "id,uuid,observed_on_string,observed_on,time_observed_at,time_zone,user_id,user_login,quality_grade,license,url,image_url,species_guess,scientific_name\n1",
    /an export of iNaturalist, which cannot be read\. .*Camtrap DP/,
  ],
  [
    "wildcam-classifications.csv",
    "classification_id,user_name,user_id,user_ip,workflow_id,workflow_name,workflow_version,created_at,gold_standard,expert,metadata,annotations,subject_data,subject_ids\n1",
    /an export of Zooniverse, which cannot be read\. .*aggregate/,
  ],
  [
    "survey.csv",
    "Site Name,Latitude,Longitude,Timestamp,Species,Sighting Count,File\nA",
    /an export of TrapTagger/,
  ],
  ["old.csv", "site,timestamp,image_label_1,image_sighting_count_1\nA", /an export of TrapTagger/],
  [
    "observations.csv",
    "observationID,deploymentID,sequenceID,animalCount,animalScientificName,animalVernacularName\n1",
    /Agouti in a form of its own, which cannot be read\. .*Camtrap DP/,
  ],
  [
    "media.csv",
    "mediaID,deploymentID,timestamp,filePath\n1",
    /a single table of Camtrap DP, .*datapackage\.json/,
  ],
  ["record_table.csv", "Station,Species,DateTimeOriginal,Directory,FileName\nA", /an export of camtrapR/],
  [
    "coco.json",
    '{"images":[{"file_name":"a.jpg"}],"annotations":[{"id":1}],"categories":[]}',
    /COCO Camera Traps/,
  ],
  ["table.xlsx", "PK", /a spreadsheet, .*CSV UTF-8/],
];

const READ: Readonly<Record<FormatId, Record<string, string>>> = {
  "camtrap-dp": { "datapackage.json": '{"resources":[]}' },
  "wildlife-insights": { "images.csv": "deployment_id,image_id,common_name\n" },
  megadetector: { "md.json": '{"detection_categories":{},"images":[]}' },
  speciesnet: { "predictions.json": '{"predictions":[{"filepath":"a.jpg"}]}' },
  timelapse: { "data.csv": "File,RelativePath,DateTime,Species\n" },
  camelot: { "full.csv": "Media ID,Date/Time,Trap Station Name\n" },
};

describe("the formats", () => {
  it.each(FOREIGN)(
    "recognise %s, and say what to export instead (import 13)",
    async (file, content, expected) => {
      for (const id of ["wildlife-insights", "timelapse"] as const)
        expect(await sentenceOf(id, { [file]: content })).toMatch(expected);
    },
  );

  it("name the one that a package is of, when another is asked for (import 13)", async () => {
    for (const id of FORMAT_IDS) {
      const asked = id === "camelot" ? "timelapse" : "camelot";
      expect(await sentenceOf(asked, READ[id])).toContain(`please import it as ${id}.`);
    }
  });

  it("take no file for another's where nothing tells whose it is", async () => {
    expect(await sentenceOf("camtrap-dp", { "list.csv": "name,date\n" })).toBe(
      "This is no such package: it does not hold datapackage.json.",
    );
  });
});
