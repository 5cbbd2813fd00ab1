import type { Kysely } from "kysely";
import type { Schema } from "../schema.ts";
import type { MigrationSide } from "./migration-side.ts";
import { createIndexes, tableMaker } from "./table-maker.ts";

/** The eighth migration: the marks of positions that the change feed has given out. */
export async function createHistoryMarks(db: Kysely<Schema>, side: MigrationSide): Promise<void> {
  const table = tableMaker(db, side);
  await table("feed_marks").textKey("mark").int("created_at").create();
  await createIndexes(db, [{ table: "feed_marks", columns: ["created_at"] }]);
}
