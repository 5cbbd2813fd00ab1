import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchPictures } from "../../../server/import/photo-matching.ts";
import { type FormatId, readerOf } from "../../../src/formats/known-formats.ts";
import { collectRecords } from "./collect-records.ts";
import { memorySource } from "./memory-source.ts";
import { anyName, anyStyle, encoded, type TableStyle, tableBytes } from "./table-writer.ts";

/** One classified picture, of which every format can write a part. */
interface Sighting {
  camera: number;
  name: string;
  score: number;
  minute: number;
  box: readonly [number, number, number, number];
  latitude: number;
  noted: Noted;
}

/** Facts beside the class; "" where a text is not noted, 0 without a count. */
interface Noted {
  count: number;
  sex: string;
  lifeStage: string;
  behavior: string;
  individual: string;
  observer: string;
  comments: string;
}

const eighth = fc.integer({ min: 1, max: 4 }).map((value) => value / 8);
const anyFact = fc.oneof(fc.constant(""), anyName);
const anySighting: fc.Arbitrary<Sighting> = fc.record({
  camera: fc.integer({ min: 0, max: 2 }),
  name: anyName,
  score: fc.integer({ min: 1, max: 1000 }).map((value) => value / 1000),
  minute: fc.integer({ min: 0, max: 500_000 }),
  box: fc.tuple(eighth, eighth, eighth, eighth),
  latitude: fc.integer({ min: -8999, max: 8999 }).map((value) => value / 100),
  noted: fc.record({
    count: fc.integer({ min: 0, max: 60 }),
    sex: fc.constantFrom("", "female", "Männchen"),
    lifeStage: fc.constantFrom("", "adult", "juvénile"),
    behavior: anyFact,
    individual: anyFact,
    observer: anyFact,
    comments: anyFact,
  }),
});

const START = Date.UTC(2020, 0, 1);
const epochOf = ({ minute }: Sighting) => START + minute * 60_000;
const iso = (sighting: Sighting) => new Date(epochOf(sighting)).toISOString().slice(0, 19);
const camera = ({ camera: number }: Sighting) => `Kamera ${number}`;
const file = (index: number) => `IMG_${index}.JPG`;
/** Cameras count their files alike, so that a name says nothing of the camera. */
const fileOf = (sightings: readonly Sighting[], index: number) =>
  file(sightings.slice(0, index).filter((one) => one.camera === sightings[index]?.camera).length);

/** The names of a format's columns of facts. */
const notedAs = (names: Record<keyof Noted, string>, { noted }: Sighting) =>
  Object.fromEntries(
    Object.entries(names).map(([fact, column]) => {
      const value = noted[fact as keyof Noted];
      return [column, value === 0 ? "" : String(value)];
    }),
  );
/** The facts as an insight has them. */
const observationOf = ({ noted }: Sighting) => {
  const facts = Object.entries(noted).filter(([, value]) => value !== "" && value !== 0);
  return facts.length === 0 ? undefined : Object.fromEntries(facts);
};

type Written = Record<string, Uint8Array>;
type Writer = (sightings: readonly Sighting[], style: TableStyle) => Written;

/** Each camera with its first sighting, whose position is the camera's. */
const cameras = (sightings: readonly Sighting[]) =>
  sightings
    .filter((one, index) => sightings.findIndex((other) => other.camera === one.camera) === index)
    .map((one) => [camera(one), one] as const);
const json = (content: unknown, { encoding }: TableStyle) => encoded(JSON.stringify(content), encoding);
/** A decimal comma where cells are not separated by commas, as Excel writes. */
const number = (value: number, { delimiter }: TableStyle) =>
  delimiter === ";" ? String(value).replace(".", ",") : String(value);

