import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { WriteTransaction } from "../../server/db/database.ts";
import { DATABASE_KINDS, isPostgres } from "../support/server/databases.ts";
import type { OpenedDatabase } from "../support/server/opened-database.ts";
import { gate } from "./sample-rows.ts";

describe.each(DATABASE_KINDS)("transactions that meet on $name", (kind) => {
  let opened: OpenedDatabase;
  beforeAll(async () => {
    opened = await kind.open();
  });
  afterAll(() => opened.close());

  const start = (...keys: string[]) =>
    opened.db.write(async (t) => {
      await t
        .insertInto("meta")
        .values(keys.map((key) => ({ key, value: "0" })))
        .execute();
    });
  const addOne = (t: WriteTransaction, key: string) =>
    t
      .updateTable("meta")
      .set({ value: sql<string>`cast(cast(value as integer) + 1 as text)` })
      .where("key", "=", key)
      .execute();
  const read = async (key: string) => {
    const { value } = await opened.db.reader
      .selectFrom("meta")
      .select("value")
      .where("key", "=", key)
      .executeTakeFirstOrThrow();
    return Number(value);
  };

  it("are both done once where each holds what the other needs", async () => {
    await start("left", "right");
    const bothHold = gate();
    let attempts = 0;
    const write = (first: string, second: string) =>
      opened.db.write(async (t) => {
        attempts += 1;
        await addOne(t, first);
        // On SQLite the other write starts only after the end of this one.
        if (attempts >= 2 || !isPostgres(opened.db)) bothHold.open();
        await bothHold.opened;
        await addOne(t, second);
      });
    await Promise.all([write("left", "right"), write("right", "left")]);
    expect([await read("left"), await read("right")]).toEqual([2, 2]);
    expect(attempts).toBe(isPostgres(opened.db) ? 3 : 2);
  });

  it("are both done once where one changed what the other has read", async () => {
    await start("contended");
    let attempts = 0;
    const slow = opened.db.write(async (t) => {
      attempts += 1;
      if (isPostgres(opened.db)) await sql`set transaction isolation level repeatable read`.execute(t);
      const { value } = await t
        .selectFrom("meta")
        .select("value")
        .where("key", "=", "contended")
        .executeTakeFirstOrThrow();
      if (attempts === 1 && isPostgres(opened.db)) {
        const other = await opened.again();
        await other.write((inner) => addOne(inner, "contended"));
      }
      const next = String(Number(value) + 1);
      await t.updateTable("meta").set({ value: next }).where("key", "=", "contended").execute();
    });
    await slow;
    if (!isPostgres(opened.db)) await opened.db.write((t) => addOne(t, "contended"));
    expect(await read("contended")).toBe(2);
    expect(attempts).toBe(isPostgres(opened.db) ? 2 : 1);
  });
});
