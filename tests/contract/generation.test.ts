import { copyFile, cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDatabase, SQLITE_FILE_NAME } from "../../server/db/open-database.ts";
import { DATABASE_KINDS } from "../support/server/databases.ts";
import type { OpenedDatabase } from "../support/server/opened-database.ts";
import { pull, startMirror } from "./feed-mirror.ts";
import { addDevice, insightRow } from "./sample-rows.ts";

describe.each(DATABASE_KINDS)("the generation of positions on $name", (kind) => {
  let opened: OpenedDatabase;
  beforeEach(async () => {
    opened = await kind.open();
  });
  afterEach(() => opened.close());

  it("stays the same when the same database is opened again", async () => {
    const before = await opened.db.feed.generation();
    await addDevice(opened.db, "GEN-1");
    await opened.db.close();
    const again = await opened.again();
    expect(await again.feed.generation()).toBe(before);
    expect(before).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("differs between two databases", async () => {
    const other = await kind.open();
    const generations = await Promise.all([opened, other].map(({ db }) => db.feed.generation()));
    await other.close();
    expect(generations[0]).not.toBe(generations[1]);
  });

  it.runIf(kind.name === "PostgreSQL")(
    "begins anew, with every row in it, where the rows came from another cluster",
    async () => {
      const { db } = opened;
      const device = await addDevice(db, "GEN-2");
      await db.write((t) => db.dialect.insertMany(t, "insights", [insightRow(device, "moved")]));
      const before = await db.feed.generation();
      const mirror = await startMirror(db);
      // The contents of a dump in another cluster: the identity of the first one, and versions that lie ahead here.
      await db.write(async (t) => {
        await t
          .updateTable("meta")
          .set({ value: "elsewhere" })
          .where("key", "=", "database_identity")
          .execute();
        await sql`alter table insights disable trigger user`.execute(t);
        await sql`update insights set xid = '999999999999'::xid8`.execute(t);
        await sql`alter table insights enable trigger user`.execute(t);
      });
      expect(await db.feed.generation()).not.toBe(before);
      expect(await db.feed.generation()).toBe(await (await opened.again()).feed.generation());
      expect(await pull(db, mirror)).toBe(1);
    },
  );

  describe.runIf(kind.name === "SQLite")("a file", () => {
    it("begins anew where the file was copied to another folder, seal and all", async () => {
      const before = await opened.db.feed.generation();
      await opened.db.close();
      const elsewhere = await mkdtemp(join(tmpdir(), "understory-moved-"));
      await cp(opened.dataDir, elsewhere, { recursive: true });
      const moved = await openDatabase({ databaseUrl: null, dataDir: elsewhere });
      await moved.migrate();
      expect(await moved.feed.generation()).not.toBe(before);
      await moved.close();
      await rm(elsewhere, { recursive: true });
    });

    it("begins anew where an older state was written over the file in place", async () => {
      const file = join(opened.dataDir, SQLITE_FILE_NAME);
      const before = await opened.db.feed.generation();
      await opened.db.close();
      await copyFile(file, `${file}.backup`);
      const later = await opened.again();
      await addDevice(later, "GEN-LATER");
      const seen = await later.snapshot((t) => later.feed.position(t));
      await later.close();
      await copyFile(`${file}.backup`, file);
      const restored = await opened.again();
      expect(await restored.feed.generation()).not.toBe(before);
      expect(await restored.snapshot((t) => restored.feed.isAhead(t, seen))).toBe(true);
    });
  });
});
