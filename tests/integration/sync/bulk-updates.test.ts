import { sql, type Transaction } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database, SqlDialect } from "../../../server/db/database.ts";
import type { Schema } from "../../../server/db/schema.ts";
import { SqliteDatabase } from "../../../server/db/sqlite/sqlite-database.ts";
import { ClaimLost } from "../../../server/jobs/apply-bulk-update.ts";
import { JobRunner } from "../../../server/jobs/job-runner.ts";
import { BLOCKED_AFTER_MS } from "../../../src/domain/bulk-update.ts";
import type { BulkUpdateState } from "../../../src/protocol/bulk-updates.ts";
import type { Insight } from "../../../src/protocol/shapes.ts";
import { MirrorModel } from "../../support/client/mirror-model.ts";
import { DATABASE_KINDS } from "../../support/server/databases.ts";
import { InsightWorld, type Person } from "../../support/server/insight-world.ts";

/** The port's members, bound, so that one can be replaced. */
function asDatabase(db: Database): Database {
  return {
    reader: db.reader,
    feed: db.feed,
    dialect: db.dialect,
    locks: db.locks,
    write: (work) => db.write(work),
    writeAtOnce: (steps) => db.writeAtOnce(steps),
    snapshot: (work) => db.snapshot(work),
    migrate: () => db.migrate(),
    ping: () => db.ping(),
    close: () => db.close(),
  };
}

type State = BulkUpdateState["message"];

