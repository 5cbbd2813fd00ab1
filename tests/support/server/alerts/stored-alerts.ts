import { openDatabase } from "../../../../server/db/open-database.ts";
import type { AlertStatus, AlertType } from "../../../../src/domain/alert/alert.ts";

/** An alert of the one user in a server's data folder. */
export interface WantedAlert {
  deviceId: string;
  type: AlertType;
  summary: string;
  status?: AlertStatus;
  minutesAgo: number;
  volts?: number;
}

/** Replaces all alerts of a server that may be running, in its SQLite file. */
export async function storeAlerts(dataDir: string, wanted: readonly WantedAlert[]): Promise<void> {
  const db = await openDatabase({ databaseUrl: null, dataDir });
  try {
    await db.write(async (transaction) => {
      const { user_id } = await transaction.selectFrom("users").select("user_id").executeTakeFirstOrThrow();
      const devices = await transaction.selectFrom("devices").select(["device_ref", "device_id"]).execute();
      const refs = new Map(devices.map(({ device_id, device_ref }) => [device_id, device_ref]));
      // Without arrivals the server decides nothing about a Sentinel, and leaves these alerts as they are.
      for (const table of ["alerts", "device_arrivals"] as const)
        await transaction.deleteFrom(table).execute();
      const now = Date.now();
      for (const { deviceId, type, summary, status = "new", minutesAgo, volts = null } of wanted) {
        const at = now - minutesAgo * 60_000;
        await transaction
          .insertInto("alerts")
          .values({
            user_id,
            device_ref: refs.get(deviceId) ?? 0,
            alert_type: type,
            summary,
            status,
            created_at: at,
            since: at,
            battery_voltage: volts,
            acknowledged_at: status === "new" ? null : at,
            resolved_at: status === "resolved" ? at : null,
            resolved_cause: status === "resolved" ? "condition_ended" : null,
            ended_at: status === "resolved" ? at : null,
          })
          .execute();
      }
    });
  } finally {
    await db.close();
  }
}

/** The ids of a server's Sentinels, in the order of their numbers. */
export async function storedDevices(dataDir: string): Promise<readonly string[]> {
  const db = await openDatabase({ databaseUrl: null, dataDir });
  try {
    const rows = await db.reader.selectFrom("devices").select("device_id").orderBy("device_ref").execute();
    return rows.map(({ device_id }) => device_id);
  } finally {
    await db.close();
  }
}

/** Closes an alert as the server does where what it reports is over. */
export async function endAlert(dataDir: string, summary: string): Promise<void> {
  const db = await openDatabase({ databaseUrl: null, dataDir });
  try {
    const at = Date.now();
    await db.write((transaction) =>
      transaction
        .updateTable("alerts")
        .set({ status: "resolved", resolved_at: at, resolved_cause: "condition_ended", ended_at: at })
        .where("summary", "=", summary)
        .execute(),
    );
  } finally {
    await db.close();
  }
}
