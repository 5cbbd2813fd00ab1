import type { Kysely } from "kysely";
import type { Schema } from "../schema.ts";
import type { MigrationSide } from "./migration-side.ts";
import { createIndexes, type Index, type MakeTable, tableMaker } from "./table-maker.ts";

/**
 * The first tables, in the part of SQL that SQLite and PostgreSQL share. Types are chosen so that SQLite's
 * affinity agrees: bigint and integer are INTEGER there, double precision is REAL.
 */
export async function createTables(db: Kysely<Schema>, side: MigrationSide): Promise<void> {
  const table = tableMaker(db, side);
  await createPeople(table);
  await createDevices(table);
  await createInsights(table);
  await createWork(table);
  await createIndexes(db, INDEXES);
}

async function createPeople(table: MakeTable): Promise<void> {
  await table("meta").textKey("key").text("value").create();
  await table("users")
    .identity("user_id")
    .text("email", "email_key", "username", "username_key", "first_name", "last_name")
    .text("phone_number", "country", "password_hash", "role")
    .textOrNull("image_key")
    .int("created_at")
    .create();
  await table("sessions")
    .identity("session_id")
    .ref("user_id", "users.user_id", "cascade")
    .text("token_hash")
    .textOrNull("user_agent")
    .int("created_at", "last_seen_at", "expires_at")
    .create();
  await table("reset_codes")
    .textKey("code_hash")
    .ref("user_id", "users.user_id", "cascade")
    .int("created_at")
    .intOrNull("used_at")
    .create();
  await table("invites").textKey("code_hash").int("created_at").intOrNull("used_at").create();
  await table("user_features")
    .ref("user_id", "users.user_id", "cascade")
    .text("key")
    .flag("enabled")
    .create(["user_id", "key"]);
}

async function createDevices(table: MakeTable): Promise<void> {
  await table("devices")
    .identity("device_ref")
    .text("device_id")
    .textOrNull("device_name", "preferred_name", "description", "location_name", "location_description")
    .realOrNull("latitude", "longitude")
    .intOrNull("last_seen", "cycle_time", "trigger_number", "sync_time")
    .realOrNull("memory_remaining", "images_processed", "battery_voltage")
    .textOrNull("summary")
    .flag("allow_complete_images", "allow_wifi_insights")
    .textOrNull("satellite_uid", "lora_uid", "software_version", "hardware_id", "mcu_version", "cell_uid")
    .intOrNull("sat_passes")
    .int("created_at")
    .xid()
    .create();
  await table("device_users")
    .ref("device_ref", "devices.device_ref", "cascade")
    .ref("user_id", "users.user_id", "cascade")
    .int("after_insight_id", "granted_at")
    .xid()
    .create(["user_id", "device_ref"]);
  await table("groups")
    .identity("group_id")
    .ref("user_id", "users.user_id", "cascade")
    .text("group_name")
    .textOrNull("deployment_description")
    .int("created_on", "updated_on")
    .xid()
    .create();
  await table("group_devices")
    .ref("user_id", "users.user_id", "cascade")
    .ref("device_ref", "devices.device_ref", "cascade")
    .ref("group_id", "groups.group_id", "cascade")
    .create(["user_id", "device_ref"]);
  await table("algs")
    .identity("alg_id")
    .text("alg_name")
    .textOrNull("alg_description", "alg_type", "author")
    .text("framework")
    .textOrNull("image_path", "alg_bucket", "alg_path", "md5_checksum")
    .text("class_definitions")
    .flag("is_public")
    .int("date_created")
    .xid()
    .create();
  await table("user_algs")
    .ref("user_id", "users.user_id", "cascade")
    .ref("alg_id", "algs.alg_id", "cascade")
    .int("added_at")
    .xid()
    .create(["user_id", "alg_id"]);
  await table("deployments")
    .ref("device_ref", "devices.device_ref", "cascade")
    .ref("alg_id", "algs.alg_id", "cascade")
    .create(["device_ref", "alg_id"]);
  await table("alerts")
    .identity("alert_id")
    .ref("user_id", "users.user_id", "cascade")
    .ref("device_ref", "devices.device_ref", "cascade")
    .text("alert_type", "summary", "status")
    .int("created_at")
    .xid()
    .create();
}

