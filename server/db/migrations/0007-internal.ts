import { type Kysely, sql } from "kysely";
import type { Schema } from "../schema.ts";
import type { MigrationSide } from "./migration-side.ts";
import { createIndexes, tableMaker } from "./table-maker.ts";

/** The seventh migration: the audit log, what is left of taken assignments, and the clearing of Sentinels. */
export async function createInternal(db: Kysely<Schema>, side: MigrationSide): Promise<void> {
  const table = tableMaker(db, side);
  // No foreign keys: an entry outlives its actor and its target.
  await table("audit_log")
    .identity("audit_id")
    .int("at")
    .intOrNull("actor_id")
    .text("actor", "action", "target_kind")
    .textOrNull("target_id", "target")
    .text("changes")
    .create();
  await table("device_revocations")
    .ref("user_id", "users.user_id", "cascade")
    .ref("device_ref", "devices.device_ref", "cascade")
    .int("after_insight_id", "revoked_at")
    .create(["user_id", "device_ref"]);
  await table("device_clearings")
    .ref("device_ref", "devices.device_ref", "cascade")
    .int("started_at")
    .create(["device_ref"]);
  await table("unused_photo_files").textKey("content_hash").int("since").create();
  await createIndexes(db, [
    { table: "audit_log", columns: ["at"] },
    { table: "audit_log", columns: ["actor_id", "audit_id"] },
    { table: "audit_log", columns: ["action", "audit_id"] },
    { table: "device_revocations", columns: ["device_ref"] },
  ]);
  await fillRevocations(db);
}

/** Assignments that were taken before are known by their tombstones, as long as these are kept. */
async function fillRevocations(db: Kysely<Schema>): Promise<void> {
  await sql`
    insert into device_revocations (user_id, device_ref, after_insight_id, revoked_at)
    select t.user_id, t.device_ref,
      coalesce((select max(i.insight_id) from insights i
        where i.device_ref = t.device_ref and i.time_stamp <= max(t.created_at)), 0),
      max(t.created_at)
    from tombstones t
    join users u on u.user_id = t.user_id
    join devices d on d.device_ref = t.device_ref
    where t.feed_table = 'devices'
    group by t.user_id, t.device_ref
  `.execute(db);
}
