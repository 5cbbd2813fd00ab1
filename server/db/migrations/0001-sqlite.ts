import { type Kysely, sql } from "kysely";
import type { Schema } from "../schema.ts";
import { createPlaceFeed } from "./0002-sqlite.ts";
import { createNewestMembers } from "./0013-sqlite.ts";
import type { MigrationSide } from "./migration-side.ts";
import {
  FIRST_FEED_TABLES,
  GONE_RULES,
  type GoneRule,
  TOUCH_RULES,
  type TouchRule,
} from "./rules/feed-rules.ts";
import { createStamps } from "./rules/sqlite-stamps.ts";

/**
 * The change feed on SQLite. One writer at a time, so a counter in one row, bumped inside the writing
 * transaction, numbers every written row in the order of commits. Triggers do it, so that every writer is
 * covered, the sqlite3 shell too.
 *
 * A stamped row is written twice (insert, then its xid) and bumps the counter: 52,000 insights/s, where the same
 * rows without any trigger go in at 265,000. So insertMany (see ../sqlite/sqlite-worker.ts) bumps the counter
 * once for its slice, opens `bulk_xid` for as long and writes that number itself, 128 rows a statement: 235,000.
 * Outside such a slice `bulk_xid` is null, and whatever a caller writes into xid is replaced.
 */
export const sqliteSide: MigrationSide = {
  identityType: "integer",
  identity: (column) => column.primaryKey().autoIncrement(),
  text: sql`text`,
  xidType: "integer",
  xid: (column) => column.notNull().defaultTo(0),
  createPlaceFeed,
  createTouch,
  createNewestMembers,
  async createFeedOf(db, table, gone) {
    await createStamps(db, table);
    await createGone(db, gone);
  },
  async createFeedTriggers(db) {
    await run(
      db,
      "create table change_counter (only integer primary key check (only = 1), xid integer not null, bulk_xid integer)",
    );
    await run(db, "insert into change_counter values (1, 0, null)");
    for (const table of FIRST_FEED_TABLES) await createStamps(db, table);
    for (const rule of TOUCH_RULES) await createTouch(db, rule);
    await run(
      db,
      `create trigger devices_leave_users before delete on devices begin
         delete from device_users where device_ref = old.device_ref;
       end`,
    );
    for (const rule of GONE_RULES) await createGone(db, rule);
  },
};

async function createGone(db: Kysely<Schema>, rule: GoneRule): Promise<void> {
  await run(
    db,
    `create trigger ${rule.on}_gone after delete on ${rule.on} begin
       insert into tombstones (feed_table, row_key, user_id, device_ref, created_at)
       select '${rule.feedTable}', ${rule.rowKey}, ${rule.userId}, ${rule.deviceRef},
         cast(round(unixepoch('subsec') * 1000) as integer)
       ${rule.from};
     end`,
  );
}

async function createTouch(db: Kysely<Schema>, { on, touches, key }: TouchRule): Promise<void> {
  for (const [event, row] of [
    ["insert", "new"],
    ["update", "new"],
    ["update", "old"],
    ["delete", "old"],
  ] as const) {
    await run(
      db,
      `create trigger ${on}_touch_${touches}_${event}_${row} after ${event} on ${on} begin
         update ${touches} set xid = xid where ${key} = ${row}.${key};
       end`,
    );
  }
}

async function run(db: Kysely<Schema>, statement: string): Promise<void> {
  await sql.raw(statement).execute(db);
}
