import { describe, expect, it } from "vitest";
import { charsKept, type Observation } from "../../../src/domain/insight/observation.ts";
import { type FormatId, readerOf } from "../../../src/formats/known-formats.ts";
import { IMPORT_MESSAGES } from "../../../src/messages/command-line/import.ts";
import { collectRecords } from "./collect-records.ts";
import { memorySource } from "./memory-source.ts";

const read = (id: FormatId, files: Readonly<Record<string, string>>) =>
  collectRecords(readerOf(id), memorySource(files));
const table = (...lines: readonly string[]) => `${lines.join("\n")}\n`;
const WI_HEADING =
  "deployment_id,image_id,common_name,is_blank,timestamp,number_of_objects,age,sex,individual_id,behavior,identified_by,individual_animal_notes,highlighted,markings";
const wildlifeInsights = (...rows: readonly string[]) =>
  read("wildlife-insights", {
    "deployments.csv": table("deployment_id,placename,bait_type", "A,Ridge,None", "B,Pass,Scent"),
    "images.csv": table(WI_HEADING, ...rows.map((row, n) => `A,I${n},${row}`)),
  });
const factsOf = ({ insights }: Awaited<ReturnType<typeof read>>): (Observation | undefined)[] =>
  insights.map(({ observation }) => observation);

describe("what people noted beside the class", () => {
  it("is kept from every table of a whole event or a single picture (import 10)", async () => {
    const camtrap = await read("camtrap-dp", {
      "datapackage.json": JSON.stringify({
        resources: ["deployments", "media", "observations"].map((name) => ({ name, path: `${name}.csv` })),
      }),
      "deployments.csv": table("deploymentID,cameraModel", "A,Reconyx"),
      "media.csv": table(
        "mediaID,deploymentID,timestamp,filePath,filePublic",
        "m1,A,2020-01-01T00:00:00Z,1.jpg,true",
        "m2,A,2020-01-01T00:00:10Z,2.jpg,true",
      ),
      "observations.csv": table(
        "observationID,deploymentID,mediaID,eventID,eventStart,eventEnd,observationLevel,observationType,scientificName,count,lifeStage,sex,individualSpeed,classificationMethod,classifiedBy,observationTags,observationComments",
        'o1,A,,e1,2020-01-01T00:00:00Z,2020-01-01T00:00:20Z,event,animal,Anas crecca,3,adult,unknown,,human,Ada,swim:across,"eclipse; ""late"""',
        "o2,A,m1,,2020-01-01T00:00:00Z,,media,animal,Anas crecca,1,,male,2.5,machine,Model v1,,",
      ),
    });
    const event = {
      count: 3,
      lifeStage: "adult",
      tags: "swim:across",
      observer: "Ada",
      comments: 'eclipse; "late"',
    };
    expect(factsOf(camtrap)).toEqual([{ count: 1, sex: "male", observer: "Model v1" }, event]);
    expect(
      camtrap.notices.flatMap(({ code, file, example }) =>
        code === "columns_not_read" ? [[file, example]] : [],
      ),
    ).toEqual([
      ["deployments.csv", "cameraModel"],
      ["media.csv", "filePublic"],
      ["observations.csv", "individualSpeed"],
    ]);

    const old = await read("camtrap-dp", {
      "observations.csv": table(
        "observationID,deploymentID,animalScientificName,sequenceStart,animalCount,animalSex,animalBehavior,observationNotes,animalIndividualNotes",
        "o1,A,Vulpes vulpes,2020-01-01 10:00:00,2,female,{},first,second",
      ),
    });
    expect(factsOf(old)).toEqual([{ count: 2, sex: "female", comments: "first\nsecond" }]);
  });

  it("leaves out what says nothing, and refuses what cannot be a fact, never the row (import 10)", async () => {
    const long = "a".repeat(charsKept("comments") + 1);
    const found = await wildlifeInsights(
      "Fox,0,2020-01-01 10:00:00,1.0,unknown,Unknown,,,,,,",
      "Blank,1,2020-01-01 10:00:00,1,,,,,,,,",
      "Fox,0,2020-01-01 10:00:00,0,,female,,,,,,",
      "Fox,0,2020-01-01 10:00:00,2-3,adult,,,,,,,",
      "Fox,0,2020-01-01 10:00:00,1.5,,,,,,,,",
      `Fox,0,2020-01-01 10:00:00,,,,,,,${long},,`,
      "Fox,0,2020-01-01 10:00:00,,,,,,,,,",
    );
    expect(factsOf(found)).toEqual([
      { count: 1 },
      undefined,
      { sex: "female" },
      { lifeStage: "adult" },
      undefined,
      { comments: long.slice(1) },
      undefined,
    ]);
    expect(found.refusals.map(({ place, field, code, lost }) => [place.row, field, code, lost])).toEqual([
      [5, "number_of_objects", "not_a_number", "field"],
      [6, "number_of_objects", "not_whole", "field"],
      [7, "individual_animal_notes", "text_too_long", "field"],
    ]);
    expect(IMPORT_MESSAGES.refusals.text_too_long).toContain(charsKept("comments").toLocaleString("en"));
  });

  it("is said of no animal where a row names several, though comments hold for all (import 10)", async () => {
    const found = await read("timelapse", {
      "t.csv": table(
        "File,RelativePath,DateTime,Species1,Species2,Count,Sex,Notes,Comment",
        "1.jpg,A,2020-01-01 10:00:00,Fox,Wolf,2,unknown,two dens,near",
        "2.jpg,A,2020-01-01 10:00:00,Fox,,2,male,,",
      ),
    });
    expect(factsOf(found)).toEqual([
      { comments: "near\ntwo dens" },
      { comments: "near\ntwo dens" },
      { count: 2, sex: "male" },
    ]);
    expect(found.refusals.map(({ field, code, value }) => [field, code, value])).toEqual([
      ["Count", "of_several", "2"],
    ]);
  });

  it("is named where it is not taken: columns and fields with values, by file (import 10)", async () => {
    const { notices } = await wildlifeInsights(
      "Fox,0,2020-01-01 10:00:00,,,,,,,,TRUE,",
      "Fox,0,2020-01-01 10:00:00,,,,,,,,,two scars",
    );
    const sentences = notices.map(({ code, count, file, example }) =>
      IMPORT_MESSAGES.notices[code](count, file, example),
    );
    expect(sentences).toEqual([
      "Not taken from deployments.csv: the column bait_type.",
      "Not taken from images.csv: the 2 columns highlighted, markings.",
    ]);

    const camelot = await read("camelot", {
      "full.csv": table(
        ",Date/Time,Trap Station Name,Media ID,Species Common Name,Species,Species,Colour",
        "7,2018-07-22T16:02:01,Ridge,1,Moose,Alces alces,alces,",
      ),
    });
    expect(camelot.notices.map(({ example }) => example)).toEqual([
      "(column 1), Species, Species (column 7)",
    ]);

    const entry = { file: "A/1.jpg", detections: [], max_detection_conf: 0, location: "A", seq_id: null };
    const detector = await read("megadetector", {
      "md.json": JSON.stringify({ detection_categories: { "1": "animal" }, images: [entry] }),
    });
    expect(detector.notices.map(({ code, example }) => [code, example])).toContainEqual([
      "columns_not_read",
      "location",
    ]);
    const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`k${n}`.repeat(30), n]));
    const ensemble = await read("speciesnet", {
      "p.json": JSON.stringify({
        predictions: [{ filepath: "A/1.jpg", detections: [], country: "KEN", ...many }],
      }),
    });
    const [notice] = ensemble.notices.filter(({ code }) => code === "columns_not_read");
    expect(notice?.example).toMatch(/^country, .*…$/);
    expect(notice?.example?.length).toBeLessThan(3_000);
  });
});

