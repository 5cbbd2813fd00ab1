import { describe, expect, it } from "vitest";
import type { ReadOptions } from "../../../src/formats/format-reader.ts";
import { readTimelapse } from "../../../src/formats/timelapse/read-timelapse.ts";
import { collectRecords } from "./collect-records.ts";
import { memorySource } from "./memory-source.ts";

const read = (lines: readonly string[], options: Partial<ReadOptions> = {}) =>
  collectRecords(readTimelapse, memorySource({ "ImageData.csv": `${lines.join("\n")}\n` }), options);

describe("the reader of Timelapse", () => {
  it("makes each folder a device and each class of a picture an insight (import 13)", async () => {
    const { devices, insights, refusals, notices } = await read([
      "File,RelativePath,DateTime,DeleteFlag,Species,Species2,Count,animal,empty,person",
      "IMG_1.JPG,north\\cam1,2023-05-17 14:23:08,false,Red fox,Wolf,2,True,False,False",
      "IMG_1.JPG,north\\cam1,2023-05-17 14:23:08,false,Red fox,,1,True,False,True",
      "IMG_2.JPG,north\\cam1,2023-05-17 14:24:08,true,,,,False,True,False",
      "IMG_1.JPG,south,2023-05-17 14:25:08,false,,,,True,False,False",
      "IMG_2.JPG,south,2023-05-17 14:26:08,false,,,,False,False,False",
      "IMG_3.JPG,south,2023-05-17 14:27:08,false,Wolf,,,False,True,False",
      "IMG_4.JPG,south,yesterday,false,Wolf,,,False,False,False",
      ",south,2023-05-17 14:27:08,false,Wolf,,,False,False,False",
    ]);
    expect(devices.map(({ deviceId }) => deviceId)).toEqual(["north/cam1", "south"]);
    expect(insights.map(({ sourceId, className, origin }) => [sourceId, className, origin])).toEqual([
      ["north/cam1/IMG_1.JPG", "Red fox", "human"],
      ["north/cam1/IMG_1.JPG#2", "Wolf", "human"],
      ["north/cam1/IMG_1.JPG#3", "Red fox", "human"],
      ["north/cam1/IMG_1.JPG#4", "human", "human"],
      ["north/cam1/IMG_2.JPG", "empty", "human"],
      ["south/IMG_1.JPG", "animal", "human"],
      ["south/IMG_2.JPG", "unclassified", "unreviewed"],
    ]);
    expect(insights[0]).toMatchObject({
      time: { epochMs: Date.UTC(2023, 4, 17, 14, 23, 8), offset: null },
      photo: { path: "north/cam1/IMG_1.JPG", name: "IMG_1.JPG" },
    });
    expect(refusals.map(({ code, lost, place }) => [place.row, code, lost])).toEqual([
      // Two of which animal?
      [2, "of_several", "field"],
      [3, "of_several", "field"],
      [7, "contradicting_classes", "row"],
      [8, "not_a_time", "row"],
      [9, "missing_id", "row"],
    ]);
    expect(notices).toEqual([
      { kind: "notice", code: "marked_for_deletion", file: "ImageData.csv", count: 1 },
    ]);
  });

  it("takes a number above 1 in a ticked column as the count of that class, and says so (import 10)", async () => {
    const { insights, refusals, notices } = await read([
      "File,RelativePath,DateTime,Species,Count,animal,person,empty",
      "1.jpg,cam,2023-05-17 14:23:08,,,3,0,0",
      "2.jpg,cam,2023-05-17 14:23:08,,,3,2,0",
      "3.jpg,cam,2023-05-17 14:23:08,Fox,,4,0,0",
      "4.jpg,cam,2023-05-17 14:23:08,,,1,0,0",
      "5.jpg,cam,2023-05-17 14:23:08,,3,3,0,0",
      "6.jpg,cam,2023-05-17 14:23:08,,2,3,0,0",
      "7.jpg,cam,2023-05-17 14:23:08,,,2.5,0,0",
      "8.jpg,cam,2023-05-17 14:23:08,,,0,0,2",
      "9.jpg,cam,2023-05-17 14:23:08,,,-1,0,0",
      "10.jpg,cam,2023-05-17 14:23:08,Fox,,3,2,0",
    ]);
    const said = insights.map((one) => [one.photo?.name, one.className, one.observation?.count]);
    expect(said).toEqual([
      ["1.jpg", "animal", 3],
      ["2.jpg", "animal", 3],
      ["2.jpg", "human", 2],
      ["3.jpg", "Fox", 4],
      // Programs write 1 for yes.
      ["4.jpg", "animal", undefined],
      ["5.jpg", "animal", 3],
      ["6.jpg", "animal", 2],
      ["7.jpg", "animal", undefined],
      ["8.jpg", "unclassified", undefined],
      ["9.jpg", "unclassified", undefined],
      ["10.jpg", "Fox", 3],
      ["10.jpg", "human", 2],
    ]);
    expect(
      refusals.map(({ place, field, code, value, lost }) => [place.row, field, code, value, lost]),
    ).toEqual([
      [7, "animal", "counted_otherwise", "3", "field"],
      [8, "animal", "not_whole", "2.5", "field"],
      [9, "empty", "not_a_flag", "2", "field"],
      [10, "animal", "not_a_flag", "-1", "field"],
    ]);
    expect(notices).toEqual([
      { kind: "notice", code: "counted_in_ticks", file: "ImageData.csv", count: 4, example: "animal: 3" },
    ]);
  });

  it("takes an animal beside people as another class, and says where a name is none", async () => {
    const { insights, refusals } = await read([
      "File,RelativePath,DateTime,Species,animal,person",
      "1.jpg,cam,2023-05-17 14:23:08,Homo sapiens,1,0",
      "2.jpg,cam,2023-05-17 14:23:08,2,1,0",
    ]);
    expect(insights.map(({ photo, className }) => [photo?.name, className])).toEqual([
      ["1.jpg", "human"],
      ["1.jpg", "animal"],
      ["2.jpg", "animal"],
    ]);
    expect(refusals.map(({ place, field, code }) => [place.row, field, code])).toEqual([
      [3, "Species", "not_a_class"],
    ]);
    const named = await read(["File,RelativePath,DateTime,animal", "1.jpg,cam,2023-05-17 14:23:08,Fox"]);
    expect(named.insights.map(({ className }) => className)).toEqual(["Fox"]);
    expect(named.refusals).toEqual([]);
  });

  it("reads the count of several named species from no ticked column (import 10)", async () => {
    const { insights, refusals } = await read([
      "File;RelativePath;DateTime;Species;Species2;animal",
      "1.jpg;cam;2023-05-17 14:23:08;Fox;Wolf;3",
      "2.jpg;cam;2023-05-17 14:23:08;Fox;;3,0",
    ]);
    expect(insights.map(({ className, observation }) => [className, observation?.count])).toEqual([
      ["Fox", undefined],
      ["Wolf", undefined],
      ["Fox", 3],
    ]);
    expect(refusals.map(({ place, field, code }) => [place.row, field, code])).toEqual([
      [2, "animal", "of_several"],
    ]);
  });

  it("reads tables of before version 2.3, in another order of columns and with Excel's semicolons", async () => {
    const { devices, insights } = await read([
      "sep=;",
      "species;Time;Date;RelativePath;File;RootFolder;ImageQuality;Latitude;Longitude",
      "Lynx;14:23:08;17-May-2015;;IMG_1.JPG;Camera A;Ok;51,5;4,25",
    ]);
    expect(devices[0]).toMatchObject({ deviceId: "Camera A", latitude: 51.5, longitude: 4.25 });
    expect(insights[0]).toMatchObject({
      className: "Lynx",
      sourceId: "Camera A/IMG_1.JPG",
      place: { file: "ImageData.csv", row: 3 },
      time: { epochMs: Date.UTC(2015, 4, 17, 14, 23, 8) },
    });
  });

  it("asks for the column of the species where none is known to be it, and takes the one that is named", async () => {
    const lines = ["File,RelativePath,DateTime,Tier,Menge", "1.jpg,cam,2023-05-17 14:23:08,Fuchs,2"];
    await expect(read(lines)).rejects.toMatchObject({
      code: "no_class_column",
      details: { columns: "Tier, Menge" },
    });
    const { insights } = await read(lines, { speciesColumn: "Tier" });
    expect(insights.map(({ className }) => className)).toEqual(["Fuchs"]);
    await expect(read(lines, { speciesColumn: "Art" })).rejects.toMatchObject({ code: "missing_column" });
  });
});
