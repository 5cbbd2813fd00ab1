import { describe, expect, it } from "vitest";
import { flattenPages, mergePhotos, readInsight } from "../../../../src/sync/pull/wire-insight.ts";
import { insight } from "../../query/insight-fixtures.ts";

const row = (fields: object = {}) => ({
  insight_id: "7",
  device_id: "cam-1",
  class_name: "fox",
  time_stamp: "2024-05-01T06:12:09.000Z",
  table: "insights",
  ...fields,
});

describe("an insight as a server spells it", () => {
  it("is named by insight_id or by id, as text or as a number [INS-20]", () => {
    expect(readInsight(row({ insight_id: "7", id: "8" }))?.insightId).toBe("7");
    expect(readInsight(row({ insight_id: undefined, id: "8" }))?.insightId).toBe("8");
    expect(readInsight(row({ insight_id: null, id: 9 }))?.insightId).toBe("9");
    expect(readInsight(row({ insight_id: undefined }))).toBeNull();
  });

  it("lies at latitude and longitude, or at lat and long [INS-21]", () => {
    expect(readInsight(row({ latitude: 1.5, longitude: 2.5 }))).toMatchObject({
      latitude: 1.5,
      longitude: 2.5,
    });
    expect(readInsight(row({ lat: 0, long: -2.5 }))).toMatchObject({ latitude: 0, longitude: -2.5 });
    expect(readInsight(row())).toMatchObject({ latitude: null, longitude: null });
  });

  it("has its boxes, where a server tells them, and none where they are no boxes", () => {
    const box = [0.1, 0.2, 0.3, 0.4];
    const good = { className: "fox", confidence: 0.9, box };
    const bad = [null, 7, {}, { box: [1, 2] }, { box: [0, 0, "1", 1] }, { ...good, box: [0.9, 0, 0.5, 1] }];
    expect(readInsight(row({ boxes: [good, ...bad] }))?.boxes).toEqual([good]);
    for (const boxes of [undefined, null, "0,0,9,9", {}])
      expect(readInsight(row({ boxes }))?.boxes).toEqual([]);
  });

  it("has one of the four statuses, whatever else a server sends [INS-23]", () => {
    expect(readInsight(row({ insight_status: "favorite" }))?.status).toBe("favorite");
    for (const insight_status of ["deleted", null, 3, undefined]) {
      expect(readInsight(row({ insight_status }))?.status).toBe("none");
    }
  });

  it("is a collection only where `collection` is true, and then stands for its members [INS-24, INS-52]", () => {
    const members = [row({ insight_id: "1" }), row({ insight_id: "2" })];
    const folded = row({
      insight_id: "c1",
      collection: true,
      insights: members,
      window_start: "2024-05-01T06:12:00.000Z",
    });
    const flat = flattenPages([folded, row({ insight_id: "3", collection: false, insights: [] })]);
    expect(flat.map(({ insightId, collectionId }) => [insightId, collectionId])).toEqual([
      ["1", "c1"],
      ["2", "c1"],
      ["3", null],
    ]);
    expect(flat[0]?.windowStartMs).toBe(Date.UTC(2024, 4, 1, 6, 12));
  });

  it("gets the newest photo record of its own insight, Sentinel and table, where it names none itself [INS-25, INS-26]", () => {
    const photo = (path: string, createdAt: string, change: object = {}) => ({
      insightId: "1",
      deviceId: "cam-1",
      table: "insights",
      path,
      createdAt,
      ...change,
    });
    const photos = [
      photo("old", "2024-05-01T06:00:00.000Z"),
      photo("new", "2024-05-02T06:00:00.000Z"),
      photo("middle", "2024-05-01T12:00:00.000Z"),
      photo("other-camera", "2024-06-01T06:00:00.000Z", { deviceId: "cam-2" }),
      photo("other-table", "2024-06-01T06:00:00.000Z", { table: "spypoint" }),
      photo("of-two", "2024-06-01T06:00:00.000Z", { insightId: "2" }),
    ];
    const merged = mergePhotos([insight("1"), insight("2", { photoUrl: "own" }), insight("3")], photos);
    expect(merged.map(({ photoUrl }) => photoUrl)).toEqual(["new", "own", null]);
    expect(merged[0]?.photoCreatedAtMs).toBe(Date.UTC(2024, 4, 2, 6));
  });
});
