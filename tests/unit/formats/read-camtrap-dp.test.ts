import { describe, expect, it } from "vitest";
import { readCamtrapDp } from "../../../src/formats/camtrap-dp/read-camtrap-dp.ts";
import { memoryFile } from "../../../src/formats/source/byte-file.ts";
import { packageOf } from "../../../src/formats/source/package-source.ts";
import { openArchive } from "../../../src/formats/source/zip-archive.ts";
import { ZIP_LIMITS, ZipAllowance } from "../../../src/formats/source/zip-limits.ts";
import { zipOf } from "../../support/zip-of.ts";
import { collectRecords } from "./collect-records.ts";
import { memorySource } from "./memory-source.ts";

const resources = (...names: string[]) =>
  JSON.stringify({ resources: names.map((name) => ({ name, path: `${name}.csv` })) });
const PACKAGE = {
  "datapackage.json": resources("deployments", "media", "observations"),
  "deployments.csv": [
    "deploymentID,locationName,latitude,longitude,deploymentStart,deploymentEnd,deploymentComments",
    "d1,Park,51.496,4.774,2020-05-30T00:00:00+02:00,2020-07-01T00:00:00+02:00,by the stream",
    "",
  ].join("\n"),
  "media.csv": [
    "mediaID,deploymentID,timestamp,filePath,fileName",
    "m1,d1,2020-05-30T04:57:37+02:00,media/IMG_1.JPG,IMG_1.JPG",
    "m2,d1,2020-05-30T04:57:40+02:00,media/IMG_2.JPG,IMG_2.JPG",
    "m3,d1,2020-06-02T04:00:00+02:00,media/IMG_3.JPG,IMG_3.JPG",
    "",
  ].join("\n"),
};
const HEADING =
  "observationID,deploymentID,mediaID,eventID,eventStart,eventEnd,observationLevel,observationType,cameraSetupType,scientificName,bboxX,bboxY,bboxWidth,bboxHeight,classificationMethod,classificationProbability,classifiedBy";
const EVENT = "e1,2020-05-30T02:57:37Z,2020-05-30T02:57:44Z";

const read = (...rows: string[]) =>
  collectRecords(
    readCamtrapDp,
    memorySource({ ...PACKAGE, "observations.csv": [HEADING, ...rows, ""].join("\n") }),
  );

