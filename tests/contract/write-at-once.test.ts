import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { WriteStep } from "../../server/db/database.ts";
import { DatabaseBusy, isDuplicate } from "../../server/db/database-errors.ts";
import { SQLITE_FILE_NAME } from "../../server/db/open-database.ts";
import { SqliteDatabase } from "../../server/db/sqlite/sqlite-database.ts";
import { DATABASE_KINDS } from "../support/server/databases.ts";
import type { OpenedDatabase } from "../support/server/opened-database.ts";

describe.each(DATABASE_KINDS)("writes at once on $name", (kind) => {
  let opened: OpenedDatabase;
  beforeAll(async () => {
    opened = await kind.open();
  });
  afterAll(() => opened.close());
  beforeEach(() => opened.db.write((t) => t.deleteFrom("meta").where("key", "like", "at once%").execute()));

  const insertion = (...keys: string[]): WriteStep => ({
    table: "meta",
    rows: keys.map((key) => ({ key: `at once ${key}`, value: "new" })),
  });
  const change = (key: string, value: string): WriteStep => ({
    query: opened.db.reader.updateTable("meta").set({ value }).where("key", "=", `at once ${key}`).compile(),
  });
  const stored = async () => {
    const rows = await opened.db.reader
      .selectFrom("meta")
      .select(["key", "value"])
      .where("key", "like", "at once%")
      .orderBy("key")
      .execute();
    return rows.map(({ key, value }) => `${key.replace("at once ", "")}=${value}`);
  };

  it("runs the steps in their order, each on the outcome of those before", async () => {
    await opened.db.writeAtOnce([
      insertion("a", "b"),
      change("a", "changed"),
      change("c", "too early"),
      insertion("c"),
    ]);
    expect(await stored()).toEqual(["a=changed", "b=new", "c=new"]);
  });

  it("leaves out rows whose unique columns are taken, where it is asked to", async () => {
    await opened.db.writeAtOnce([insertion("a"), change("a", "first")]);
    await opened.db.writeAtOnce([{ ...insertion("a", "b"), onConflictDoNothing: ["key"] } as WriteStep]);
    expect(await stored()).toEqual(["a=first", "b=new"]);
  });

  it("keeps nothing of steps of which one failed, and writes on", async () => {
    await opened.db.writeAtOnce([insertion("a")]);
    const failing = opened.db.writeAtOnce([change("a", "half"), insertion("b"), insertion("a")]);
    expect(isDuplicate(await failing.catch((error: unknown) => error))).toBe(true);
    expect(await stored()).toEqual(["a=new"]);
    await opened.db.writeAtOnce([change("a", "after")]);
    expect(await stored()).toEqual(["a=after"]);
  });

  it("takes its turn among other writes, which see all of its steps or none", async () => {
    const seen: number[] = [];
    const looking = async () => {
      await opened.db.write(async (t) => {
        const rows = await t.selectFrom("meta").select("key").where("key", "like", "at once%").execute();
        seen.push(rows.length % 3);
      });
    };
    await Promise.all(
      Array.from({ length: 20 }, (_, at) => [
        opened.db.writeAtOnce([insertion(`${at}a`), insertion(`${at}b`), insertion(`${at}c`)]),
        looking(),
      ]).flat(),
    );
    expect(seen).toEqual(Array(20).fill(0));
    expect(await stored()).toHaveLength(60);
  });

  it("is refused inside a write, which would wait for itself", async () => {
    const nested = opened.db.write(() => opened.db.writeAtOnce([insertion("a")]));
    await expect(nested).rejects.toThrow("inside another write");
    expect(await stored()).toEqual([]);
  });
});

describe("writes at once beside another process on SQLite", () => {
  let opened: OpenedDatabase;
  beforeAll(async () => {
    const kind = DATABASE_KINDS.find(({ name }) => name === "SQLite");
    if (kind === undefined) throw new Error("There is no SQLite.");
    opened = await kind.open();
  });
  afterAll(() => opened.close());

  const step: WriteStep = { table: "meta", rows: [{ key: "beside", value: "1" }] };
  const file = () => join(opened.dataDir, SQLITE_FILE_NAME);

  it("are tried again until the other process lets go", async () => {
    // Does not wait within an attempt, so that it makes many of them. Its thread has started before the first, and has
    // looked at the statistics, as it does after its first answer.
    const eager = new SqliteDatabase({ file: file(), busyTimeoutMs: 0 });
    await eager.writeAtOnce([]);
    await eager.writeAtOnce([]);
    const other = new Sqlite(file());
    other.exec("begin immediate");
    let written = false;
    const writing = eager.writeAtOnce([step]).then(() => {
      written = true;
    });
    for (let read = 0; read < 20; read += 1) await opened.db.ping();
    expect(written).toBe(false);
    other.exec("commit");
    other.close();
    await writing;
    expect(written).toBe(true);
    await eager.close();
  });

  it("say that the database is busy where it never does", async () => {
    const other = new Sqlite(file());
    other.exec("begin immediate");
    const hasty = new SqliteDatabase({ file: file(), writeRetryMs: 0, busyTimeoutMs: 20 });
    await expect(hasty.writeAtOnce([step])).rejects.toBeInstanceOf(DatabaseBusy);
    other.exec("rollback");
    other.close();
    await hasty.close();
  });
});
