import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { UNASKED_CHANGES } from "../../../server/import/import-survey.ts";
import { readMegaDetector } from "../../../src/formats/megadetector/read-megadetector.ts";
import { readWildlifeInsights } from "../../../src/formats/wildlife-insights/read-wildlife-insights.ts";
import { DATABASE_KINDS } from "../../support/server/databases.ts";
import { type ImportOptions, importWorld } from "../../support/server/import-world.ts";
import type { OpenedDatabase } from "../../support/server/opened-database.ts";

describe.each(DATABASE_KINDS)("whose row it is, on $name", ({ open }) => {
  let opened: OpenedDatabase;
  let world: ReturnType<typeof importWorld>;
  let owner: number;

  beforeAll(async () => {
    opened = await open();
    world = importWorld(opened);
    owner = await world.addUser("owner");
  });
  afterAll(() => opened.close());

  /** Stored insights of the Sentinels whose ids begin so. */
  const rowsOf = async (prefix: string) => {
    const rows = await world.db.reader
      .selectFrom("insights")
      .innerJoin("devices", "devices.device_ref", "insights.device_ref")
      .select(["device_id", "device_name", "devices.latitude", "source_id", "class_name", "insights.xid"])
      .where("device_id", "like", `${prefix}%`)
      .orderBy("insight_id")
      .execute();
    return rows.map(({ xid, ...row }) => ({ ...row, xid: String(xid) }));
  };
  const namesOf = async (prefix: string) =>
    (await rowsOf(prefix)).map(({ device_id, source_id, class_name }) => [device_id, source_id, class_name]);

  async function detections(pictures: readonly (readonly [file: string, category: string, day: number])[]) {
    const images = pictures.map(([file, category, day]) => ({
      file,
      datetime: `2019:11:${day} 21:05:57`,
      detections: [{ category, conf: 0.8, bbox: [0.1, 0.1, 0.2, 0.2] }],
    }));
    const text = JSON.stringify({ detection_categories: { 1: "animal", 2: "person" }, images });
    return `${await world.folder({ "results.json": text })}/results.json`;
  }
  const takeDetections = (path: string, options?: ImportOptions) =>
    world.run(readMegaDetector, path, owner, options).then(({ summary }) => summary.insights);

  /** An export of a project with one deployment. */
  const project = (name: string, deployment: string, latitude: number, rows: readonly string[]) =>
    world.folder({
      "deployments.csv": `project_id,deployment_id,longitude,latitude\n${name},${deployment},-77.6,${latitude}\n`,
      "images.csv": `deployment_id,image_id,common_name,is_blank,timestamp\n${rows
        .map((row) => `${deployment},${row},0,2018-11-21 10:00:00\n`)
        .join("")}`,
    });
  const takeProject = (path: string, options?: ImportOptions, userId = owner) =>
    world.run(readWildlifeInsights, path, userId, options).then(({ summary }) => summary);

  it("never lets a second MegaDetector file overwrite the first: it asks for a name or for --update (import 2)", async () => {
    const first = await detections([
      ["two/1.jpg", "1", 11],
      ["two/2.jpg", "1", 11],
    ]);
    const second = await detections([
      ["two/1.jpg", "2", 26],
      ["two/3.jpg", "2", 26],
    ]);
    await takeDetections(first);
    const before = await rowsOf("two");
    const halt = { code: "would_overwrite", details: { replaced: "1", known: "1" } };
    await expect(takeDetections(second)).rejects.toMatchObject(halt);
    await expect(takeDetections(second, { dryRun: true })).rejects.toMatchObject(halt);
    expect(await rowsOf("two"), "not even the new row is written").toEqual(before);

    const named = { dataset: "autumn" };
    expect(await takeDetections(second, named)).toEqual({ created: 2, updated: 0, unchanged: 0 });
    expect(await takeDetections(second, named)).toEqual({ created: 0, updated: 0, unchanged: 2 });
    expect(await takeDetections(first)).toEqual({ created: 0, updated: 0, unchanged: 2 });
    expect(await namesOf("two")).toEqual([
      ["two", "two/1.jpg", "animal"],
      ["two", "two/2.jpg", "animal"],
      ["two (autumn)", "two/1.jpg", "human"],
      ["two (autumn)", "two/3.jpg", "human"],
    ]);
    expect((await rowsOf("two")).slice(0, 2), "the first file's rows stay as they are").toEqual(before);

    const better = await detections([["two/1.jpg", "2", 11]]);
    expect(await takeDetections(better, { update: true })).toEqual({ created: 0, updated: 1, unchanged: 0 });
  });

  it("keeps deployments of two projects apart that have one number, each at its place (import 2)", async () => {
    const north = await project("north", "same", 10, ["n1,Puma", "n2,Puma"]);
    const south = await project("south", "same", -10, ["s1,Ocelot"]);
    for (const created of [1, 0]) {
      expect((await takeProject(north)).devices).toMatchObject({ created, known: 1 - created });
      expect((await takeProject(south)).devices).toMatchObject({ created, known: 1 - created });
    }
    expect((await rowsOf("same")).map(({ xid: _, source_id: __, ...row }) => row)).toEqual([
      { device_id: "same", device_name: "same", latitude: 10, class_name: "Puma" },
      { device_id: "same", device_name: "same", latitude: 10, class_name: "Puma" },
      { device_id: "same (south)", device_name: "same (south)", latitude: -10, class_name: "Ocelot" },
    ]);
  });

  const joined = async (deployment: string) =>
    world.folder({
      "deployments.csv": `project_id,deployment_id,longitude,latitude\neast,${deployment},-77.6,10\nwest,${deployment},-77.6,-10\n`,
      "images.csv": `project_id,deployment_id,image_id,common_name,is_blank,timestamp\n${["east", "west"]
        .map((name) => `${name},${deployment},${name},Puma,0,2018-11-21 10:00:00\n`)
        .join("")}`,
    });
  const counts = async (path: string) => {
    const { devices, insights } = await takeProject(path);
    return [devices.created, insights.created, insights.unchanged];
  };
  /** As an import of an earlier version left it. */
  const unrecord = (prefix: string) =>
    world.db.write((transaction) =>
      transaction
        .updateTable("devices")
        .set({ dataset: null })
        .where("device_id", "like", `${prefix}%`)
        .execute(),
    );

  it("finds the deployments of a project again in a package of several projects, and the other way round (import 2)", async () => {
    const west = await project("west", "joined-a", -10, ["west,Puma"]);
    expect(await counts(west)).toEqual([1, 1, 0]);
    expect(await counts(await joined("joined-a"))).toEqual([1, 1, 1]);
    expect(await counts(await joined("joined-a"))).toEqual([0, 0, 2]);
    expect(await namesOf("joined-a")).toEqual([
      ["joined-a", "west", "Puma"],
      ["joined-a (east)", "east", "Puma"],
    ]);
    expect(await counts(await joined("joined-b"))).toEqual([2, 2, 0]);
    expect(await counts(await project("west", "joined-b", -10, ["west,Puma"]))).toEqual([0, 0, 1]);
  });

  it("makes no Sentinel anew that an earlier version imported without its project (import 2)", async () => {
    const west = await project("west", "anew-a", -10, ["west,Puma"]);
    await takeProject(west);
    await unrecord("anew-a");
    await expect(takeProject(await joined("anew-a"))).rejects.toMatchObject({
      code: "unrecorded_project",
      details: { device: "anew-a", deployment: "anew-a (east)" },
    });
    expect(await namesOf("anew-a")).toEqual([["anew-a", "west", "Puma"]]);
    // By itself the project is recognised by its rows, and then in the package of several.
    expect(await counts(west)).toEqual([0, 0, 1]);
    expect(await counts(await joined("anew-a"))).toEqual([1, 1, 1]);

    await takeProject(await joined("anew-b"));
    await unrecord("anew-b");
    expect(await counts(await project("west", "anew-b", -10, ["west,Puma"]))).toEqual([0, 0, 1]);
    expect(await counts(await joined("anew-b"))).toEqual([0, 0, 2]);
  });

  it("asks whose rows they are when another name is on known ones, and when a nameless file meets them (import 2)", async () => {
    await takeProject(await project("old-name", "renamed", 10, ["r1,Puma", "r2,Puma"]));
    const renamed = await project("new-name", "renamed", 10, ["r1,Puma", "r2,Puma", "r3,Puma"]);
    await expect(takeProject(renamed)).rejects.toMatchObject({
      code: "known_elsewhere",
      details: { device: "renamed", dataset: "new-name", other: "old-name", rows: "2" },
    });
    expect((await takeProject(renamed, { dataset: "old-name" })).insights).toEqual({
      created: 1,
      updated: 0,
      unchanged: 2,
    });
    const nameless = await detections([["renamed/1.jpg", "1", 11]]);
    await expect(takeDetections(nameless)).rejects.toMatchObject({
      code: "needs_dataset",
      details: { device: "renamed", other: "old-name" },
    });
    expect(await namesOf("renamed")).toHaveLength(3);
  });

  it("changes up to a tenth of the known rows, or fewer than twenty, and more only with --update (import 2)", async () => {
    const rows = (changed: number, of: number) =>
      Array.from({ length: of }, (_, n) => `c${n},${n < changed ? "Puma" : "Ocelot"}`);
    const take = async (changed: number, of: number, options?: ImportOptions) =>
      (await takeProject(await project("share", `share${of}`, 10, rows(changed, of)), options)).insights;
    const { share, least } = UNASKED_CHANGES;
    const many = (least / share) * 1.5;
    await take(0, least);
    await take(0, many);
    expect(await take(least - 1, least)).toMatchObject({ updated: least - 1 });
    expect(await take(many * share, many)).toMatchObject({ updated: many * share });
    await take(0, many, { update: true });
    const tooMany = many * share + 1;
    await expect(take(tooMany, many)).rejects.toMatchObject({
      code: "many_changes",
      details: { replaced: String(tooMany), known: String(many), percent: "10", least: "20" },
    });
    expect((await namesOf(`share${many}`)).filter(([, , name]) => name === "Puma")).toEqual([]);
    expect(await take(tooMany, many, { update: true })).toMatchObject({ updated: tooMany });
  });

  it("recognises what was imported before datasets were recorded, and doubles nothing (import 2)", async () => {
    const mine = await project("early", "legacy", 10, ["l1,Puma", "l2,Puma"]);
    const other = await project("late", "legacy", -10, ["x1,Ocelot"]);
    await takeProject(mine);
    await unrecord("legacy");
    // None of its rows is known, so that the Sentinel is another one.
    expect((await takeProject(other)).devices).toMatchObject({ created: 1, known: 0 });
    expect((await takeProject(mine)).insights).toEqual({ created: 0, updated: 0, unchanged: 2 });
    expect((await takeProject(other)).insights).toEqual({ created: 0, updated: 0, unchanged: 1 });
    expect((await namesOf("legacy")).map(([device, source]) => [device, source])).toEqual([
      ["legacy", "l1"],
      ["legacy", "l2"],
      ["legacy (late)", "x1"],
    ]);
  });

  it("tells how many Sentinels are another account's, and gives an account its own under a name (import 2)", async () => {
    const neighbour = await world.addUser("neighbour");
    const theirs = await project("shared", "fence", 10, ["f1,Puma"]);
    await takeProject(theirs, {}, neighbour);
    const refused = await takeProject(theirs);
    expect(refused).toMatchObject({ devices: { foreign: 1, refused: 1 }, rowsRefused: 2 });
    expect(refused.insights).toEqual({ created: 0, updated: 0, unchanged: 0 });
    const mine = await takeProject(await project("mine", "fence", -10, ["f1,Ocelot"]));
    expect(mine).toMatchObject({ devices: { created: 1, foreign: 0 }, insights: { created: 1 } });
    expect(await namesOf("fence")).toEqual([
      ["fence", "f1", "Puma"],
      ["fence (mine)", "f1", "Ocelot"],
    ]);
  });
});
