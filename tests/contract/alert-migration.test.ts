import { sql } from "kysely";
import { afterEach, describe, expect, it } from "vitest";
import { postgresSide } from "../../server/db/migrations/0001-postgres.ts";
import { sqliteSide } from "../../server/db/migrations/0001-sqlite.ts";
import { createAlertEngine } from "../../server/db/migrations/0004-alerts.ts";
import { DATABASE_KINDS } from "../support/server/databases.ts";
import { makeTestApp, type TestApp } from "../support/server/test-app.ts";

const ADDED_COLUMNS = [
  "since",
  "ended_at",
  "acknowledged_at",
  "resolved_at",
  "threshold",
  "battery_voltage",
  "acknowledged_by",
  "resolved_by",
  "resolved_cause",
];

describe.each(DATABASE_KINDS)("a database from before the alert engine on $name", (kind) => {
  let test: TestApp | null = null;
  afterEach(() => test?.close());

  it("keeps one open alert of a kind and takes the last call of a Sentinel for its arrivals", async () => {
    test = await makeTestApp({ kind });
    const { db } = test;
    const user = await test.addUser("ada");
    const seen = {
      last_seen: 5_000,
      last_insight_at: 4_000,
      images_processed: 7,
      battery_voltage: 3.1,
      cable_error: 1,
    };
    const reporting = await test.addDevice("reporting", [user], seen);
    const imported = await test.addDevice("imported", [user], { last_seen: 9_000 });
    const silent = await test.addDevice("silent", [user]);
    const alert = { user_id: user.userId, device_ref: reporting, alert_type: "low_battery", summary: "" };
    await db.write(async (t) => {
      const statements = [
        "drop index alerts_running_by_device_ref_user_id_alert_type",
        "drop index alerts_by_ended_at",
        ...ADDED_COLUMNS.map((column) => `alter table alerts drop column ${column}`),
        ...["device_arrivals", "alert_settings", "group_alert_settings"].map(
          (table) => `drop table ${table}`,
        ),
      ];
      for (const statement of statements) await sql.raw(statement).execute(t);
      for (const [at, status] of ["new", "resolved", "acknowledged"].entries()) {
        await t
          .insertInto("alerts")
          .values({ ...alert, status, created_at: at + 1 })
          .execute();
      }
      const report = { recorded_at: 1, received_at: 1, battery_voltage: null, memory_remaining: null };
      await t
        .insertInto("device_reports")
        .values({ ...report, device_ref: reporting, images_processed: null, report: "{}" })
        .execute();
    });

    // Later migrations have run already, so this one runs by itself.
    await db.write((t) => createAlertEngine(t, kind.name === "SQLite" ? sqliteSide : postgresSide));
    const alerts = await db.reader
      .selectFrom("alerts")
      .select(["status", "ended_at", "resolved_cause"])
      .orderBy("created_at")
      .execute();
    expect(alerts).toEqual([
      { status: "resolved", ended_at: 1, resolved_cause: "condition_ended" },
      { status: "resolved", ended_at: 2, resolved_cause: null },
      { status: "acknowledged", ended_at: null, resolved_cause: null },
    ]);
    const arrivals = await db.reader.selectFrom("device_arrivals").selectAll().execute();
    expect(arrivals).toEqual([
      {
        device_ref: reporting,
        first_at: 5_000,
        insight_at: 5_000,
        trigger_at: 5_000,
        battery_voltage: 3.1,
        battery_at: 5_000,
        cable_error_since: 5_000,
        told_trigger_at: null,
        told_images: 7,
      },
    ]);
    expect([imported, silent]).not.toContain(arrivals[0]?.device_ref);
  });
});
