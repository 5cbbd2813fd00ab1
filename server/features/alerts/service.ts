import { ALERT_FIELDS } from "../../../src/protocol/records/alert-fields.ts";
import type { Alert } from "../../../src/protocol/shapes.ts";
import type { Dependencies } from "../../dependencies.ts";
import { jsonRecord } from "../../record-values.ts";
import { findAlerts } from "./repository.ts";

/** `associated_id` of an alert is always the id of a Sentinel. */
const ALERT_KEY = "device_id";

/** The user's alerts, newest first, resolved ones too. */
export async function listAlerts({ db }: Pick<Dependencies, "db">, userId: number): Promise<Alert[]> {
  const rows = await findAlerts(db, userId);
  return rows.map((row) => jsonRecord(ALERT_FIELDS, row, { alert_key: () => ALERT_KEY }));
}
