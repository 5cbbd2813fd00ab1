import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isDuplicate } from "../../server/db/database-errors.ts";
import { DATABASE_KINDS } from "../support/server/databases.ts";
import type { OpenedDatabase } from "../support/server/opened-database.ts";
import { gate } from "./sample-rows.ts";

describe.each(DATABASE_KINDS)("transactions on $name", (kind) => {
  let opened: OpenedDatabase;
  beforeAll(async () => {
    opened = await kind.open();
  });
  afterAll(() => opened.close());

  const put = (key: string, value: string) => opened.db.write((t) => putIn(t, key, value));
  const putIn = (
    t: Parameters<Parameters<OpenedDatabase["db"]["write"]>[0]>[0],
    key: string,
    value: string,
  ) =>
    t
      .insertInto("meta")
      .values({ key, value })
      .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
      .execute();
  const read = async (key: string) => {
    const row = await opened.db.reader
      .selectFrom("meta")
      .select("value")
      .where("key", "=", key)
      .executeTakeFirst();
    return row?.value ?? null;
  };

  it("shows a committed write to the next read", async () => {
    await put("committed", "yes");
    expect(await read("committed")).toBe("yes");
  });

  it("keeps nothing of a transaction that threw, and hands its error on", async () => {
    const failing = opened.db.write(async (t) => {
      await putIn(t, "thrown", "half");
      throw new Error("no further");
    });
    await expect(failing).rejects.toThrow("no further");
    expect(await read("thrown")).toBeNull();
    await put("thrown", "after");
    expect(await read("thrown")).toBe("after");
  });

  it("keeps nothing where a statement failed, even if its error was caught inside", async () => {
    const failing = opened.db.write(async (t) => {
      await putIn(t, "spoiled", "half");
      await t
        .insertInto("meta")
        .values([
          { key: "twice", value: "1" },
          { key: "twice", value: "2" },
        ])
        .execute()
        .catch(() => undefined);
    });
    await expect(failing).rejects.toThrow();
    expect(await read("spoiled")).toBeNull();
  });

  it("names a duplicate as such, and nothing else", async () => {
    await put("one", "1");
    const twice = await opened.db
      .write((t) => t.insertInto("meta").values({ key: "one", value: "2" }).execute())
      .catch((error: unknown) => error);
    expect(isDuplicate(twice)).toBe(true);
    const nonsense = await opened.db.write((t) => sql`select nonsense`.execute(t)).catch((e: unknown) => e);
    expect(nonsense).toBeInstanceOf(Error);
    expect(isDuplicate(nonsense)).toBe(false);
  });

  it("loses no update of many writers at once that read before they write", async () => {
    await put("sum", "0");
    await Promise.all(
      Array.from({ length: 40 }, () =>
        opened.db.write(async (t) => {
          await sql`update meta set value = cast(cast(value as bigint) + 1 as text) where key = 'sum'`.execute(
            t,
          );
        }),
      ),
    );
    expect(await read("sum")).toBe("40");
  });

  it("keeps a snapshot as it was while others write", async () => {
    await put("seen", "before");
    const written = gate();
    const started = gate();
    const looking = opened.db.snapshot(async (t) => {
      started.open();
      await written.opened;
      const { value } = await t
        .selectFrom("meta")
        .select("value")
        .where("key", "=", "seen")
        .executeTakeFirstOrThrow();
      return value;
    });
    await started.opened;
    await put("seen", "after");
    written.open();
    expect(await looking).toBe("before");
    expect(await read("seen")).toBe("after");
  });

  it("keeps an uncommitted write from all others", async () => {
    const done = gate();
    const written = gate();
    const writing = opened.db.write(async (t) => {
      await putIn(t, "hidden", "yes");
      written.open();
      await done.opened;
    });
    await written.opened;
    expect(await read("hidden")).toBeNull();
    done.open();
    await writing;
    expect(await read("hidden")).toBe("yes");
  });

  it("serves single reads while many snapshots are held", async () => {
    const end = gate();
    const started: Promise<void>[] = [];
    const held = Array.from({ length: 5 }, () => {
      const begun = gate();
      started.push(begun.opened);
      return opened.db.snapshot(async () => {
        begun.open();
        await end.opened;
      });
    });
    await Promise.all(started);
    await put("meanwhile", "read");
    expect(await read("meanwhile")).toBe("read");
    end.open();
    await Promise.all(held);
  });

  it("refuses to write in a snapshot and through the reader", async () => {
    const write = sql`insert into meta (key, value) values ('smuggled', 'yes')`;
    await expect(opened.db.snapshot((t) => write.execute(t))).rejects.toThrow();
    await expect(write.execute(opened.db.reader)).rejects.toThrow();
    expect(await read("smuggled")).toBeNull();
  });

  it("refuses a write inside a write, which would wait for itself", async () => {
    const nested = opened.db.write(() => put("nested", "yes"));
    await expect(nested).rejects.toThrow("inside another write");
    expect(await read("nested")).toBeNull();
  });

  it("lets a write that was begun in a write run once that one has ended", async () => {
    let later: Promise<unknown> = Promise.resolve();
    const ended = gate();
    await opened.db.write(async () => {
      later = ended.opened.then(() => put("later", "yes"));
    });
    ended.open();
    await later;
    expect(await read("later")).toBe("yes");
  });

  it("brings the schema up to date once, however many ask at a time", async () => {
    const others = await Promise.all([opened.again(), opened.again()]);
    const generations = await Promise.all([opened.db, ...others].map((db) => db.feed.generation()));
    expect(new Set(generations).size).toBe(1);
    await Promise.all(others.map((db) => db.ping()));
  });

  it("keeps rows from pointing at what is not there", async () => {
    const orphan = opened.db.write((t) =>
      t.insertInto("user_features").values({ user_id: 987_654, key: "COLLECTIONS", enabled: 1 }).execute(),
    );
    await expect(orphan).rejects.toThrow();
  });
});
