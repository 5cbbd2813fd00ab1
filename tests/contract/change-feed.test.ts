import { sql, type Transaction } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../server/db/database.ts";
import type { Schema } from "../../server/db/schema.ts";
import { DATABASE_KINDS } from "../support/server/databases.ts";
import type { OpenedDatabase } from "../support/server/opened-database.ts";
import { inOrder, type Mirror, pull, serverStatuses, startMirror } from "./feed-mirror.ts";
import { addDevice, addUser, gate, insightRow } from "./sample-rows.ts";

type Tables = "devices" | "groups" | "insights" | "tombstones";

describe.each(DATABASE_KINDS)("the change feed on $name", (kind) => {
  let opened: OpenedDatabase;
  let db: Database;
  let user = 0;
  let device = 0;
  beforeAll(async () => {
    opened = await kind.open();
    db = opened.db;
    user = await addUser(db, "feed");
    device = await addDevice(db, "FEED-1");
  });
  afterAll(() => opened.close());

  const position = () => db.snapshot((t) => db.feed.position(t));

  async function changedSince(base: string, table: Tables): Promise<number> {
    return db.snapshot(async (t) => {
      const target = await db.feed.position(t);
      const { count } = await t
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .where(db.feed.changedBetween(`${table}.xid`, base, target))
        .executeTakeFirstOrThrow();
      return count;
    });
  }

  async function changedBy(
    table: Tables,
    work: (t: Transaction<Schema>) => Promise<unknown>,
  ): Promise<number> {
    const base = await position();
    await db.write(work);
    return changedSince(base, table);
  }

  async function tombstonesOf(work: (t: Transaction<Schema>) => Promise<unknown>) {
    const base = await position();
    await db.write(work);
    return db.snapshot(async (t) =>
      t
        .selectFrom("tombstones")
        .select(["feed_table", "row_key", "user_id", "device_ref"])
        .where(db.feed.changedBetween("tombstones.xid", base, await db.feed.position(t)))
        .orderBy("tombstone_id")
        .execute(),
    );
  }

  async function addInsight(sourceId: string): Promise<number> {
    const { insight_id } = await db.write((t) =>
      t
        .insertInto("insights")
        .values({ ...insightRow(device, sourceId) })
        .returning("insight_id")
        .executeTakeFirstOrThrow(),
    );
    return insight_id;
  }

  async function addGroup(name: string): Promise<number> {
    const { group_id } = await db.write((t) =>
      t
        .insertInto("groups")
        .values({ user_id: user, group_name: name, created_on: 1, updated_on: 1 })
        .returning("group_id")
        .executeTakeFirstOrThrow(),
    );
    return group_id;
  }

  async function addAlg(): Promise<number> {
    const { alg_id } = await db.write((t) =>
      t
        .insertInto("algs")
        .values({ alg_name: "a", framework: "f", class_definitions: "[]", is_public: 0, date_created: 1 })
        .returning("alg_id")
        .executeTakeFirstOrThrow(),
    );
    return alg_id;
  }

  it("sends each inserted and each changed row once, and then no more", async () => {
    const mirror = await startMirror(db);
    const id = await addInsight("once");
    expect(await pull(db, mirror)).toBe(1);
    expect(await pull(db, mirror)).toBe(0);
    await db.write((t) =>
      t.updateTable("insights").set({ insight_status: "archive" }).where("insight_id", "=", id).execute(),
    );
    expect(await pull(db, mirror)).toBe(1);
    expect(mirror.statuses.get(id)).toBe("archive");
    expect(await pull(db, mirror)).toBe(0);
  });

  it("sends rows that were inserted in bulk, page after page", async () => {
    const mirror = await startMirror(db);
    const rows = Array.from({ length: 50 }, (_, at) => insightRow(device, `bulk${at}`));
    await db.write((t) => db.dialect.insertMany(t, "insights", rows));
    expect(await pull(db, mirror)).toBe(50);
    expect(inOrder(mirror.statuses)).toEqual([...(await serverStatuses(db))]);
  });

  it("stamps a row itself, whatever a writer puts into xid", async () => {
    const id = await addInsight("forged");
    for (const forged of ["0", "1", "999999999999"]) {
      const changed = await changedBy("insights", (t) =>
        t
          .updateTable("insights")
          .set({ insight_status: "favorite", xid: forged })
          .where("insight_id", "=", id)
          .execute(),
      );
      expect(changed).toBe(1);
    }
    const inserted = await changedBy("insights", (t) =>
      t
        .insertInto("insights")
        .values({ ...insightRow(device, "forged insert"), xid: "1" })
        .execute(),
    );
    expect(inserted).toBe(1);
  });

  it("sends nothing of what was rolled back, and what follows all the same", async () => {
    const mirror = await startMirror(db);
    const failing = db.write(async (t) => {
      await db.dialect.insertMany(t, "insights", [insightRow(device, "rolled back")]);
      throw new Error("back");
    });
    await expect(failing).rejects.toThrow("back");
    expect(await pull(db, mirror)).toBe(0);
    await addInsight("after the rollback");
    expect(await pull(db, mirror)).toBe(1);
  });

  it("tells rows not newer than a position from newer ones", async () => {
    const before = await position();
    await addInsight("newer");
    const count = async (target: string) => {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from insights
        where source_id = 'newer' and ${db.feed.visibleIn("insights.xid", target)}
      `.execute(db.reader);
      return rows[0]?.count;
    };
    expect(await count(before)).toBe(0);
    expect(await count(await position())).toBe(1);
  });

  it("ends with a mirror equal to the server under concurrent writers, some of them slow", async () => {
    const ids: number[] = [];
    for (let at = 0; at < 60; at += 1) ids.push(await addInsight(`soak${at}`));
    const mirror = await startMirror(db);
    let writing = true;
    const writers = Promise.all(
      Array.from({ length: 6 }, async (_, writer) => {
        for (let turn = 0; turn < 25; turn += 1) {
          await db.write(async (t) => {
            const id = ids[(writer * 10 + ((turn * 7) % 10)) % ids.length];
            await t
              .updateTable("insights")
              .set({ insight_status: ["acknowledge", "favorite", "archive"][turn % 3] ?? "none" })
              .where("insight_id", "=", Number(id))
              .execute();
            // Odd writers stay open for some more statements, so that the order of commits differs from that of
            // begins.
            for (let more = 0; more < (writer % 2) * 6; more += 1) await sql`select 1`.execute(t);
            await t
              .insertInto("insights")
              .values(insightRow(device, `soak-new-${writer}-${turn}`))
              .execute();
          });
        }
      }),
    ).finally(() => {
      writing = false;
    });
    let rounds = 0;
    while (writing) {
      await pull(db, mirror);
      rounds += 1;
    }
    await writers;
    await pull(db, mirror);
    expect(rounds).toBeGreaterThan(1);
    expect(inOrder(mirror.statuses)).toEqual([...(await serverStatuses(db))]);
  });

  it.runIf(kind.name === "PostgreSQL")(
    "brings the row of a transaction that began first and committed last, which a cursor by number loses",
    async () => {
      const mirror = await startMirror(db);
      const naive: Mirror & { newest: bigint } = { statuses: new Map(), position: "", newest: 0n };
      const pullByNumber = async () => {
        const rows = await db.reader.selectFrom("insights").select(["insight_id", "xid"]).execute();
        for (const row of rows) if (BigInt(row.xid) > naive.newest) naive.statuses.set(row.insight_id, "");
        for (const row of rows) if (BigInt(row.xid) > naive.newest) naive.newest = BigInt(row.xid);
      };
      await pullByNumber();

      const begun = gate();
      const end = gate();
      const slow = db.write(async (t) => {
        const row = await t
          .insertInto("insights")
          .values(insightRow(device, "slow"))
          .returning("insight_id")
          .executeTakeFirstOrThrow();
        begun.open();
        await end.opened;
        return row.insight_id;
      });
      await begun.opened;
      const quickId = await addInsight("quick");
      expect(await pull(db, mirror)).toBe(1);
      await pullByNumber();
      end.open();
      const slowId = await slow;
      expect(await pull(db, mirror)).toBe(1);
      await pullByNumber();

      expect(mirror.statuses.has(slowId) && mirror.statuses.has(quickId)).toBe(true);
      expect(naive.statuses.has(quickId)).toBe(true);
      expect(naive.statuses.has(slowId)).toBe(false);
    },
  );

  it("sends a row once more when it is replaced between target and page, and never not at all", async () => {
    const id = await addInsight("replaced");
    const base = await position();
    const setStatus = (status: string) =>
      db.write((t) =>
        t.updateTable("insights").set({ insight_status: status }).where("insight_id", "=", id).execute(),
      );
    await setStatus("archive");
    const target = await position();
    await setStatus("favorite");
    const inRound = (from: string, to: string) =>
      db.reader
        .selectFrom("insights")
        .select("insight_status")
        .where("insight_id", "=", id)
        .where(db.feed.changedBetween("insights.xid", from, to))
        .execute();
    expect(await inRound(base, target)).toEqual([]);
    expect(await inRound(target, await position())).toEqual([{ insight_status: "favorite" }]);
  });

  it("marks a group as changed when a Sentinel comes, moves or goes", async () => {
    const first = await addGroup("North");
    const second = await addGroup("South");
    const add = changedBy("groups", (t) =>
      t.insertInto("group_devices").values({ user_id: user, device_ref: device, group_id: first }).execute(),
    );
    expect(await add).toBe(1);
    const move = changedBy("groups", (t) =>
      t.updateTable("group_devices").set({ group_id: second }).where("device_ref", "=", device).execute(),
    );
    expect(await move).toBe(2);
    expect(await changedBy("groups", (t) => t.deleteFrom("group_devices").execute())).toBe(1);
  });

  it("marks a Sentinel as changed when its name or its models change", async () => {
    const alg = await addAlg();
    const renamed = changedBy("devices", (t) =>
      t.updateTable("devices").set({ preferred_name: "Creek" }).where("device_ref", "=", device).execute(),
    );
    expect(await renamed).toBe(1);
    const deployed = changedBy("devices", (t) =>
      t.insertInto("deployments").values({ device_ref: device, alg_id: alg }).execute(),
    );
    expect(await deployed).toBe(1);
    expect(await changedBy("devices", (t) => t.deleteFrom("deployments").execute())).toBe(1);
  });

  it("marks an insight as changed when it gets a photo, and not when its Sentinel is renamed", async () => {
    const id = await addInsight("photographed");
    const given = changedBy("insights", (t) =>
      t.updateTable("insights").set({ photo_id: 7 }).where("insight_id", "=", id).execute(),
    );
    expect(await given).toBe(1);
    const renamed = changedBy("insights", (t) =>
      t.updateTable("devices").set({ device_name: "x" }).where("device_ref", "=", device).execute(),
    );
    expect(await renamed).toBe(0);
  });

  it("leaves a tombstone for what is deleted: an insight with its photos, a group, a model, an update", async () => {
    const id = await addInsight("deleted");
    const group = await addGroup("Gone");
    const alg = await addAlg();
    const { photo, bulk } = await db.write(async (t) => {
      const { photo_id } = await t
        .insertInto("photos")
        .values({
          insight_id: id,
          device_ref: device,
          table_name: "insights",
          content_hash: "aa",
          created_at: 1,
        })
        .returning("photo_id")
        .executeTakeFirstOrThrow();
      const { bulk_id } = await t
        .insertInto("bulk_updates")
        .values({ user_id: user, body_hash: "", status: 3, items: "[]", outcomes: "[]", created_at: 1 })
        .returning("bulk_id")
        .executeTakeFirstOrThrow();
      await t.insertInto("user_algs").values({ user_id: user, alg_id: alg, added_at: 1 }).execute();
      return { photo: photo_id, bulk: bulk_id };
    });
    const gone = await tombstonesOf(async (t) => {
      await t.deleteFrom("insights").where("insight_id", "=", id).execute();
      await t.deleteFrom("groups").where("group_id", "=", group).execute();
      await t.deleteFrom("user_algs").where("alg_id", "=", alg).execute();
      await t.deleteFrom("bulk_updates").where("bulk_id", "=", bulk).execute();
    });
    const ofDevice = { user_id: null, device_ref: device };
    const ofUser = { user_id: user, device_ref: null };
    expect(gone).toHaveLength(5);
    expect(gone).toEqual(
      expect.arrayContaining([
        { feed_table: "photos", row_key: String(photo), ...ofDevice },
        { feed_table: "insights", row_key: String(id), ...ofDevice },
        { feed_table: "groups", row_key: String(group), ...ofUser },
        { feed_table: "models", row_key: String(alg), ...ofUser },
        { feed_table: "updates", row_key: String(bulk), ...ofUser },
      ]),
    );
  });

  it("leaves one tombstone for each user of a Sentinel that is taken away or deleted, none for its rows", async () => {
    const lost = await addDevice(db, "FEED-LOST");
    const second = await addUser(db, "second");
    await db.write(async (t) => {
      for (const user_id of [user, second]) {
        await t
          .insertInto("device_users")
          .values({ device_ref: lost, user_id, after_insight_id: 0, granted_at: 1 })
          .execute();
      }
      await db.dialect.insertMany(t, "insights", [insightRow(lost, "1"), insightRow(lost, "2")]);
    });
    const tombstone = (user_id: number) => ({
      feed_table: "devices",
      row_key: "FEED-LOST",
      user_id,
      device_ref: lost,
    });
    const revoked = await tombstonesOf((t) =>
      t.deleteFrom("device_users").where("device_ref", "=", lost).where("user_id", "=", second).execute(),
    );
    expect(revoked).toEqual([tombstone(second)]);
    const deleted = await tombstonesOf((t) =>
      t.deleteFrom("devices").where("device_ref", "=", lost).execute(),
    );
    expect(deleted).toEqual([tombstone(user)]);
    const left = await db.reader.selectFrom("insights").select("insight_id").where("device_ref", "=", lost);
    expect(await left.execute()).toEqual([]);
  });

  it("knows a position ahead of it from one that it has given", async () => {
    const given = await position();
    await addInsight("moves on");
    const later = await position();
    const ahead = (one: string) => db.snapshot((t) => db.feed.isAhead(t, one));
    expect(await ahead(given)).toBe(false);
    expect(await ahead(later)).toBe(false);
    const beyond = kind.name === "SQLite" ? String(Number(later) + 1) : "999999999:999999999:";
    expect(await ahead(beyond)).toBe(true);
  });

  it("takes its own positions for positions, and no other text", async () => {
    expect(db.feed.isPosition(await position())).toBe(true);
    const others = [
      "",
      " ",
      "x",
      "-1",
      "1e3",
      "1.5",
      "1:2",
      "3:2:",
      "1:3:5",
      "1:9:4,3",
      "0:0:",
      "1:1::",
      "٣",
    ];
    for (const text of [...others, "9".repeat(40), "1:2:';drop table meta"]) {
      expect([text, db.feed.isPosition(text)]).toEqual([text, false]);
    }
  });

  it("can give every text that it takes for a position to the database", async () => {
    const texts =
      kind.name === "SQLite" ? ["0", "999999999999999"] : ["1:1:", "1:9:1,1,8", `9:${"9".repeat(18)}:`];
    for (const text of texts) {
      expect(db.feed.isPosition(text)).toBe(true);
      await expect(changedSince(text, "insights")).resolves.toBeGreaterThanOrEqual(0);
    }
  });
});
