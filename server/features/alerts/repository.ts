import type { Database } from "../../db/database.ts";

export interface AlertRow {
  alert_id: number;
  device_id: string;
  alert_type: string;
  summary: string;
  status: string;
  created_at: number;
}

/** The user's own alerts about Sentinels that are still assigned to them, newest first. */
export async function findAlerts(db: Database, userId: number): Promise<AlertRow[]> {
  return db.reader
    .selectFrom("alerts")
    .innerJoin("devices", "devices.device_ref", "alerts.device_ref")
    .innerJoin("device_users", (join) =>
      join
        .onRef("device_users.device_ref", "=", "alerts.device_ref")
        .onRef("device_users.user_id", "=", "alerts.user_id"),
    )
    .select([
      "alerts.alert_id",
      "devices.device_id",
      "alerts.alert_type",
      "alerts.summary",
      "alerts.status",
      "alerts.created_at",
    ])
    .where("alerts.user_id", "=", userId)
    .orderBy("alerts.created_at", "desc")
    .orderBy("alerts.alert_id", "asc")
    .execute();
}