async function createInsights(table: MakeTable): Promise<void> {
  await table("collections")
    .identity("collection_id")
    .ref("device_ref", "devices.device_ref", "cascade")
    .text("source_id")
    .intOrNull("window_start", "window_end")
    .create();
  await table("insights")
    .identity("insight_id")
    .ref("device_ref", "devices.device_ref", "cascade")
    .text("table_name", "source_id")
    .refOrNull("alg_id", "algs.alg_id", "set null")
    .text("class_name")
    .intOrNull("class_id")
    .text("class_list")
    .realOrNull("confidence", "group_confidence")
    .flag("is_from_lora")
    .int("time_stamp")
    .intOrNull("file_ctime")
    .textOrNull("file_ctime_text", "file_ctime_offset", "comms_source")
    .realOrNull("latitude", "longitude")
    .refOrNull("collection_id", "collections.collection_id", "set null")
    // No foreign key: photos point at insights, and a second pointer back would make every delete a circle.
    .intOrNull("photo_id", "photo_created_at")
    .textOrNull("boxes")
    .text("origin")
    .textOf("insight_status", "none")
    .intOrNull("status_by", "status_at")
    .flag("user_confirmed", "set_aside")
    .xid()
    .create();
  await table("photo_files")
    .textKey("content_hash")
    .text("media_type")
    .int("bytes", "width", "height", "created_at")
    .create();
  await table("photos")
    .identity("photo_id")
    .ref("insight_id", "insights.insight_id", "cascade")
    .ref("device_ref", "devices.device_ref", "cascade")
    .text("table_name", "content_hash")
    .textOrNull("source_name")
    .int("created_at")
    .xid()
    .create();
}

async function createWork(table: MakeTable): Promise<void> {
  await table("bulk_updates")
    .identity("bulk_id")
    .ref("user_id", "users.user_id", "cascade")
    .textOrNull("idempotency_key")
    .text("body_hash")
    .int("status")
    .text("items", "outcomes")
    .int("created_at")
    .intOrNull("started_at")
    .textOrNull("claimed_by")
    .intOrNull("claimed_until", "finished_at")
    .xid()
    .create();
  // No foreign keys to user and batch: the history outlives both.
  await table("insight_history")
    .identity("history_id")
    .ref("insight_id", "insights.insight_id", "cascade")
    .int("user_id", "bulk_id")
    .text("from_status", "to_status")
    .int("at")
    .create();
  await table("tombstones")
    .identity("tombstone_id")
    .text("feed_table", "row_key")
    .intOrNull("user_id", "device_ref")
    .int("created_at")
    .xid()
    .create();
}

/**
 * No index has a descending column: read backwards, (time, id) gives both newest first. Every unique one is
 * also what insertMany may name as its conflict.
 */
const INDEXES: readonly Index[] = [
  { table: "users", columns: ["email_key"], unique: true },
  { table: "users", columns: ["username_key"], unique: true },
  { table: "sessions", columns: ["token_hash"], unique: true },
  { table: "sessions", columns: ["user_id"] },
  { table: "reset_codes", columns: ["user_id"] },
  { table: "devices", columns: ["device_id"], unique: true },
  { table: "devices", columns: ["xid"] },
  { table: "device_users", columns: ["device_ref", "user_id"] },
  { table: "device_users", columns: ["user_id", "xid"] },
  { table: "groups", columns: ["user_id", "group_name"], unique: true },
  { table: "groups", columns: ["user_id", "xid"] },
  { table: "group_devices", columns: ["group_id"] },
  { table: "group_devices", columns: ["device_ref"] },
  { table: "algs", columns: ["xid"] },
  { table: "user_algs", columns: ["user_id", "xid"] },
  { table: "user_algs", columns: ["alg_id"] },
  { table: "deployments", columns: ["alg_id"] },
  { table: "alerts", columns: ["user_id", "created_at"] },
  { table: "alerts", columns: ["user_id", "xid"] },
  { table: "alerts", columns: ["device_ref"] },
  { table: "collections", columns: ["device_ref", "source_id"], unique: true },
  { table: "insights", columns: ["device_ref", "table_name", "source_id"], unique: true },
  // For a user's insights of one Sentinel, newest first: counted and paged in this index alone.
  { table: "insights", columns: ["device_ref", "set_aside", "time_stamp", "insight_id"] },
  // For pages over all Sentinels of a user. The index holds every column that decides who may see a row, so that a
  // deep page is found in the index and only its own rows are fetched.
  { table: "insights", columns: ["time_stamp", "insight_id", "device_ref", "set_aside"] },
  { table: "insights", columns: ["xid", "insight_id", "device_ref"] },
  { table: "insights", columns: ["collection_id"] },
  { table: "photos", columns: ["insight_id"] },
  { table: "photos", columns: ["device_ref", "created_at"] },
  { table: "photos", columns: ["created_at", "photo_id", "device_ref"] },
  { table: "photos", columns: ["content_hash"] },
  { table: "photos", columns: ["xid", "photo_id", "device_ref"] },
  { table: "bulk_updates", columns: ["user_id", "idempotency_key"], unique: true },
  { table: "bulk_updates", columns: ["status", "bulk_id"] },
  { table: "bulk_updates", columns: ["user_id", "xid"] },
  { table: "insight_history", columns: ["insight_id", "history_id"] },
  { table: "insight_history", columns: ["bulk_id"] },
  { table: "tombstones", columns: ["xid"] },
  { table: "tombstones", columns: ["created_at"] },
];
