import type { SelectQueryBuilder } from "kysely";
import type { Database, View, WriteTransaction } from "../../db/database.ts";
import type { Schema } from "../../db/schema.ts";

type AlertQuery = SelectQueryBuilder<Schema, "alerts", { alert_id: number }>;
/** Narrows a query of all alerts to those that a writer is about to change. */
export type AlertSelection = (alerts: AlertQuery) => AlertQuery;

/** Ids in one statement: databases limit its parameters. */
const IDS_A_STATEMENT = 1000;

/**
 * Locks alerts until the transaction ends. Each writer of several alerts locks them first, in the order of their ids:
 * an update locks rows in the order in which the database finds them, and two of them could deadlock.
 *
 * @returns the ids of those that are there, ascending
 */
export async function lockAlerts(
  { locks }: Pick<Database, "locks">,
  transaction: WriteTransaction,
  selection: AlertSelection,
): Promise<number[]> {
  const chosen = selection(alerts(transaction)).orderBy("alert_id");
  const rows = await locks.reading(chosen).execute();
  return rows.map(({ alert_id }) => alert_id);
}

/** The same for alerts whose ids are known. */
export async function lockAlertIds(
  { locks }: Pick<Database, "locks">,
  transaction: WriteTransaction,
  alertIds: readonly number[],
): Promise<void> {
  const ascending = alertIds.toSorted((a, b) => a - b);
  for (let at = 0; at < ascending.length; at += IDS_A_STATEMENT) {
    const ids = ascending.slice(at, at + IDS_A_STATEMENT);
    await locks.lock(transaction, alerts(transaction).where("alert_id", "in", ids).orderBy("alert_id"));
  }
}

function alerts(view: View): AlertQuery {
  return view.selectFrom("alerts").select("alert_id");
}
