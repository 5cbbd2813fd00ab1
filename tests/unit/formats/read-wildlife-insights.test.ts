import { describe, expect, it } from "vitest";
import type { DateOrder } from "../../../src/formats/cells/date-order.ts";
import { readWildlifeInsights } from "../../../src/formats/wildlife-insights/read-wildlife-insights.ts";
import { collectRecords } from "./collect-records.ts";
import { memorySource } from "./memory-source.ts";

const DEPLOYMENTS = [
  "project_id,deployment_id,placename,longitude,latitude,start_date,end_date",
  "P,D1,Ridge,-77.64676,-5.817931,2018-11-01,2018-12-22",
  "P,D2,River,745832.1,9356120.4,10/22/14 0:00,11/30/14",
  "",
].join("\n");
const HEADING =
  "deployment_id,image_id,location,is_blank,common_name,genus,species,timestamp,cv_confidence,bounding_boxes,number_of_objects";

async function read(rows: readonly string[], deployments = DEPLOYMENTS, dates: DateOrder | null = null) {
  const images = [HEADING, ...rows, ""].join("\n");
  return collectRecords(
    readWildlifeInsights,
    memorySource({ "deployments.csv": deployments, "images.csv": images }),
    { dates },
  );
}

describe("the reader of Wildlife Insights", () => {
  it("reads tables with a byte order mark, CRLF and no final newline", async () => {
    const images = `\uFEFF${HEADING}\r\nD1,I1,gs://b/D1/IMG_0001.JPG,0,Tapeti,,,2018-11-21 10:00:00,,,1.0`;
    const { insights, refusals } = await collectRecords(
      readWildlifeInsights,
      memorySource(
        { "deployments.csv": `\uFEFF${DEPLOYMENTS.replaceAll("\n", "\r\n")}`, "images.csv": images },
        3,
      ),
    );
    expect(insights).toHaveLength(1);
    expect(insights[0]).toMatchObject({
      deviceId: "D1",
      sourceId: "I1",
      className: "Tapeti",
      photo: { path: "gs://b/D1/IMG_0001.JPG", name: "IMG_0001.JPG" },
      place: { file: "images.csv", row: 2 },
    });
    expect(refusals.map(({ field }) => field)).toEqual(["latitude", "longitude"].sort());
  });

  it("refuses ids that a spreadsheet rounded, which would make pictures one another's copies (import 2)", async () => {
    const { insights, refusals } = await read([
      "D1,1.23E+11,gs://b/IMG_1.JPG,0,Tapeti,,,2018-11-21 10:00:00,,,",
      "D1,1.23E+11,gs://b/IMG_2.JPG,0,Puma,,,2018-11-21 11:00:00,,,",
      "2E+11,I3,gs://b/IMG_3.JPG,0,Puma,,,2018-11-21 12:00:00,,,",
      "D1,12300000004,gs://b/IMG_4.JPG,0,Puma,,,2018-11-21 13:00:00,,,",
      "D1,IMG_1E+11,gs://b/IMG_5.JPG,0,Puma,,,2018-11-21 14:00:00,,,",
    ]);
    expect(insights.map(({ sourceId }) => sourceId)).toEqual(["12300000004", "IMG_1E+11"]);
    const ofRows = refusals.filter(({ place }) => place.file === "images.csv");
    expect(
      ofRows.map(({ place, field, code, value, lost }) => [place.row, field, code, value, lost]),
    ).toEqual([
      [2, "image_id", "rounded_id", "1.23E+11", "row"],
      [3, "image_id", "rounded_id", "1.23E+11", "row"],
      [4, "deployment_id", "rounded_id", "2E+11", "row"],
    ]);
  });

  it("refuses a deployment whose id a spreadsheet rounded (import 2)", async () => {
    const deployments = 'deployment_id,placename\n"1,23E+11",Ridge\n';
    const { devices, refusals } = await read([], `${deployments}D1,River\n`);
    expect(devices.map(({ deviceId }) => deviceId)).toEqual(["D1"]);
    expect(refusals).toMatchObject([
      { place: { row: 2 }, field: "deployment_id", code: "rounded_id", value: "1,23E+11", lost: "row" },
    ]);
  });

  it("refuses metres in a column of degrees as a field and keeps the deployment", async () => {
    const { devices, refusals } = await read([]);
    expect(devices[1]).toMatchObject({
      deviceId: "D2",
      locationName: "River",
      latitude: null,
      longitude: null,
    });
    expect(refusals).toEqual([
      expect.objectContaining({ field: "latitude", code: "out_of_range", value: "9356120.4", lost: "field" }),
      expect.objectContaining({ field: "longitude", code: "out_of_range", value: "745832.1", lost: "field" }),
    ]);
  });

  it("reads blanks of every spelling as 'empty', and what is neither blank nor named as unreviewed", async () => {
    const { insights } = await read([
      "D1,I1,,Yes,Blank,,,2018-11-21 10:00:00,,,",
      "D1,I2,,1,,,,2018-11-21 10:00:00,,,",
      "D1,I3,,,blank,,,2018-11-21 10:00:00,,,",
      "D1,I4,,,NA,NA,NA,2018-11-21 10:00:00,,,",
      "D1,I5,,No,Setup_Pickup,,,2018-11-21 10:00:00,,,",
      "D1,I6,,0,NA,Nasua,nasua,2018-11-21 10:00:00,,,",
    ]);
    expect(insights.map(({ className }) => className)).toEqual([
      "empty",
      "empty",
      "empty",
      "unclassified",
      "camera setup",
      "Nasua nasua",
    ]);
    expect(insights.map(({ origin }) => origin)).toEqual([
      "human",
      "human",
      "human",
      "unreviewed",
      "human",
      "human",
    ]);
    expect(insights.slice(0, 3).every(({ classId }) => classId === 99)).toBe(true);
  });

  it("tells a model's rows from people's by the confidence, down to the smallest", async () => {
    const { insights } = await read([
      "D1,I1,,0,Bird,,,2018-11-21 10:00:00,0.00000455,,1",
      "D1,I2,,0,Bird,,,2018-11-21 10:00:00,,,1",
    ]);
    expect(insights.map(({ origin, confidence }) => [origin, confidence])).toEqual([
      ["machine", 0.00000455],
      ["human", null],
    ]);
  });

  it("keeps each row of a picture that shows several species, and pictures of one name in two deployments", async () => {
    const { insights } = await read([
      "D1,IMG_1.JPG,,0,Bird,,,2018-11-21 10:00:00,,,",
      "D1,IMG_1.JPG,,0,Ocelot,,,2018-11-21 10:00:00,,,",
      "D2,IMG_1.JPG,,0,Bird,,,2014-10-23 10:00:00,,,",
    ]);
    expect(insights.map(({ deviceId, sourceId }) => `${deviceId} ${sourceId}`)).toEqual([
      "D1 IMG_1.JPG",
      "D1 IMG_1.JPG#2",
      "D2 IMG_1.JPG",
    ]);
  });

  it("turns bad rows and bad fields into refusals with their row, and takes all others", async () => {
    const { insights, refusals } = await read([
      "D1,I1,,0,Bird,,,2018-11-21 25:00:00,,,",
      "D9,I2,,0,Bird,,,2018-11-21 10:00:00,,,",
      "D1,,,0,Bird,,,2018-11-21 10:00:00,,,",
      ",I3,,0,Bird,,,2018-11-21 10:00:00,,,",
      "D1,I4,,0,Bird,,,2018-11-21 10:00:00,high,nonsense,",
      "D1,I5,,0,Bird,,,2018-11-21 10:00:00,,,1,shifted,cells",
      "D1,I6,,0,Bird,,,2018-11-21 10:00:00",
    ]);
    expect(insights.map(({ sourceId }) => sourceId)).toEqual(["I4", "I6"]);
    const ofImages = refusals.filter(({ place }) => place.file === "images.csv");
    expect(ofImages.map(({ place, field, code, lost }) => [place.row, field, code, lost])).toEqual([
      [2, "timestamp", "not_a_time", "row"],
      [3, "deployment_id", "unknown_deployment", "row"],
      [4, "image_id", "missing_id", "row"],
      [5, "deployment_id", "missing_deployment", "row"],
      [6, "cv_confidence", "not_a_number", "field"],
      [6, "bounding_boxes", "not_a_box", "field"],
      [7, null, "extra_cells", "row"],
    ]);
  });

  it("counts rows outside the days of their deployment and takes them, those of a camera in 1999 too", async () => {
    const { insights, notices } = await read([
      "D1,I1,,0,Bird,,,2018-12-22 23:59:59,,,",
      "D1,I2,,0,Bird,,,2018-12-23 00:00:00,,,",
      "D1,I3,,0,Bird,,,1999-01-01 00:00:00,,,",
    ]);
    expect(insights).toHaveLength(3);
    expect(notices.filter(({ code }) => code === "outside_deployment")).toEqual([
      { kind: "notice", code: "outside_deployment", file: "images.csv", count: 2 },
    ]);
  });

  it("refuses a row that is blank and names a species, and a table in which nothing names one (import 13)", async () => {
    const { insights, refusals } = await read([
      "D1,I1,,1,Ocelot,,,2018-11-21 10:00:00,,,",
      "D1,I2,,1,Blank,,,2018-11-21 10:00:00,,,",
    ]);
    expect(insights.map(({ sourceId, className }) => [sourceId, className])).toEqual([["I2", "empty"]]);
    expect(refusals.map(({ code, value }) => [code, value])).toContainEqual(["contradicting_classes", "I1"]);
    const spanish = "deployment_id,image_id,timestamp,nombre_comun\nD1,I1,2018-11-21 10:00:00,Ocelote";
    const source = memorySource({ "deployments.csv": DEPLOYMENTS, "images.csv": spanish });
    await expect(collectRecords(readWildlifeInsights, source)).rejects.toMatchObject({
      code: "missing_column",
      details: { column: "common_name, species, genus, family, order, class, is_blank" },
    });
  });

  it("names the table that is missing, and the column", async () => {
    const readOnly = (files: Record<string, string>) =>
      collectRecords(readWildlifeInsights, memorySource(files));
    await expect(readOnly({ "images.csv": HEADING })).rejects.toMatchObject({
      code: "missing_table",
      details: { table: "deployments" },
    });
    await expect(readOnly({ "deployments.csv": DEPLOYMENTS })).rejects.toMatchObject({
      code: "missing_table",
      details: { table: "images" },
    });
    await expect(readOnly({ "readme.txt": "" })).rejects.toMatchObject({ code: "not_such_a_package" });
    await expect(
      readOnly({ "deployments.csv": "a,b\n", "images.csv": `${HEADING}\n` }),
    ).rejects.toMatchObject({
      code: "missing_column",
      details: { file: "deployments.csv", column: "deployment_id" },
    });
    await expect(readOnly({ "deployments.csv": DEPLOYMENTS, "images.csv": "" })).rejects.toMatchObject({
      code: "missing_column",
    });
    const workbook = Buffer.concat([Buffer.from("PK\u0003\u0004"), Buffer.from(DEPLOYMENTS)]);
    const source = memorySource({ "deployments.csv": workbook, "images.csv": `${HEADING}\n` });
    await expect(collectRecords(readWildlifeInsights, source)).rejects.toMatchObject({ code: "not_text" });
  });

  it("finds over the whole table whether dates begin with the day, says it, and asks where nothing shows it (import 6)", async () => {
    const row = (image: string, date: string) => `D1,${image},,0,Tapeti,,,${date},,,1`;
    const times = ({ insights }: Awaited<ReturnType<typeof read>>) =>
      insights.map(({ time }) => (time === null ? null : new Date(time.epochMs).toISOString().slice(0, 10)));

    const dayFirst = await read([row("I1", "3/12/2018 10:00"), row("I2", "25/11/2018 10:00")]);
    expect(times(dayFirst)).toEqual(["2018-12-03", "2018-11-25"]);
    expect(dayFirst.notices).toContainEqual({
      kind: "notice",
      code: "day_first",
      file: "images.csv",
      count: 1,
      example: "25/11/2018 10:00",
    });
    const monthFirst = await read([row("I1", "12/3/2018 10:00"), row("I2", "11/25/2018 10:00")]);
    expect(times(monthFirst)).toEqual(times(dayFirst));

    const unclear = [row("I1", "3/12/2018 10:00"), row("I2", "4/11/2018 10:00")];
    await expect(read(unclear)).rejects.toMatchObject({
      code: "unclear_dates",
      details: { file: "images.csv", dates: "3/12/2018 10:00" },
    });
    const mixed = [row("I1", "25/11/2018 10:00"), row("I2", "11/25/2018 10:00")];
    await expect(read(mixed)).rejects.toMatchObject({ code: "contradicting_dates" });
    expect(times(await read(unclear, DEPLOYMENTS, "dmy"))).toEqual(["2018-12-03", "2018-11-04"]);
    const told = await read(mixed, DEPLOYMENTS, "dmy");
    expect(times(told)).toEqual(["2018-11-25"]);
    expect(told.refusals).toContainEqual(
      expect.objectContaining({ code: "not_a_time", value: "11/25/2018 10:00", lost: "row" }),
    );
  });
});
