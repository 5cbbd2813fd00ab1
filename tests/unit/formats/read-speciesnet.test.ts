import { describe, expect, it } from "vitest";
import { readSpeciesNet } from "../../../src/formats/speciesnet/read-speciesnet.ts";
import { collectRecords } from "./collect-records.ts";
import { memorySource } from "./memory-source.ts";

const ELEPHANT = "55631055;mammalia;proboscidea;elephantidae;loxodonta;africana;african elephant";
const FELIDAE = "df8514b0;mammalia;carnivora;felidae;;;";
const BLANK = "f1856211;;;;;;blank";
const BOX = { category: "1", label: "animal", conf: 0.9, bbox: [0.1, 0.2, 0.3, 0.4] };

const read = (predictions: unknown[], threshold?: number) =>
  collectRecords(
    readSpeciesNet,
    memorySource({ "predictions.json": JSON.stringify({ predictions }) }),
    threshold === undefined ? {} : { threshold },
  );

describe("the reader of SpeciesNet", () => {
  it("names the picture by the prediction of the whole ensemble (import 13) (import 5)", async () => {
    const classifications = { classes: [FELIDAE, ELEPHANT], scores: [0.5, 0.2] };
    const { devices, insights, refusals, notices } = await read([
      {
        filepath: "kenya\\cam1\\a.jpg",
        prediction: ELEPHANT,
        prediction_score: 0.99,
        classifications,
        detections: [BOX, { ...BOX, category: "2", conf: 0.3 }],
      },
      { filepath: "b.jpg", prediction: BLANK, prediction_score: 0.8, detections: [] },
      { filepath: "c.jpg", prediction: "x;;;;;;animal", prediction_score: 0.9, detections: [BOX] },
      { filepath: "d.jpg", prediction: "x;;;;;;no cv result", prediction_score: 0, detections: [] },
      { filepath: "e.jpg", classifications, failures: ["DETECTOR"] },
      { filepath: "f.jpg", detections: [{ ...BOX, category: "2" }] },
      { filepath: "g.jpg", failures: ["CLASSIFIER", "DETECTOR"] },
      { filepath: "b.jpg", prediction: ELEPHANT, prediction_score: 0.8 },
      { prediction: ELEPHANT },
      7,
    ]);
    expect(devices.map(({ deviceId }) => deviceId)).toEqual(["kenya/cam1", "predictions"]);
    expect(insights.map(({ className, confidence, origin }) => [className, confidence, origin])).toEqual([
      ["african elephant", 0.99, "machine"],
      ["empty", 0.8, "machine"],
      ["animal", 0.9, "machine"],
      ["unclassified", 0, "unreviewed"],
      ["felidae", 0.5, "machine"],
      ["human", 0.9, "machine"],
    ]);
    expect(insights[0]).toMatchObject({
      sourceId: "kenya/cam1/a.jpg",
      photo: { path: "kenya/cam1/a.jpg", name: "a.jpg" },
      boxes: [
        { className: "animal", confidence: 0.9, box: BOX.bbox },
        { className: "human", confidence: 0.3, box: BOX.bbox },
      ],
    });
    expect(refusals.map(({ code, place }) => [code, place.row])).toEqual([
      ["failed_image", 7],
      ["duplicate_id", 8],
      ["missing_id", 9],
      ["not_an_entry", 10],
    ]);
    expect(notices).toEqual([expect.objectContaining({ code: "threshold", count: 0, example: "0" })]);
  });

  it("leaves out what is below the threshold and says of how many pictures (import 5)", async () => {
    const { insights, notices } = await read(
      [
        { filepath: "a.jpg", prediction: ELEPHANT, prediction_score: 0.3, detections: [BOX] },
        { filepath: "b.jpg", detections: [{ ...BOX, conf: 0.1 }] },
      ],
      0.5,
    );
    expect(insights.map(({ className, boxes }) => [className, boxes.length])).toEqual([
      ["unclassified", 1],
      ["empty", 0],
    ]);
    expect(notices.map(({ code, count, example }) => [code, count, example])).toEqual([
      ["threshold", 1, "0.5"],
      ["emptied_by_threshold", 1, undefined],
      ["unnamed_by_threshold", 1, undefined],
    ]);
  });
});
