import { sql } from "kysely";
import type { Database } from "../../../server/db/database.ts";

/** How many connections of a PostgreSQL database wait for a lock. */
export async function lockWaits({ reader }: Pick<Database, "reader">): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(reader);
  return rows[0]?.waiting ?? 0;
}

/** A promise that is kept from outside. */
export function signal() {
  let give: () => void = () => undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}
