import type { Insertable } from "kysely";
import type { View, WriteTransaction } from "../../db/database.ts";
import type { AlertTable } from "../../db/schema/alerts.ts";

/** One Sentinel as one of its users has it: what arrived of it, and the settings that apply. */
export type WatchedRow = Awaited<ReturnType<typeof findWatchedOf>>[number];

function watched(view: View) {
  return view
    .selectFrom("device_arrivals as r")
    .innerJoin("device_users as du", "du.device_ref", "r.device_ref")
    .innerJoin("devices as d", "d.device_ref", "r.device_ref")
    .leftJoin("group_devices as gd", (join) =>
      join.onRef("gd.user_id", "=", "du.user_id").onRef("gd.device_ref", "=", "du.device_ref"),
    )
    .leftJoin("alert_settings as s", "s.user_id", "du.user_id")
    .leftJoin("group_alert_settings as g", "g.group_id", "gd.group_id")
    .select([
      "r.device_ref",
      "r.first_at",
      "r.insight_at",
      "r.trigger_at",
      "r.battery_voltage",
      "r.battery_at",
      "r.cable_error_since",
      "r.told_trigger_at",
      "r.told_images",
      "du.user_id",
      "du.granted_at",
      "d.last_seen",
      "s.flags",
      "s.thresholds",
      "g.ignored as group_ignored",
      "g.thresholds as group_thresholds",
    ])
    .orderBy("r.device_ref")
    .orderBy("du.user_id");
}

/** Sentinels of which something has arrived, once for each of their users. */
export function findWatchedOf(view: View, deviceRefs: readonly number[]) {
  return watched(view).where("r.device_ref", "in", deviceRefs).execute();
}

/** The next ones of all, in the order of Sentinel and user, behind the one that is named. */
export function findWatchedBehind(
  view: View,
  { deviceRef, userId }: { readonly deviceRef: number; readonly userId: number },
  limit: number,
): Promise<WatchedRow[]> {
  return watched(view)
    .where("r.device_ref", ">=", deviceRef)
    .where(({ or, eb }) => or([eb("r.device_ref", ">", deviceRef), eb("du.user_id", ">", userId)]))
    .limit(limit)
    .execute();
}

export type LastAlertRow = Awaited<ReturnType<typeof findLastAlerts>>[number];

/**
 * Alerts that run, or ended after a moment.
 *
 * @param deviceRefs null: of all Sentinels
 */
export function findLastAlerts(view: View, endedAfterMs: number, deviceRefs: readonly number[] | null) {
  const all = view
    .selectFrom("alerts")
    .select(["alert_id", "device_ref", "user_id", "alert_type", "ended_at"])
    .where(({ or, eb }) => or([eb("ended_at", "is", null), eb("ended_at", ">", endedAfterMs)]));
  return (deviceRefs === null ? all : all.where("device_ref", "in", deviceRefs)).execute();
}

const ROWS_A_STATEMENT = 500;

/** Raises alerts; one whose kind runs already is left out. @returns those that were raised */
export async function insertAlerts(
  transaction: WriteTransaction,
  rows: readonly Insertable<AlertTable>[],
): Promise<{ alert_id: number; user_id: number; device_ref: number }[]> {
  const raised: { alert_id: number; user_id: number; device_ref: number }[] = [];
  for (let at = 0; at < rows.length; at += ROWS_A_STATEMENT) {
    const inserted = await transaction
      .insertInto("alerts")
      .values(rows.slice(at, at + ROWS_A_STATEMENT))
      .onConflict((conflict) => conflict.doNothing())
      .returning(["alert_id", "user_id", "device_ref"])
      .execute();
    raised.push(...inserted);
  }
  return raised;
}

/**
 * Ends alerts; those that are still open are resolved by it.
 *
 * @param alertIds which this transaction has locked
 */
export async function endAlerts(
  transaction: WriteTransaction,
  alertIds: readonly number[],
  nowMs: number,
): Promise<void> {
  for (let at = 0; at < alertIds.length; at += ROWS_A_STATEMENT) {
    const ids = alertIds.slice(at, at + ROWS_A_STATEMENT);
    await transaction
      .updateTable("alerts")
      .set({ status: "resolved", resolved_at: nowMs, resolved_cause: "condition_ended" })
      .where("alert_id", "in", ids)
      .where("status", "<>", "resolved")
      .execute();
    await transaction.updateTable("alerts").set({ ended_at: nowMs }).where("alert_id", "in", ids).execute();
  }
}
