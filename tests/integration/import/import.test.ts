import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readCamtrapDp } from "../../../src/formats/camtrap-dp/read-camtrap-dp.ts";
import { readMegaDetector } from "../../../src/formats/megadetector/read-megadetector.ts";
import { readWildlifeInsights } from "../../../src/formats/wildlife-insights/read-wildlife-insights.ts";
import { DATABASE_KINDS } from "../../support/server/databases.ts";
import { importWorld } from "../../support/server/import-world.ts";
import type { OpenedDatabase } from "../../support/server/opened-database.ts";

const HEADING = "deployment_id,image_id,location,is_blank,common_name,timestamp,cv_confidence";

/** A Wildlife Insights export whose deployments are named after `prefix`, so that tests share a database. */
function wildlifeInsights(prefix: string, rows: readonly string[]) {
  return {
    "deployments.csv": `project_id,deployment_id,placename,longitude,latitude,start_date,end_date\n${[
      "A",
      "B",
    ]
      .map((name) => `${prefix}project,${prefix}${name},Ridge,-77.6,-5.8,2018-11-01,2018-12-22`)
      .join("\n")}\n`,
    "images.csv": `${HEADING}\n${rows.map((row) => `${prefix}${row}`).join("\n")}\n`,
  };
}

function picture(shade: number): Promise<Buffer> {
  return sharp({ create: { width: 64, height: 48, channels: 3, background: { r: shade, g: 90, b: 40 } } })
    .jpeg()
    .toBuffer();
}

