import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Database } from "../../../server/db/database.ts";
import { openDatabase } from "../../../server/db/open-database.ts";
import { SqliteDatabase } from "../../../server/db/sqlite/sqlite-database.ts";
import type { BulkUpdateState } from "../../../src/protocol/bulk-updates.ts";
import { startTcpProxy, type TcpProxy } from "../../support/network/tcp-proxy.ts";
import { DATABASE_KINDS } from "../../support/server/databases.ts";
import { InsightWorld, type Person } from "../../support/server/insight-world.ts";
import type { OpenedDatabase } from "../../support/server/opened-database.ts";

type Moment = "before it is stored" | "between storing and commit" | "after the commit, before its answer";

/** A server whose connection to its database can be cut at a given moment of the next POST. */
interface CutWorld {
  readonly world: InsightWorld;
  /** Settles when the connection was cut. */
  cutAt(moment: Moment): Promise<void>;
  restore(): void;
  close(): Promise<void>;
}

async function overProxy(opened: OpenedDatabase): Promise<CutWorld> {
  const url = new URL(opened.databaseUrl ?? "");
  const proxy: TcpProxy = await startTcpProxy(Number(url.port));
  url.host = new URL(proxy.url).host;
  const db = await openDatabase({ databaseUrl: url.href, dataDir: opened.dataDir });
  await db.migrate();
  return {
    world: await InsightWorld.over({ ...opened, db, close: () => db.close() }),
    async cutAt(moment) {
      if (moment === "after the commit, before its answer") return proxy.loseNextAnswer(/select 1; commit/);
      await proxy.stallAt(
        moment === "before it is stored" ? /insert into "bulk_updates"/ : /select 1; commit/,
      );
      proxy.cut();
    },
    restore: () => proxy.restore(),
    close: () => proxy.stop(),
  };
}

/** SQLite has no connection to cut; its writing thread is terminated instead. */
async function overThread(opened: OpenedDatabase): Promise<CutWorld> {
  const real = opened.db;
  if (!(real instanceof SqliteDatabase)) throw new Error("This is not SQLite.");
  let armed: { moment: Moment; done: () => void } | null = null;
  const endThread = async () => {
    await real.killWriter();
    armed?.done();
    armed = null;
  };
  const db: Database = {
    reader: real.reader,
    feed: real.feed,
    dialect: real.dialect,
    locks: real.locks,
    writeAtOnce: (steps) => real.writeAtOnce(steps),
    snapshot: (work) => real.snapshot(work),
    migrate: () => real.migrate(),
    ping: () => real.ping(),
    close: () => real.close(),
    async write(work) {
      const moment = armed?.moment;
      const result = await real.write(async (transaction) => {
        if (moment === "before it is stored") await endThread();
        const written = await work(transaction);
        if (moment === "between storing and commit") await endThread();
        return written;
      });
      if (moment !== "after the commit, before its answer") return result;
      await endThread();
      throw new Error("The answer of the commit was lost.");
    },
  };
  return {
    world: await InsightWorld.over({ ...opened, db, close: () => real.close() }),
    cutAt: (moment) => new Promise((done) => (armed = { moment, done })),
    restore: () => undefined,
    close: async () => undefined,
  };
}

describe.each(DATABASE_KINDS)("a POST whose connection to the database is cut, over $name", (kind) => {
  let opened: OpenedDatabase;
  let cut: CutWorld;
  let world: InsightWorld;
  let ada: Person;
  beforeEach(async () => {
    opened = await kind.open();
    cut = await (kind.name === "SQLite" ? overThread(opened) : overProxy(opened));
    world = cut.world;
    ada = await world.person();
  });
  afterEach(async () => {
    await world.close();
    await cut.close();
    await opened.close();
  });

  it.each<[Moment, number]>([
    ["before it is stored", 0],
    ["between storing and commit", 0],
    ["after the commit, before its answer", 1],
  ])(
    "%s leaves zero or one batch, and its repetition makes one that is applied once (fault 3)",
    async (moment, left) => {
      const device = await world.device(ada);
      const [insightId = ""] = await world.insights(device.ref, [{}]);
      const body = [{ insightId, deviceId: device.id, insightStatus: "archive", base: "none" }];
      const batches = async () =>
        (await opened.db.reader.selectFrom("bulk_updates").select("bulk_id").execute()).map(({ bulk_id }) =>
          String(bulk_id),
        );
      const wasCut = cut.cutAt(moment);
      const answer = await world.postUpdates(ada, body, "key-of-a-cut-post");
      await wasCut;
      expect(answer.statusCode).toBeGreaterThanOrEqual(500);
      expect(answer.json()).toMatchObject({ errors: { general: expect.any(String) } });
      cut.restore();
      const stored = await batches();
      expect(stored).toHaveLength(left);

      // A client repeats the call until it is answered: the pool may hold dead connections.
      let bulkId = "";
      await expect
        .poll(async () => {
          const again = await world.postUpdates(ada, body, "key-of-a-cut-post");
          if (again.statusCode === 200) bulkId = again.json().message.bulkId;
          return again.statusCode;
        })
        .toBe(200);
      expect(await batches()).toEqual([bulkId]);
      if (left === 1) expect(stored).toEqual([bulkId]);
      while (await world.runner.runOnce());
      const { status } = await world.message<BulkUpdateState["message"]>(
        ada,
        `/api/updates?bulk_id=${bulkId}`,
      );
      expect(status).toBe(2);
      const history = await opened.db.reader.selectFrom("insight_history").select("bulk_id").execute();
      expect(history.map(({ bulk_id }) => String(bulk_id))).toEqual([bulkId]);
    },
  );
});
