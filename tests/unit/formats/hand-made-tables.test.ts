import { describe, expect, it } from "vitest";
import type { FormatReader, ReadOptions } from "../../../src/formats/format-reader.ts";
import { readerOf } from "../../../src/formats/known-formats.ts";
import { collectRecords } from "./collect-records.ts";
import { memorySource } from "./memory-source.ts";

type Files = Readonly<Record<string, readonly string[] | string>>;

/** The insights, refusals and notices that a reader gives for these files, one short line each. */
async function read(reader: FormatReader, files: Files, options: Partial<ReadOptions> = {}) {
  const texts = Object.entries(files).map(([name, content]) => [
    name,
    typeof content === "string" ? content : `${content.join("\n")}\n`,
  ]);
  const found = await collectRecords(reader, memorySource(Object.fromEntries(texts)), options);
  return {
    insights: found.insights.map((one) => `${one.sourceId}: ${one.className}`),
    refusals: found.refusals.map(({ place, code, lost }) => `${place.row} ${code} ${lost}`),
    notices: found.notices.map(({ code, count }) => `${code} ${count}`),
    records: found,
  };
}

const timelapse = (files: Files, options: Partial<ReadOptions> = {}) =>
  read(readerOf("timelapse"), files, options);
const HEADING = "File,RelativePath,DateTime,Species,Comments";

describe("the rows of a table that people worked on", () => {
  it("are refused where a comma without quotes moved their cells, also where what is too much is blank (import 3)", async () => {
    const moved = await timelapse({
      "data.csv": [
        HEADING,
        "1.jpg,cam,2023-05-17 14:23:08,Fox,",
        "2.jpg,cam,2023-05-17 14:24:08,Fox, red,",
        "3.jpg,cam,2023-05-17 14:25:08,Fox,seen twice",
      ],
    });
    expect(moved.insights).toEqual(["cam/1.jpg: Fox", "cam/3.jpg: Fox"]);
    expect(moved.refusals).toEqual(["3 extra_cells row"]);
    // Some programs end each row with a comma.
    const ended = await timelapse({
      "data.csv": [HEADING, "1.jpg,cam,2023-05-17 14:23:08,Fox,,", "2.jpg,cam,2023-05-17 14:24:08,Fox,x,"],
    });
    expect(ended.insights).toEqual(["cam/1.jpg: Fox", "cam/2.jpg: Fox"]);
    expect(ended.refusals).toEqual([]);
  });

  it("are counted where they have fewer cells than the heading names (import 3)", async () => {
    const { insights, notices, records } = await timelapse({
      "data.csv": [
        `${HEADING},`,
        "1.jpg,cam,2023-05-17 14:23:08,Fox,x",
        "2.jpg,cam,2023-05-17 14:24:08",
        "3.jpg,cam,2023-05-17 14:25:08,Fox",
      ],
    });
    expect(insights).toEqual(["cam/1.jpg: Fox", "cam/2.jpg: unclassified", "cam/3.jpg: Fox"]);
    expect(notices).toEqual(["short_rows 2"]);
    expect(records.notices[0]).toMatchObject({ file: "data.csv", example: "3" });
  });

  it("are refused below a second heading with other columns, and read below the same one (import 3)", async () => {
    const { insights, refusals } = await timelapse({
      "data.csv": [
        HEADING,
        "1.jpg,cam,2023-05-17 14:23:08,Fox,",
        HEADING,
        "2.jpg,cam,2023-05-17 14:24:08,Fox,",
        "Species,RelativePath,DateTime,File,Comments",
        "Fox,cam,2023-05-17 14:25:08,3.jpg,",
      ],
    });
    expect(insights).toEqual(["cam/1.jpg: Fox", "cam/2.jpg: Fox"]);
    expect(refusals).toEqual(["3 another_heading row", "5 another_heading row", "6 another_heading row"]);
  });

  it("count once where two tables of a package have them, and as further animals in one (import 2)", async () => {
    const row = (name: string, species: string) => `${name},cam,2023-05-17 14:23:08,${species},`;
    const { insights, refusals, notices } = await timelapse({
      "data.csv": [HEADING, row("1.jpg", "Fox"), row("1.jpg", "Fox"), row("2.jpg", "Owl")],
      "data-old.csv": [HEADING, row("1.jpg", "Fox"), row("2.jpg", "Lynx"), row("3.jpg", "Owl")],
    });
    expect(insights).toEqual([
      "cam/1.jpg: Fox",
      "cam/1.jpg#2: Fox",
      "cam/2.jpg: Owl",
      "cam/2.jpg#2: Lynx",
      "cam/3.jpg: Owl",
    ]);
    expect(refusals).toEqual(["2 duplicate_id row"]);
    expect(notices).toEqual(["repeated_rows 1"]);
  });

  it("have no month of another language for one of English (import 6)", async () => {
    const { insights, refusals } = await timelapse({
      "data.csv": [
        HEADING,
        "1.jpg,cam,17-Mar-2023 14:23:08,Fox,",
        "2.jpg,cam,17 September 2023 14:23:08,Fox,",
        // Finnish: November.
        "3.jpg,cam,17 marraskuu 2023 14:23:08,Fox,",
        "4.jpg,cam,17-Mai-2023 14:23:08,Fox,",
      ],
    });
    expect(insights).toEqual(["cam/1.jpg: Fox", "cam/2.jpg: Fox"]);
    expect(refusals).toEqual(["4 not_a_time row", "5 not_a_time row"]);
  });
});

