import { describe, expect, it } from "vitest";
import { readCamelot } from "../../../src/formats/camelot/read-camelot.ts";
import { readCamtrapDp } from "../../../src/formats/camtrap-dp/read-camtrap-dp.ts";
import { UTC_RULE } from "../../../src/formats/cells/time-zone.ts";
import { FormatError } from "../../../src/formats/format-error.ts";
import type { FormatReader } from "../../../src/formats/format-reader.ts";
import type { ImportRecord, InsightRecord } from "../../../src/formats/import-record.ts";
import { readMegaDetector } from "../../../src/formats/megadetector/read-megadetector.ts";
import { memoryFile } from "../../../src/formats/source/byte-file.ts";
import { packageOf } from "../../../src/formats/source/package-source.ts";
import { openArchive } from "../../../src/formats/source/zip-archive.ts";
import { ZIP_LIMITS, ZipAllowance } from "../../../src/formats/source/zip-limits.ts";
import { readSpeciesNet } from "../../../src/formats/speciesnet/read-speciesnet.ts";
import { readTimelapse } from "../../../src/formats/timelapse/read-timelapse.ts";
import { readWildlifeInsights } from "../../../src/formats/wildlife-insights/read-wildlife-insights.ts";
import { zipOf } from "../../support/zip-of.ts";
import { memorySource } from "./memory-source.ts";

const WILDLIFE_INSIGHTS = {
  "deployments.csv": "project_id,deployment_id\np,D\n",
  "images_1.csv":
    'deployment_id,image_id,timestamp,common_name,notes\nD,I1,2018-11-21 10:00:00,Puma,""\nD,I2,2018-11-21 10:00:00,Ocelot,x\n',
  "images_2.csv":
    'deployment_id,image_id,timestamp,common_name,notes\nD,I3,2018-11-21 10:00:00,Puma,"one, two\nthree"\nD,I4,2018-11-21 10:00:00,Fox,y\n',
};
const CAMTRAP_DP = {
  "datapackage.json": JSON.stringify({
    resources: ["deployments", "media", "observations"].map((name) => ({ name, path: `${name}.csv` })),
  }),
  "deployments.csv": "deploymentID,latitude,longitude\nD,51.4,4.7\n",
  "media.csv":
    "mediaID,deploymentID,timestamp,fileName\nm1,D,2020-05-30T04:57:37Z,1.JPG\nm2,D,2020-05-30T04:57:40Z,2.JPG\n",
  "observations.csv":
    "observationID,deploymentID,mediaID,eventStart,observationType,observationComments\n" +
    'o1,D,m1,2020-05-30T04:57:37Z,animal,"a ""wet"" one"\no2,D,m2,2020-05-30T04:57:40Z,blank,\n',
};
const MEGADETECTOR = {
  "results.json": JSON.stringify(
    {
      // Before the pictures, so that reading it does not show the file's end.
      detection_categories: { "1": "animal" },
      images: [
        { file: 'a/"{1}".jpg', detections: [], datetime: "2019:11:26 21:05:57" },
        { file: "a/2.jpg", detections: [{ category: "1", conf: 0.5, bbox: [0, 0, 0.5, 0.5] }] },
      ],
    },
    null,
    1,
  ),
};
const SPECIESNET = {
  "predictions.json": JSON.stringify({
    predictions: ["a/1.jpg", "a/2.jpg"].map((filepath) => ({
      filepath,
      detections: [{ category: "1", conf: 0.5, bbox: [0, 0, 0.5, 0.5] }],
      prediction: "x;mammalia;carnivora;felidae;puma;concolor;puma",
      prediction_score: 0.9,
    })),
  }),
};
// Of two tables, so that a whole one stands before the one that is cut.
const TIMELAPSE = {
  "one.csv": 'File,RelativePath,DateTime,Species,Note\n1.jpg,cam,2023-05-17 14:23:08,Fox,""\n',
  "two.csv":
    'File,RelativePath,DateTime,Species,Note\n2.jpg,cam,2023-05-17 14:23:08,Fox,"a\nb"\n3.jpg,cam,2023-05-17 14:23:08,Wolf,""\n',
};
const CAMELOT = {
  "full.csv":
    "Media ID,Date/Time,Trap Station Name,Species Common Name,Sighting ID\n" +
    "1,2018-07-22T16:02:01.000Z,Ridge,Fox,1\n2,2018-07-22T16:02:01.000Z,Ridge,Wolf,2\n",
};

