import { type Kysely, sql } from "kysely";
import type { Schema } from "../schema.ts";
import { createPlaceFeed } from "./0002-postgres.ts";
import { createNewestMembers } from "./0013-postgres.ts";
import type { MigrationSide } from "./migration-side.ts";
import {
  FIRST_FEED_TABLES,
  GONE_RULES,
  type GoneRule,
  TOUCH_RULES,
  type TouchRule,
} from "./rules/feed-rules.ts";

/**
 * The change feed on PostgreSQL: `xid` is the transaction that last wrote the row. The column's default sets it on
 * inserts without the cost of a trigger. The trigger covers updates, and inserts whose caller set an xid.
 *
 * Text columns are collated by bytes, as in SQLite, so that both databases sort alike.
 */
export const postgresSide: MigrationSide = {
  identityType: "bigint",
  identity: (column) => column.generatedByDefaultAsIdentity().primaryKey(),
  text: sql`text collate "C"`,
  xidType: sql`xid8`,
  xid: (column) => column.notNull().defaultTo(sql`pg_current_xact_id()`),
  createPlaceFeed,
  createTouch,
  createNewestMembers,
  async createFeedOf(db, table, gone) {
    await createStamp(db, table);
    await createGone(db, gone);
  },
  async createFeedTriggers(db) {
    await run(db, triggerFunction("stamp_xid", "new.xid := pg_current_xact_id(); return new;"));
    for (const table of FIRST_FEED_TABLES) await createStamp(db, table);
    for (const rule of TOUCH_RULES) await createTouch(db, rule);
    await run(
      db,
      triggerFunction(
        "devices_leave_users",
        "delete from device_users where device_ref = old.device_ref; return old;",
      ),
    );
    await run(
      db,
      `create trigger devices_leave_users before delete on devices
       for each row execute function devices_leave_users()`,
    );
    for (const rule of GONE_RULES) await createGone(db, rule);
  },
};

async function createStamp(db: Kysely<Schema>, table: string): Promise<void> {
  await run(
    db,
    `create trigger ${table}_stamp before insert or update on ${table} for each row
     when (new.xid is distinct from pg_current_xact_id()) execute function stamp_xid()`,
  );
}

async function createGone(db: Kysely<Schema>, rule: GoneRule): Promise<void> {
  const name = `${rule.on}_gone`;
  await run(
    db,
    triggerFunction(
      name,
      `insert into tombstones (feed_table, row_key, user_id, device_ref, created_at)
       select '${rule.feedTable}', ${rule.rowKey}, ${rule.userId}, ${rule.deviceRef},
         cast(extract(epoch from clock_timestamp()) * 1000 as bigint)
       ${rule.from};
       return null;`,
    ),
  );
  await run(db, `create trigger ${name} after delete on ${rule.on} for each row execute function ${name}()`);
}

async function createTouch(db: Kysely<Schema>, { on, touches, key }: TouchRule): Promise<void> {
  const name = `${on}_touch_${touches}`;
  // Tests tg_op and not `old is not null`, which is false for a row with a null in any column.
  const touch = (row: "old" | "new", unless: string) =>
    `if tg_op <> '${unless}' then
       update ${touches} set xid = pg_current_xact_id() where ${key} = ${row}.${key};
     end if;`;
  await run(db, triggerFunction(name, `${touch("old", "INSERT")} ${touch("new", "DELETE")} return null;`));
  await run(
    db,
    `create trigger ${name} after insert or update or delete on ${on}
     for each row execute function ${name}()`,
  );
}

function triggerFunction(name: string, body: string): string {
  return `create function ${name}() returns trigger language plpgsql as $$ begin ${body} end $$`;
}

async function run(db: Kysely<Schema>, statement: string): Promise<void> {
  await sql.raw(statement).execute(db);
}
