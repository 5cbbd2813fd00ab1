import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { syncPageOf } from "../../../server/features/sync/service.ts";
import { MirrorModel } from "../../support/client/mirror-model.ts";
import { DATABASE_KINDS } from "../../support/server/databases.ts";
import { RestorableServer } from "../../support/server/restorable-server.ts";
import type { TestUser } from "../../support/server/test-app.ts";
import { addInsights } from "../client/client-harness.ts";

const page = (server: RestorableServer, as: TestUser, cursor: string | null) =>
  server.app.call("GET", `/api/sync?limit=1000${cursor === null ? "" : `&cursor=${cursor}`}`, { as });

async function pull(server: RestorableServer, as: TestUser, mirror: MirrorModel): Promise<void> {
  for (let more = true; more; ) {
    const answer = await page(server, as, mirror.cursor);
    expect(answer.statusCode).toBe(200);
    mirror.apply(answer.json());
    more = answer.json().more;
  }
}

// One server of each database for all of it: a cluster of PostgreSQL takes seconds to make.
describe.each(DATABASE_KINDS)("a server whose history changes, over $name", (kind) => {
  let server: RestorableServer;
  beforeAll(async () => {
    server = await RestorableServer.open(kind);
  });
  afterAll(() => server.close());

  it("after a rollback that keeps the generation, a position of the lost history is a 410, however much was written since, and an earlier one stays good (promise A3, fault 28)", async () => {
    const ada = await server.app.addUser("ada");
    const deviceRef = await server.app.addDevice("cam-ada", [ada]);
    await addInsights(server.app, deviceRef, 3);
    const early = new MirrorModel();
    await pull(server, ada, early);
    const generation = await server.app.db.feed.generation();
    await server.backUp();

    await addInsights(server.app, deviceRef, 5);
    const late = new MirrorModel();
    await pull(server, ada, late);
    const middle = await page(server, ada, null).then((answer) => answer.json().cursor);
    await server.rollBack();
    expect(await server.app.db.feed.generation()).toBe(generation);

    await addInsights(server.app, deviceRef, 60);
    for (const cursor of [late.cursor, middle]) {
      const answer = await page(server, ada, cursor);
      expect([answer.statusCode, answer.json().code]).toEqual([410, "resync"]);
    }
    await pull(server, ada, early);
    expect(early.tables.insights.size).toBe(63);
  });

  it("a client gets its page while the database takes no write, and a position that serves as well", async () => {
    const eve = await server.app.addUser("eve");
    const deviceRef = await server.app.addDevice("cam-eve", [eve]);
    await addInsights(server.app, deviceRef, 2);
    const { db } = server.app;
    const stuck = new Proxy(db, {
      get(target, name) {
        if (name === "write") return () => new Promise(() => undefined);
        const value: unknown = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    const first = JSON.parse(
      await syncPageOf({ db: stuck, clock: server.app.clock }, eve.userId, null, 1_000),
    );
    const mirror = new MirrorModel();
    mirror.apply(first);
    expect(mirror.tables.insights.size).toBe(2);
    await addInsights(server.app, deviceRef, 1);
    await pull(server, eve, mirror);
    expect(mirror.tables.insights.size).toBe(3);
  });

  it("an idle client costs no write, and its position stays good over a restart", async () => {
    const ada = await server.app.addUser("ben");
    const deviceRef = await server.app.addDevice("cam-ben", [ada]);
    await addInsights(server.app, deviceRef, 2);
    const mirror = new MirrorModel();
    await pull(server, ada, mirror);
    const marks = () => server.app.db.reader.selectFrom("feed_marks").select("mark").execute();
    const before = await marks();
    const { cursor } = mirror;
    for (let turn = 0; turn < 5; turn += 1) await pull(server, ada, mirror);
    expect(mirror.cursor).toBe(cursor);
    expect(await marks()).toEqual(before);
    await server.backUp();
    await pull(server, ada, mirror);
    expect(mirror.tables.insights.size).toBe(2);
  });

  it("after a restore, no number that an earlier history gave out is given out again, of whatever table, and again after a second restore (promise A2, fault 27)", async () => {
    const ada = await server.app.addUser("cleo");
    const deviceRef = await server.app.addDevice("cam-cleo", [ada]);
    await server.backUp();
    const given = new Map<string, Set<string>>();
    const give = (table: string, id: unknown) => {
      const ids = given.get(table) ?? new Set();
      expect(ids.has(String(id)), `${table} ${id}`).toBe(false);
      given.set(table, ids.add(String(id)));
    };
    for (const history of ["first", "second", "third"]) {
      if (history !== "first") await server.restore();
      const { app } = server;
      for (const id of await addInsights(app, deviceRef, 3)) give("insights", id);
      give("users", (await app.addUser(`user-${history}`)).userId);
      give("groups", await app.addGroup(ada, history, []));
      give("alerts", await app.addAlert(ada, deviceRef));
      const insights = [{ insightId: "1", deviceId: "cam-cleo", insightStatus: "archive" }];
      const posted = await app.call("POST", "/api/updates/", { as: ada, body: { insights } });
      give("bulk updates", posted.json().message.bulkId);
    }
    expect(given.get("insights")?.size).toBe(9);
  });
});
