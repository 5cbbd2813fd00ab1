import { sql } from "kysely";
import { afterEach, describe, expect, it } from "vitest";
import { postgresSide } from "../../server/db/migrations/0001-postgres.ts";
import { sqliteSide } from "../../server/db/migrations/0001-sqlite.ts";
import { createInternal } from "../../server/db/migrations/0007-internal.ts";
import { DATABASE_KINDS } from "../support/server/databases.ts";
import { InsightWorld } from "../support/server/insight-world.ts";

const OF_THE_MIGRATION = ["audit_log", "device_revocations", "device_clearings", "unused_photo_files"];

describe.each(DATABASE_KINDS)("a database from before assignments were remembered on $name", (kind) => {
  let world: InsightWorld | null = null;
  afterEach(() => world?.close());

  it("learns from its tombstones which assignments were taken, and which insights came before that", async () => {
    world = await InsightWorld.open(kind);
    const { db, clock } = world;
    const [ada, ben] = [await world.person(), await world.person()];
    const [shared, empty, kept] = [
      await world.device(ada, ben),
      await world.device(ada),
      await world.device(ada),
    ];
    const nowMs = clock.now();
    const [before = "", at = ""] = await world.insights(shared.ref, [
      { time_stamp: nowMs - 60_000 },
      { time_stamp: nowMs },
      { time_stamp: nowMs + 60_000 },
    ]);
    await world.insights(kept.ref, [{ time_stamp: nowMs }]);
    const taken = { feed_table: "devices", row_key: shared.id, device_ref: shared.ref };
    await db.write(async (transaction) => {
      for (const table of OF_THE_MIGRATION) await sql.raw(`drop table ${table}`).execute(transaction);
      await transaction.deleteFrom("tombstones").execute();
      for (const tombstone of [
        { ...taken, user_id: ada.userId, created_at: nowMs - 30_000 },
        // Taken a second time: the last time counts.
        { ...taken, user_id: ada.userId, created_at: nowMs },
        { ...taken, user_id: ben.userId, created_at: nowMs - 30_000 },
        { ...taken, row_key: empty.id, device_ref: empty.ref, user_id: ada.userId, created_at: nowMs },
        { ...taken, feed_table: "insights", device_ref: kept.ref, user_id: ada.userId, created_at: nowMs },
      ]) {
        await transaction.insertInto("tombstones").values(tombstone).execute();
      }
    });

    // Later migrations have run already, so this one runs by itself.
    await db.write((transaction) =>
      createInternal(transaction, kind.name === "SQLite" ? sqliteSide : postgresSide),
    );
    const revocations = await db.reader
      .selectFrom("device_revocations")
      .selectAll()
      .orderBy("user_id")
      .orderBy("device_ref")
      .execute();
    expect(revocations).toEqual([
      { user_id: ada.userId, device_ref: shared.ref, after_insight_id: Number(at), revoked_at: nowMs },
      { user_id: ada.userId, device_ref: empty.ref, after_insight_id: 0, revoked_at: nowMs },
      {
        user_id: ben.userId,
        device_ref: shared.ref,
        after_insight_id: Number(before),
        revoked_at: nowMs - 30_000,
      },
    ]);
  });
});
