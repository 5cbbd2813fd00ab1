import { mkdir } from "node:fs/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DatabaseLost } from "../../server/db/database-errors.ts";
import { FEED_TABLES } from "../../server/db/migrations/rules/feed-rules.ts";
import { openDatabase } from "../../server/db/open-database.ts";
import { DATABASE_KINDS } from "../support/server/databases.ts";
import type { OpenedDatabase } from "../support/server/opened-database.ts";

describe.each(DATABASE_KINDS)("the schema on $name", (kind) => {
  let opened: OpenedDatabase;
  beforeAll(async () => {
    opened = await kind.open();
  });
  afterAll(() => opened.close());

  it("numbers the rows of every table that has an xid, and of no other", async () => {
    const tables = await opened.db.reader.introspection.getTables();
    const withXid = tables
      .filter((table) => table.name !== "change_counter" && !table.isView)
      .filter((table) => table.columns.some((column) => column.name === "xid"))
      .map((table) => table.name);
    expect(withXid.sort()).toEqual([...FEED_TABLES].sort());
  });

  it("changes nothing when it is up to date", async () => {
    const run = async () => {
      const { rows } = await sql<{ name: string; timestamp: string }>`
        select name, timestamp from kysely_migration
      `.execute(opened.db.reader);
      return rows;
    };
    const before = await run();
    await opened.db.migrate();
    expect(await run()).toEqual(before);
    expect(before.length).toBeGreaterThan(0);
  });

  it("refuses a database of a newer version with a sentence that says so", async () => {
    const newer = await kind.open();
    await newer.db.write((t) =>
      sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2999')`.execute(t),
    );
    await expect(newer.db.migrate()).rejects.toThrow("newer version of this program (it has 9999-later)");
    await newer.close();
  });

  it("says that the database does not answer where there is none", async () => {
    const databaseUrl = kind.name === "PostgreSQL" ? "postgres://nobody@127.0.0.1:9/none" : null;
    // No server listens on port 9; and the name of a folder is no database file.
    const dataDir = kind.name === "PostgreSQL" ? opened.dataDir : `${opened.dataDir}/blocked`;
    if (kind.name === "SQLite") {
      await mkdir(`${dataDir}/understory.sqlite`, { recursive: true });
    }
    const db = await openDatabase({ databaseUrl, dataDir });
    await expect(db.ping()).rejects.toThrow();
    await db.close();
  });

  it.runIf(kind.name === "PostgreSQL")(
    "rolls back what a cut connection left half done, and connects again",
    async () => {
      const cut = opened.db.write(async (t) => {
        await t.insertInto("meta").values({ key: "cut", value: "half" }).execute();
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(t);
        await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(opened.db.reader);
        await t.insertInto("meta").values({ key: "cut too", value: "half" }).execute();
      });
      await expect(cut).rejects.toBeInstanceOf(DatabaseLost);
      const left = opened.db.reader.selectFrom("meta").select("key").where("key", "like", "cut%");
      expect(await left.execute()).toEqual([]);
      await opened.db.write((t) => t.insertInto("meta").values({ key: "after", value: "yes" }).execute());
    },
  );
});
