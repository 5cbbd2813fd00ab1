import { type Kysely, sql } from "kysely";
import type { Schema } from "../schema.ts";
import type { MigrationSide } from "./migration-side.ts";
import { MEMBER_INDEX, NEWEST_OF_MEMBERS } from "./rules/newest-member-rules.ts";

/**
 * The thirteenth migration: each collection holds its newest member, and each bulk update the Sentinels that it names,
 * so that neither is searched for in every request.
 */
export async function createKeptFacts(db: Kysely<Schema>, side: MigrationSide): Promise<void> {
  for (const column of ["newest_time", "newest_insight_id"]) {
    await db.schema.alterTable("collections").addColumn(column, "bigint").execute();
  }
  await db.schema
    .alterTable("bulk_updates")
    .addColumn("device_ids", side.text as never)
    .execute();
  await sql.raw(MEMBER_INDEX).execute(db);
  await db.schema.dropIndex("insights_by_collection_id").execute();
  await sql
    .raw(
      `update collections set (newest_time, newest_insight_id) = (${NEWEST_OF_MEMBERS("collections.collection_id")})`,
    )
    .execute(db);
  await side.createNewestMembers(db);
}
