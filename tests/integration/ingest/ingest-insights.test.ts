import { gzipSync } from "node:zlib";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DATABASE_KINDS } from "../../support/server/databases.ts";
import { type SpeakingDevice, speakingDevice } from "../../support/server/ingest-world.ts";
import { makeTestApp, type TestApp, type TestUser } from "../../support/server/test-app.ts";

const MINUTE_MS = 60_000;

describe.each(DATABASE_KINDS)("insights that a Sentinel sends, on $name", (kind) => {
  let test: TestApp;
  let ranger: TestUser;
  let camera: SpeakingDevice;
  let serial = 0;
  beforeAll(async () => {
    test = await makeTestApp({ kind });
    ranger = await test.addUser("ranger");
    camera = await speakingDevice(test, "CAM-1", [ranger], { latitude: 1.5, longitude: 36.25 });
  });
  afterAll(() => test.close());

  const nowIso = () => new Date(test.clock.now()).toISOString();
  const isoAt = (offsetMs: number) => new Date(test.clock.now() + offsetMs).toISOString();
  const named = () => `IMG_${++serial}.JPG`;
  const lynx = (fields: object = {}) => ({ source_id: named(), class_name: "lynx", ...fields });
  const stored = (insightId: string | null | undefined) =>
    test.db.reader
      .selectFrom("insights")
      .selectAll()
      .where("insight_id", "=", Number(insightId))
      .executeTakeFirstOrThrow();
  const countInsights = async () =>
    Number((await sql<{ n: number }>`select count(*) as n from insights`.execute(test.db.reader)).rows[0]?.n);

  it("are taken with all that was said of them, and reach their people by the next pull", async () => {
    const algId = await test.addModel("Cats", [ranger], []);
    const item = {
      source_id: 4711,
      table: "nightly",
      class_name: "lynx",
      class_id: 3,
      class_list: [{ className: "lynx", averageConfidence: 0.875 }, { className: "wolf" }],
      confidence: 0.875,
      group_confidence: 0.5,
      alg_id: algId,
      comms_source: "lora",
      time_stamp: isoAt(-MINUTE_MS),
      file_ctime: "2024-04-30T23:10:00+02:00",
      latitude: -2,
      longitude: 37.5,
      unheard_of: 1,
    };
    const [answer] = await camera.send(item);
    expect(answer).toEqual({
      index: 0,
      source_id: "4711",
      table: "nightly",
      insight_id: expect.stringMatching(/^\d+$/),
      result: "created",
      errors: null,
    });
    expect(await stored(answer?.insight_id)).toMatchObject({
      device_ref: camera.ref,
      source_id: "4711",
      table_name: "nightly",
      class_id: 3,
      class_list:
        '[{"className":"lynx","averageConfidence":0.875},{"className":"wolf","averageConfidence":null}]',
      alg_id: Number(algId),
      is_from_lora: 1,
      comms_source: "lora",
      time_stamp: test.clock.now() - MINUTE_MS,
      file_ctime: Date.UTC(2024, 3, 30, 21, 10),
      file_ctime_offset: "+02:00",
      latitude: -2,
      insight_status: "none",
      origin: "machine",
    });
    const seen = await test.call("GET", "/api/insights/paginated?limit=1", { as: ranger });
    expect(seen.json().message[0]).toMatchObject({ source_id: "4711", is_from_lora: true, photoUrl: null });
    const pulled = await test.call("GET", "/api/sync", { as: ranger });
    expect(JSON.stringify(pulled.json().tables.insights)).toContain(answer?.insight_id);
  });

  it("stand where the Sentinel stands, and were received now, where nothing else is said", async () => {
    const [answer] = await camera.send(lynx({ time_stamp: null, alg_id: "999999", confidence: null }));
    expect(await stored(answer?.insight_id)).toMatchObject({
      latitude: 1.5,
      longitude: 36.25,
      time_stamp: test.clock.now(),
      alg_id: null,
      is_from_lora: 0,
    });
  });

  it("sent again are the same insights, though the Sentinel has moved and time has passed since", async () => {
    const items = [lynx({ confidence: 0.1, file_ctime: nowIso() }), lynx({ collection_id: "again" })];
    const first = await camera.send(...items);
    const before = await countInsights();
    test.clock.advance(MINUTE_MS);
    await test.db.write((transaction) =>
      transaction.updateTable("devices").set({ latitude: 9 }).where("device_ref", "=", camera.ref).execute(),
    );
    const again = await camera.send(...items);
    expect(again).toEqual(first.map((one) => ({ ...one, result: "duplicate" })));
    expect(await countInsights()).toBe(before);
  });

  it("of the same name and other content are a conflict, and change nothing", async () => {
    const item = lynx({ confidence: 0.4 });
    const [made] = await camera.send(item);
    const answers = [
      ...(await camera.send({ ...item, class_name: "wolf" })),
      ...(await camera.send({ ...item, confidence: 0.41 })),
      ...(await camera.send({ ...item, time_stamp: isoAt(-5000) })),
      ...(await camera.send({ ...item, latitude: 3, longitude: 4 })),
      ...(await camera.send({ ...item, collection_id: "other" })),
    ];
    expect(answers.map(({ result, insight_id }) => [result, insight_id])).toEqual(
      answers.map(() => ["conflict", made?.insight_id]),
    );
    expect(await stored(made?.insight_id)).toMatchObject({ class_name: "lynx", confidence: 0.4 });
    expect(await camera.send({ ...item, table: "other" })).toMatchObject([{ result: "created" }]);
  });

  it("said twice in one call are made once", async () => {
    const [a, b] = [lynx(), lynx()];
    const answers = await camera.send(
      a,
      { ...b, source_id: 77 },
      a,
      { ...a, class_name: "wolf" },
      { ...b, source_id: "77" },
    );
    expect(answers.map(({ result }) => result)).toEqual([
      "created",
      "created",
      "duplicate",
      "conflict",
      "duplicate",
    ]);
    expect(new Set(answers.map(({ insight_id }) => insight_id)).size).toBe(2);
    // Compared with the stored one, not with the first of the call.
    const later = await camera.send({ ...a, class_name: "wolf" }, a);
    expect(later.map(({ result }) => result)).toEqual(["conflict", "duplicate"]);
  });

  it("are judged one by one: what is wrong refuses itself alone and names the field", async () => {
    const answers = await camera.send(
      lynx(),
      { class_name: "lynx" },
      lynx({ class_name: "" }),
      lynx({ confidence: 1.5, comms_source: "pigeon" }),
      lynx({ time_stamp: isoAt(6 * MINUTE_MS) }),
      lynx({ file_ctime: "2024-04-30 23:10:00" }),
      lynx({ latitude: 5 }),
      lynx({ latitude: 95, longitude: 1 }),
      lynx({ collection_id: "w", window_start: isoAt(0), window_end: isoAt(-1000) }),
      lynx({ class_list: [{ averageConfidence: 1 }] }),
      lynx({ class_id: 1e300 }),
      lynx({ time_stamp: isoAt(4 * MINUTE_MS) }),
    );
    expect(answers.map(({ result, errors }) => (errors === null ? result : Object.keys(errors)))).toEqual([
      "created",
      ["source_id"],
      ["class_name"],
      expect.arrayContaining(["confidence", "comms_source"]),
      ["time_stamp"],
      ["file_ctime"],
      ["longitude"],
      ["latitude"],
      ["window_end"],
      ["class_list.0.className"],
      ["class_id"],
      "created",
    ]);
    expect(answers.every(({ result, insight_id }) => (result === "refused") === (insight_id === null))).toBe(
      true,
    );
    const odd = await camera.call("POST", "insights", { insights: ["none", null, [1]] });
    expect(odd.json().message).toMatchObject([
      { index: 0, source_id: null, result: "refused", errors: { general: expect.any(String) } },
      { index: 1, result: "refused" },
      { index: 2, result: "refused" },
    ]);
  });

  it("come as a list of 1 to 1,000, or nothing of the call is taken", async () => {
    const before = await countInsights();
    const over = Array.from({ length: 1001 }, () => lynx());
    for (const body of [{}, { insights: {} }, { insights: [] }, { insights: over }, []]) {
      const answer = await camera.call("POST", "insights", body);
      expect(answer.statusCode).toBe(400);
      expect(Object.keys(answer.json().errors)).toContain("insights");
    }
    expect(await countInsights()).toBe(before);
    const compressed = gzipSync(JSON.stringify({ insights: over.slice(1) }));
    const taken = await camera.call("POST", "insights", compressed, {
      "content-type": "application/json",
      "content-encoding": "gzip",
    });
    expect(taken.json().message.map(({ result }: { result: string }) => result)).toEqual(
      Array.from({ length: 1000 }, () => "created"),
    );
    const large = { insights: over.slice(1).map((item) => ({ ...item, note: "x".repeat(5000) })) };
    expect((await camera.call("POST", "insights", large)).json()).toMatchObject({ code: "too_large" });
  });

  it("gather in collections, whose windows span all that their insights said, in whatever order", async () => {
    const [late] = await camera.send(
      lynx({ collection_id: 12, window_start: isoAt(-4000), window_end: isoAt(0) }),
    );
    const [early, other] = await camera.send(
      lynx({ collection_id: "12", window_start: isoAt(-9000), window_end: isoAt(-3000) }),
      lynx({ collection_id: "13" }),
    );
    const [a, b, c] = await Promise.all([
      stored(late?.insight_id),
      stored(early?.insight_id),
      stored(other?.insight_id),
    ]);
    expect(a.collection_id).toBe(b.collection_id);
    expect(c.collection_id).not.toBe(a.collection_id);
    const window = await test.db.reader
      .selectFrom("collections")
      .selectAll()
      .where("collection_id", "=", Number(a.collection_id))
      .executeTakeFirstOrThrow();
    expect(window).toMatchObject({
      device_ref: camera.ref,
      source_id: "12",
      window_start: test.clock.now() - 9000,
      window_end: test.clock.now(),
    });
  });

  it("move the Sentinel's last contact, and its last insight by the camera's time but never beyond now [INS-62]", async () => {
    const fresh = await speakingDevice(test, "CAM-TIMES", [ranger]);
    await fresh.send(lynx({ file_ctime: isoAt(-3_600_000) }), lynx({ file_ctime: isoAt(-7_200_000) }));
    expect(await fresh.row()).toMatchObject({
      last_seen: test.clock.now(),
      last_insight_at: test.clock.now() - 3_600_000,
      last_image_at: null,
    });
    await fresh.send(lynx({ file_ctime: "2099-01-01T00:00:00Z" }));
    expect(await fresh.row()).toMatchObject({ last_insight_at: test.clock.now() });
    await fresh.send(lynx({ file_ctime: "1970-01-02T00:00:00Z" }));
    expect(await fresh.row()).toMatchObject({ last_insight_at: test.clock.now() });
    const shown = await test.call("GET", "/api/getDevicesForUser", { as: ranger });
    expect(
      shown.json().message.find((one: { device_id: string }) => one.device_id === "CAM-TIMES"),
    ).toMatchObject({
      last_insight_at: nowIso(),
      last_image_at: null,
    });
  });

  it("of several calls at once are each made once", async () => {
    const items = Array.from({ length: 40 }, () => lynx({ collection_id: "rush" }));
    const before = await countInsights();
    const calls = await Promise.all([1, 2, 3, 4].map(() => camera.send(...items)));
    expect(await countInsights()).toBe(before + items.length);
    for (const [index] of items.entries()) {
      const results = calls.map((answers) => answers[index]?.result);
      expect(results.filter((result) => result === "created")).toHaveLength(1);
      expect(new Set(calls.map((answers) => answers[index]?.insight_id)).size).toBe(1);
    }
  });

  it("keep names of any characters", async () => {
    const items = [
      lynx({ source_id: "DCIM/100 é%2F\u{1f98a}.JPG" }),
      lynx({ source_id: "half \ud83e" }),
      lynx({ source_id: "x".repeat(200), table: "a\nb" }),
    ];
    const first = await camera.send(...items);
    expect(first.map(({ result }) => result)).toEqual(["created", "created", "created"]);
    expect((await camera.send(...items)).map(({ insight_id }) => insight_id)).toEqual(
      first.map(({ insight_id }) => insight_id),
    );
  });
});
