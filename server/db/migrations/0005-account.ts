import type { Kysely } from "kysely";
import type { Schema } from "../schema.ts";
import type { MigrationSide } from "./migration-side.ts";
import { createIndexes, tableMaker } from "./table-maker.ts";

/** The fifth migration: profile photos, and the time at which an account is deleted. */
export async function createAccount(db: Kysely<Schema>, side: MigrationSide): Promise<void> {
  await db.schema.alterTable("users").addColumn("deletion_at", "bigint").execute();
  await tableMaker(
    db,
    side,
  )("user_images")
    .ref("user_id", "users.user_id", "cascade")
    .text("image_key", "content")
    .int("created_at")
    .create(["user_id"]);
  await createIndexes(db, [
    { table: "users", columns: ["deletion_at"] },
    { table: "user_images", columns: ["image_key"], unique: true },
  ]);
}
