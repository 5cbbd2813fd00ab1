import type { Kysely } from "kysely";
import type { Schema } from "../schema.ts";
import type { MigrationSide } from "./migration-side.ts";
import type { TouchRule } from "./rules/feed-rules.ts";
import { createIndexes, type Index, tableMaker } from "./table-maker.ts";

/**
 * The third migration: reports and keys of Sentinels, releases, and updates of Sentinels.
 *
 * A Sentinel's row shows the status of its newest update, so a change of an update marks the row as changed.
 */
const TOUCHES: TouchRule = { on: "device_update_targets", touches: "devices", key: "device_ref" };

export async function createFleet(db: Kysely<Schema>, side: MigrationSide): Promise<void> {
  for (const column of ["last_insight_at", "last_image_at", "last_trigger_at", "status_recorded_at"]) {
    await db.schema.alterTable("devices").addColumn(column, "bigint").execute();
  }
  await db.schema.alterTable("devices").addColumn("cable_error", "integer").execute();

  const table = tableMaker(db, side);
  await table("device_keys")
    .ref("device_ref", "devices.device_ref", "cascade")
    .text("key_hash")
    .int("made_at")
    .create(["device_ref"]);
  await table("device_claims")
    .ref("device_ref", "devices.device_ref", "cascade")
    .text("code_hash")
    .int("made_at")
    .create(["device_ref"]);
  await table("device_reports")
    .ref("device_ref", "devices.device_ref", "cascade")
    .int("recorded_at", "received_at")
    .realOrNull("battery_voltage", "memory_remaining", "images_processed")
    .text("report")
    .create(["device_ref", "recorded_at"]);
  await table("photo_uploads")
    .identity("upload_id")
    .ref("device_ref", "devices.device_ref", "cascade")
    .text("table_name", "source_id")
    .int("total_bytes", "received_bytes", "created_at", "updated_at")
    .textOrNull("digest")
    .create();
  await table("releases")
    .identity("release_id")
    .text("name")
    .textOrNull("description")
    .text("components")
    .int("created_at")
    .create();
  await table("user_releases")
    .ref("user_id", "users.user_id", "cascade")
    .ref("release_id", "releases.release_id", "cascade")
    .int("assigned_at")
    .create(["user_id", "release_id"]);
  await table("device_updates")
    .identity("device_update_id")
    .ref("user_id", "users.user_id", "cascade")
    .ref("release_id", "releases.release_id", "restrict")
    .text("firmware_release_tag")
    .int("cycle_time", "trigger_number")
    .intOrNull("satellite_fix_time", "satellite_passes")
    .text("status")
    .int("created_at")
    .create();
  await table("device_update_targets")
    .ref("device_update_id", "device_updates.device_update_id", "cascade")
    .ref("device_ref", "devices.device_ref", "cascade")
    .text("status")
    .intOrNull("reported_at")
    .textOrNull("detail")
    .create(["device_update_id", "device_ref"]);
  await table("answered_keys")
    .ref("user_id", "users.user_id", "cascade")
    .text("idempotency_key", "call_hash", "answer")
    .int("created_at")
    .create(["user_id", "idempotency_key"]);
  await createIndexes(db, INDEXES);
  // Two new groups may have the same name, so this unique index goes; the service checks names on renaming.
  await db.schema.dropIndex("groups_by_user_id_group_name").execute();
  await side.createTouch(db, TOUCHES);
  // Mirrors hold rows without the new columns. Each Sentinel is marked as changed, so that it is sent again.
  await db
    .updateTable("devices")
    .set((eb) => ({ created_at: eb.ref("created_at") }))
    .execute();
}

const INDEXES: readonly Index[] = [
  { table: "device_keys", columns: ["key_hash"], unique: true },
  { table: "photo_uploads", columns: ["device_ref", "table_name", "source_id"], unique: true },
  { table: "user_releases", columns: ["release_id"] },
  { table: "device_updates", columns: ["user_id", "created_at"] },
  { table: "device_updates", columns: ["release_id"] },
  { table: "device_update_targets", columns: ["device_ref", "device_update_id"] },
  // At most one pending update for each Sentinel, whichever user asked for it.
  {
    table: "device_update_targets",
    columns: ["device_ref"],
    unique: true,
    where: ["status", "pending"],
  },
  { table: "answered_keys", columns: ["created_at"] },
];
