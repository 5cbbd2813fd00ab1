import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { postgresSide } from "../../server/db/migrations/0001-postgres.ts";
import { sqliteSide } from "../../server/db/migrations/0001-sqlite.ts";
import { createUseLimits } from "../../server/db/migrations/0011-use-limits.ts";
import { enqueueDelivery } from "../../server/delivery/delivery-repository.ts";
import { takeUse } from "../../server/delivery/use-limit-repository.ts";
import { DATABASE_KINDS } from "../support/server/databases.ts";
import { makeTestApp, type TestApp } from "../support/server/test-app.ts";

const SPAN_MS = 1_000_000;

describe.each(DATABASE_KINDS)("counts of what is limited, on $name", (kind) => {
  let test: TestApp;
  beforeAll(async () => {
    test = await makeTestApp({ kind });
  });
  afterAll(() => test.close());

  it("are shared by all servers of a database, and begin anew when their time is over", async () => {
    const limit = { key: "shared", most: 5, spanMs: SPAN_MS };
    const others = [test.db, await test.opened.again()];
    const take = (at: number, nowMs: number) =>
      (others[at % 2] ?? test.db).write((transaction) => takeUse(transaction, limit, nowMs));
    const waits = await Promise.all(Array.from({ length: 12 }, (_, at) => take(at, 1000)));
    expect(waits.filter((waitS) => waitS === 0)).toHaveLength(5);
    expect(waits.filter((waitS) => waitS === SPAN_MS / 1000)).toHaveLength(7);
    expect(await take(0, SPAN_MS + 999)).toBe(1);
    expect(await take(0, SPAN_MS + 1000)).toBe(0);
    // A clock that is set back does not keep the limit until it has caught up.
    expect(await take(0, 500)).toBe(0);
  });

  it("come with queues of push messages for each user, to which waiting ones are moved", async () => {
    const { userId } = await test.addUser("ada");
    await test.db.write(async (transaction) => {
      const message = { userId, target: "1", kind: "test", subject: { kind: "test" } } as const;
      const times = { notBeforeMs: 1, giveUpAtMs: 2 };
      for (const platform of ["push", "email"] as const) {
        await enqueueDelivery(transaction, { ...message, ...times, platform, dedupeKey: platform }, 1);
      }
      await sql`update deliveries set lane = platform`.execute(transaction);
      await sql`drop table use_limits`.execute(transaction);
      // Migrations have run already, so this one runs by itself.
      await createUseLimits(transaction, kind.name === "SQLite" ? sqliteSide : postgresSide);
    });
    const rows = await test.db.reader
      .selectFrom("deliveries")
      .select("lane")
      .orderBy("delivery_id")
      .execute();
    expect(rows.map(({ lane }) => lane)).toEqual([`push:${userId}`, "email"]);
  });
});
