import { describe, expect, it } from "vitest";
import { readCamelot } from "../../../src/formats/camelot/read-camelot.ts";
import { parseTimeZone } from "../../../src/formats/cells/time-zone.ts";
import { collectRecords } from "./collect-records.ts";
import { memorySource } from "./memory-source.ts";

const HEADING =
  "Absolute Path,Camera Name,Date/Time,Media Filename,Media Processed Flag,[Translation missing],Sighting ID,Survey Name,Species Common Name,Genus,Species,Species,Camelot GPS Latitude,Camelot GPS Longitude,Trap Station Name,Trap Station Session Camera ID,Session Start Date,Session End Date";
const PLACE = "51.5,-122.75,Ridge,7,2018-07-15T00:00:00.000Z,2018-07-22T00:00:00.000Z";
const row = (file: string, time: string, rest: string, place = PLACE) =>
  `C:\\Camelot\\Media\\a9\\${file}.jpg,J10,${time},${file},${rest},${place}`;

const read = (rows: readonly string[], heading = HEADING, zone = "UTC") =>
  collectRecords(readCamelot, memorySource({ "full.csv": `\uFEFF${[heading, ...rows].join("\r\n")}\r\n` }), {
    zone: parseTimeZone(zone),
  });

describe("the reader of Camelot", () => {
  it("refuses rows whose ids a spreadsheet rounded (import 2)", async () => {
    const time = "2018-07-22T16:02:01.000Z";
    const heading = HEADING.replace("Media Filename", "Media ID");
    const rows = [
      row("4.2E+12", time, "TRUE,FALSE,1,Survey,Moose,,,"),
      row("42", time, "TRUE,FALSE,1.2E+15,Survey,Moose,,,"),
      row("43", time, "TRUE,FALSE,2,Survey,Moose,,,"),
    ];
    const { insights, refusals } = await read(rows, heading);
    expect(insights.map(({ sourceId }) => sourceId)).toEqual(["43/2"]);
    expect(refusals).toMatchObject([
      { place: { row: 2 }, field: "Media ID", code: "rounded_id", value: "4.2E+12", lost: "row" },
      { place: { row: 3 }, field: "Sighting ID", code: "rounded_id", value: "1.2E+15", lost: "row" },
    ]);
  });

  it("makes a camera's session a device and a sighting an insight at the time of the camera's clock (import 13)", async () => {
    const time = "2018-07-22T16:02:01.000Z";
    const { devices, insights, refusals, notices } = await read(
      [
        row("one", time, "TRUE,FALSE,1,Survey,Mule deer,Odocoileus,Odocoileus hemionus,hemionus"),
        row("one", time, "TRUE,FALSE,2,Survey,,Lepus ,Lepus  americanus,americanus"),
        row("two", time, "TRUE,FALSE,3,Survey,,Ursus,arctos,"),
        row("three", time, "TRUE,FALSE,,Survey,,,,"),
        row("four", time, "FALSE,FALSE,,Survey,,,,"),
        row("five", "2018-07-23T00:00:01.000Z", "TRUE,FALSE,4,Survey,Moose,,,"),
        row("one", time, "TRUE,FALSE,1,Survey,Wolf,,,"),
        row("six", time, "TRUE,FALSE,5,Survey,Moose,,,", ",,,,,"),
      ],
      HEADING,
      "America/Vancouver",
    );
    expect(devices).toEqual([
      expect.objectContaining({
        deviceId: "Survey / Ridge / J10 / 7",
        deviceName: "Ridge",
        latitude: 51.5,
        longitude: -122.75,
      }),
    ]);
    expect(insights.map(({ sourceId, className, origin }) => [sourceId, className, origin])).toEqual([
      ["one/1", "Mule deer", "human"],
      ["one/2", "Lepus americanus", "human"],
      ["two/3", "Ursus arctos", "human"],
      ["three", "empty", "human"],
      ["four", "unclassified", "unreviewed"],
      ["five/4", "Moose", "human"],
    ]);
    expect(insights[0]).toMatchObject({
      time: { epochMs: Date.UTC(2018, 6, 22, 23, 2, 1), offset: null },
      photo: { path: "C:/Camelot/Media/a9/one.jpg", name: "one.jpg" },
    });
    expect(refusals.map(({ code, value }) => [code, value])).toEqual([
      ["duplicate_id", "one/1"],
      ["missing_deployment", null],
    ]);
    expect(notices.map(({ code, count, example }) => [code, count, example])).toEqual([
      ["clock_without_zone", 1, time],
      // The 23rd on the camera's clock; the last day of the session counts whole.
      ["outside_deployment", 1, undefined],
      ["columns_not_read", 1, "[Translation missing]"],
    ]);
  });

  it("does not take the second part of a name for the whole, whichever column comes first", async () => {
    const heading = "Date/Time,Species,Trap Station Name,Media ID,Species,Genus,Sighting ID";
    const { insights } = await read(
      ["2018-07-22 16:02:01,hemionus,Ridge,1,Odocoileus hemionus,Odocoileus,9"],
      heading,
    );
    expect(insights[0]).toMatchObject({ className: "Odocoileus hemionus", sourceId: "1/9", photo: null });
  });
});
