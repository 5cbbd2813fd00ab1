import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readCamtrapDp } from "../../../src/formats/camtrap-dp/read-camtrap-dp.ts";
import { decodeText, type EncodingGuess } from "../../../src/formats/csv/decode-text.ts";
import { readMegaDetector } from "../../../src/formats/megadetector/read-megadetector.ts";
import { readWildlifeInsights } from "../../../src/formats/wildlife-insights/read-wildlife-insights.ts";
import { collectRecords } from "./collect-records.ts";
import { memorySource } from "./memory-source.ts";

const DEPLOYMENTS = "project_id,deployment_id,placename,start_date\nP1,D1,Río Ñandú,2018-11-01\n";
const IMAGES =
  "project_id,deployment_id,image_id,common_name,timestamp\nP1,D1,I1,Nutria gigante – Ñ,2018-11-21 10:00:00\n";

/** Bytes of Windows-1252, whose letters are those of Latin-1 but for the dash. */
const windows = (text: string) => Buffer.from(text.replaceAll("–", "\x96"), "latin1");
const utf16 = (text: string, mark = "\uFEFF") => Buffer.from(mark + text, "utf16le");
const bigEndian = (text: string, mark = "\uFEFF") => utf16(text, mark).swap16();

async function textOf(bytes: Uint8Array, chunkBytes: number) {
  const guesses: EncodingGuess[] = [];
  let text = "";
  const pieces = memorySource({ "a.csv": bytes }, chunkBytes).open("a.csv");
  for await (const piece of decodeText("a.csv", pieces, (guess) => guesses.push(guess))) text += piece;
  return { text: text.replace(/^\uFEFF/, ""), guesses };
}