describe("the reader of Camtrap DP", () => {
  it("refuses rows of each table whose ids a spreadsheet rounded (import 2)", async () => {
    const tables = {
      ...PACKAGE,
      "deployments.csv": `${PACKAGE["deployments.csv"]}3E+11,Other,51.4,4.7,,,\n`,
      "media.csv": `${PACKAGE["media.csv"]}4E+11,d1,2020-06-02T04:00:00+02:00,media/4.JPG,4.JPG\n`,
      "observations.csv": [
        HEADING,
        `5E+11,d1,m1,${EVENT},media,blank,,,,,,,human,,`,
        `o2,d1,4E+11,${EVENT},media,blank,,,,,,,human,,`,
        `o3,d1,m3,${EVENT},media,blank,,,,,,,human,,`,
        "",
      ].join("\n"),
    };
    const { insights, refusals } = await collectRecords(readCamtrapDp, memorySource(tables));
    expect(insights.map(({ photo }) => photo?.name)).toEqual(["IMG_3.JPG"]);
    expect(
      refusals.map(({ place, field, code, lost }) => [place.file, place.row, field, code, lost]),
    ).toEqual([
      ["deployments.csv", 3, "deploymentID", "rounded_id", "row"],
      ["media.csv", 5, "mediaID", "rounded_id", "row"],
      ["observations.csv", 2, "observationID", "rounded_id", "row"],
      ["observations.csv", 3, "mediaID", "rounded_id", "row"],
    ]);
  });

  it("makes a deployment a device and an observation of a picture an insight with time, box and photo", async () => {
    const { devices, insights, refusals } = await read(
      `o1,d1,m1,${EVENT},media,animal,,Ardea,0.3,0.4,0.2,0.1,machine,0.88`,
    );
    expect(refusals).toEqual([]);
    expect(devices).toEqual([
      expect.objectContaining({
        deviceId: "d1",
        deviceName: "Park",
        description: "by the stream",
        latitude: 51.496,
      }),
    ]);
    expect(insights).toEqual([
      {
        kind: "insight",
        place: { file: "observations.csv", row: 2 },
        deviceId: "d1",
        sourceId: "o1",
        collectionSourceId: null,
        className: "Ardea",
        classId: null,
        classList: [{ className: "Ardea", averageConfidence: 0.88 }],
        confidence: 0.88,
        boxes: [{ className: "Ardea", confidence: 0.88, box: [0.3, 0.4, 0.2, 0.1] }],
        origin: "machine",
        time: {
          epochMs: Date.UTC(2020, 4, 30, 2, 57, 37),
          text: "2020-05-30T04:57:37+02:00",
          offset: "+02:00",
        },
        photo: { path: "media/IMG_1.JPG", name: "IMG_1.JPG" },
      },
    ]);
  });

  it("makes an event's observation the collection of its media, never one more insight", async () => {
    const { collections, insights } = await read(
      `o0,d1,,${EVENT},event,animal,,Anas platyrhynchos,,,,,human,`,
      `o1,d1,m1,${EVENT},media,animal,,Anas platyrhynchos,,,,,human,`,
      `o2,d1,m2,${EVENT},media,blank,,,,,,,human,\n`,
    );
    expect(collections).toEqual([
      {
        kind: "collection",
        deviceId: "d1",
        sourceId: "e1",
        windowStartMs: Date.UTC(2020, 4, 30, 2, 57, 37),
        windowEndMs: Date.UTC(2020, 4, 30, 2, 57, 44),
      },
    ]);
    expect(insights.map(({ sourceId, collectionSourceId }) => [sourceId, collectionSourceId])).toEqual([
      ["o1", "e1"],
      ["o2", "e1"],
    ]);
  });

  it("keeps an event's class that no picture of it carries as one insight without a photo (import 4)", async () => {
    const { insights } = await read(
      `o0,d1,,${EVENT},event,animal,,Vulpes vulpes,,,,,human,`,
      `o9,d1,,${EVENT},event,animal,,Anas platyrhynchos,,,,,human,`,
      `o1,d1,m1,${EVENT},media,animal,,Anas platyrhynchos,,,,,human,`,
      `o2,d1,m2,${EVENT},media,blank,,,,,,,human,`,
    );
    expect(
      insights.map(({ sourceId, className, collectionSourceId, photo }) => [
        sourceId,
        className,
        collectionSourceId,
        photo === null,
      ]),
    ).toEqual([
      ["o1", "Anas platyrhynchos", "e1", false],
      ["o2", "empty", "e1", false],
      ["o0", "Vulpes vulpes", "e1", true],
    ]);
  });

  it("gives pictures of an event that were not judged one by one the event's judgement, found by their time", async () => {
    const { insights, notices } = await read(
      `o0,d1,,${EVENT},event,animal,,Anas platyrhynchos,,,,,human,,`,
      `o1,d1,m1,${EVENT},media,blank,,,,,,,human,,`,
    );
    expect(
      insights.map(({ sourceId, className, collectionSourceId }) => [
        sourceId,
        className,
        collectionSourceId,
      ]),
    ).toEqual([
      ["o1", "empty", "e1"],
      ["o0/m2", "Anas platyrhynchos", "e1"],
    ]);
    expect(notices).toEqual([
      { kind: "notice", code: "media_without_observation", file: "media.csv", count: 1 },
    ]);
  });

  it("refuses an observation that is blank and names a species", async () => {
    const { insights, refusals } = await read(
      `o1,d1,m1,${EVENT},media,blank,,Ardea,,,,,human,`,
      `o2,d1,m2,${EVENT},media,blank,,,,,,,human,`,
    );
    expect(insights.map(({ sourceId }) => sourceId)).toEqual(["o2"]);
    expect(refusals.map(({ code, lost }) => [code, lost])).toEqual([["contradicting_classes", "row"]]);
  });

  it("makes one insight without a photo of an event whose media are unknown", async () => {
    const { collections, insights } = await read(
      "o0,d1,,e7,2020-06-20T10:00:00Z,2020-06-20T10:01:00Z,event,animal,,Vulpes vulpes,,,,,human,",
    );
    expect(collections).toEqual([]);
    expect(insights).toEqual([
      expect.objectContaining({
        sourceId: "o0",
        className: "Vulpes vulpes",
        photo: null,
        collectionSourceId: null,
      }),
    ]);
  });

  it("tells unreviewed, machine-made and human-made apart and drops the constant probability of people's labels", async () => {
    const { insights } = await read(
      `o1,d1,m1,${EVENT},media,animal,,Ardea,,,,,human,0.5`,
      `o2,d1,m2,${EVENT},media,animal,,Ardea,,,,,machine,0.5`,
      `o3,d1,m3,${EVENT},media,unclassified,,,,,,,,`,
      `o4,d1,m3,${EVENT},media,unclassified,setup,,,,,,human,`,
      `o5,d1,m3,${EVENT},media,human,setup,Homo sapiens,,,,,human,`,
    );
    expect(insights.map(({ className, origin, confidence }) => [className, origin, confidence])).toEqual([
      ["Ardea", "human", null],
      ["Ardea", "machine", 0.5],
      ["unclassified", "unreviewed", null],
      ["camera setup", "human", null],
      ["human", "human", null],
    ]);
  });

  it("takes the classifier's name where the method is blank (import 11)", async () => {
    const { insights } = await read(
      `o1,d1,m1,${EVENT},media,animal,,Ardea,,,,,,0.9,MegaDetector v5`,
      `o2,d1,m2,${EVENT},media,animal,,Ardea,,,,,,,Aida Vance`,
      `o3,d1,m3,${EVENT},media,animal,,Ardea,,,,,,,`,
    );
    expect(insights.map(({ origin, confidence }) => [origin, confidence])).toEqual([
      ["machine", 0.9],
      ["human", null],
      ["unreviewed", null],
    ]);
  });

  it("tells Sentinels of one place apart by their names (import 11)", async () => {
    const { devices } = await collectRecords(
      readCamtrapDp,
      memorySource({
        ...PACKAGE,
        "deployments.csv": "deploymentID,locationName\nd1,Park\nd2,park\nd3,\nd4,Hill\n",
        "observations.csv": `${HEADING}\n`,
      }),
    );
    expect(devices.map(({ deviceName }) => deviceName)).toEqual(["Park", "park (d2)", "d3", "Hill"]);
  });

  it("refuses rows without a place in the package and fields that say nothing", async () => {
    const { insights, refusals } = await read(
      `o1,d9,m1,${EVENT},media,blank,,,,,,,human,`,
      `o2,d1,m9,${EVENT},media,blank,,,,,,,human,`,
      `o2,d1,m1,${EVENT},media,blank,,,,,,,human,`,
      `o3,d1,m1,${EVENT},media,animal,,Ardea,0.3,0.4,9,0.1,machine,88`,
    );
    expect(insights.map(({ sourceId }) => sourceId)).toEqual(["o2", "o3"]);
    expect(refusals.map(({ place, field, code, lost }) => [place.row, field, code, lost])).toEqual([
      [2, "deploymentID", "unknown_deployment", "row"],
      [3, "mediaID", "unknown_media", "field"],
      [4, "observationID", "duplicate_id", "row"],
      [5, "classificationProbability", "out_of_range", "field"],
      [5, "bboxX", "not_a_box", "field"],
    ]);
  });

  it("names what is missing from a package", async () => {
    const failing = (files: Record<string, string>) =>
      expect(collectRecords(readCamtrapDp, memorySource(files))).rejects;
    await failing({ "deployments.csv": "" }).toMatchObject({ code: "not_such_a_package" });
    await failing({ "datapackage.json": "{" }).toMatchObject({ code: "not_json" });
    await failing({ ...PACKAGE, "datapackage.json": resources("deployments", "observations") }).toMatchObject(
      {
        code: "missing_table",
        details: { table: "media" },
      },
    );
    await failing({ ...PACKAGE }).toMatchObject({
      code: "missing_file",
      details: { table: "observations", file: "observations.csv" },
    });
  });

  it("reads a package that lies in a folder of a zip archive", async () => {
    const table = `${HEADING}\no1,d1,m1,${EVENT},media,blank,,,,,,,human,\n`;
    const zip = await zipOf({
      ...Object.fromEntries(Object.entries(PACKAGE).map(([name, content]) => [`export/${name}`, content])),
      "export/observations.csv": table,
      "export/__MACOSX/._media.csv": "junk",
    });
    const files = await openArchive("export.zip", memoryFile(zip), new ZipAllowance(ZIP_LIMITS));
    const source = packageOf(files);
    const { devices, insights, refusals } = await collectRecords(readCamtrapDp, source);
    expect([devices.length, insights.length]).toEqual([1, 1]);
    expect(refusals).toEqual([]);
  });
});
