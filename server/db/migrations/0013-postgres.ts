import { type Kysely, sql } from "kysely";
import type { Schema } from "../schema.ts";
import { NEWEST_TRIGGERS, type NewestTrigger } from "./rules/newest-member-rules.ts";

export async function createNewestMembers(db: Kysely<Schema>): Promise<void> {
  for (const one of NEWEST_TRIGGERS) await trigger(db, one);
}

async function trigger(db: Kysely<Schema>, { name, event, condition, body }: NewestTrigger): Promise<void> {
  await sql
    .raw(
      `create function ${name}() returns trigger language plpgsql as $$ begin ${body}; return null; end $$`,
    )
    .execute(db);
  await sql
    .raw(
      `create trigger ${name} after ${event} on insights for each row when (${condition}) execute function ${name}()`,
    )
    .execute(db);
}
