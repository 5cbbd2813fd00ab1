import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { textOf } from "../../../server/db/json-text.ts";
import { readInsightParts } from "../../../server/features/insights/insight-repository.ts";
import { PAGE_BYTES } from "../../../server/features/insights/list-parts-query.ts";
import { sweepBulkUpdates } from "../../../server/jobs/sweep-answered-keys.ts";
import { KEY_RETENTION_MS } from "../../../src/domain/bulk-update.ts";
import { DAY_MS } from "../../../src/domain/time.ts";
import { MirrorModel } from "../../support/client/mirror-model.ts";
import { DATABASE_KINDS } from "../../support/server/databases.ts";
import { speakingDevice } from "../../support/server/ingest-world.ts";
import { InsightWorld, type Person, START_MS } from "../../support/server/insight-world.ts";

const MEMBERS = 20_000;
/** With a search at every member, 20,000 members took minutes. */
const SOON_MS = 10_000;

describe.each(DATABASE_KINDS)("calls of one user that must not stop the others, over $name", (kind) => {
  let world: InsightWorld;
  let ada: Person;
  let ben: Person;
  let device: { ref: number; id: string };
  beforeAll(async () => {
    world = await InsightWorld.open(kind);
    [ada, ben] = [await world.person(), await world.person()];
    device = await world.device(ada);
    const [feature] = await world.message<{ id: string }[]>(ada, "/api/features");
    await world.app.inject({
      method: "PUT",
      url: `/api/features/${feature?.id}`,
      headers: { authorization: `Bearer ${ada.token}` },
      payload: { enabled: true },
    });
  });
  afterAll(() => world.close());

  interface Row {
    id: string;
    collection: boolean;
    time_stamp: string;
    insights: { id: string }[];
  }

  it("a collection of 20,000 members is one row at its newest member, also behind a renewed grant, and follows it (neighbour 1)", async () => {
    const collection_id = await world.collection(device.ref, { start: 0, end: 1 });
    const times = Array.from({ length: MEMBERS }, (_, at) => START_MS + at);
    const ids = await world.insights(
      device.ref,
      times.map((time_stamp) => ({ collection_id, time_stamp })),
    );
    const page = async (): Promise<Row | undefined> => {
      const startedAt = performance.now();
      const rows = await world.message<Row[]>(ada, "/api/collections/paginated");
      expect(performance.now() - startedAt).toBeLessThan(SOON_MS);
      expect(rows).toHaveLength(1);
      return rows[0];
    };
    const newest = await page();
    expect([newest?.insights.length, newest?.insights[0]?.id]).toEqual([1_000, ids.at(-1)]);

    // The newest ones leave, one after the other: set aside, moved in time, deleted.
    const [last, moved, deleted] = [ids.at(-1), ids.at(-2), ids.at(-3)].map(Number);
    await world.db.write(async (transaction) => {
      const change = transaction.updateTable("insights");
      await change
        .set({ set_aside: 1 })
        .where("insight_id", "=", last ?? 0)
        .execute();
      await change
        .set({ time_stamp: 1 })
        .where("insight_id", "=", moved ?? 0)
        .execute();
      await transaction
        .deleteFrom("insights")
        .where("insight_id", "=", deleted ?? 0)
        .execute();
    });
    expect((await page())?.insights[0]?.id).toBe(ids.at(-4));

    // A renewed grant behind all but the newest two by id, whose times lie before those of the others.
    await world.db.write((transaction) =>
      transaction
        .updateTable("insights")
        .set({ time_stamp: 2 })
        .where("insight_id", "in", [Number(ids.at(-4)), Number(ids.at(-5))])
        .execute(),
    );
    await world.revoke(device.ref, ada);
    await world.grant(device.ref, ada, Number(ids.at(-6)));
    expect((await page())?.insights.map(({ id }) => id)).toEqual([ids.at(-4), ids.at(-5), ids.at(-2)]);
    await world.setAside(device.ref);
    expect(await world.message(ada, "/api/collections/paginated")).toEqual([]);
  });

  it.each([
    { method: "GET", url: "/api/insights/paginated" },
    { method: "HEAD", url: "/api/insights/paginated" },
    { method: "PUT", url: "/api/features/1", payload: { enabled: true } },
    { method: "PUT", url: "/api/alerts/all" },
  ] as const)(
    "calls of one user by $method $url wait for each other and not for those of another (neighbour 1, 2)",
    async (call) => {
      const headers = { authorization: `Bearer ${ada.token}` };
      const flood = Array.from({ length: 120 }, () => world.app.inject({ ...call, headers }));
      const answered: string[] = [];
      for (const one of flood) void one.then(() => answered.push("ada"));
      const bens = { ...call, headers: { authorization: `Bearer ${ben.token}` } };
      expect((await world.app.inject(bens)).statusCode).toBe(200);
      answered.push("ben");
      const answers = await Promise.all(flood);
      const refused = answers.filter(({ statusCode }) => statusCode === 429);
      const taken = answers.filter(({ statusCode }) => statusCode === 200);
      // 50 writes wait; how many are taken from the queue before the last arrives is a matter of the machine.
      expect(taken.length).toBeGreaterThan(50);
      expect(taken.length + refused.length).toBe(flood.length);
      for (const { headers } of refused) expect(headers["retry-after"]).toBe("2");
      expect(answered.indexOf("ben")).toBeLessThan(answered.length - 20);
    },
  );

  it("calls of one user that take no turns are worked on some at a time, and too many are refused for a while (neighbour 1, 2)", async () => {
    const answered: string[] = [];
    const ask = async (name: string, { token }: Person) => {
      const headers = { authorization: `Bearer ${token}` };
      const { statusCode, headers: told } = await world.app.inject({ url: "/api/alerts/settings", headers });
      if (statusCode === 200) return answered.push(name);
      expect([name, statusCode, told["retry-after"]]).toEqual(["ada", 429, "2"]);
    };
    // Known as hers from then on, so that her tokens count together.
    await ask("ada", ada);
    await Promise.all([...Array.from({ length: 500 }, () => ask("ada", ada)), ask("ben", ben)]);
    expect(answered.length).toBeGreaterThan(400);
    expect(answered.length).toBeLessThan(502);
    expect(answered.indexOf("ben")).toBeLessThan(answered.length - 200);
  });

  it("large rows are read and sent in parts, and a page of the feed ends with 8 MB, without losing a row (neighbour 2)", async () => {
    const cleo = await world.person();
    const { ref } = await world.device(cleo);
    const class_list = Array.from({ length: 20 }, (_, at) => ({
      className: `${at}`.padEnd(100, "é"),
      averageConfidence: 0.123,
    }));
    const sent = await world.insights(ref, new Array(3_000).fill({ class_list }));
    const rows = await world.message<Row[]>(cleo, "/api/insights/paginated?limit=2900&offset=100");
    expect(rows.map(({ id }) => id)).toEqual(sent.toReversed().slice(100));
    const mirror = new MirrorModel();
    let pages = 0;
    for (let more = true; more; pages += 1) {
      const answer = await world.get(
        cleo,
        `/api/sync?limit=10000${mirror.cursor === null ? "" : `&cursor=${mirror.cursor}`}`,
      );
      expect(Buffer.byteLength(answer.body)).toBeLessThan(1.2 * PAGE_BYTES);
      mirror.apply(answer.json());
      more = answer.json().more;
    }
    expect(pages).toBeGreaterThan(1);
    expect([...mirror.tables.insights.keys()].sort()).toEqual([...sent].sort());
  });

  it("a part of a list keeps its rows where others arrive among them while the list is sent (neighbour 2)", async () => {
    const dora = await world.person();
    const { ref } = await world.device(dora);
    const class_list = [{ className: "x".repeat(30_000), averageConfidence: 0.5 }];
    const times = Array.from({ length: 200 }, (_, at) => ({ class_list, time_stamp: START_MS + 10 * at }));
    const sent = await world.insights(ref, times);
    const parts = readInsightParts(world.db, dora.userId, { limit: 200, offset: 0 });
    const ids: string[] = [];
    for (let count = 1; ; count += 1) {
      const { value, done } = await parts.next();
      if (done === true) break;
      expect(Buffer.byteLength(textOf(value))).toBeLessThan(2.2 * 1024 * 1024);
      ids.push(...(JSON.parse(textOf(value)) as Row[]).map(({ id }) => id));
      if (count === 1) await world.insights(ref, [{ time_stamp: START_MS + 1_001 }]);
    }
    expect(ids.filter((id) => sent.includes(id))).toEqual(sent.toReversed());
  });

  it("outcomes of unknown ids are not stored, but told, and finished bulk updates are deleted when their keys are (neighbour 2)", async () => {
    const unknown = Array.from({ length: 1_000 }, (_, at) => ({
      insightId: `${at}`.padEnd(200, "x"),
      deviceId: "y".repeat(200),
      insightStatus: "archive",
    }));
    const { bulkId } = (await world.postUpdates(ben, unknown)).json().message;
    while (await world.runner.runOnce());
    const { outcomes } = await world.db.reader
      .selectFrom("bulk_updates")
      .select("outcomes")
      .where("bulk_id", "=", Number(bulkId))
      .executeTakeFirstOrThrow();
    expect(outcomes.length).toBeLessThan(5_000);
    const { items } = await world.message<{ items: unknown[] }>(ben, `/api/updates?bulk_id=${bulkId}`);
    expect(items).toEqual(
      unknown.map(({ insightId, deviceId }) => ({
        insightId,
        deviceId,
        outcome: "gone",
        by: null,
        at: null,
      })),
    );
    const sweepIn = (ms: number) => sweepBulkUpdates(world.db, world.clock.now() + ms);
    await sweepIn(KEY_RETENTION_MS);
    expect((await world.get(ben, `/api/updates?bulk_id=${bulkId}`)).statusCode).toBe(200);
    await sweepIn(KEY_RETENTION_MS + DAY_MS + 1);
    expect((await world.get(ben, `/api/updates?bulk_id=${bulkId}`)).statusCode).toBe(404);
  });

  it("at most 5 faults of an item and 200 of a call are named, with how many more, and other requests go on meanwhile (neighbour 3)", async () => {
    const camera = await speakingDevice(world.test, `speaking-${kind.name}`);
    const wrong = {
      source_id: 1,
      class_name: "",
      class_id: "",
      table: "",
      confidence: 7,
      comms_source: 1,
      latitude: 99,
    };
    let turns = 0;
    let isDone = false;
    const counting = (async () => {
      while (!isDone) {
        await setImmediate();
        turns += 1;
      }
    })();
    const answer = await world.app.inject({
      method: "POST",
      url: "/api/ingest/insights",
      headers: { authorization: `Bearer ${camera.key}` },
      payload: { insights: [wrong, ...new Array(999).fill({})] },
    });
    isDone = true;
    await counting;
    const results = answer.json().message as { result: string; errors: Record<string, string> }[];
    expect(new Set(results.map(({ result }) => result))).toEqual(new Set(["refused"]));
    const fields = results.map(
      ({ errors }) => Object.keys(errors).filter((name) => name !== "general").length,
    );
    expect(fields[0]).toBe(5);
    expect(results[0]?.errors.general).toBe("Please check the marked fields, and 1 more.");
    expect(fields.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(200);
    expect(results.at(-1)?.errors.general).toBe("Please check the marked fields.");
    expect(turns).toBeGreaterThan(1);
    const bulk = await world.postUpdates(ben, new Array(1_000).fill({}));
    expect(Object.keys(bulk.json().errors)).toHaveLength(201);
    expect(bulk.json().errors.general).toBe("Please check the marked fields, and 2800 more.");
  });

  it("users take turns with their bulk updates, and the 21st open one of a user is refused for a while (neighbour 4)", async () => {
    const { ref, id: deviceId } = await world.device(ben);
    const other = await world.device(ada);
    const [mine = ""] = await world.insights(ref, [{}]);
    const [hers = ""] = await world.insights(other.ref, [{}]);
    const item = { insightId: mine, deviceId, insightStatus: "archive" };
    const flood: string[] = [];
    for (let count = 0; count < 20; count += 1) {
      flood.push((await world.postUpdates(ben, [item], `flood-${count}`)).json().message.bulkId);
    }
    const refused = await world.postUpdates(ben, [item], "one too many");
    expect([refused.statusCode, refused.json().code, refused.headers["retry-after"]]).toEqual([
      429,
      "throttled",
      "5",
    ]);
    // A repeat of one that is stored is answered as before.
    expect((await world.postUpdates(ben, [item], "flood-7")).json().message.bulkId).toBe(flood[7]);
    const sent = await world.postUpdates(ada, [
      { insightId: hers, deviceId: other.id, insightStatus: "favorite" },
    ]);
    const statusOf = async () =>
      (await world.message<{ status: number }>(ada, `/api/updates?bulk_id=${sent.json().message.bulkId}`))
        .status;
    await world.runner.runOnce();
    await world.runner.runOnce();
    expect(await statusOf()).toBe(2);
    expect((await world.postUpdates(ben, [item], "one too many")).statusCode).toBe(200);
    while (await world.runner.runOnce());
  });
});
