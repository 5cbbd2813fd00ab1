import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { postgresSide } from "../../../server/db/migrations/0001-postgres.ts";
import { sqliteSide } from "../../../server/db/migrations/0001-sqlite.ts";
import { createPhotoBytes } from "../../../server/db/migrations/0015-photo-bytes.ts";
import { readWildlifeInsights } from "../../../src/formats/wildlife-insights/read-wildlife-insights.ts";
import { quotaReached } from "../../../src/messages/server/quotas.ts";
import { DATABASE_KINDS } from "../../support/server/databases.ts";
import { importWorld } from "../../support/server/import-world.ts";
import { fieldPhoto, part, speakingDevice } from "../../support/server/ingest-world.ts";
import { makeTestApp, TEST_PASSWORD, type TestApp, type TestUser } from "../../support/server/test-app.ts";

const LIMITS = {
  MAX_DEVICES_PER_USER: "3",
  MAX_GROUPS_PER_USER: "2",
  MAX_SESSIONS_PER_USER: "3",
  MAX_UPLOADS_PER_USER: "2",
  MAX_PHOTO_GB_PER_USER: "1",
};

describe.each(DATABASE_KINDS)("what one account may hold, over $name", (kind) => {
  let test: TestApp;
  beforeAll(async () => {
    test = await makeTestApp({ kind, env: LIMITS });
  });
  afterAll(() => test.close());

  const register = (as: TestUser, device_id: string, more: object = {}) =>
    test.call("POST", "/api/devices", { as, body: { device_id, ...more } });
  /** The bytes of a Sentinel's photos, as they are counted. */
  const photoBytes = async (deviceRef: number) =>
    Number(
      (
        await test.db.reader
          .selectFrom("device_photo_bytes")
          .select("photo_bytes")
          .where("device_ref", "=", deviceRef)
          .executeTakeFirst()
      )?.photo_bytes ?? 0,
    );

  it("is so many Sentinels, added, claimed or assigned, also by two calls at once (neighbour 7)", async () => {
    const ada = await test.addUser("ada");
    const boss = await test.addUser("boss", "staff");
    for (const id of ["A-1", "A-2"]) expect((await register(ada, id)).statusCode).toBe(200);
    const both = await Promise.all(["A-3", "A-4"].map((id) => register(ada, id)));
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(both.find(({ statusCode }) => statusCode === 409)?.json()).toEqual({
      code: "conflict",
      errors: { general: "This account holds 3 Sentinels, the most allowed here (MAX_DEVICES_PER_USER)." },
    });
    const stock = (await register(boss, "STOCK", { unassigned: true })).json();
    const claim = { claim_code: stock.claimCode };
    expect((await register(ada, "STOCK", claim)).json().errors.general).toContain("MAX_DEVICES_PER_USER");
    // A refused claim leaves its code good.
    const ben = await test.addUser("ben");
    expect((await register(ben, "STOCK", claim)).statusCode).toBe(200);
    const assign = (deviceIds: string[]) =>
      test.call("PUT", `/api/internal/users/${ben.userId}/devices`, { as: boss, body: { deviceIds } });
    const tooMany = await assign(["STOCK", "A-1", "A-2", both[0]?.statusCode === 200 ? "A-3" : "A-4"]);
    expect([tooMany.statusCode, tooMany.json().errors.general]).toEqual([
      409,
      "This account holds 1 Sentinel, and would hold more than the 3 allowed here (MAX_DEVICES_PER_USER).",
    ]);
    // As many as are taken away may be given.
    expect((await assign(["STOCK", "A-1", "A-2"])).statusCode).toBe(200);
    expect((await assign(["A-1", "A-2", both[0]?.statusCode === 200 ? "A-3" : "A-4"])).statusCode).toBe(200);
  });

  it("is so many groups, also by two calls at once (neighbour 7)", async () => {
    const cleo = await test.addUser("cleo");
    const answers = await Promise.all(
      ["North", "South", "West"].map((groupName) =>
        test.call("POST", "/api/v2/groups", { as: cleo, body: { groupName } }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 409]);
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().errors.general).toBe(
      "This account holds 2 groups, the most allowed here (MAX_GROUPS_PER_USER).",
    );
  });

  it("is so many sessions: a further sign-in ends the one that was not used for longest (neighbour 7)", async () => {
    const dora = await test.addUser("dora");
    const tokens = [dora.token];
    for (let count = 0; count < 2; count += 1) {
      test.clock.advance(10 * 60_000);
      tokens.push((await test.signInAgain(dora)).token);
    }
    test.clock.advance(10 * 60_000);
    const isLive = async (token: string | undefined) =>
      (await test.call("GET", "/api/user", { as: token })).statusCode === 200;
    // The first one is used, so that the second is the one that waited longest.
    expect(await isLive(tokens[0])).toBe(true);
    const body = { email: dora.email, password: TEST_PASSWORD };
    tokens.push((await test.call("POST", "/api/login", { body })).json().token);
    expect(await Promise.all(tokens.map(isLive))).toEqual([true, false, true, true]);
  });

  it("is so many unfinished photos, and so many bytes of photos, also by two calls at once; finished ones make room (neighbour 7)", async () => {
    const eve = await test.addUser("eve");
    const camera = await speakingDevice(test, `eve-${kind.name}`, [eve]);
    const ids = ["1", "2", "3", "4", "5"];
    await camera.send(...ids.map((source_id) => ({ source_id, class_name: "lynx", confidence: 0.9 })));
    const photo = await fieldPhoto(7);
    const begin = (id: string, device = camera) =>
      device.put(id, photo.subarray(0, 1_000), part(0, 1_000, photo.length));
    const begun = await Promise.all(["1", "2", "3"].map((id) => begin(id)));
    expect(begun.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 507]);
    expect(begun.find(({ statusCode }) => statusCode === 507)?.json()).toEqual({
      code: "storage_full",
      errors: {
        general: "This account holds 2 unfinished photos, the most allowed here (MAX_UPLOADS_PER_USER).",
      },
    });
    const open = ["1", "2", "3"].filter((_, at) => begun[at]?.statusCode === 200);
    // One that is begun anew takes its own place, and one that is finished makes room.
    expect((await begin(open[0] ?? "")).statusCode).toBe(200);
    for (const id of open) {
      const rest = await camera.put(id, photo.subarray(1_000), part(1_000, photo.length, photo.length));
      expect(rest.json().message.complete).toBe(true);
    }
    // Two insights show it. A server of an earlier version counts the same when it is brought up to date.
    expect(await photoBytes(camera.ref)).toBe(photo.length);
    await test.db.write(async (transaction) => {
      await sql`drop table device_photo_bytes`.execute(transaction);
      await createPhotoBytes(transaction, kind.name === "SQLite" ? sqliteSide : postgresSide);
    });
    expect(await photoBytes(camera.ref)).toBe(photo.length);

    await test.db.write((transaction) =>
      transaction
        .updateTable("device_photo_bytes")
        .set({ photo_bytes: 1_000_000_000 - photo.length })
        .where("device_ref", "=", camera.ref)
        .execute(),
    );
    const last = await Promise.all(["4", "5"].map((id) => begin(id)));
    expect(last.map(({ statusCode }) => statusCode).sort()).toEqual([200, 507]);
    expect(last.find(({ statusCode }) => statusCode === 507)?.json().errors.general).toMatch(
      /^This account holds .* GB of photos.*\(MAX_PHOTO_GB_PER_USER\)\.$/,
    );

    // A Sentinel that is shared with somebody who has room is not stopped by one who has none.
    const finn = await test.addUser("finn");
    const shared = await speakingDevice(test, `shared-${kind.name}`, [eve, finn]);
    await shared.send({ source_id: "1", class_name: "lynx", confidence: 0.9 });
    expect((await begin("1", shared)).statusCode).toBe(200);
    // Photos of a Sentinel that its user gave up, and that nobody took over, count for that user.
    await test.call("POST", `/api/dataClearing/${camera.id}`, { as: eve, body: {} });
    const next = await speakingDevice(test, `next-${kind.name}`, [eve]);
    await next.send({ source_id: "1", class_name: "lynx", confidence: 0.9 });
    expect((await begin("1", next)).statusCode).toBe(507);
  });

  it("is the same for an import, which takes what there is room for, says the rest row by row, and takes it once there is room (neighbour 7)", async () => {
    const world = importWorld(test);
    const gita = await world.addUser("gita");
    const path = await world.folder({
      "deployments.csv": `project_id,deployment_id,placename,longitude,latitude,start_date,end_date\n${[
        "A",
        "B",
        "C",
      ]
        .map((name) => `wild,wild-${name},Ridge,-77.6,-5.8,2018-11-01,2018-12-22`)
        .join("\n")}\n`,
      "images.csv": `deployment_id,image_id,location,is_blank,common_name,timestamp\n${["A", "B", "C"]
        .map((name) => `wild-${name},I-${name},I-${name}.jpg,0,Bird,2018-11-21 10:00:00`)
        .join("\n")}\n`,
    });
    const pictures = await world.folder(
      Object.fromEntries(
        await Promise.all(["A", "B", "C"].map(async (name, at) => [`I-${name}.jpg`, await fieldPhoto(at)])),
      ),
    );
    const run = (maxDevices: number, maxPhotoGb: number, dryRun = false) =>
      world.run(readWildlifeInsights, path, gita, {
        photos: pictures,
        quotas: { maxDevices, maxPhotoGb },
        dryRun,
      });
    const tried = await run(2, 1, true);
    expect(tried.summary.devices).toMatchObject({ created: 2, refused: 1 });
    const first = await run(2, 1);
    expect(first.summary.devices).toEqual({ created: 2, known: 0, refused: 1, foreign: 0 });
    expect(first.summary.insights.created).toBe(2);
    expect(first.summary.photos).toMatchObject({ stored: 2, refused: 0 });
    expect(first.refusals.map(({ place, code }) => [place.file, place.row, code])).toEqual([
      ["deployments.csv", 4, "device_quota"],
      ["images.csv", 4, "device_quota"],
    ]);
    await test.db.write((transaction) =>
      transaction
        .updateTable("device_photo_bytes")
        .set({ photo_bytes: 999_999_999 })
        .where("device_ref", "in", (of) =>
          of.selectFrom("devices").select("device_ref").where("device_id", "=", "wild-A"),
        )
        .execute(),
    );
    const second = await run(3, 1);
    expect(second.summary.devices).toMatchObject({ created: 1, known: 2, refused: 0 });
    expect(second.summary.photos).toMatchObject({ stored: 0, known: 2, refused: 1 });
    expect(second.refusals.map(({ code }) => code)).toEqual(["photo_quota"]);
    const third = await run(3, 2);
    expect(third.summary.photos).toMatchObject({ stored: 1, known: 2, refused: 0 });
    expect(third.refusals).toEqual([]);
  });

  it("is foretold by a dry run, which counts the photos that it would have stored (import 11)", async () => {
    const world = importWorld(test);
    const hari = await world.addUser("hari");
    const names = ["A-1", "A-2", "B-1", "C-1"];
    const path = await world.folder({
      "deployments.csv": `project_id,deployment_id,placename\n${["A", "B", "C"].map((at) => `hill,hill-${at},Hill\n`).join("")}`,
      "images.csv": `deployment_id,image_id,location,common_name,timestamp\n${names
        .map((name) => `hill-${name[0]},${name},${name}.jpg,Bird,2018-11-21 10:00:00\n`)
        .join("")}`,
    });
    // Two pictures of one Sentinel with the same content take the room of one.
    const sorted = (await Promise.all([7, 8, 9].map((at) => fieldPhoto(at)))).sort(
      (one, other) => one.length - other.length,
    );
    const [first, second, third] = sorted;
    const contents = [first, first, second, third] as Buffer[];
    const photos = await world.folder(
      Object.fromEntries(names.map((name, at) => [`${name}.jpg`, contents[at] as Buffer])),
    );
    const bytes = contents.map((content) => content.length) as [number, number, number, number];
    const run = (room: number, dryRun: boolean) =>
      world.run(readWildlifeInsights, path, hari, {
        photos,
        quotas: { maxPhotoGb: (room + 0.5) / 1_000_000_000 },
        dryRun,
      });
    const both = async (room: number) => {
      const foretold = await run(room, true);
      const done = await run(room, false);
      expect(foretold.summary.photos).toEqual(done.summary.photos);
      expect(foretold.refusals).toEqual(done.refusals);
      return done;
    };
    const enough = bytes[0] + bytes[2];
    const taken = await both(enough);
    expect(taken.summary.photos).toEqual({ stored: 3, known: 0, missing: 0, refused: 1 });
    expect(taken.refusals.map(({ place, code }) => [place.file, code])).toEqual([["C-1.jpg", "photo_quota"]]);
    expect((await both(enough)).summary.photos).toEqual({ stored: 0, known: 3, missing: 0, refused: 1 });
    expect((await both(enough + bytes[3])).summary.photos).toMatchObject({ stored: 1, known: 3, refused: 0 });
  });
});

describe("the sentence of a quota", () => {
  it("names its number and its setting, and how much is held where the quota was lowered", () => {
    expect(quotaReached("maxDevices", 5_000, 5_000)).toBe(
      "This account holds 5,000 Sentinels, the most allowed here (MAX_DEVICES_PER_USER).",
    );
    expect(quotaReached("maxGroups", 12, 10)).toBe(
      "This account holds 12 groups, more than the 10 allowed here (MAX_GROUPS_PER_USER).",
    );
  });
});
