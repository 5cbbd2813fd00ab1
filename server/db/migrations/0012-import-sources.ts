import type { Kysely } from "kysely";
import type { Schema } from "../schema.ts";
import type { MigrationSide } from "./migration-side.ts";

/** The twelfth migration: the dataset that a Sentinel was imported from. */
export async function createImportSources(db: Kysely<Schema>, side: MigrationSide): Promise<void> {
  // Null in rows of earlier imports: the first import that has rows of such a Sentinel names its dataset.
  await db.schema
    .alterTable("devices")
    .addColumn("dataset", side.text as never)
    .execute();
}