describe("the encodings of files", () => {
  it("are told apart and said: Windows-1252, UTF-16 with and without mark, and letters of two (import 7)", async () => {
    const read = (deployments: Uint8Array, images: Uint8Array, chunkBytes?: number) =>
      collectRecords(
        readWildlifeInsights,
        memorySource({ "deployments.csv": deployments, "images.csv": images }, chunkBytes),
      );
    for (const chunkBytes of [1, 3, 100, undefined]) {
      const { devices, insights, notices } = await read(windows(DEPLOYMENTS), windows(IMAGES), chunkBytes);
      expect([devices[0]?.locationName, insights[0]?.className]).toEqual(["Río Ñandú", "Nutria gigante – Ñ"]);
      expect(notices).toEqual([
        {
          kind: "notice",
          code: "windows_1252",
          file: "deployments.csv",
          count: 1,
          example: expect.stringMatching(/^Río/),
        },
        expect.objectContaining({ code: "windows_1252", file: "images.csv" }),
      ]);
    }
    for (const encode of [utf16, bigEndian]) {
      const marked = await read(encode(DEPLOYMENTS), encode(IMAGES));
      expect([marked.insights[0]?.className, marked.notices]).toEqual(["Nutria gigante – Ñ", []]);
      const bare = await read(encode(DEPLOYMENTS, ""), encode(IMAGES, ""));
      expect(bare.insights[0]?.className).toBe("Nutria gigante – Ñ");
      expect(bare.notices.map(({ code }) => code)).toEqual(["utf_16", "utf_16"]);
    }
    const both = Buffer.concat([Buffer.from(IMAGES), windows("P1,D1,I2,Señuelo,2018-11-21 10:00:00\n")]);
    const mixed = await read(Buffer.from(DEPLOYMENTS), both);
    expect(mixed.insights.map(({ className }) => className)).toEqual(["Nutria gigante – Ñ", "Señuelo"]);
    expect(mixed.notices).toEqual([
      expect.objectContaining({ code: "mixed_encoding", file: "images.csv", example: "Señuelo" }),
    ]);
  });

  it("are told apart in JSON too (import 7)", async () => {
    const results = JSON.stringify({
      detection_categories: { "1": "animal" },
      images: [{ file: "Río/a.jpg", detections: [] }],
    });
    for (const [bytes, codes] of [
      [Buffer.from(`\uFEFF${results}`), []],
      [utf16(results), []],
      [utf16(results, ""), ["utf_16"]],
      [bigEndian(results), []],
      [bigEndian(results, ""), ["utf_16"]],
      [windows(results), ["windows_1252"]],
    ] as const) {
      const { devices, notices } = await collectRecords(readMegaDetector, memorySource({ "md.json": bytes }));
      expect(devices.map(({ deviceId }) => deviceId)).toEqual(["Río"]);
      expect(notices.filter(({ code }) => code !== "threshold").map(({ code }) => code)).toEqual(codes);
    }
  });

  it("give any text back, however it arrives", async () => {
    const words = fc.string({ unit: "binary", maxLength: 80 }).map((text) => text.replaceAll("\0", ""));
    await fc.assert(
      fc.asyncProperty(words, fc.integer({ min: 1, max: 40 }), async (text, chunkBytes) => {
        // The heading of a table is ASCII.
        const whole = `deployment_id,image_id\n${text.toWellFormed().replaceAll("\uFEFF", "")}`;
        for (const encode of [Buffer.from, utf16, bigEndian] as ((text: string) => Buffer)[])
          expect((await textOf(encode(whole), chunkBytes)).text).toBe(whole);
        expect((await textOf(Buffer.from(whole), chunkBytes)).guesses).toEqual([]);
      }),
    );
    const letters = fc.string({ unit: fc.constantFrom(..."aé ÀñÖß,\n"), maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(letters, fc.integer({ min: 1, max: 40 }), async (text, chunkBytes) => {
        expect((await textOf(windows(text), chunkBytes)).text).toBe(text);
      }),
    );
  });
});

describe("tables in several files", () => {
  const DESCRIPTOR = JSON.stringify({
    resources: [
      { name: "deployments", path: "deployments.csv" },
      { name: "media", path: ["media-1.csv", "media-2.csv"] },
      { name: "observations", path: ["obs-1.csv", "obs-2.csv"] },
    ],
  });

  it("are all read: path lists of Camtrap DP, with and without a heading in each file (import 7)", async () => {
    const observations = "observationID,deploymentID,mediaID,observationLevel,observationType,scientificName";
    const { insights, refusals } = await collectRecords(
      readCamtrapDp,
      memorySource({
        "datapackage.json": DESCRIPTOR,
        "deployments.csv": "deploymentID,latitude,longitude\nd1,1,1\n",
        "media-1.csv": "mediaID,deploymentID,timestamp,fileName\nm1,d1,2020-05-30T04:57:37Z,1.jpg\n",
        "media-2.csv": "mediaID,deploymentID,timestamp,fileName\nm2,d1,2020-05-30T04:57:38Z,2.jpg\n",
        "obs-1.csv": `${observations}\no1,d1,m1,media,animal,Ardea\n`,
        "obs-2.csv": "o2,d1,m2,media,animal,Anas\no1,d1,m2,media,animal,Anser\n",
      }),
    );
    expect(insights.map(({ sourceId, className, photo }) => [sourceId, className, photo?.name])).toEqual([
      ["o1", "Ardea", "1.jpg"],
      ["o2", "Anas", "2.jpg"],
    ]);
    expect(refusals).toEqual([
      expect.objectContaining({ code: "duplicate_id", place: { file: "obs-2.csv", row: 2 } }),
    ]);
  });

  it("are told by their headings, and several packages are not mistaken for one (import 7)", async () => {
    const { insights, notices } = await collectRecords(
      readWildlifeInsights,
      memorySource({
        "London_HogWatch_deployments.csv": DEPLOYMENTS,
        "London_HogWatch_images.csv": IMAGES,
        "London_HogWatch_cameras.csv": "project_id,camera_id,make\nP1,C1,Reconyx\n",
        "sequences.csv": "project_id,deployment_id,sequence_id,common_name\nP1,D1,S1,Fox\n",
      }),
    );
    expect(insights.map(({ className }) => className)).toEqual(["Nutria gigante – Ñ"]);
    expect(notices).toEqual([{ kind: "notice", code: "table_not_read", file: "sequences.csv", count: 1 }]);
    const two = memorySource({ "a/datapackage.json": DESCRIPTOR, "b/datapackage.json": DESCRIPTOR });
    await expect(collectRecords(readCamtrapDp, two)).rejects.toMatchObject({
      code: "several_packages",
      details: { files: "a/datapackage.json, b/datapackage.json" },
    });
  });

  it("are those of several projects, whose deployments may have one name (import 7)", async () => {
    const images = (project: string, ...rows: string[]) =>
      [
        "project_id,deployment_id,image_id,common_name,timestamp",
        ...rows.map((row) => `${project},${row}`),
      ].join("\n");
    const deployments = (project: string, place: string, ...ids: string[]) =>
      ["project_id,deployment_id,placename", ...ids.map((id) => `${project},${id},${place}`)].join("\n");
    const { devices, insights, refusals } = await collectRecords(
      readWildlifeInsights,
      memorySource({
        "North/deployments.csv": deployments("1", "Ridge", "CT01", "CT02"),
        "North/images_1.csv": images(
          "1",
          "CT01,I1,Fox,2018-11-21 10:00:00",
          "CT02,I2,Fox,2018-11-21 10:00:00",
        ),
        "South/deployments.csv": deployments("2", "River", "CT01"),
        "South/images_2.csv": images(
          "2",
          "CT01,I1,Otter,2018-11-21 10:00:00",
          "CT02,I3,Otter,2018-11-21 10:00:00",
        ),
        "South/images_2 (1).csv": images("2", "CT01,I1,Otter,2018-11-21 10:00:00"),
        "more_images.csv": images("", "CT01,I9,Otter,2018-11-21 10:00:00"),
      }),
    );
    expect(devices.map(({ deviceId, locationName }) => [deviceId, locationName])).toEqual([
      ["CT01 (1)", "Ridge"],
      ["CT01 (2)", "River"],
      ["CT02", "Ridge"],
    ]);
    expect(insights.map(({ deviceId, sourceId, className }) => [deviceId, sourceId, className])).toEqual([
      ["CT01 (1)", "I1", "Fox"],
      ["CT02", "I2", "Fox"],
      ["CT01 (2)", "I1", "Otter"],
    ]);
    expect(refusals.map(({ code, value }) => [code, value]).sort()).toEqual([
      ["ambiguous_deployment", "CT01"],
      ["duplicate_id", "I1"],
      // The second project has no such deployment; that of the first is another camera.
      ["unknown_deployment", "CT02"],
    ]);
  });
});
