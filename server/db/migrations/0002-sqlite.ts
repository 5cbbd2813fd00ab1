import { type Kysely, sql } from "kysely";
import type { Schema } from "../schema.ts";
import { LEAVE_GROUP, PLACE_GONE, SHOWN_RULES } from "./rules/place-rules.ts";
import { createStamps } from "./rules/sqlite-stamps.ts";

export async function createPlaceFeed(db: Kysely<Schema>): Promise<void> {
  await run(db, "alter table group_devices add column xid integer not null default 0");
  await createStamps(db, "group_devices");
  await run(
    db,
    `create trigger group_devices_gone after delete on group_devices begin
       insert into tombstones (feed_table, row_key, user_id, device_ref, created_at)
       select '${PLACE_GONE.feedTable}', ${PLACE_GONE.rowKey}, ${PLACE_GONE.userId}, ${PLACE_GONE.deviceRef},
         cast(round(unixepoch('subsec') * 1000) as integer)
       ${PLACE_GONE.from};
     end`,
  );
  await run(
    db,
    `create trigger device_users_leave_groups after delete on device_users begin ${LEAVE_GROUP}; end`,
  );
  for (const { on, columns, touches, where } of SHOWN_RULES) {
    const differs = columns.map((column) => `new.${column} is not old.${column}`).join(" or ");
    await run(
      db,
      `create trigger ${on}_show_${touches} after update of ${columns.join(", ")} on ${on} when ${differs} begin
         update ${touches} set xid = xid where ${where};
       end`,
    );
  }
}

async function run(db: Kysely<Schema>, statement: string): Promise<void> {
  await sql.raw(statement).execute(db);
}
