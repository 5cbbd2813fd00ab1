import type { Updateable } from "kysely";
import type { Database, View, WriteTransaction } from "../../db/database.ts";
import type { AlertTable } from "../../db/schema/alerts.ts";
import { ALERT_COLUMNS } from "./alert-columns-query.ts";

export type AlertRow = Awaited<ReturnType<typeof findAlerts>>[number];

/** The user's own alerts about Sentinels that are still assigned to them, newest first; or the one that is named. */
export async function findAlerts(view: View, userId: number, alertId?: number) {
  const all = view
    .selectFrom("alerts as a")
    .innerJoin("devices as d", "d.device_ref", "a.device_ref")
    .innerJoin("device_users as du", (join) =>
      join.onRef("du.device_ref", "=", "a.device_ref").onRef("du.user_id", "=", "a.user_id"),
    )
    .select(ALERT_COLUMNS)
    .where("a.user_id", "=", userId)
    .orderBy("a.created_at", "desc")
    .orderBy("a.alert_id", "asc");
  return (alertId === undefined ? all : all.where("a.alert_id", "=", alertId)).execute();
}

/** Locks an alert until the transaction ends, so that two changes of its status come one after the other. */
export async function lockAlert(
  { locks }: Pick<Database, "locks">,
  transaction: WriteTransaction,
  alertId: number,
): Promise<void> {
  const alert = transaction.selectFrom("alerts").select("alert_id").where("alert_id", "=", alertId);
  await locks.lock(transaction, alert);
}

/**
 * Locks the user's alerts with these statuses, about Sentinels that are still assigned to them.
 *
 * @returns their ids
 */
export async function lockAlertsOf(
  { locks }: Pick<Database, "locks">,
  transaction: WriteTransaction,
  userId: number,
  statuses: readonly string[],
): Promise<number[]> {
  const alerts = transaction
    .selectFrom("alerts")
    .select("alert_id")
    .where("user_id", "=", userId)
    .where("status", "in", statuses)
    .where("device_ref", "in", (eb) =>
      eb.selectFrom("device_users").select("device_ref").where("user_id", "=", userId),
    )
    .orderBy("alert_id");
  const rows = await locks.reading(alerts).execute();
  return rows.map(({ alert_id }) => alert_id);
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