describe.each(DATABASE_KINDS)("bulk updates over $name", (kind) => {
  let world: InsightWorld;
  let ada: Person;
  let device: { ref: number; id: string };

  beforeAll(async () => {
    world = await InsightWorld.open(kind);
    ada = await world.person();
    device = await world.device(ada);
  });
  afterAll(() => world.close());

  const insight = async () => (await world.insights(device.ref, [{}]))[0] ?? "";
  const item = (insightId: string, insightStatus = "archive", base?: string) => ({
    insightId,
    deviceId: device.id,
    insightStatus,
    ...(base === undefined ? {} : { base }),
  });
  const post = async (items: unknown[], key?: string, person = ada): Promise<string> => {
    const answer = await world.postUpdates(person, items, key);
    expect(answer.statusCode).toBe(200);
    return answer.json().message.bulkId;
  };
  const stateOf = (bulkId: string, person = ada) =>
    world.message<State>(person, `/api/updates?bulk_id=${bulkId}`);
  const statusOf = async (insightId: string, person = ada) =>
    (await world.message<Insight[]>(person, "/api/insights/paginated")).find(({ id }) => id === insightId)
      ?.insight_status;
  const historyOf = (insightId: string) =>
    world.db.reader
      .selectFrom("insight_history")
      .select(["user_id", "bulk_id", "from_status", "to_status", "at"])
      .where("insight_id", "=", Number(insightId))
      .orderBy("history_id")
      .execute();
  /** Ends the connection that a transaction runs on, as a crash or a cut cable would. */
  const dieIn = async (transaction: Transaction<Schema>) => {
    if (world.db instanceof SqliteDatabase) return world.db.killWriter();
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(transaction);
  };
  const runAll = async () => {
    while (await world.runner.runOnce());
  };

  describe("the course of a job", () => {
    it("waits as 3 while no worker runs, is 1 while a worker holds it, and 2 once it is applied [INS-34, INS-35, INS-36, INS-37, INS-40, INS-45, INS-57, INS-58]", async () => {
      const id = await insight();
      const bulkId = await post([item(id)]);
      expect(await stateOf(bulkId)).toEqual({
        bulkId,
        status: 3,
        message: "The bulk update is waiting to be processed",
        items: [],
        key: null,
      });

      const claim = await world.runner.claim();
      expect(claim?.bulkId).toBe(Number(bulkId));
      expect(await stateOf(bulkId)).toEqual({
        bulkId,
        status: 1,
        message: "The bulk update is currently processing...",
        items: [],
        key: null,
      });
      expect(await statusOf(id)).toBe("none");

      if (claim !== null) await world.runner.apply(claim);
      expect(await stateOf(bulkId)).toEqual({
        bulkId,
        status: 2,
        message: "The bulk update has successfully completed!",
        items: [],
        key: null,
      });
      expect(await statusOf(id)).toBe("archive");
      expect(await historyOf(id)).toEqual([
        {
          user_id: ada.userId,
          bulk_id: Number(bulkId),
          from_status: "none",
          to_status: "archive",
          at: world.clock.now(),
        },
      ]);
    });

    it("ends as 4, with nothing applied, when another held the same Sentinel for over a minute; a later batch goes on (fault 7) [INS-35, INS-41]", async () => {
      const other = await world.device(ada);
      const [first = "", second = ""] = await world.insights(device.ref, [{}, {}]);
      const [elsewhere = ""] = await world.insights(other.ref, [{}]);
      const holding = await post([item(first)]);
      const claim = await world.runner.claim();
      if (claim === null) throw new Error("nothing to claim");
      const blocked = await post([item(second), { ...item(elsewhere), deviceId: other.id }], "blocked-key");
      const free = await post([{ ...item(elsewhere), deviceId: other.id }]);

      world.clock.advance(BLOCKED_AFTER_MS);
      expect(await world.runner.renew(claim)).toBe(true);
      expect(await world.runner.runOnce()).toBe(false);
      expect((await stateOf(blocked)).status).toBe(3);

      world.clock.advance(1);
      await runAll();
      expect(await stateOf(blocked)).toEqual({
        bulkId: blocked,
        status: 4,
        message: "Someone is trying to do a bulk update, try again later",
        items: [],
        key: "blocked-key",
      });
      expect((await stateOf(free)).status).toBe(2);

      await world.runner.apply(claim);
      await runAll();
      expect((await stateOf(holding)).status).toBe(2);
      expect((await stateOf(blocked)).status).toBe(4);
      expect(await statusOf(second)).toBe("none");
      expect(await historyOf(second)).toEqual([]);
      expect(await post([item(second), { ...item(elsewhere), deviceId: other.id }], "blocked-key")).toBe(
        blocked,
      );
      const again = await post([item(second)], "another-key");
      await runAll();
      expect((await stateOf(again)).status).toBe(2);
    });

    it("is in the feed with the status that the call gives, while it waits, runs, is blocked and is completed (promise B1)", async () => {
      const [first = "", second = ""] = await world.insights(device.ref, [{}, {}]);
      const mirror = new MirrorModel();
      const inFeed = async (bulkId: string) => {
        for (let more = true; more; ) {
          const page = await world.sync(ada, mirror.cursor);
          mirror.apply(page);
          more = page.more;
        }
        return mirror.tables.updates.get(bulkId)?.status;
      };
      const holding = await post([item(first)]);
      expect(await inFeed(holding)).toBe(3);
      const claim = await world.runner.claim();
      if (claim === null) throw new Error("nothing to claim");
      const waiting = await post([item(second)]);
      expect([await inFeed(holding), await inFeed(waiting)]).toEqual([1, 3]);
      world.clock.advance(BLOCKED_AFTER_MS + 1);
      await world.runner.renew(claim);
      await runAll();
      expect([await inFeed(holding), await inFeed(waiting)]).toEqual([1, 4]);
      await world.runner.apply(claim);
      expect([await inFeed(holding), await inFeed(waiting)]).toEqual([2, 4]);
      const anew = new MirrorModel();
      anew.apply(await world.sync(ada, null, "limit=10000"));
      expect([holding, waiting].map((id) => anew.tables.updates.get(id)?.status)).toEqual([2, 4]);
    });

    it("goes on once the other is done within the minute, in the order in which they came", async () => {
      const id = await insight();
      await post([item(id, "favorite")]);
      const claim = await world.runner.claim();
      const second = await post([item(id, "archive")]);
      const third = await post([item(id, "acknowledge")]);
      expect(await world.runner.runOnce()).toBe(false);
      if (claim !== null) await world.runner.apply(claim);
      await runAll();
      expect([(await stateOf(second)).status, (await stateOf(third)).status]).toEqual([2, 2]);
      expect((await historyOf(id)).map(({ to_status }) => to_status)).toEqual([
        "favorite",
        "archive",
        "acknowledge",
      ]);
    });

    it("is taken up by another worker when the first one died, and applied once (fault 2)", async () => {
      const id = await insight();
      const bulkId = await post([item(id)]);
      const dead = await world.runner.claim();
      if (dead === null) throw new Error("nothing to claim");
      const other = new JobRunner(world.deps);
      expect(await other.runOnce()).toBe(false);
      world.clock.advance(16_000);
      expect(await other.runOnce()).toBe(true);
      expect((await stateOf(bulkId)).status).toBe(2);
      await expect(world.runner.apply(dead)).rejects.toThrow(ClaimLost);
      expect(await world.runner.renew(dead)).toBe(false);
      expect(await historyOf(id)).toHaveLength(1);
    });

    it("is rolled back whole when its connection dies in the middle, and applied once later, with one history row each (fault 2)", async () => {
      const ids = await world.insights(device.ref, [{}, {}]);
      const bulkId = await post(ids.map((id) => item(id)));
      const errors: unknown[] = [];
      let deaths = 1;
      const insertMany: SqlDialect["insertMany"] = async (transaction, ...rows) => {
        if (deaths-- > 0) await dieIn(transaction);
        return world.db.dialect.insertMany(transaction, ...rows);
      };
      const mortal = {
        ...asDatabase(world.db),
        dialect: { ...world.db.dialect, insertMany },
      };
      const runner = new JobRunner({ ...world.deps, db: mortal }, { onError: (error) => errors.push(error) });
      expect(await runner.runOnce()).toBe(true);
      expect(errors.length).toBeGreaterThan(0);
      expect((await stateOf(bulkId)).status).toBe(1);
      expect(await Promise.all(ids.map((id) => statusOf(id)))).toEqual(["none", "none"]);
      expect(await historyOf(ids[0] ?? "")).toEqual([]);

      world.clock.advance(16_000);
      expect(await runner.runOnce()).toBe(true);
      expect((await stateOf(bulkId)).status).toBe(2);
      expect(await Promise.all(ids.map((id) => statusOf(id)))).toEqual(["archive", "archive"]);
      for (const id of ids) expect(await historyOf(id)).toHaveLength(1);
    });

    it("is shared by several workers without being done twice", async () => {
      const sentinels = await Promise.all(Array.from({ length: 6 }, () => world.device(ada)));
      const bulkIds: string[] = [];
      const insightIds: string[] = [];
      for (const sentinel of sentinels) {
        const [id = ""] = await world.insights(sentinel.ref, [{}]);
        insightIds.push(id);
        bulkIds.push(await post([{ ...item(id), deviceId: sentinel.id }]));
      }
      const workers = Array.from({ length: 3 }, () => new JobRunner(world.deps));
      await Promise.all(
        workers.map(async (worker) => {
          while (await worker.runOnce());
        }),
      );
      for (const bulkId of bulkIds) expect((await stateOf(bulkId)).status).toBe(2);
      for (const id of insightIds) expect(await historyOf(id)).toHaveLength(1);
    });

    it("is done at once by a started worker that a POST wakes", async () => {
      const id = await insight();
      const runner = new JobRunner(world.deps, { pollMs: 600_000 });
      runner.start();
      try {
        const done = world.runner.wake;
        world.runner.wake = () => runner.wake();
        const bulkId = await post([item(id)]);
        await expect.poll(async () => (await stateOf(bulkId)).status).toBe(2);
        world.runner.wake = done;
      } finally {
        await runner.stop();
      }
    });
  });

  describe("the outcome of each item", () => {
    it("names what was not plainly applied: noop, overrode, superseded, gone, forbidden", async () => {
      const ben = await world.person();
      const lost = await world.device(ada);
      const strange = await world.device(ben);
      await world.grant(device.ref, ben);
      const [plain = "", same = "", over = "", twice = ""] = await world.insights(device.ref, [
        {},
        {},
        {},
        {},
      ]);
      const [lostId = ""] = await world.insights(lost.ref, [{}]);
      const [strangeId = ""] = await world.insights(strange.ref, [{}]);
      await post([item(same, "favorite"), item(over, "favorite")], undefined, ben);
      await runAll();
      const overriddenAt = new Date(world.clock.now()).toISOString();
      world.clock.advance(5_000);
      await world.revoke(lost.ref, ada);

      const bulkId = await post([
        item(plain, "acknowledge", "none"),
        item(same, "favorite", "none"),
        item(over, "archive", "none"),
        item(twice, "archive"),
        item(twice, "favorite"),
        { ...item(lostId), deviceId: lost.id },
        { ...item(strangeId), deviceId: strange.id },
        { ...item(plain), deviceId: strange.id },
        item("999999999"),
        item("no number"),
      ]);
      await runAll();
      const nobody = { by: null, at: null };
      const named = (insightId: string, outcome: string, deviceId = device.id) => ({
        insightId,
        deviceId,
        outcome,
        ...nobody,
      });
      expect((await stateOf(bulkId)).items).toEqual([
        named(same, "noop"),
        { ...named(over, "overrode"), by: ben.username, at: overriddenAt, replaced: "favorite" },
        named(twice, "superseded"),
        named(lostId, "forbidden", lost.id),
        named(strangeId, "gone", strange.id),
        named(plain, "gone", strange.id),
        named("999999999", "gone"),
        named("no number", "gone"),
      ]);
      expect(await statusOf(plain)).toBe("acknowledge");
      expect(await statusOf(over)).toBe("archive");
      expect(await statusOf(twice)).toBe("favorite");
      expect(await statusOf(strangeId, ben)).toBe("none");
      expect(await historyOf(same)).toHaveLength(1);
    });

    it("applies 997 of 1000 where 3 are gone, and names the 3 (fault 9)", async () => {
      const ids = await world.insights(device.ref, new Array(997).fill({}));
      const gone = ["800000001", "800000002", "800000003"];
      const bulkId = await post([...ids, ...gone].map((id) => item(id, "acknowledge")));
      await runAll();
      const { items } = await stateOf(bulkId);
      expect(items.map(({ insightId, outcome }) => [insightId, outcome])).toEqual(
        gone.map((id) => [id, "gone"]),
      );
      const { count } = await world.db.reader
        .selectFrom("insight_history")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .where("bulk_id", "=", Number(bulkId))
        .executeTakeFirstOrThrow();
      expect(Number(count)).toBe(997);
    });

    it("shares a status between all users of a Sentinel, and leaves set-aside insights gone", async () => {
      const cleo = await world.person();
      const shared = await world.device(ada, cleo);
      const [id = ""] = await world.insights(shared.ref, [{}]);
      await post([{ ...item(id, "favorite"), deviceId: shared.id }], undefined, cleo);
      await runAll();
      expect(await statusOf(id, ada)).toBe("favorite");
      await world.setAside(shared.ref);
      const bulkId = await post([{ ...item(id), deviceId: shared.id }]);
      await runAll();
      expect((await stateOf(bulkId)).items).toMatchObject([{ insightId: id, outcome: "gone" }]);
    });

    it("forbids what a renewed grant leaves out", async () => {
      const dora = await world.person();
      const renewed = await world.device(dora);
      const [before = "", after = ""] = await world.insights(renewed.ref, [{}, {}]);
      await world.revoke(renewed.ref, dora);
      await world.grant(renewed.ref, dora, Number(before));
      const items = [before, after].map((id) => ({ ...item(id), deviceId: renewed.id }));
      const bulkId = await post(items, undefined, dora);
      await runAll();
      expect((await stateOf(bulkId, dora)).items).toMatchObject([
        { insightId: before, outcome: "forbidden" },
      ]);
    });
  });

  describe("idempotency keys", () => {
    it("answer one bulkId for the same body, however often and however it is written", async () => {
      const id = await insight();
      const first = await post([item(id)], "key-1");
      await runAll();
      world.clock.advance(119 * 86_400_000);
      const { insightId, ...rest } = item(id);
      expect(await post([{ ...rest, base: null, insightId: Number(insightId) }], "key-1")).toBe(first);
      await runAll();
      expect(await historyOf(id)).toHaveLength(1);
    });

    it("refuse another body with 422 key_reused", async () => {
      const id = await insight();
      await post([item(id)], "key-2");
      const answer = await world.postUpdates(ada, [item(id, "favorite")], "key-2");
      expect(answer.statusCode).toBe(422);
      expect(answer.json()).toMatchObject({ code: "key_reused", errors: { general: expect.any(String) } });
    });

    it("make one bulk update of many identical posts at once", async () => {
      const id = await insight();
      const ids = await Promise.all(Array.from({ length: 12 }, () => post([item(id)], "key-3")));
      expect(new Set(ids).size).toBe(1);
      await runAll();
      expect(await historyOf(id)).toHaveLength(1);
    });

    it("belong to their user, and are not needed", async () => {
      const eve = await world.person();
      const id = await insight();
      const body = [item(id)];
      expect(await post(body, "key-4")).not.toBe(await post(body, "key-4", eve));
      expect(await post(body)).not.toBe(await post(body));
      expect((await world.postUpdates(ada, body, "k".repeat(201))).statusCode).toBe(400);
    });
  });

  describe("what is refused", () => {
    it("over 1000 insights, with the literal sentence, and nothing is applied [INS-46, INS-47]", async () => {
      const id = await insight();
      const answer = await world.postUpdates(ada, new Array(1001).fill(item(id)));
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({
        code: "invalid",
        errors: {
          insights:
            "You've hit the 1000 insight update limit. Please save your current changes and start another update.",
        },
      });
      await runAll();
      expect(await statusOf(id)).toBe("none");
    });

    it("no insight at all, and a bad item refuses the whole call and is named [INS-33]", async () => {
      const id = await insight();
      expect((await world.postUpdates(ada, [])).json().errors.insights).toEqual(expect.any(String));
      const answer = await world.postUpdates(ada, [item(id), item(id, "seen")]);
      expect(answer.statusCode).toBe(400);
      expect(Object.keys(answer.json().errors)).toEqual(["insights.1.insightStatus", "general"]);
      await runAll();
      expect(await statusOf(id)).toBe("none");
    });

    it("a body that is no JSON, no object or has no list", async () => {
      for (const payload of ["{", "[]", "5", '{"insights":7}']) {
        const answer = await world.app.inject({
          method: "POST",
          url: "/api/updates",
          headers: { authorization: `Bearer ${ada.token}`, "content-type": "application/json" },
          payload,
        });
        expect(answer.statusCode).toBe(400);
        expect(answer.json()).toMatchObject({ code: "invalid", errors: { general: expect.any(String) } });
      }
    });

    it("the restricted user, a missing bulk_id, and anybody else's or an unknown bulk update", async () => {
      const frank = await world.person("restricted");
      const bulkId = await post([item(await insight())]);
      expect((await world.postUpdates(frank, [item("1")])).statusCode).toBe(403);
      expect((await world.get(frank, `/api/updates?bulk_id=${bulkId}`)).statusCode).toBe(403);
      const missing = await world.get(ada, "/api/updates");
      expect([missing.statusCode, Object.keys(missing.json().errors)]).toEqual([400, ["bulk_id", "general"]]);
      const gina = await world.person();
      expect((await world.get(gina, `/api/updates?bulk_id=${bulkId}`)).statusCode).toBe(404);
      for (const unknown of ["999999", "abc", "1e3", "0"]) {
        expect((await world.get(ada, `/api/updates?bulk_id=${unknown}`)).statusCode).toBe(404);
      }
    });
  });
});
