import { describe, expect, it } from "vitest";
import { readMegaDetector } from "../../../src/formats/megadetector/read-megadetector.ts";
import { collectRecords } from "./collect-records.ts";
import { memorySource } from "./memory-source.ts";

const CATEGORIES = { "1": "animal", "2": "person" };

async function read(images: unknown[], options: { categoriesLast?: boolean; chunkBytes?: number } = {}) {
  const content = options.categoriesLast
    ? { images, info: { note: '"}],[{' }, detection_categories: CATEGORIES }
    : { info: { format_version: "1.1" }, detection_categories: CATEGORIES, images };
  return collectRecords(
    readMegaDetector,
    memorySource({ "results.json": JSON.stringify(content, null, 1) }, options.chunkBytes),
  );
}

describe("the reader of MegaDetector", () => {
  it("makes each picture one insight with all its boxes, classed by the most confident", async () => {
    const detections = [
      { category: "2", conf: 0.00000455, bbox: [0, 0, 1, 1] },
      { category: "1", conf: 0.82, bbox: [0.1, 0.2, 0.3, 0.4] },
      { category: "1", conf: 0.4, bbox: [0.5, 0.5, 0.1, 0.1] },
    ];
    const { devices, insights } = await read([{ file: "north\\cam1/a.jpg", detections }]);
    expect(devices.map(({ deviceId }) => deviceId)).toEqual(["north/cam1"]);
    expect(insights[0]).toMatchObject({
      deviceId: "north/cam1",
      sourceId: "north/cam1/a.jpg",
      className: "animal",
      confidence: 0.82,
      origin: "machine",
      classList: [
        { className: "animal", averageConfidence: 0.82 },
        { className: "human", averageConfidence: 0.00000455 },
      ],
      photo: { path: "north/cam1/a.jpg", name: "a.jpg" },
      time: null,
    });
    expect(insights[0]?.boxes.map(({ box }) => box)).toEqual(detections.map(({ bbox }) => bbox));
  });

  it("names detections by the classifier's first choice, and says what is only an animal or below the threshold (import 5)", async () => {
    const box = { category: "1", conf: 0.9, bbox: [0.1, 0.2, 0.3, 0.4] };
    const images = [
      {
        file: "a.jpg",
        detections: [
          {
            ...box,
            classifications: [
              ["3", 0.7],
              ["0", 0.2],
            ],
          },
          { ...box, category: "2", conf: 0.4 },
        ],
      },
      { file: "b.jpg", detections: [{ ...box, classifications: [["7", 0.95]] }] },
      { file: "c.jpg", detections: [{ ...box, classifications: [["0", 0.3]] }] },
      { file: "d.jpg", detections: [{ ...box, conf: 0.1, classifications: [["3", 0.9]] }] },
      { file: "e.jpg", detections: [{ ...box, classifications: [["99", 0.9]] }] },
    ];
    const classes = { "0": "fox", "3": "bear", "7": "blank" };
    const contents = [
      { detection_categories: CATEGORIES, classification_categories: classes, images },
      { detection_categories: CATEGORIES, images, classification_categories: classes },
      { classification_categories: classes, images, detection_categories: CATEGORIES },
    ];
    for (const content of contents) {
      const source = memorySource({ "md.json": JSON.stringify(content) });
      const all = await collectRecords(readMegaDetector, source);
      expect(all.insights.map(({ className, confidence }) => [className, confidence])).toEqual([
        ["bear", 0.7],
        ["empty", 0.95],
        ["fox", 0.3],
        ["bear", 0.9],
        ["animal", 0.9],
      ]);
      expect(all.insights[0]?.classList).toEqual([
        { className: "bear", averageConfidence: 0.7 },
        { className: "human", averageConfidence: 0.4 },
      ]);
      expect(all.insights[0]?.boxes.map(({ className, confidence }) => [className, confidence])).toEqual([
        ["bear", 0.7],
        ["human", 0.4],
      ]);
      expect(all.refusals).toEqual([
        expect.objectContaining({ code: "unknown_category", field: "classifications", lost: "field" }),
      ]);
      expect(all.notices).toEqual([expect.objectContaining({ code: "threshold", count: 0, example: "0" })]);
      const { insights, notices } = await collectRecords(readMegaDetector, source, { threshold: 0.5 });
      expect(insights.map(({ className }) => className)).toEqual([
        "bear",
        "empty",
        "animal",
        "empty",
        "animal",
      ]);
      expect(notices.map(({ code, count }) => [code, count])).toEqual([
        ["threshold", 2],
        ["emptied_by_threshold", 1],
      ]);
    }
  });

  it("reads every file of results, and a picture that two of them have once", async () => {
    const results = (...files: string[]) =>
      JSON.stringify({
        detection_categories: CATEGORIES,
        images: files.map((file) => ({ file, detections: [] })),
      });
    const { insights, refusals } = await collectRecords(
      readMegaDetector,
      memorySource({ "a.json": results("1.jpg", "c/2.jpg"), "b.json": results("c/2.jpg", "c/3.jpg") }),
    );
    expect(insights.map(({ deviceId, sourceId }) => [deviceId, sourceId])).toEqual([
      ["a", "1.jpg"],
      ["c", "c/2.jpg"],
      ["c", "c/3.jpg"],
    ]);
    expect(refusals.map(({ code, place }) => [code, place.file])).toEqual([["duplicate_id", "b.json"]]);
  });

  it("refuses results whose pictures are no list, rather than finding none", async () => {
    const results = JSON.stringify({ detection_categories: CATEGORIES, images: 5 });
    const reading = collectRecords(readMegaDetector, memorySource({ "results.json": results }));
    await expect(reading).rejects.toMatchObject({ code: "missing_table", details: { table: "images" } });
  });

  it("makes pictures without detections 'empty' and refuses those that could not be processed", async () => {
    const { insights, refusals } = await read([
      { file: "a.jpg", detections: [] },
      { file: "b.jpg", failure: "image access failure", detections: null },
      { file: "c.jpg" },
      { detections: [] },
      "d.jpg",
      { file: "a.jpg", detections: [] },
    ]);
    expect(insights.map(({ sourceId, className, classId }) => [sourceId, className, classId])).toEqual([
      ["a.jpg", "empty", 99],
    ]);
    expect(refusals.map(({ place, code }) => [place.row, code])).toEqual([
      [2, "failed_image"],
      [3, "failed_image"],
      [4, "missing_id"],
      [5, "not_an_entry"],
      [6, "duplicate_id"],
    ]);
    expect(refusals[0]?.value).toContain("image access failure");
  });

  it("leaves bad detections out, but never calls a picture empty because all were bad", async () => {
    const good = { category: "1", conf: 0.5, bbox: [0, 0, 0.5, 0.5] };
    const { insights, refusals } = await read([
      { file: "a.jpg", detections: [good, { ...good, category: "7" }, { ...good, bbox: [10, 20, 30, 40] }] },
      { file: "b.jpg", detections: [{ ...good, conf: 1.7 }] },
    ]);
    expect(insights.map(({ sourceId, boxes }) => [sourceId, boxes.length])).toEqual([["a.jpg", 1]]);
    expect(refusals.map(({ code, lost }) => [code, lost])).toEqual([
      ["unknown_category", "field"],
      ["not_a_box", "field"],
      ["out_of_range", "row"],
    ]);
  });

  it("reads the file in whatever pieces it arrives and with its categories at the end", async () => {
    const images = [
      { file: 'odd "name", [1] {2}.jpg', detections: [{ category: "1", conf: 0.5, bbox: [0, 0, 0.5, 0.5] }] },
      { file: "é\\u0041.jpg", detections: [] },
    ];
    const expected = (await read(images)).insights.map(({ sourceId, className }) => [sourceId, className]);
    expect(expected.map(([, className]) => className)).toEqual(["animal", "empty"]);
    for (const chunkBytes of [1, 7, 64]) {
      const { insights } = await read(images, { categoriesLast: true, chunkBytes });
      expect(insights.map(({ sourceId, className }) => [sourceId, className])).toEqual(expected);
    }
  });

  it("is not misled by annotations of another format in the same folder", async () => {
    const coco = { images: [{ id: 1, file_name: "a.jpg" }], categories: [] };
    const results = { detection_categories: CATEGORIES, images: [{ file: "a.jpg", detections: [] }] };
    const source = memorySource({
      "a-coco.json": JSON.stringify(coco),
      "results.json": JSON.stringify(results),
    });
    expect((await collectRecords(readMegaDetector, source)).insights).toHaveLength(1);
  });

  it("says so when there are no such results, or half of them", async () => {
    const failing = (files: Record<string, string>) =>
      expect(collectRecords(readMegaDetector, memorySource(files))).rejects;
    await failing({ "a.json": '{"annotations":[]}' }).toMatchObject({ code: "not_such_a_package" });
    await failing({ "a.csv": "x" }).toMatchObject({ code: "not_such_a_package" });
    await failing({ "a.json": '{"images":[{"file":"a.jpg","detections":[]}' }).toMatchObject({
      code: "json_cut_short",
    });
    await failing({ "a.json": "not json" }).toMatchObject({ code: "not_json" });
  });
});