const WRITERS: Record<FormatId, Writer> = {
  "camtrap-dp": (sightings, style) => ({
    "datapackage.json": Buffer.from(
      JSON.stringify({
        resources: ["deployments", "media", "observations"].map((name) => ({ name, path: `${name}.csv` })),
      }),
    ),
    "deployments.csv": tableBytes(
      cameras(sightings).map(([deploymentID, { latitude }]) => ({
        deploymentID,
        latitude: number(latitude, style),
        longitude: number(latitude, style),
      })),
      style,
    ),
    "media.csv": tableBytes(
      sightings.map((one, index) => ({
        mediaID: `m${index}`,
        deploymentID: camera(one),
        timestamp: `${iso(one)}Z`,
        filePath: `${camera(one)}/${fileOf(sightings, index)}`,
        fileName: fileOf(sightings, index),
      })),
      style,
    ),
    "observations.csv": tableBytes(
      sightings.map((one, index) => ({
        observationID: `o${index}`,
        deploymentID: camera(one),
        mediaID: `m${index}`,
        observationLevel: "media",
        observationType: "animal",
        scientificName: one.name,
        bboxX: number(one.box[0], style),
        bboxY: number(one.box[1], style),
        bboxWidth: number(one.box[2], style),
        bboxHeight: number(one.box[3], style),
        classificationMethod: "machine",
        classificationProbability: number(one.score, style),
        ...notedAs(
          {
            count: "count",
            sex: "sex",
            lifeStage: "lifeStage",
            behavior: "behavior",
            individual: "individualID",
            observer: "classifiedBy",
            comments: "observationComments",
          },
          one,
        ),
      })),
      style,
    ),
  }),
  "wildlife-insights": (sightings, style) => ({
    "deployments.csv": tableBytes(
      cameras(sightings).map(([deployment_id, { latitude }]) => ({
        deployment_id,
        placename: "Ort",
        latitude: number(latitude, style),
        longitude: number(latitude, style),
      })),
      style,
    ),
    "Projekt_images.csv": tableBytes(
      sightings.map((one, index) => ({
        deployment_id: camera(one),
        image_id: `o${index}`,
        location: `${camera(one)}/${fileOf(sightings, index)}`,
        filename: fileOf(sightings, index),
        common_name: one.name,
        ...notedAs(
          {
            count: "number_of_objects",
            sex: "sex",
            lifeStage: "age",
            behavior: "behavior",
            individual: "individual_id",
            observer: "identified_by",
            comments: "individual_animal_notes",
          },
          one,
        ),
        timestamp: iso(one).replace("T", " "),
        cv_confidence: number(one.score, style),
        bounding_boxes: `{"{\\"detectionBox\\":[${[one.box[1], one.box[0], one.box[1] + one.box[3], one.box[0] + one.box[2]].join(",")}]}"}`,
      })),
      style,
    ),
  }),
  megadetector: (sightings, style) => ({
    "md.json": json(
      {
        detection_categories: { "1": "animal" },
        classification_categories: Object.fromEntries(sightings.map(({ name }, index) => [index, name])),
        images: sightings.map((one, index) => ({
          file: `${camera(one)}/${fileOf(sightings, index)}`,
          datetime: `${iso(one)}Z`,
          detections: [
            { category: "1", conf: 0.9, bbox: one.box, classifications: [[String(index), one.score]] },
          ],
        })),
      },
      style,
    ),
  }),
  speciesnet: (sightings, style) => ({
    "p.json": json(
      {
        predictions: sightings.map((one, index) => ({
          filepath: `${camera(one)}\\${fileOf(sightings, index)}`,
          prediction: `id;;;;;;${one.name.replaceAll(";", "")}`,
          prediction_score: one.score,
          detections: [{ category: "1", label: "animal", conf: one.score, bbox: one.box }],
        })),
      },
      style,
    ),
  }),
  timelapse: (sightings, style) => ({
    "ImageData.csv": tableBytes(
      sightings.map((one, index) => ({
        File: fileOf(sightings, index),
        RelativePath: camera(one),
        DateTime: iso(one).replace("T", " "),
        DeleteFlag: "false",
        Species: one.name,
        ...notedAs(
          {
            count: "Count",
            sex: "Sex",
            lifeStage: "LifeStage",
            behavior: "Behaviour",
            individual: "Individual",
            observer: "Observer",
            comments: "Comments",
          },
          one,
        ),
        Latitude: number(one.latitude, style),
        Longitude: number(one.latitude, style),
      })),
      style,
    ),
  }),
  camelot: (sightings, style) => ({
    "full.csv": tableBytes(
      sightings.map((one, index) => ({
        path: `${camera(one)}\\${fileOf(sightings, index)}`,
        time: `${iso(one)}.000Z`,
        media: `media${index}`,
        sighting: String(index),
        common: one.name,
        station: camera(one),
        latitude: number(one.latitude, style),
        longitude: number(one.latitude, style),
        ...notedAs(
          {
            count: "Sighting Quantity",
            sex: "Sex",
            lifeStage: "Life stage",
            behavior: "Behaviour",
            individual: "Individual",
            observer: "Identified by",
            comments: "Comments",
          },
          one,
        ),
      })),
      style,
      {
        path: "Absolute Path",
        time: "Date/Time",
        media: "Media ID",
        sighting: "Sighting ID",
        common: "Species Common Name",
        station: "Trap Station Name",
        latitude: "Camelot GPS Latitude",
        longitude: "Camelot GPS Longitude",
      },
    ),
  }),
};