const DEPLOYMENTS = ["project_id,deployment_id,placename", "p,d,Ridge"];
const wild = (...rows: readonly string[]) =>
  read(readerOf("wildlife-insights"), { "deployments.csv": DEPLOYMENTS, "images.csv": rows });

describe("images of Wildlife Insights that people worked on", () => {
  it("keep a species that stands without its genus, or with it in one cell", async () => {
    const { insights } = await wild(
      "deployment_id,image_id,family,genus,species,timestamp",
      "d,1,Felidae,Panthera,onca,2018-11-21 10:00:00",
      "d,2,Felidae,Panthera,Panthera onca,2018-11-21 10:00:00",
      "d,3,Felidae,,Panthera onca,2018-11-21 10:00:00",
      "d,4,Felidae,,onca,2018-11-21 10:00:00",
      "d,5,,,onca,2018-11-21 10:00:00",
    );
    expect(insights).toEqual([
      "1: Panthera onca",
      "2: Panthera onca",
      "3: Panthera onca",
      "4: Felidae",
      "5: onca",
    ]);
  });

  it("are a model's where their confidence cannot be read", async () => {
    const { records, refusals } = await wild(
      "deployment_id,image_id,common_name,cv_confidence,timestamp",
      "d,1,Jaguar,0.87,2018-11-21 10:00:00",
      "d,2,Jaguar,87,2018-11-21 10:00:00",
      "d,3,Jaguar,87%,2018-11-21 10:00:00",
      "d,4,Jaguar,,2018-11-21 10:00:00",
    );
    expect(records.insights.map(({ origin }) => origin)).toEqual(["machine", "machine", "machine", "human"]);
    expect(refusals).toEqual(["3 out_of_range field", "4 not_a_number field"]);
  });
});

describe("other archives that people worked on", () => {
  it("have no species on a picture that Camtrap DP says to be of people or a vehicle", async () => {
    const resources = ["deployments", "media", "observations"].map((name) => ({ name, path: `${name}.csv` }));
    const { insights, refusals } = await read(readerOf("camtrap-dp"), {
      "datapackage.json": JSON.stringify({ name: "p", resources }),
      "deployments.csv": ["deploymentID,latitude,longitude", "d,51.5,4.25"],
      "media.csv": ["mediaID,deploymentID,timestamp,filePath", "m,d,2020-05-01T10:00:00Z,a.jpg"],
      "observations.csv": [
        "observationID,deploymentID,mediaID,observationType,scientificName",
        "1,d,m,human,Homo sapiens",
        "2,d,m,human,Canis lupus",
        "3,d,m,vehicle,Canis lupus",
        "4,d,m,blank,Canis lupus",
        "5,d,m,animal,Canis lupus",
      ],
    });
    expect(insights).toEqual(["1: human", "5: Canis lupus"]);
    expect(refusals).toEqual([2, 3, 4].map((at) => `${at + 1} contradicting_classes row`));
  });

  it("have no prediction of SpeciesNet whose score is no score, without a word", async () => {
    const entry = { filepath: "cam/a.jpg", prediction: "x;aves;;;;;heron", prediction_score: 1.5 };
    const classifications = { classes: ["x;mammalia;;;;;fox"], scores: [0.9] };
    const { records, refusals } = await read(readerOf("speciesnet"), {
      "predictions.json": JSON.stringify({ predictions: [{ ...entry, classifications }] }),
    });
    expect(records.insights.map(({ className, confidence }) => [className, confidence])).toEqual([
      ["heron", null],
    ]);
    expect(refusals).toEqual(["1 out_of_range field"]);
  });
});
