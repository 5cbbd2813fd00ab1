import { type Kysely, sql } from "kysely";
import type { Schema } from "../schema.ts";
import type { MigrationSide } from "./migration-side.ts";
import { createIndexes, tableMaker } from "./table-maker.ts";

/** The fourth migration: the columns and tables of the alert engine, and the settings of alerts. */
export async function createAlertEngine(db: Kysely<Schema>, side: MigrationSide): Promise<void> {
  const alerts = () => db.schema.alterTable("alerts");
  for (const column of ["since", "ended_at", "acknowledged_at", "resolved_at"]) {
    await alerts().addColumn(column, "bigint").execute();
  }
  for (const column of ["threshold", "battery_voltage"]) {
    await alerts().addColumn(column, "double precision").execute();
  }
  for (const column of ["acknowledged_by", "resolved_by", "resolved_cause"]) {
    await alerts()
      .addColumn(column, side.text as never)
      .execute();
  }
  await endOlderAlerts(db);
  // Of two servers that evaluate at once, one raises the alert: at most one that has not ended for each of them.
  await db.schema
    .createIndex("alerts_running_by_device_ref_user_id_alert_type")
    .unique()
    .on("alerts")
    .columns(["device_ref", "user_id", "alert_type"])
    .where(sql.ref("ended_at"), "is", null)
    .execute();
  await createIndexes(db, [{ table: "alerts", columns: ["ended_at"] }]);

  const table = tableMaker(db, side);
  await table("device_arrivals")
    .ref("device_ref", "devices.device_ref", "cascade")
    .int("first_at")
    .intOrNull("insight_at", "trigger_at", "battery_at", "cable_error_since", "told_trigger_at")
    .realOrNull("battery_voltage", "told_images")
    .create(["device_ref"]);
  await table("alert_settings")
    .ref("user_id", "users.user_id", "cascade")
    .text("flags", "thresholds")
    .create(["user_id"]);
  await table("group_alert_settings")
    .ref("group_id", "groups.group_id", "cascade")
    .flag("ignored")
    .textOrNull("thresholds")
    .create(["group_id"]);
  await fillArrivals(db);
}

/** Resolved alerts have ended, and so have all open ones of a kind but the newest. Each is sent to mirrors again. */
async function endOlderAlerts(db: Kysely<Schema>): Promise<void> {
  await sql`update alerts set ended_at = created_at where status = 'resolved'`.execute(db);
  await sql`
    update alerts set status = 'resolved', resolved_cause = 'condition_ended',
      resolved_at = created_at, ended_at = created_at
    where status <> 'resolved' and exists (
      select 1 from alerts as newer
      where newer.device_ref = alerts.device_ref and newer.user_id = alerts.user_id
        and newer.alert_type = alerts.alert_type and newer.status <> 'resolved'
        and newer.alert_id > alerts.alert_id
    )
  `.execute(db);
  await db
    .updateTable("alerts")
    .set((eb) => ({ created_at: eb.ref("created_at") }))
    .execute();
}

/**
 * Sentinels that called before: arrivals of insights were not stored, so the last call stands for them. It is later
 * than they were, so that no alert is raised too early.
 */
async function fillArrivals(db: Kysely<Schema>): Promise<void> {
  await sql`
    insert into device_arrivals (device_ref, first_at, insight_at, trigger_at, battery_voltage, battery_at,
      cable_error_since, told_trigger_at, told_images)
    select device_ref, last_seen,
      case when last_insight_at is null then null else last_seen end,
      case when last_trigger_at is null and images_processed is null then null else last_seen end,
      battery_voltage,
      case when battery_voltage is null then null else last_seen end,
      case when cable_error = 1 then last_seen else null end,
      last_trigger_at, images_processed
    from devices
    where last_seen is not null and (
      exists (select 1 from device_keys where device_keys.device_ref = devices.device_ref)
      or exists (select 1 from device_reports where device_reports.device_ref = devices.device_ref)
    )
  `.execute(db);
}
