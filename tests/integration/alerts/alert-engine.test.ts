import { setImmediate as nextTurn } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { evaluateAllAlerts } from "../../../server/features/alerts/evaluation-service.ts";
import { JobRunner } from "../../../server/jobs/job-runner.ts";
import { HOUR_MS } from "../../../src/domain/time.ts";
import type { Alert } from "../../../src/protocol/shapes.ts";
import { AlertWorld, history } from "../../support/server/alerts/alert-world.ts";
import { DATABASE_KINDS } from "../../support/server/databases.ts";
import { speakingDevice } from "../../support/server/ingest-world.ts";
import { makeTestApp, type TestApp, type TestUser } from "../../support/server/test-app.ts";

const RUNS = Number(process.env.ALERT_RUNS ?? 60);
describe.each(DATABASE_KINDS)("the alert engine over $name", (kind) => {
  let test: TestApp;
  beforeAll(async () => {
    test = await makeTestApp({ kind, env: { SESSION_DAYS: "365" } });
  });
  afterAll(() => test.close());

  /** The types of a user's alerts that are open, by name. */
  async function openTypes(as: TestUser): Promise<string[]> {
    const alerts: Alert[] = (await test.call("GET", "/api/alerts", { as })).json().message;
    return alerts
      .filter(({ status }) => status !== "resolved")
      .map(({ alert_type }) => alert_type)
      .sort();
  }

  it("raises and ends what a slow and obvious evaluation does, over random histories", async () => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const world = await AlertWorld.make(test);
        for (const { hours, happening: one } of steps) {
          test.clock.advance(hours * HOUR_MS);
          await world.let(one);
        }
        await world.compare();
      }),
      { numRuns: RUNS },
    );
  });

  it("raises each alert once where two servers evaluate at once", async () => {
    const world = await AlertWorld.make(test);
    await world.let({
      kind: "report",
      device: 0,
      volts: 4,
      cable: null,
      images: "more",
      clock: "right",
    });
    test.clock.advance(100 * HOUR_MS);
    const nowMs = test.clock.now();
    await Promise.all([evaluateAllAlerts(test.db, nowMs), evaluateAllAlerts(test.db, nowMs)]);
    world.slow.evaluate(nowMs);
    await world.compare();
    expect(world.slow.alertsOf("0")).toHaveLength(2);
  });

  it("answers a late acknowledge of an alert that has ended with the alert as it stands", async () => {
    const ada = await test.addUser("ada");
    const sentinel = await speakingDevice(test, "late", [ada]);
    const status = (volts: number) => sentinel.call("POST", "status", { battery_voltage: volts });
    const newest = async (): Promise<Alert> =>
      (await test.call("GET", "/api/alerts", { as: ada })).json().message[0];
    await status(3.1);
    const alert = await newest();
    expect(alert).toMatchObject({
      associated_id: "late",
      summary: "Battery at 3.10 V, the limit is 3.2 V.",
      status: "new",
      threshold: 3.2,
      battery_voltage: 3.1,
    });
    test.clock.advance(HOUR_MS);
    await status(4);
    const late = await test.call("PUT", `/api/alerts/statusUpdate/${alert.id}`, {
      as: ada,
      body: { status: "acknowledged" },
      headers: { "idempotency-key": "late" },
    });
    expect(late.statusCode).toBe(409);
    expect(late.json().message).toEqual(await newest());
    expect(late.json().message).toMatchObject({
      status: "resolved",
      resolved_cause: "condition_ended",
      resolved_by: null,
      acknowledged_at: null,
    });
  });

  it("counts a report that was sent late for no newer state than what came before it", async () => {
    const gus = await test.addUser("gus");
    const sentinel = await speakingDevice(test, "buffering", [gus]);
    const beganMs = test.clock.now();
    const report = (hours: number, battery_voltage: number, images_processed: number, cable_error: boolean) =>
      sentinel.call("POST", "status", {
        recorded_at: new Date(beganMs + hours * HOUR_MS).toISOString(),
        ...{ battery_voltage, images_processed, cable_error },
      });
    await report(0, 4, 10, false);
    test.clock.advance(12 * HOUR_MS);
    await report(12, 4, 10, false);
    await report(6, 3, 9, true);
    expect(await openTypes(gus)).toEqual([]);
    // The camera has taken no picture for 48 hours: the old count does not make the next one look greater.
    test.clock.advance(36 * HOUR_MS);
    await report(48, 4, 10, false);
    expect(await openTypes(gus)).toEqual(["no_recent_camera_triggers"]);
  });

  it("tells the next owner nothing that a Sentinel told before it was theirs", async () => {
    const [hal, ida] = [await test.addUser("hal"), await test.addUser("ida")];
    const sentinel = await speakingDevice(test, "passed-on", [hal]);
    const told = { battery_voltage: 3, cable_error: true };
    await sentinel.call("POST", "status", told);
    expect(await openTypes(hal)).toEqual(["low_battery", "spypoint_error"]);
    await test.call("DELETE", "/api/dataClearing/passed-on?ownership=true", { as: hal });
    test.clock.advance(24 * HOUR_MS);
    const grantedMs = test.clock.now();
    const row = { device_ref: sentinel.ref, user_id: ida.userId, after_insight_id: 0, granted_at: grantedMs };
    await test.db.write((transaction) => transaction.insertInto("device_users").values(row).execute());
    await evaluateAllAlerts(test.db, test.clock.now());
    expect(await openTypes(ida)).toEqual([]);
    test.clock.advance(HOUR_MS);
    await sentinel.call("POST", "status", told);
    const alerts: Alert[] = (await test.call("GET", "/api/alerts", { as: ida })).json().message;
    expect(alerts.map(({ alert_type }) => alert_type).sort()).toEqual(["low_battery", "spypoint_error"]);
    for (const { since } of alerts) expect(Date.parse(since ?? "")).toBeGreaterThanOrEqual(grantedMs);
  });

  it("notices silence by itself in a server that runs", async () => {
    const ben = await test.addUser("ben");
    const sentinel = await speakingDevice(test, "quiet", [ben]);
    await sentinel.call("POST", "status", { battery_voltage: 4 });
    test.clock.advance(73 * HOUR_MS);
    const runner = new JobRunner(test.deps, { pollMs: 5 });
    runner.start();
    await expect
      .poll(async () => (await test.call("GET", "/api/alerts", { as: ben })).json().message)
      .toMatchObject([{ alert_type: "no_recent_insights", summary: "No insights for 72 hours." }]);
    await runner.stop();
  });

  it("notices silence while the queue of jobs is never empty", async () => {
    const fay = await test.addUser("fay");
    const sentinel = await speakingDevice(test, "busy", [fay]);
    await sentinel.call("POST", "status", { battery_voltage: 4 });
    test.clock.advance(73 * HOUR_MS);
    const runner = new JobRunner(test.deps);
    vi.spyOn(runner, "runOnce").mockImplementation(async () => {
      await nextTurn();
      return true;
    });
    runner.start();
    await expect
      .poll(async () => (await test.call("GET", "/api/alerts", { as: fay })).json().message)
      .toMatchObject([{ alert_type: "no_recent_insights" }]);
    await runner.stop();
  });

  it("evaluates every five minutes over all servers, and at once after the clock was set back", async () => {
    test.clock.advance(HOUR_MS);
    expect(await test.jobs.evaluateAlerts()).toBe(true);
    test.clock.advance(HOUR_MS / 12 - 1);
    expect(await test.jobs.evaluateAlerts()).toBe(false);
    test.clock.advance(1);
    const both = await Promise.all([test.jobs.evaluateAlerts(), test.jobs.evaluateAlerts()]);
    expect(both.sort()).toEqual([false, true]);
    test.clock.set(-HOUR_MS);
    expect(await test.jobs.evaluateAlerts()).toBe(true);
    test.clock.advance(HOUR_MS);
  });

  it("notices silence, and raises alerts again, after a clock that ran ahead for months is set right", async () => {
    const eve = await test.addUser("eve");
    const sentinel = await speakingDevice(test, "ahead", [eve]);
    const aheadMs = 200 * 24 * HOUR_MS;
    test.clock.set(aheadMs);
    await sentinel.send({ source_id: "1", class_name: "fox" });
    for (const battery_voltage of [3, 4]) {
      await sentinel.call("POST", "status", { battery_voltage });
      test.clock.advance(1000);
    }
    test.clock.set(-aheadMs);
    const types = async () => {
      const alerts: Alert[] = (await test.call("GET", "/api/alerts", { as: eve })).json().message;
      return alerts.filter(({ status }) => status === "new").map(({ alert_type }) => alert_type);
    };
    await evaluateAllAlerts(test.db, test.clock.now());
    expect(await types()).toEqual([]);
    test.clock.advance(73 * HOUR_MS);
    await evaluateAllAlerts(test.db, test.clock.now());
    expect(await types()).toEqual(["no_recent_insights"]);
    // Of the two ends that are known now, the later one is the older one.
    for (const battery_voltage of [3, 4, 3]) {
      await sentinel.call("POST", "status", { battery_voltage });
      test.clock.advance(1000);
    }
    expect(await types()).toEqual(["no_recent_insights"]);
    test.clock.advance(6 * HOUR_MS);
    await evaluateAllAlerts(test.db, test.clock.now());
    expect((await types()).sort()).toEqual(["low_battery", "no_recent_insights"]);
  });
});
