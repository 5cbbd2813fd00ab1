import { execFile } from "node:child_process";
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDatabase, SQLITE_FILE_NAME } from "../../../server/db/open-database.ts";
import type { Insight } from "../../../src/protocol/shapes.ts";
import { MirrorModel } from "../../support/client/mirror-model.ts";
import { DATABASE_KINDS } from "../../support/server/databases.ts";
import { InsightWorld, type Person } from "../../support/server/insight-world.ts";
import type { OpenedDatabase } from "../../support/server/opened-database.ts";
import { createTestDatabase } from "../../support/server/postgres-server.ts";

const run = promisify(execFile);

/** A backup and its restore, each as an operator would do it with the server stopped. */
interface Restoration {
  readonly name: string;
  readonly on: "SQLite" | "PostgreSQL";
  backUp(opened: OpenedDatabase): Promise<void>;
  /** With the database as it stood when the server ended. */
  putBack(opened: OpenedDatabase): Promise<OpenedDatabase>;
}

const fileOf = ({ dataDir }: OpenedDatabase) => join(dataDir, SQLITE_FILE_NAME);
const sealOf = (opened: OpenedDatabase) => `${fileOf(opened)}-seal.json`;
const dumpOf = ({ dataDir }: OpenedDatabase) => join(dataDir, "dump.sql");
const urlOf = ({ databaseUrl }: OpenedDatabase) => databaseUrl ?? "";

const RESTORATIONS: readonly Restoration[] = [
  {
    name: "a copy of the file put back in its place",
    on: "SQLite",
    backUp: (opened) => copyFile(fileOf(opened), `${fileOf(opened)}.backup`),
    async putBack(opened) {
      await copyFile(`${fileOf(opened)}.backup`, fileOf(opened));
      return reopened(opened);
    },
  },
  {
    name: "a dump read into a new database",
    on: "PostgreSQL",
    backUp: (opened) => dump(opened),
    async putBack(opened) {
      const { url, drop } = await createTestDatabase();
      await run("psql", ["--quiet", "--set", "ON_ERROR_STOP=1", "--file", dumpOf(opened), url]);
      const other = await reopened({ ...opened, databaseUrl: url });
      return {
        ...other,
        async close() {
          await other.close();
          await drop();
        },
      };
    },
  },
  {
    name: "a dump read over the same database",
    on: "PostgreSQL",
    backUp: (opened) => dump(opened),
    async putBack(opened) {
      const fresh = "drop schema public cascade; create schema public";
      await run("psql", ["--quiet", "--set", "ON_ERROR_STOP=1", "--command", fresh, urlOf(opened)]);
      await run("psql", ["--quiet", "--set", "ON_ERROR_STOP=1", "--file", dumpOf(opened), urlOf(opened)]);
      return reopened(opened);
    },
  },
];

async function dump(opened: OpenedDatabase): Promise<void> {
  await run("pg_dump", ["--no-owner", "--file", dumpOf(opened), urlOf(opened)]);
}

async function reopened({ dataDir, databaseUrl }: OpenedDatabase): Promise<OpenedDatabase> {
  const db = await openDatabase({ dataDir, databaseUrl });
  await db.migrate();
  const again = () => Promise.reject(new Error("opened once"));
  return { db, dataDir, databaseUrl, again, close: () => db.close() };
}

async function pull(world: InsightWorld, person: Person, mirror: MirrorModel): Promise<void> {
  for (let more = true; more; ) {
    const page = await world.sync(person, mirror.cursor, "limit=1000");
    mirror.apply(page);
    more = page.more;
  }
}