describe("rows that people made by hand", () => {
  it("say yes and no in any language, and a cell that says neither is refused (import 11)", async () => {
    const found = await wildlifeInsights(
      ",Ja,2020-01-01 10:00:00,,,,,,,,,",
      "Fox,Nein,2020-01-01 10:00:00,,,,,,,,,",
      ",vielleicht,2020-01-01 10:00:00,,,,,,,,,",
      "Fox,VRAI,2020-01-01 10:00:00,,,,,,,,,",
    );
    expect(found.insights.map(({ className }) => className)).toEqual(["empty", "Fox", "unclassified"]);
    expect(found.refusals.map(({ place, field, code, lost }) => [place.row, field, code, lost])).toEqual([
      [4, "is_blank", "not_a_flag", "field"],
      [5, "is_blank", "contradicting_classes", "row"],
    ]);
    const ticked = await read("timelapse", {
      "t.csv": table(
        "File;RelativePath;DateTime;animal;empty",
        "1.jpg;A;2020-01-01 10:00:00;WAHR;FALSCH",
        "2.jpg;A;2020-01-01 10:00:00;;x",
      ),
    });
    expect(ticked.insights.map(({ className }) => className)).toEqual(["animal", "unclassified"]);
    expect(ticked.refusals.map(({ field, code }) => [field, code])).toEqual([["empty", "not_a_flag"]]);
  });

  it("are counted where one says of a photo just what the row before does (import 11)", async () => {
    const rows = ["Fox", "Fox", "Badger"].map((name) => `A,I1,${name},0,2020-01-01 10:00:00,1,,,,,,,,`);
    const found = await read("wildlife-insights", {
      "deployments.csv": table("deployment_id,placename", "A,Ridge"),
      "images.csv": table(WI_HEADING, ...rows),
    });
    expect(found.insights.map(({ sourceId }) => sourceId)).toEqual(["I1", "I1#2", "I1#3"]);
    expect(found.notices).toEqual([{ kind: "notice", code: "repeated_rows", file: "images.csv", count: 1 }]);
  });

  it("show no picture of another camera: an observation names a medium of its own deployment (import 1)", async () => {
    const { insights, refusals, notices } = await read("camtrap-dp", {
      "datapackage.json": JSON.stringify({
        resources: ["deployments", "media", "observations"].map((name) => ({ name, path: `${name}.csv` })),
      }),
      "deployments.csv": table("deploymentID", "D1", "d1"),
      "media.csv": table("mediaID,deploymentID,timestamp,filePath", "m2,d1,2024-05-02T10:00:00Z,b/1.jpg"),
      "observations.csv": table(
        "observationID,deploymentID,mediaID,eventStart,eventEnd,observationLevel,observationType,scientificName",
        "o1,D1,m2,2024-05-02T10:00:00Z,,media,animal,Sus scrofa",
        "o2,d1,,2024-05-02T10:00:00Z,2024-05-02T10:00:00Z,event,animal,Cervus elaphus",
      ),
    });
    expect(refusals.map(({ place, field, code, lost }) => [place.row, field, code, lost])).toEqual([
      [2, "mediaID", "media_elsewhere", "row"],
    ]);
    // The picture counts as not judged by itself, so that the event's class is its own.
    expect(insights.map(({ deviceId, sourceId, photo }) => [deviceId, sourceId, photo?.path])).toEqual([
      ["d1", "o2/m2", "b/1.jpg"],
    ]);
    expect(notices).toEqual([]);
  });
});
