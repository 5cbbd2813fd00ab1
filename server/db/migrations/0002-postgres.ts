import { type Kysely, sql } from "kysely";
import type { Schema } from "../schema.ts";
import { LEAVE_GROUP, PLACE_GONE, SHOWN_RULES } from "./rules/place-rules.ts";

export async function createPlaceFeed(db: Kysely<Schema>): Promise<void> {
  await run(db, "alter table group_devices add column xid xid8 not null default pg_current_xact_id()");
  await run(
    db,
    `create trigger group_devices_stamp before insert or update on group_devices for each row
     when (new.xid is distinct from pg_current_xact_id()) execute function stamp_xid()`,
  );
  await trigger(
    db,
    "group_devices_gone",
    "after delete on group_devices",
    `insert into tombstones (feed_table, row_key, user_id, device_ref, created_at)
     select '${PLACE_GONE.feedTable}', ${PLACE_GONE.rowKey}, ${PLACE_GONE.userId}, ${PLACE_GONE.deviceRef},
       cast(extract(epoch from clock_timestamp()) * 1000 as bigint)
     ${PLACE_GONE.from};`,
  );
  await trigger(db, "device_users_leave_groups", "after delete on device_users", `${LEAVE_GROUP};`);
  for (const { on, columns, touches, where } of SHOWN_RULES) {
    const differs = columns.map((column) => `new.${column} is distinct from old.${column}`).join(" or ");
    await trigger(
      db,
      `${on}_show_${touches}`,
      `after update of ${columns.join(", ")} on ${on}`,
      `update ${touches} set xid = pg_current_xact_id() where ${where};`,
      `when (${differs})`,
    );
  }
}

async function trigger(
  db: Kysely<Schema>,
  name: string,
  event: string,
  body: string,
  condition = "",
): Promise<void> {
  await run(
    db,
    `create function ${name}() returns trigger language plpgsql as $$ begin ${body} return null; end $$`,
  );
  await run(db, `create trigger ${name} ${event} for each row ${condition} execute function ${name}()`);
}

async function run(db: Kysely<Schema>, statement: string): Promise<void> {
  await sql.raw(statement).execute(db);
}