describe.each(DATABASE_KINDS)("after a backup was restored over $name", (kind) => {
  let opened: OpenedDatabase;
  beforeEach(async () => {
    opened = await kind.open();
  });
  afterEach(() => opened.close());

  it.each(RESTORATIONS.filter(({ on }) => on === kind.name))(
    "every cursor is a 410, and a mirror that is built anew equals the server: $name (fault 16)",
    async (restoration) => {
      let world = await InsightWorld.over(opened);
      const ada = await world.person();
      const device = await world.device(ada);
      const [first = ""] = await world.insights(device.ref, [{}, {}, {}]);
      const early = new MirrorModel();
      await pull(world, ada, early);
      await endOf(world);

      await restoration.backUp(opened);
      world = await InsightWorld.over(await reopened(opened));
      await world.insights(device.ref, [{ source_id: "lost with the restoration" }]);
      await world.postUpdates(ada, [{ insightId: first, deviceId: device.id, insightStatus: "archive" }]);
      await world.runner.runOnce();
      const mirror = new MirrorModel();
      await pull(world, ada, mirror);
      expect(mirror.tables.insights.size).toBe(4);
      await endOf(world);

      const restored = await restoration.putBack(opened);
      try {
        world = await InsightWorld.over(restored);
        // Other work than before: without a new generation, positions of the lost history would match it.
        const ids = new Array(40).fill({}).map((_, at) => ({ source_id: `after ${at}` }));
        for (const seed of ids) await world.insights(device.ref, [seed]);
        for (const { cursor } of [mirror, early]) {
          const answer = await world.get(ada, `/api/sync?cursor=${cursor}`);
          expect([answer.statusCode, answer.json().code]).toEqual([410, "resync"]);
        }
        const anew = new MirrorModel();
        await pull(world, ada, anew);
        expect(anew.insights()).toEqual(await world.message<Insight[]>(ada, "/api/insights/paginated"));
        expect(anew.tables.insights.size).toBe(43);
        expect(anew.tables.insights.get(first)?.insight_status).toBe("none");
        // Actions queued against the lost state are applied; a status whose insight is unknown here is listed as
        // gone.
        await world.postUpdates(ada, [
          { insightId: first, deviceId: device.id, insightStatus: "archive", base: "none" },
        ]);
        await world.runner.runOnce();
        await pull(world, ada, anew);
        expect(anew.tables.insights.get(first)?.insight_status).toBe("archive");
      } finally {
        await endOf(world);
        await restored.close();
      }
    },
  );

  it.runIf(kind.name === "SQLite")(
    "every cursor is a 410 where the server had crashed and the copy went into the very same file (fault 16)",
    async () => {
      let world = await InsightWorld.over(opened);
      const ada = await world.person();
      const device = await world.device(ada);
      await world.insights(device.ref, [{}]);
      await endOf(world);
      await copyFile(fileOf(opened), `${fileOf(opened)}.backup`);

      world = await InsightWorld.over(await reopened(opened));
      await world.insights(device.ref, [{}, {}]);
      const mirror = new MirrorModel();
      await pull(world, ada, mirror);
      // After a crash the seal stays as it is now, without the write on closing.
      await copyFile(sealOf(opened), `${sealOf(opened)}.crash`);
      await endOf(world);
      await copyFile(`${sealOf(opened)}.crash`, sealOf(opened));
      await copyFile(`${fileOf(opened)}.backup`, fileOf(opened));

      const restored = await reopened(opened);
      world = await InsightWorld.over(restored);
      for (let at = 0; at < 10; at += 1) await world.insights(device.ref, [{ source_id: `after ${at}` }]);
      const position = await world.db.snapshot((view) => world.db.feed.position(view));
      expect(Number(position)).toBeGreaterThan(10);
      expect((await world.get(ada, `/api/sync?cursor=${mirror.cursor}`)).statusCode).toBe(410);
      await endOf(world);
    },
  );

  it("a crash alone keeps the generation: cursors stay good", async () => {
    const world = await InsightWorld.over(opened);
    const ada = await world.person();
    const device = await world.device(ada);
    await world.insights(device.ref, [{}]);
    const mirror = new MirrorModel();
    await pull(world, ada, mirror);
    await world.insights(device.ref, [{}]);
    const second = await InsightWorld.over(await reopened(opened));
    await pull(second, ada, mirror);
    expect(mirror.tables.insights.size).toBe(2);
    await endOf(second);
    await endOf(world);
  });

  it.runIf(kind.name === "PostgreSQL")(
    "no position takes a rolled-back transaction for ended before that is on the disk, where a crash cannot undo it",
    async () => {
      const { db } = opened;
      for (let turn = 0; turn < 5; turn += 1) {
        const failing = db.write(async (transaction) => {
          await sql`insert into meta select 'filler' || n, repeat('x', 200) from generate_series(1, 500) as n`.execute(
            transaction,
          );
          throw new Error("back");
        });
        await expect(failing).rejects.toThrow("back");
        const { rows: logged } = await sql<{
          at: string;
        }>`select pg_current_wal_insert_lsn()::text as at`.execute(db.reader);
        await db.snapshot((view) => db.feed.position(view));
        const { rows } = await sql<{ safe: boolean }>`
          select pg_current_wal_flush_lsn() >= ${logged[0]?.at}::pg_lsn as safe
        `.execute(db.reader);
        expect(rows[0]?.safe).toBe(true);
      }
    },
  );

  async function endOf(world: InsightWorld): Promise<void> {
    await world.runner.stop();
    await world.app.close();
    await world.db.close();
  }
});
