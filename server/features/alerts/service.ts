import { isoTime } from "../../../src/domain/time.ts";
import type { Alert } from "../../../src/protocol/shapes.ts";
import type { Dependencies } from "../../dependencies.ts";
import { findAlerts } from "./repository.ts";

/** `associated_id` of an alert is always the id of a Sentinel. */
const ALERT_KEY = "device_id";

/** The user's alerts, newest first, resolved ones too. */
export async function listAlerts({ db }: Pick<Dependencies, "db">, userId: number): Promise<Alert[]> {
  const rows = await findAlerts(db, userId);
  return rows.map((row) => ({
    id: String(row.alert_id),
    alert_key: ALERT_KEY,
    associated_id: row.device_id,
    alert_type: row.alert_type as Alert["alert_type"],
    summary: row.summary,
    created_at: isoTime(row.created_at),
    status: row.status as Alert["status"],
  }));
}