type Files = Readonly<Record<string, string>>;

/** The records that a reader gives until it stops, and the reason why it stops. */
async function outcomeOf(read: FormatReader, source: Parameters<FormatReader>[0]) {
  const records: ImportRecord[] = [];
  let code: string | null = null;
  try {
    for await (const piece of read(source, { zone: UTC_RULE })) records.push(...[piece].flat());
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    code = error.code;
  }
  const insights = records.filter((record): record is InsightRecord => record.kind === "insight");
  // A table that is cut within its heading is one of another kind, which is said.
  const warned = records.some(
    (record) => record.kind === "notice" && ["no_last_line_end", "table_not_read"].includes(record.code),
  );
  return { insights, code, warned };
}

/** The package with each file cut at each place in turn. */
function* cutPackages(files: Files) {
  for (const [name, text] of Object.entries(files))
    for (let end = 1; end < text.length; end += 1)
      yield { end, name, text, cut: { ...files, [name]: text.slice(0, end) } };
}

describe("a file that is cut short", () => {
  it.each([
    ["Wildlife Insights", readWildlifeInsights, WILDLIFE_INSIGHTS],
    ["Camtrap DP", readCamtrapDp, CAMTRAP_DP],
    ["Timelapse", readTimelapse, TIMELAPSE],
    ["Camelot", readCamelot, CAMELOT],
  ] as const)(
    "gives no row of %s, wherever it is cut within a row, and a word where only its line end may lack (import 3)",
    async (_, read, files) => {
      const whole = (await outcomeOf(read, memorySource(files))).insights;
      expect(whole.length).toBeGreaterThan(1);
      let refused = 0;
      for (const { name, text, end, cut } of cutPackages(files)) {
        const { insights, code, warned } = await outcomeOf(read, memorySource(cut));
        const at = `${name} cut at ${end}: …${text.slice(Math.max(0, end - 20), end)}`;
        if (code !== null) {
          expect(insights, at).toEqual([]);
          refused += 1;
          continue;
        }
        const inQuotes = (text.slice(0, end).split('"').length - 1) % 2 === 1;
        expect(inQuotes && text[end - 1] !== "\n", at).toBe(false);
        if (name.endsWith(".csv")) expect(text[end - 1] === "\n" || warned, at).toBe(true);
      }
      expect(refused).toBeGreaterThan(30);
    },
  );

  it.each([
    ["MegaDetector", readMegaDetector, MEGADETECTOR],
    ["SpeciesNet", readSpeciesNet, SPECIESNET],
  ] as const)("gives no row of a JSON file of %s, wherever it is cut (import 3)", async (_, read, files) => {
    expect((await outcomeOf(read, memorySource(files))).insights).toHaveLength(2);
    for (const { end, cut } of cutPackages(files)) {
      const { insights, code } = await outcomeOf(read, memorySource(cut));
      expect([insights, code], `cut at ${end}`).toEqual([[], "json_cut_short"]);
    }
  });

  it("gives no row of an archive with a wrong checksum in its last table (import 3)", async () => {
    const zip = await zipOf(WILDLIFE_INSIGHTS, { level: 0 });
    const open = async (bytes: Uint8Array) =>
      packageOf(await openArchive("pack.zip", memoryFile(bytes), new ZipAllowance(ZIP_LIMITS)));
    expect((await outcomeOf(readWildlifeInsights, await open(zip))).insights).toHaveLength(4);
    zip[Buffer.from(zip).indexOf("Fox")] = "B".charCodeAt(0);
    expect(await outcomeOf(readWildlifeInsights, await open(zip))).toMatchObject({
      insights: [],
      code: "zip_damaged",
    });
    for (let end = 1; end < zip.length; end += 7)
      await expect(open(zip.subarray(0, end)), `cut at ${end}`).rejects.toThrow(FormatError);
  });
});
