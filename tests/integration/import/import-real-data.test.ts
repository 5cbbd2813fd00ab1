import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPackage } from "../../../server/import/folder-source.ts";
import { readCamtrapDp } from "../../../src/formats/camtrap-dp/read-camtrap-dp.ts";
import type { FormatReader } from "../../../src/formats/format-reader.ts";
import { type FormatId, readerOf } from "../../../src/formats/known-formats.ts";
import { readMegaDetector } from "../../../src/formats/megadetector/read-megadetector.ts";
import { readWildlifeInsights } from "../../../src/formats/wildlife-insights/read-wildlife-insights.ts";
import { DATABASE_KINDS } from "../../support/server/databases.ts";
import { importWorld } from "../../support/server/import-world.ts";
import type { OpenedDatabase } from "../../support/server/opened-database.ts";
import { makeTestApp } from "../../support/server/test-app.ts";
import { hasSharedData, sharedData } from "../../support/shared-data.ts";
import { collectRecords, countBy } from "../../unit/formats/collect-records.ts";

const [sqlite] = DATABASE_KINDS;

describe.runIf(hasSharedData())("real packages", () => {
  const read = async (reader: FormatReader, path: string) =>
    collectRecords(reader, await openPackage(sharedData(path), { total: 0, read: 0 }));

  it.each(["1.0", "1.0.2"])(
    "reads the standard's example %s whole: 514 insights in 31 collections",
    async (version) => {
      const { devices, collections, insights, refusals, notices } = await read(
        readCamtrapDp,
        `camtrap-dp/tdwg-example-${version}`,
      );
      expect([devices.length, collections.length, insights.length]).toEqual([4, 31, 514]);
      expect(refusals).toEqual([]);
      expect(notices.map(({ code, file, count }) => [code, file, count])).toEqual([
        ["columns_not_read", "deployments.csv", 16],
        ["columns_not_read", "media.csv", 6],
        ["columns_not_read", "observations.csv", 1],
      ]);
      const facts = insights.map(({ observation }) => observation);
      expect(countBy(facts, (one) => one?.lifeStage ?? "none")).toEqual({
        adult: 192,
        subadult: 66,
        juvenile: 10,
        none: 246,
      });
      expect(countBy(facts, (one) => one?.behavior ?? "none")).toEqual({ foraging: 9, none: 505 });
      expect(countBy(insights, ({ origin }) => origin)).toEqual({ human: 494, machine: 20 });
      expect(countBy(insights, ({ className }) => className)).toMatchObject({
        empty: 112,
        vehicle: 20,
        human: 33,
      });
      expect(insights.flatMap(({ boxes }) => boxes)).toHaveLength(20);
      // Three events were judged only picture by picture; they are no collections.
      expect(insights.filter(({ collectionSourceId }) => collectionSourceId === null)).toHaveLength(3);
      expect(insights.every(({ time }) => time?.offset !== null)).toBe(true);
      // The camera's set-up, which its event alone names: its pictures show people.
      const withoutPhoto = insights.filter(({ photo }) => photo === null);
      expect(
        withoutPhoto.map(({ className, collectionSourceId }) => [className, collectionSourceId]),
      ).toEqual([["camera setup", "99880973"]]);
    },
  );

  it("reads version 0.1, where every observation is of a sequence, as collections of their pictures", async () => {
    const { collections, insights, refusals } = await read(readCamtrapDp, "camtrap-dp/mica-0.1");
    expect([collections.length, insights.length, refusals.length]).toEqual([27, 283, 0]);
    expect(countBy(insights, ({ origin }) => origin)).toEqual({ human: 233, unreviewed: 30, machine: 20 });
    expect(new Set(insights.map(({ sourceId }) => sourceId)).size).toBe(283);
  });

  it("refuses the broken cells of a broken package and loses no row", async () => {
    const { devices, insights, refusals } = await read(readCamtrapDp, "camtrap-dp/mica-parsing-issues");
    expect([devices.length, insights.length]).toEqual([4, 7]);
    expect(refusals.map(({ value }) => value)).toEqual([
      "2020-07-29TT05:29:41Z",
      "2020-06-1921:00:00Z",
      "2020-07-29TTT05:29:42Z",
      "2020-07-29TT05:29:41Z",
      "2020-07-2905:38:55Z",
    ]);
    expect(refusals.every(({ lost, code }) => lost === "field" && code === "not_a_time")).toBe(true);
  });

  it("reads an Agouti export from before the standard", async () => {
    const { devices, insights, refusals } = await read(
      readCamtrapDp,
      "camtrap-dp/agouti-2020-mica-beeldherkenning",
    );
    expect([devices.length, insights.length, refusals.length]).toEqual([103, 8_021, 0]);
    expect(insights[0]?.time).toEqual({
      epochMs: Date.UTC(2019, 9, 1, 5, 56, 36),
      text: '"2019:10:01 05:56:36"',
      offset: null,
    });
  });

  it("reads 127,704 rows of Café Fauna: 71,225 blank, 17,895 unreviewed, 38,584 neither", async () => {
    const { devices, insights, refusals } = await read(
      readWildlifeInsights,
      "wildlife-insights/cafe-fauna-127k",
    );
    expect([devices.length, insights.length, refusals.length]).toEqual([118, 127_704, 0]);
    const empty = insights.filter(({ className }) => className === "empty").length;
    const unreviewed = insights.filter(({ origin }) => origin === "unreviewed").length;
    expect([empty, unreviewed, insights.length - empty - unreviewed]).toEqual([71_225, 17_895, 38_584]);
    expect(insights.filter(({ sourceId }) => /#\d+$/.test(sourceId))).toHaveLength(373);
    expect(new Set(insights.map(({ deviceId, sourceId }) => `${deviceId}\n${sourceId}`)).size).toBe(127_704);
    expect(insights.filter(({ deviceId }) => deviceId === "ALM2_Evento_por_Defecto_69-2")).toHaveLength(
      24_752,
    );
  });

  it("reads Mountain Tapir: 13,643 rows without a confidence, 10,458 with boxes, 288 rows outside their deployment", async () => {
    const { devices, insights, refusals, notices } = await read(
      readWildlifeInsights,
      "wildlife-insights/mountain-tapir-17k",
    );
    const facts = insights.map(({ observation }) => observation);
    expect(countBy(facts, (one) => one?.sex ?? "none")).toEqual({ female: 3_027, male: 1_232, none: 13_130 });
    expect(countBy(facts, (one) => String(one?.count))).toEqual({ 1: 17_107, 2: 225, 3: 45, 4: 10, 5: 2 });
    expect([devices.length, insights.length]).toEqual([162, 17_389]);
    // One row, which has a confidence, names a deployment that is not in its table.
    expect(refusals).toEqual([expect.objectContaining({ code: "unknown_deployment", value: "CT-UC-01-06" })]);
    expect(insights.filter(({ confidence }) => confidence === null)).toHaveLength(13_643);
    expect(insights.filter(({ origin }) => origin === "machine")).toHaveLength(3_746);
    expect(insights.filter(({ boxes }) => boxes.length > 0)).toHaveLength(10_458);
    expect(notices.map(({ code, count }) => [code, count])).toEqual([
      ["outside_deployment", 288],
      ["columns_not_read", 11],
      ["columns_not_read", 9],
    ]);
  });

  it("reads Dakatcha's month/day/year times", async () => {
    const { insights, refusals } = await read(readWildlifeInsights, "wildlife-insights/dakatcha-tiny");
    expect([insights.length, refusals.length]).toEqual([49, 0]);
    const first = insights.find(({ time }) => time?.text === "7/29/19 18:48");
    expect(first?.time?.epochMs).toBe(Date.UTC(2019, 6, 29, 18, 48));
  });

  it("reads MegaDetector's output: 31 pictures, 79 boxes, 7 empty", async () => {
    const { devices, insights, refusals } = await read(readMegaDetector, "megadetector");
    expect([devices.length, insights.length, refusals.length]).toEqual([1, 31, 0]);
    expect(insights.flatMap(({ boxes }) => boxes)).toHaveLength(79);
    expect(countBy(insights, ({ className }) => className)).toEqual({ animal: 24, empty: 7 });
    expect(insights.every(({ origin }) => origin === "machine")).toBe(true);
  });
});

describe.runIf(hasSharedData())("real exports of other programs", () => {
  const read = async (id: FormatId, path: string) =>
    collectRecords(readerOf(id), await openPackage(sharedData(path), { total: 0, read: 0 }));

  it("are read: 120 rows of Camelot in 19 sessions, and SpeciesNet's predictions (import 13)", async () => {
    const camelot = await read("camelot", "camelot");
    expect([camelot.devices.length, camelot.insights.length, camelot.refusals.length]).toEqual([19, 120, 0]);
    expect(countBy(camelot.insights, ({ className }) => className)).toMatchObject({
      "Mule deer": 42,
      "Steller's jay": 1,
    });
    expect(camelot.notices.map(({ code, count }) => [code, count])).toEqual([
      ["clock_without_zone", 1],
      ["columns_not_read", 31],
    ]);
    expect(countBy(camelot.insights, ({ observation }) => observation?.lifeStage ?? "none")).toEqual({
      Adult: 54,
      Juvenile: 12,
      none: 54,
    });
    const speciesNet = await read("speciesnet", "speciesnet");
    expect(speciesNet.insights.map(({ className }) => className)).toEqual([
      "african elephant",
      "american black bear",
    ]);
    expect(speciesNet.insights.flatMap(({ boxes }) => boxes).length).toBeGreaterThan(2);
    await expect(read("megadetector", "speciesnet")).rejects.toMatchObject({ code: "other_format" });
    await expect(read("megadetector", "coco")).rejects.toMatchObject({ code: "foreign_format" });
  });
});

describe.runIf(hasSharedData())("real packages in the database", () => {
  let opened: OpenedDatabase;
  let world: ReturnType<typeof importWorld>;
  let owner: number;

  beforeAll(async () => {
    if (sqlite === undefined) throw new Error("There is no database.");
    opened = await sqlite.open();
    world = importWorld(opened);
    owner = await world.addUser("owner");
  });
  afterAll(() => opened?.close());

  it("takes the standard's example with its photographs, and 10 of its 423 pictures have one", async () => {
    const path = sharedData("camtrap-dp/tdwg-example-1.0.2");
    const photos = sharedData("photos/tdwg-burst");
    const { summary, refusals } = await world.run(readCamtrapDp, path, owner, { photos });
    expect(refusals).toEqual([]);
    expect(summary.photos).toMatchObject({ stored: 10, refused: 0, missing: 503 });
    const again = await world.run(readCamtrapDp, path, owner, { photos });
    expect(again.summary).toMatchObject({
      devices: { created: 0, known: 4 },
      insights: { created: 0, updated: 0, unchanged: 514 },
      photos: { stored: 0, known: 10 },
    });
  });

  it("takes MegaDetector's photographs, with the time that EXIF or a Reconyx maker note gives", async () => {
    const { summary, refusals } = await world.run(readMegaDetector, sharedData("megadetector"), owner, {
      photos: sharedData("photos/lila"),
    });
    expect(summary).toMatchObject({ insights: { created: 16 }, timesFromPhotos: 16, rowsRefused: 15 });
    expect(refusals.map(({ code }) => code)).toEqual(refusals.map(() => "missing_time"));
    expect(summary.photos).toEqual({ stored: 16, known: 0, missing: 12, refused: 0 });
    const timed = await world.db.reader
      .selectFrom("insights")
      .innerJoin("devices", "devices.device_ref", "insights.device_ref")
      .select("file_ctime_text")
      .where("device_id", "=", "md_test_images_expected_output")
      .where("file_ctime", "is not", null)
      .execute();
    const table = await readFile(sharedData("photos/exif.csv"), "utf8");
    const expected = table.split("\n").flatMap((line) => {
      const time = /^lila\/.*?,(\d{4}(?::\d\d){2} \d\d(?::\d\d){2}),/.exec(line)?.[1];
      return time === undefined ? [] : [time];
    });
    expect(expected).toHaveLength(16);
    expect(timed.map(({ file_ctime_text }) => file_ctime_text).sort()).toEqual(expected.sort());
  });

  it("refuses the truncated photograph by its name and takes CMYK, grey and rotated ones", async () => {
    const names = ["truncated_file", "cmyk", "bw", "with_exif_orientation"];
    const images = names.map((name) => ({
      file: `edge/african_elephants_${name}.jpg`,
      detections: [],
      datetime: "2019:11:26 21:05:57",
    }));
    const path = await world.folder({
      "edge.json": JSON.stringify({ detection_categories: { "1": "animal" }, images }),
    });
    const photos = sharedData("photos/speciesnet-edge-cases");
    const { summary, refusals } = await world.run(readMegaDetector, path, owner, { photos });
    expect(summary.photos).toEqual({ stored: 3, known: 0, missing: 0, refused: 1 });
    expect(refusals.map(({ place, code }) => [place.file, code])).toEqual([
      ["african_elephants_truncated_file.jpg", "photo_damaged"],
    ]);
  });

  it("serves what it took: collections of media, single pictures, photos, and nothing to anybody else", async () => {
    const app = await makeTestApp();
    try {
      const ranger = await app.addUser("ranger");
      const stranger = await app.addUser("stranger");
      await importWorld(app).run(readCamtrapDp, sharedData("camtrap-dp/tdwg-example-1.0.2"), ranger.userId, {
        photos: sharedData("photos/tdwg-burst"),
      });
      const features = (await app.call("GET", "/api/features", { as: ranger })).json();
      await app.call("PUT", `/api/features/${features.message[0].id}`, {
        as: ranger,
        body: { enabled: true },
      });
      const { message } = (await app.call("GET", "/api/collections/paginated", { as: ranger })).json();
      const collections = message.filter(({ collection }: { collection: boolean }) => collection);
      expect([collections.length, message.length]).toEqual([31, 34]);
      const members = collections.flatMap(({ insights }: { insights: unknown[] }) => insights);
      expect(members).toHaveLength(511);
      const photos = (await app.call("GET", "/api/insights/photos", { as: ranger })).json().message;
      expect(photos).toHaveLength(10);
      const { deviceId, path } = photos[0];
      const query = `deviceId=${encodeURIComponent(deviceId)}&photoUrl=${path}`;
      const photo = await app.call("GET", `/api/photo?${query}`, { as: ranger });
      expect([photo.statusCode, photo.headers["content-type"]]).toEqual([200, "image/jpeg"]);
      const count = async (user: typeof ranger) =>
        (await app.call("GET", "/api/insights/count", { as: user })).json().message.count;
      expect([await count(ranger), await count(stranger)]).toEqual([514, 0]);
    } finally {
      await app.close();
    }
  });
});
