import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database, View } from "../../server/db/database.ts";
import { DatabaseLost, QueryTooLong } from "../../server/db/database-errors.ts";
import { SQLITE_FILE_NAME } from "../../server/db/open-database.ts";
import { PostgresDatabase } from "../../server/db/postgres/postgres-database.ts";
import { SqliteDatabase } from "../../server/db/sqlite/sqlite-database.ts";
import { DATABASE_KINDS } from "../support/server/databases.ts";
import type { OpenedDatabase } from "../support/server/opened-database.ts";

const LIMIT_MS = 2_000;
/** Far more than any limit here, so that a query that is not ended fails the test. */
const ENDLESS_MS = 30_000;

/** Counts for ever, in one step of the database. */
const countForEver = (view: View) =>
  sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers) select count(*) from numbers`.execute(
    view,
  );

describe.each(DATABASE_KINDS)("the time limit of queries on $name", (kind) => {
  let opened: OpenedDatabase;
  beforeAll(async () => {
    opened = await kind.open();
  });
  afterAll(() => opened.close());

  const withLimit = (readMs: number, readers = 1): Database =>
    opened.databaseUrl === null
      ? new SqliteDatabase({ file: join(opened.dataDir, SQLITE_FILE_NAME), readers, readLimitMs: readMs })
      : new PostgresDatabase(opened.databaseUrl, { limits: { readMs, writeMs: readMs } });

  it("ends a read that takes too long, single or in a snapshot, and serves those that waited behind it (neighbour 1)", async () => {
    const db = withLimit(LIMIT_MS);
    await db.ping();
    for (const endless of [() => countForEver(db.reader), () => db.snapshot(countForEver)]) {
      const ended = endless().catch((error: unknown) => error);
      const behind = [db.ping(), db.snapshot((view) => view.selectFrom("meta").select("key").execute())];
      await Promise.all(behind);
      expect(await ended).toBeInstanceOf(QueryTooLong);
    }
    await db.ping();
    await db.close();
  });

  it("closes without waiting for a read, which then fails (neighbour 1)", async () => {
    const db = withLimit(ENDLESS_MS, 2);
    await db.ping();
    const endless = countForEver(db.reader).catch((error: unknown) => error);
    // By another reader or connection, once the query has its own.
    await setImmediate();
    await db.ping();
    await db.close();
    expect(await endless).toBeInstanceOf(DatabaseLost);
  });
});
