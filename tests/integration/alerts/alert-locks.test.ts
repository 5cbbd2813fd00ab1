import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { evaluateAllAlerts } from "../../../server/features/alerts/evaluation-service.ts";
import { HOUR_MS } from "../../../src/domain/time.ts";
import { DATABASE_KINDS } from "../../support/server/databases.ts";
import { speakingDevice } from "../../support/server/ingest-world.ts";
import { lockWaits, signal } from "../../support/server/lock-waits.ts";
import { makeTestApp, type TestApp, type TestUser } from "../../support/server/test-app.ts";

/** SQLite has one writer, so deadlocks cannot occur. */
const KINDS = DATABASE_KINDS.filter(({ name }) => name === "PostgreSQL");
const LOW = 3;
const FULL = 4;

describe.skipIf(KINDS.length === 0).each(KINDS)("alerts that two writers change, over $name", (kind) => {
  let test: TestApp;
  let users = 0;
  beforeAll(async () => {
    test = await makeTestApp({ kind });
  });
  afterAll(() => test.close());

  /** A user with two alerts about one Sentinel, the older one of which lies behind the newer one in the table. */
  async function withTwoAlerts() {
    users += 1;
    const user = await test.addUser(`user${users}`);
    const device = await speakingDevice(test, `DEVICE-${users}`, [user]);
    await device.call("POST", "status", { battery_voltage: LOW, cable_error: true });
    const ids = await alertIds(user);
    // An update writes a new version of the row, which a scan of the table meets last.
    const [lowest] = ids;
    await test.db.write((transaction) =>
      transaction
        .updateTable("alerts")
        .set({ summary: "moved" })
        .where("alert_id", "=", lowest ?? 0)
        .execute(),
    );
    return { user, device, ids };
  }

  async function alertIds({ userId }: TestUser): Promise<number[]> {
    const rows = await test.db.reader
      .selectFrom("alerts")
      .select("alert_id")
      .where("user_id", "=", userId)
      .orderBy("alert_id")
      .execute();
    return rows.map(({ alert_id }) => alert_id);
  }

  /**
   * Lets a writer run until it waits for the oldest alert, which another transaction holds.
   *
   * @returns the alerts that the writer holds by then: none, where it locks them in the order of their ids
   */
  async function heldWhileWaiting(ids: readonly number[], writer: () => Promise<unknown>): Promise<number[]> {
    const [oldest, ...others] = ids;
    const [held, asked] = [signal(), signal()];
    const other = test.db.write(async (transaction) => {
      await sql`select 1 from alerts where alert_id = ${oldest} for update`.execute(transaction);
      held.give();
      await asked.given;
      const { rows } = await sql<{ alert_id: number }>`
        select alert_id from alerts where alert_id in (${sql.join(others)}) for update skip locked
      `.execute(transaction);
      const free = new Set(rows.map(({ alert_id }) => Number(alert_id)));
      return others.filter((id) => !free.has(id));
    });
    await held.given;
    const running = writer();
    try {
      await expect.poll(() => lockWaits(test.db)).toBe(1);
    } finally {
      asked.give();
    }
    const found = await other;
    await running;
    return found;
  }

  it("are locked in the order of their ids where a report ends them", async () => {
    const { device, ids } = await withTwoAlerts();
    test.clock.advance(HOUR_MS);
    const held = await heldWhileWaiting(ids, () =>
      device.call("POST", "status", { battery_voltage: FULL, cable_error: false }),
    );
    expect(held).toEqual([]);
  });

  it("are locked in the order of their ids where an evaluation ends those of several Sentinels", async () => {
    const { user, ids } = await withTwoAlerts();
    const lower = { thresholds: { low_battery: 2 } };
    await test.call("PUT", "/api/alerts/settings", { as: user, body: lower });
    await test.db.write((transaction) =>
      transaction.updateTable("device_arrivals").set({ cable_error_since: null }).execute(),
    );
    test.clock.advance(HOUR_MS);
    const held = await heldWhileWaiting(ids, () => evaluateAllAlerts(test.db, test.clock.now()));
    expect(held).toEqual([]);
    const rows = await test.db.reader
      .selectFrom("alerts")
      .select("resolved_cause")
      .where("alert_id", "in", ids)
      .execute();
    expect(rows).toEqual([{ resolved_cause: "condition_ended" }, { resolved_cause: "condition_ended" }]);
  });

  it.each(["PUT", "DELETE"] as const)("are locked in the order of their ids by %s of all", async (method) => {
    const { user, ids } = await withTwoAlerts();
    const held = await heldWhileWaiting(ids, () => test.call(method, "/api/alerts/all", { as: user }));
    expect(held).toEqual([]);
  });

  it("are locked in the order of their ids where their Sentinel is given up", async () => {
    const { user, device, ids } = await withTwoAlerts();
    const held = await heldWhileWaiting(ids, () =>
      test.call("DELETE", `/api/dataClearing/${device.id}?ownership=true`, { as: user }),
    );
    expect(held).toEqual([]);
    expect(await alertIds(user)).toEqual([]);
  });
});