/** The parts of a sighting that a format can hold. */
const HOLDS: Record<
  FormatId,
  { score: boolean; box: boolean; time: boolean; position: boolean; noted: boolean }
> = {
  "camtrap-dp": { score: true, box: true, time: true, position: true, noted: true },
  "wildlife-insights": { score: true, box: true, time: true, position: true, noted: true },
  megadetector: { score: true, box: true, time: true, position: false, noted: false },
  speciesnet: { score: true, box: true, time: false, position: false, noted: false },
  timelapse: { score: false, box: false, time: true, position: true, noted: true },
  camelot: { score: false, box: false, time: true, position: true, noted: true },
};

describe("random rows, written in a random style", () => {
  it.each(Object.keys(WRITERS) as FormatId[])(
    "come back from %s with all their fields, facts and photos (import 10)",
    async (id) => {
      const holds = HOLDS[id];
      const anySightings = fc.array(anySighting, { minLength: 1, maxLength: 8 });
      await fc.assert(
        fc.asyncProperty(anySightings, anyStyle, async (sightings, style) => {
          const source = memorySource(WRITERS[id](sightings, style), style.chunkBytes);
          const { devices, insights, refusals, notices } = await collectRecords(readerOf(id), source);
          expect(refusals).toEqual([]);
          const isBeyondAscii = sightings.some(({ name, noted }) =>
            /[^\p{ASCII}]/u.test(name + (holds.noted ? Object.values(noted).join("") : "")),
          );
          expect(notices.some(({ code }) => code === "windows_1252")).toBe(
            style.encoding === "windows-1252" && isBeyondAscii,
          );
          expect(notices.filter(({ code }) => code === "columns_not_read")).toEqual([]);
          expect(devices.map(({ deviceId }) => deviceId)).toEqual(cameras(sightings).map(([name]) => name));
          expect(devices.map(({ latitude }) => latitude)).toEqual(
            cameras(sightings).map(([, { latitude }]) => (holds.position ? latitude : null)),
          );
          const expected = sightings.map((one, index) => {
            const className = id === "speciesnet" ? one.name.replaceAll(";", "") : one.name;
            return {
              deviceId: camera(one),
              className,
              confidence: holds.score ? one.score : null,
              classList: [{ className, averageConfidence: holds.score ? one.score : null }],
              boxes: holds.box ? [one.box] : [],
              time: holds.time ? epochOf(one) : null,
              observation: holds.noted ? observationOf(one) : undefined,
              photo: { path: `${camera(one)}/${fileOf(sightings, index)}`, name: fileOf(sightings, index) },
            };
          });
          const found = insights.map(
            ({ deviceId, className, confidence, classList, boxes, time, photo, observation }) => ({
              deviceId,
              className,
              confidence,
              classList,
              boxes: boxes.map(({ box }) => box),
              time: time?.epochMs ?? null,
              photo,
              observation,
            }),
          );
          expect(found).toEqual(expected);
          expect(new Set(insights.map(({ deviceId, sourceId }) => `${deviceId}\n${sourceId}`)).size).toBe(
            sightings.length,
          );
          const pictures = insights.map(({ deviceId, photo }) => ({
            path: photo?.path ?? "",
            name: photo?.name ?? "",
            folderNames: [deviceId.toLowerCase()],
          }));
          const files = pictures.map(({ path }) => `2020/${path}`);
          expect(matchPictures(pictures, files)).toEqual(files.map((one) => ({ kind: "found", file: one })));
        }),
        { numRuns: 60 },
      );
    },
  );
});
