import { sql, type Updateable } from "kysely";
import type { AlertStatus } from "../../../src/domain/alert/alert.ts";
import type { SqlDialect, View, WriteTransaction } from "../../db/database.ts";
import type { AlertTable } from "../../db/schema/alerts.ts";
import { ALERT_COLUMNS } from "./alert-columns-query.ts";
import type { AlertSelection } from "./lock-repository.ts";

export type AlertRow = NonNullable<Awaited<ReturnType<typeof findOwnAlert>>>;

/** The ids of the user's own alerts about Sentinels that are still assigned to them, newest first. */
export async function findAlertIds(
  view: View,
  { jsonColumn }: SqlDialect,
  userId: number,
): Promise<number[]> {
  const ordered = ownAlerts(view, userId)
    .clearSelect()
    .select("a.alert_id")
    .orderBy("a.created_at", "desc")
    .orderBy("a.alert_id", "asc");
  const { rows } = await sql<{ ids: string }>`
    select ${jsonColumn("r.alert_id")} as ids from ${ordered} as r
  `.execute(view);
  return JSON.parse(rows[0]?.ids ?? "[]");
}

/** Those of these alerts that are the user's own, newest first. */
export async function findAlerts(
  view: View,
  userId: number,
  alertIds: readonly number[],
): Promise<AlertRow[]> {
  return ownAlerts(view, userId)
    .where("a.alert_id", "in", alertIds)
    .orderBy("a.created_at", "desc")
    .orderBy("a.alert_id", "asc")
    .execute();
}

/** One of the user's own alerts about a Sentinel that is still assigned to them. */
export async function findOwnAlert(view: View, userId: number, alertId: number) {
  return ownAlerts(view, userId).where("a.alert_id", "=", alertId).executeTakeFirst();
}

function ownAlerts(view: View, userId: number) {
  return view
    .selectFrom("alerts as a")
    .innerJoin("devices as d", "d.device_ref", "a.device_ref")
    .innerJoin("device_users as du", (join) =>
      join.onRef("du.device_ref", "=", "a.device_ref").onRef("du.user_id", "=", "a.user_id"),
    )
    .select(ALERT_COLUMNS)
    .where("a.user_id", "=", userId);
}

/** The user's alerts with these statuses, about Sentinels that are still assigned to them. */
export function alertsOf(userId: number, statuses: readonly AlertStatus[]): AlertSelection {
  return (alerts) =>
    alerts
      .where("user_id", "=", userId)
      .where("status", "in", statuses)
      .where("device_ref", "in", (eb) =>
        eb.selectFrom("device_users").select("device_ref").where("user_id", "=", userId),
      );
}

/** One statement of this many ids; databases limit the parameters of a statement. */
const IDS_A_STATEMENT = 1000;

export async function setAlerts(
  transaction: WriteTransaction,
  alertIds: readonly number[],
  values: Updateable<AlertTable>,
): Promise<void> {
  for (let at = 0; at < alertIds.length; at += IDS_A_STATEMENT) {
    await transaction
      .updateTable("alerts")
      .set(values)
      .where("alert_id", "in", alertIds.slice(at, at + IDS_A_STATEMENT))
      .execute();
  }
}

export async function deleteAlerts(
  transaction: WriteTransaction,
  alertIds: readonly number[],
): Promise<void> {
  for (let at = 0; at < alertIds.length; at += IDS_A_STATEMENT) {
    const ids = alertIds.slice(at, at + IDS_A_STATEMENT);
    await transaction.deleteFrom("alerts").where("alert_id", "in", ids).execute();
  }
}