describe.each(DATABASE_KINDS)("the import on $name", ({ open }) => {
  let opened: OpenedDatabase;
  let world: ReturnType<typeof importWorld>;
  let owner: number;

  beforeAll(async () => {
    opened = await open();
    world = importWorld(opened);
    owner = await world.addUser("owner");
  });
  afterAll(() => opened.close());

  const insightsOf = (prefix: string) =>
    world.db.reader
      .selectFrom("insights")
      .innerJoin("devices", "devices.device_ref", "insights.device_ref")
      .selectAll("insights")
      .select("devices.device_id")
      .where("devices.device_id", "like", `${prefix}%`)
      .orderBy("insight_id")
      .execute();

  const countPhotoFiles = async () =>
    (await world.db.reader.selectFrom("photo_files").select("content_hash").execute()).length;

  const sightsOf = (prefix: string) =>
    world.db.reader
      .selectFrom("devices")
      .select(["last_insight_at", "last_image_at"])
      .where("device_id", "like", `${prefix}%`)
      .orderBy("device_id")
      .execute();

  it("writes Sentinels, insights, zoneless times and the owner's access, and nothing in a dry run", async () => {
    const path = await world.folder(
      wildlifeInsights("w-", ["A,I1,,0,Ocelot,2018-11-21 10:00:00,", "B,I2,,Yes,Blank,2018-11-22 10:00:00,"]),
    );
    const dry = await world.run(readWildlifeInsights, path, owner, { dryRun: true });
    expect(dry.summary).toMatchObject({ devices: { created: 2 }, insights: { created: 2 }, empty: 1 });
    expect(await insightsOf("w-")).toEqual([]);

    const { summary, refusals } = await world.run(readWildlifeInsights, path, owner);
    expect(refusals).toEqual([]);
    expect(summary).toEqual({ ...dry.summary });
    const [first, second] = await insightsOf("w-");
    expect(first).toMatchObject({
      device_id: "w-A",
      table_name: "insights",
      source_id: "I1",
      class_name: "Ocelot",
      origin: "human",
      user_confirmed: 1,
      time_stamp: Date.UTC(2018, 10, 21, 10),
      file_ctime: Date.UTC(2018, 10, 21, 10),
      file_ctime_text: "2018-11-21 10:00:00",
      file_ctime_offset: null,
      latitude: -5.8,
      longitude: -77.6,
      insight_status: "none",
    });
    expect(second).toMatchObject({ class_name: "empty", class_id: 99 });
    const access = await world.db.reader
      .selectFrom("device_users")
      .innerJoin("devices", "devices.device_ref", "device_users.device_ref")
      .select(["device_id", "user_id"])
      .where("device_id", "like", "w-%")
      .orderBy("device_id")
      .execute();
    expect(access).toEqual([
      { device_id: "w-A", user_id: owner },
      { device_id: "w-B", user_id: owner },
    ]);
  });

  it("doubles nothing and rewrites nothing when it runs again, and brings only changed rows up to date", async () => {
    const rows = Array.from({ length: 1_500 }, (_, n) => `A,I${n},,0,Bird,2018-11-21 10:00:00,0.5`);
    const path = await world.folder(wildlifeInsights("r-", rows));
    await world.run(readWildlifeInsights, path, owner);
    const before = await insightsOf("r-");
    expect(before).toHaveLength(1_500);
    await world.db.write((transaction) =>
      transaction
        .updateTable("insights")
        .set({ insight_status: "favorite", status_by: owner, status_at: 5 })
        .where("insight_id", "=", before[3]?.insight_id ?? 0)
        .execute(),
    );

    const again = await world.run(readWildlifeInsights, path, owner);
    expect(again.summary.insights).toEqual({ created: 0, updated: 0, unchanged: 1_500 });
    const unchanged = await insightsOf("r-");
    expect(unchanged.map(({ xid }) => xid).filter((xid, n) => xid !== before[n]?.xid)).toHaveLength(1);

    rows[3] = "A,I3,,0,Puma,2018-11-21 10:00:00,";
    const changed = await world.folder(
      wildlifeInsights("r-", [...rows, "B,I0,,0,Bird,2018-11-21 10:00:00,"]),
    );
    const third = await world.run(readWildlifeInsights, changed, owner);
    expect(third.summary.insights).toEqual({ created: 1, updated: 1, unchanged: 1_499 });
    const after = await insightsOf("r-");
    expect(after).toHaveLength(1_501);
    // Statuses that people set stay.
    expect(after[3]).toMatchObject({
      class_name: "Puma",
      origin: "human",
      confidence: null,
      insight_status: "favorite",
    });
  });

  it("says how much it wrote before it was stopped, goes on from there, and takes nothing twice (import 3)", async () => {
    const rows = Array.from({ length: 3_000 }, (_, n) => `A,I${n},,0,Bird,2018-11-21 10:00:00,`);
    const path = await world.folder(wildlifeInsights("s-", rows));
    const stop = new Error("the power went");
    const stopped = await world
      .run(readWildlifeInsights, path, owner, {
        onProgress: ({ phase, ...progress }) => {
          if (phase === "metadata" && "insights" in progress && progress.insights > 1_000) throw stop;
        },
      })
      .catch((error: unknown) => error);
    const half = (await insightsOf("s-")).length;
    expect(stopped).toMatchObject({ cause: stop, written: half });
    expect(half).toBeGreaterThan(0);
    expect(half).toBeLessThan(3_000);
    const { summary } = await world.run(readWildlifeInsights, path, owner);
    expect(summary.insights).toMatchObject({ updated: 0 });
    expect(summary.insights.created + summary.insights.unchanged).toBe(3_000);
    expect(await insightsOf("s-")).toHaveLength(3_000);
  });

  it("shares what two imports of the same package at once find new, and doubles nothing", async () => {
    const rows = Array.from(
      { length: 60 },
      (_, n) => `A,twin${n},gs://x/twin${n}.jpg,0,Puma,2018-11-30 03:19:22,0.5`,
    );
    const folder = await world.folder(wildlifeInsights("twin-", rows));
    const runs = await Promise.all([
      world.run(readWildlifeInsights, folder, owner),
      world.run(readWildlifeInsights, folder, owner),
      world.run(readWildlifeInsights, folder, owner),
    ]);
    expect(runs.map(({ refusals }) => refusals)).toEqual([[], [], []]);
    expect(runs.map(({ summary }) => summary.devices.created).sort()).toEqual([0, 0, 2]);
    expect(await insightsOf("twin-")).toHaveLength(60);
  });

  it("gives a Sentinel that two accounts bring at once to one of them alone", async () => {
    const folder = await world.folder(
      wildlifeInsights("claim-", ["A,claim1,gs://x/claim1.jpg,0,Puma,2018-11-30 03:19:22,0.5"]),
    );
    const rivals = [await world.addUser("rival-one"), await world.addUser("rival-two")];
    const runs = await Promise.all(rivals.map((rival) => world.run(readWildlifeInsights, folder, rival)));
    expect(runs.map(({ summary }) => summary.devices.created).sort()).toEqual([0, 2]);
    expect(runs.map(({ summary }) => summary.devices.refused).sort()).toEqual([0, 2]);
    const grants = await world.db.reader
      .selectFrom("device_users")
      .innerJoin("devices", "devices.device_ref", "device_users.device_ref")
      .select("user_id")
      .distinct()
      .where("device_id", "like", "claim-%")
      .execute();
    expect(grants).toHaveLength(1);
  });

  it("reads U+0000 as the sign for no character, on either database", async () => {
    const zero = await world.folder(
      wildlifeInsights("zero-", ["A,zero\u00001,gs://x/z.jpg,0,Pu\u0000ma,2018-11-30 03:19:22,0.5"]),
    );
    const { refusals } = await world.run(readWildlifeInsights, zero, owner);
    expect(refusals).toEqual([]);
    expect((await insightsOf("zero-"))[0]?.class_name).toBe("Pu\uFFFDma");
    const results = {
      detection_categories: { 1: "animal" },
      images: [{ file: "nul/\u0000.jpg", detections: [], datetime: "2019:11:26 21:05:57" }],
    };
    const detector = await world.folder({ "results.json": JSON.stringify(results) });
    await world.run(readMegaDetector, `${detector}/results.json`, owner);
    expect((await insightsOf("nul")).map(({ source_id }) => source_id)).toEqual(["nul/\uFFFD.jpg"]);
  });

  it("keeps boxes within the photo and the surest hundred of a photo, and refuses the others with the reason", async () => {
    const animal = (conf: number, bbox: readonly (number | null)[]) => ({ category: "1", conf, bbox });
    const images = [
      {
        file: "box-a/good.jpg",
        datetime: "2019:11:26 21:05:57",
        detections: [
          animal(0.9, [-0.004, 0.1, 0.504, 0.2]),
          animal(0.8, [0.5, 0.5, 0.9, 0.1]),
          animal(0.7, [0.1, 0.1, null, 0.1]),
          animal(0.6, [0.1, 0.1, -0.2, 0.1]),
        ],
      },
      {
        file: "box-a/many.jpg",
        datetime: "2019:11:26 21:05:57",
        detections: Array.from({ length: 3_000 }, (_, at) => animal(at / 3_000, [0.1, 0.1, 0.2, 0.2])),
      },
    ];
    const text = JSON.stringify({ detection_categories: { "1": "animal" }, images });
    const path = await world.folder({ "boxes.json": text });
    const { refusals } = await world.run(readMegaDetector, path, owner);
    expect(
      refusals.map(({ place, field, code, value, lost }) => [
        place.row,
        field,
        code,
        value?.slice(0, 4),
        lost,
      ]),
    ).toEqual([
      [1, "bbox", "not_a_box", '{"ca', "field"],
      [1, "bbox", "not_a_box", '{"ca', "field"],
      [1, "bbox", "not_a_box", '{"ca', "field"],
      [2, "boxes", "too_many_boxes", "3000", "field"],
    ]);
    const rows = await world.db.reader
      .selectFrom("insights")
      .select(["source_id", "boxes"])
      .where("source_id", "like", "box-a/%")
      .orderBy("source_id")
      .execute();
    const [good, many] = rows.map(
      ({ boxes }) => JSON.parse(boxes ?? "[]") as { confidence: number; box: number[] }[],
    );
    expect(good).toEqual([{ className: "animal", confidence: 0.9, box: [0, 0.1, 0.5, 0.2] }]);
    expect(many).toHaveLength(100);
    expect(Math.min(...(many ?? []).map(({ confidence }) => confidence))).toBeCloseTo(0.9667, 3);
    // The same boxes again are no change.
    const again = await world.run(readMegaDetector, path, owner);
    expect(again.summary.insights).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
  });

  it("keeps what people noted of a row, takes a changed note for a change, and an equal one for none (import 10)", async () => {
    const rows = (first: string) => ({
      "deployments.csv": "deployment_id,placename\nn-A,Ridge\n",
      "images.csv": `${[
        "deployment_id,image_id,is_blank,common_name,timestamp,number_of_objects,sex,individual_animal_notes",
        `n-A,I1,0,Ocelot,2018-11-21 10:00:00,${first}`,
        "n-A,I2,0,Ocelot,2018-11-21 10:01:00,,,",
      ].join("\n")}\n`,
    });
    const notesOf = async () => (await insightsOf("n-")).map(({ observation }) => observation);
    const first = await world.folder(rows('2,female,"a, ""torn"" ear"'));
    expect((await world.run(readWildlifeInsights, first, owner)).refusals).toEqual([]);
    expect(await notesOf()).toEqual(['{"count":2,"sex":"female","comments":"a, \\"torn\\" ear"}', null]);
    const again = await world.run(readWildlifeInsights, first, owner);
    expect(again.summary.insights).toEqual({ created: 0, updated: 0, unchanged: 2 });

    const changed = await world.folder(rows("3,female,"));
    const unasked = await world.run(readWildlifeInsights, changed, owner).catch((error: unknown) => error);
    expect(unasked).toMatchObject({ code: "would_overwrite", details: { replaced: "1", known: "2" } });
    const updated = await world.run(readWildlifeInsights, changed, owner, { update: true });
    expect(updated.summary.insights).toEqual({ created: 0, updated: 1, unchanged: 1 });
    expect(await notesOf()).toEqual(['{"count":3,"sex":"female"}', null]);
  });

  it("refuses Sentinels of another account row by row and takes the others", async () => {
    const stranger = await world.addUser("stranger");
    const rows = ["A,I1,,0,Bird,2018-11-21 10:00:00,", "B,I2,,0,Bird,2018-11-21 10:00:00,"];
    const theirs = await world.folder(wildlifeInsights("f-", rows.slice(0, 1)));
    await world.run(readWildlifeInsights, theirs, stranger);
    await world.db.write((transaction) =>
      transaction
        .deleteFrom("device_users")
        .where("user_id", "=", stranger)
        .where("device_ref", "in", (query) =>
          query.selectFrom("devices").select("device_ref").where("device_id", "=", "f-B"),
        )
        .execute(),
    );
    await world.db.write((transaction) =>
      transaction.deleteFrom("devices").where("device_id", "=", "f-B").execute(),
    );
    const mine = await world.run(
      readWildlifeInsights,
      await world.folder(wildlifeInsights("f-", rows)),
      owner,
    );
    expect(mine.summary.devices).toEqual({ created: 1, known: 0, refused: 1, foreign: 1 });
    expect(mine.refusals.map(({ place, code }) => [place.file, place.row, code])).toEqual([
      ["deployments.csv", 2, "foreign_device"],
      ["images.csv", 2, "foreign_device"],
    ]);
    expect((await insightsOf("f-")).map(({ source_id }) => source_id)).toEqual(["I1", "I2"]);
  });

  it("reads zoneless times in the zone that is given and never receives anything in the future", async () => {
    const path = await world.folder(
      wildlifeInsights("z-", ["A,I1,,0,Bird,2018-11-21 10:00:00,", "A,I2,,0,Bird,2031-01-01 00:00:00,"]),
    );
    await world.run(readWildlifeInsights, path, owner, { timezone: "America/Lima" });
    const [first, second] = await insightsOf("z-");
    expect(first).toMatchObject({ file_ctime: Date.UTC(2018, 10, 21, 15), file_ctime_offset: null });
    expect(second).toMatchObject({ file_ctime: Date.UTC(2031, 0, 1, 5), time_stamp: world.clock.now() });
  });

  it("stores an event as the collection of its media", async () => {
    const resource = (name: string) => ({ name, path: `${name}.csv` });
    const path = await world.folder({
      "datapackage.json": JSON.stringify({
        resources: ["deployments", "media", "observations"].map(resource),
      }),
      "deployments.csv": "deploymentID,latitude,longitude\nc-d,51.4,4.7\n",
      "media.csv":
        "mediaID,deploymentID,timestamp,fileName\nm1,c-d,2020-05-30T04:57:37+02:00,1.JPG\nm2,c-d,2020-05-30T04:57:40+02:00,2.JPG\n",
      "observations.csv":
        "observationID,deploymentID,mediaID,eventID,eventStart,eventEnd,observationLevel,observationType,scientificName,classificationMethod\n" +
        "o0,c-d,,e1,2020-05-30T02:57:37Z,2020-05-30T02:57:44Z,event,animal,Ardea,human\n" +
        "o1,c-d,m1,e1,2020-05-30T02:57:37Z,2020-05-30T02:57:44Z,media,animal,Ardea,human\n",
    });
    for (const expected of [
      { created: 1, known: 0 },
      { created: 0, known: 1 },
    ]) {
      const { summary } = await world.run(readCamtrapDp, path, owner);
      expect(summary.collections).toEqual(expected);
    }
    const collections = await world.db.reader
      .selectFrom("collections")
      .selectAll()
      .where("source_id", "=", "e1")
      .execute();
    expect(collections).toEqual([
      expect.objectContaining({
        window_start: Date.UTC(2020, 4, 30, 2, 57, 37),
        window_end: Date.UTC(2020, 4, 30, 2, 57, 44),
      }),
    ]);
    const members = await insightsOf("c-");
    expect(members.map(({ source_id, collection_id }) => [source_id, collection_id])).toEqual([
      ["o1", collections[0]?.collection_id],
      ["o0/m2", collections[0]?.collection_id],
    ]);
    expect(members[0]).toMatchObject({
      file_ctime_text: "2020-05-30T04:57:37+02:00",
      file_ctime_offset: "+02:00",
    });
  });

  it("stores each photo once for all insights of it, finds it by path or deployment, replaces none, and guesses nothing (import 1)", async () => {
    const path = await world.folder(
      wildlifeInsights("p-", [
        "A,I1,gs://x/A/IMG_1.JPG,0,Bird,2018-11-21 10:00:00,",
        "A,I1,gs://x/A/IMG_1.JPG,0,Ocelot,2018-11-21 10:00:00,",
        "B,I2,gs://x/B/IMG_1.JPG,0,Bird,2018-11-21 10:00:00,",
        "A,I3,gs://x/A/IMG_2.JPG,0,Bird,2018-11-21 10:00:00,",
        "B,I4,gs://x/B/IMG_2.JPG,0,Bird,2018-11-21 10:00:00,",
        "A,I5,gs://x/A/IMG_3.JPG,0,Bird,2018-11-21 10:00:00,",
        "A,I6,gs://x/A/IMG_4.JPG,0,Bird,2018-11-21 10:00:00,",
      ]),
    );
    const photos = await world.folder({
      "A/IMG_1.JPG": await picture(10),
      "p-B/IMG_1.JPG": await picture(20),
      "IMG_2.JPG": await picture(30),
      "IMG_3.JPG": await picture(40),
    });
    const dry = await world.run(readWildlifeInsights, path, owner, { photos, dryRun: true });
    const { summary, refusals } = await world.run(readWildlifeInsights, path, owner, { photos });
    expect(summary.photos).toEqual({ stored: 4, known: 0, missing: 1, refused: 2 });
    expect(dry).toEqual({ ...dry, summary, refusals });
    expect(refusals.map(({ code, place, value }) => [code, place.file, value])).toEqual([
      ["photo_ambiguous", "gs://x/A/IMG_2.JPG", "IMG_2.JPG; gs://x/B/IMG_2.JPG"],
      ["photo_ambiguous", "gs://x/B/IMG_2.JPG", "IMG_2.JPG; gs://x/A/IMG_2.JPG"],
    ]);
    const insights = await insightsOf("p-");
    expect(insights.filter(({ photo_id }) => photo_id !== null).map(({ source_id }) => source_id)).toEqual([
      "I1",
      "I1#2",
      "I2",
      "I5",
    ]);
    const stored = await world.db.reader
      .selectFrom("photos")
      .select(["photo_id", "insight_id", "content_hash"])
      .where(
        "insight_id",
        "in",
        insights.map(({ insight_id }) => insight_id),
      )
      .orderBy("photo_id")
      .execute();
    expect(stored[0]?.content_hash).toBe(stored[1]?.content_hash);
    expect(new Set(stored.map(({ content_hash }) => content_hash)).size).toBe(3);

    const again = await world.run(readWildlifeInsights, path, owner, { photos });
    expect(again.summary.photos).toEqual({ stored: 0, known: 4, missing: 1, refused: 2 });
    const dryAgain = await world.run(readWildlifeInsights, path, owner, { photos, dryRun: true });
    expect(dryAgain.summary).toEqual(again.summary);

    // Another picture under the same path: the photograph that is there stays, and both are named.
    const otherPhotos = await world.folder({
      "A/IMG_1.JPG": await picture(50),
      "IMG_3.JPG": await picture(40),
    });
    const filesBefore = await countPhotoFiles();
    const other = await world.run(readWildlifeInsights, path, owner, { photos: otherPhotos });
    expect(other.summary.photos).toEqual({ stored: 0, known: 1, missing: 4, refused: 1 });
    expect(other.refusals.map(({ code, place, value, lost }) => [code, place.file, value, lost])).toEqual([
      ["photo_other", "A/IMG_1.JPG", "IMG_1.JPG", "photo"],
    ]);
    const dryOther = await world.run(readWildlifeInsights, path, owner, {
      photos: otherPhotos,
      dryRun: true,
    });
    expect(dryOther).toEqual({ ...dryOther, summary: other.summary, refusals: other.refusals });
    expect((await insightsOf("p-")).map(({ photo_id }) => photo_id)).toEqual(
      insights.map(({ photo_id }) => photo_id),
    );
    expect(await countPhotoFiles()).toBe(filesBefore);
  });

  it("refuses a file that is no image and a photo that is cut short, by their names, and keeps their insights", async () => {
    const whole = await sharp({
      create: {
        width: 640,
        height: 480,
        channels: 3,
        noise: { type: "gaussian", mean: 128, sigma: 60 },
        background: "black",
      },
    })
      .jpeg()
      .toBuffer();
    const images = ["no-image.jpg", "cut.jpg", "whole.jpg"].map((file) => ({
      file: `n-cam/${file}`,
      detections: [],
      datetime: "2019:11:26 21:05:57",
    }));
    const path = await world.folder({
      "md.json": JSON.stringify({ detection_categories: { "1": "animal" }, images }),
    });
    const photos = await world.folder({
      "n-cam/no-image.jpg": "<html>not found</html>",
      "n-cam/cut.jpg": whole.subarray(0, whole.length / 2),
      "n-cam/whole.jpg": whole,
    });
    const dry = await world.run(readMegaDetector, path, owner, { photos, dryRun: true });
    const { summary, refusals } = await world.run(readMegaDetector, path, owner, { photos });
    expect(dry).toEqual({ ...dry, summary, refusals });
    expect(summary.insights.created).toBe(3);
    expect(summary.photos).toEqual({ stored: 1, known: 0, missing: 0, refused: 2 });
    expect(refusals.map(({ place, code, lost }) => [place.file, code, lost]).sort()).toEqual([
      ["n-cam/cut.jpg", "photo_damaged", "photo"],
      ["n-cam/no-image.jpg", "photo_unsupported_type", "photo"],
    ]);
  });

  it("takes the camera's time from the photo where the source has none, keeps it, and places nothing at today (import 6)", async () => {
    const photo = await sharp({ create: { width: 8, height: 8, channels: 3, background: "green" } })
      .jpeg()
      .withExif({ IFD2: { DateTimeOriginal: "2019:11:26 21:05:57" } })
      .toBuffer();
    const path = await world.folder({
      "md.json": JSON.stringify({
        detection_categories: { "1": "animal" },
        images: [
          { file: "t-cam/a.jpg", detections: [] },
          { file: "t-cam/without.jpg", detections: [] },
          { file: "t-cam/b.jpg", detections: [], datetime: "yesterday" },
        ],
      }),
    });
    const without = await picture(60);
    const photos = await world.folder({
      "t-cam/a.jpg": photo,
      "t-cam/b.jpg": photo,
      "t-cam/without.jpg": without,
    });
    const blind = await world.run(readMegaDetector, path, owner);
    expect(blind.summary).toMatchObject({ rowsRefused: 3, empty: 0, insights: { created: 0 } });
    expect(await insightsOf("t-")).toEqual([]);
    const dry = await world.run(readMegaDetector, path, owner, { photos, dryRun: true });
    const taken = await world.run(readMegaDetector, path, owner, { photos });
    expect(dry).toEqual({ ...dry, summary: taken.summary, refusals: taken.refusals });
    expect(taken.refusals.map(({ code, value, lost }) => [code, value, lost])).toEqual([
      ["not_a_time", "yesterday", "row"],
      ["missing_time", "t-cam/without.jpg", "row"],
    ]);
    expect(taken.summary).toMatchObject({
      insights: { created: 1 },
      timesFromPhotos: 1,
      photos: { stored: 1, known: 0, missing: 0, refused: 0 },
    });
    const { summary } = await world.run(readMegaDetector, path, owner);
    expect(summary.insights).toEqual({ created: 0, updated: 0, unchanged: 1 });
    expect((await insightsOf("t-"))[0]).toMatchObject({
      file_ctime: Date.UTC(2019, 10, 26, 21, 5, 57),
      file_ctime_text: "2019:11:26 21:05:57",
      time_stamp: Date.UTC(2019, 10, 26, 21, 5, 57),
    });
    const takenMs = Date.UTC(2019, 10, 26, 21, 5, 57);
    expect(await sightsOf("t-")).toEqual([{ last_insight_at: takenMs, last_image_at: takenMs }]);
  });

  it("tells when each Sentinel last saw something, and an older archive does not turn that back [INS-62]", async () => {
    const rows = ["A,I1,,0,Ocelot,2018-11-21 10:00:00,", "A,I2,,0,Puma,2018-11-20 10:00:00,"];
    const take = async (more: readonly string[]) =>
      world.run(readWildlifeInsights, await world.folder(wildlifeInsights("l-", more)), owner);
    await take([...rows, "B,I3,,0,Puma,2018-11-19 10:00:00,"]);
    const first = Date.UTC(2018, 10, 21, 10);
    const other = { last_insight_at: Date.UTC(2018, 10, 19, 10), last_image_at: null };
    expect(await sightsOf("l-")).toEqual([{ last_insight_at: first, last_image_at: null }, other]);
    await take(["A,I4,,0,Puma,2018-11-18 10:00:00,"]);
    expect(await sightsOf("l-")).toEqual([{ last_insight_at: first, last_image_at: null }, other]);
    await take(["A,I2,,0,Puma,2018-11-22 10:00:00,"]);
    const later = Date.UTC(2018, 10, 22, 10);
    expect(await sightsOf("l-")).toEqual([{ last_insight_at: later, last_image_at: null }, other]);
  });
});
