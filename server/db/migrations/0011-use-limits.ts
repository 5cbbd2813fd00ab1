import { type Kysely, sql } from "kysely";
import type { Schema } from "../schema.ts";
import type { MigrationSide } from "./migration-side.ts";
import { createIndexes, tableMaker } from "./table-maker.ts";

/** The eleventh migration: counts of what is limited by time, and a queue of push messages for each user. */
export async function createUseLimits(db: Kysely<Schema>, side: MigrationSide): Promise<void> {
  const table = tableMaker(db, side);
  await table("use_limits").textKey("limit_key").int("begun_at", "ends_at", "used").create();
  await createIndexes(db, [{ table: "use_limits", columns: ["ends_at"] }]);
  await sql`update deliveries set lane = 'push:' || user_id
    where lane = 'push' and status in ('waiting', 'sending')`.execute(db);
}
