import type { Kysely } from "kysely";
import type { Schema } from "../schema.ts";
import type { MigrationSide } from "./migration-side.ts";
import { createIndexes, tableMaker } from "./table-maker.ts";

/** The fourteenth migration: counts of attempts, and the browsers in which a user has signed in. */
export async function createThrottling(db: Kysely<Schema>, side: MigrationSide): Promise<void> {
  const table = tableMaker(db, side);
  await table("attempt_buckets").textKey("bucket_key").int("full_at").create();
  await table("known_devices")
    .identity("known_device_id")
    .ref("user_id", "users.user_id", "cascade")
    .text("secret_hash")
    .int("used_at")
    .create();
  await createIndexes(db, [
    { table: "attempt_buckets", columns: ["full_at"] },
    { table: "known_devices", columns: ["secret_hash"], unique: true },
    { table: "known_devices", columns: ["user_id"] },
  ]);
}
