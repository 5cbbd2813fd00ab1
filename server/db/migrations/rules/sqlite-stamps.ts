import { type Kysely, sql } from "kysely";
import type { Schema } from "../../schema.ts";

const NEXT = "update change_counter set xid = xid + 1 where only = 1";
const COUNTER = "(select xid from change_counter where only = 1)";

/** The triggers that number what is written to one table of the feed; see 0001-sqlite.ts. */
export async function createStamps(db: Kysely<Schema>, table: string): Promise<void> {
  const stamp = `${NEXT}; update ${table} set xid = ${COUNTER} where rowid = new.rowid;`;
  await run(
    db,
    `create trigger ${table}_stamp_insert after insert on ${table}
     when new.xid is not (select bulk_xid from change_counter where only = 1) begin ${stamp} end`,
  );
  // The stamp itself is an update, but one that leaves the counter's newest number: it is not stamped again.
  await run(
    db,
    `create trigger ${table}_stamp_update after update on ${table}
     when new.xid is old.xid or new.xid is not ${COUNTER} begin ${stamp} end`,
  );
}

async function run(db: Kysely<Schema>, statement: string): Promise<void> {
  await sql.raw(statement).execute(db);
}
