import { describe, expect, it } from "vitest";
import { runSimulation } from "../../../cli/simulator/run-simulation.ts";
import type { SimulatedCall } from "../../../cli/simulator/transport.ts";
import { voltsOf } from "../../../src/domain/device/device-report.ts";
import { DAY_MS, HOUR_MS } from "../../../src/domain/time.ts";
import type { Alert } from "../../../src/protocol/shapes.ts";
import { SlowAlerts } from "../../support/server/alerts/slow-alerts.ts";
import { makeTestApp } from "../../support/server/test-app.ts";

const DAYS = 30;
const DEVICES = 8;
/** Chosen so that batteries die and links fail within the month. */
const SEED = "3";

interface SentReport {
  readonly recorded_at: string;
  readonly battery_voltage: number | null;
  readonly cable_error: boolean | null;
  readonly images_processed: number | null;
}

describe("a simulated month", () => {
  it("raises the alerts that it should and none twice", async () => {
    const test = await makeTestApp();
    const ranger = await test.addUser("ranger");
    const startMs = Math.ceil(test.clock.now() / DAY_MS) * DAY_MS;
    const slow = new SlowAlerts();
    const model = slow.addUser("ranger");
    const thresholds = { no_recent_insights: 30, no_recent_camera_triggers: 24 };
    await test.call("PUT", "/api/alerts/settings", { as: ranger, body: { thresholds } });
    Object.assign(model.thresholds, thresholds);
    const deviceOf = new Map<string, string>();
    const told = new Set<string>();

    /** Keeps what the server took, in the order and at the time of its arrival. */
    function record(
      { path, bearer, body }: SimulatedCall,
      answer: { ingestKey?: string; message?: unknown },
    ) {
      const atMs = test.clock.now();
      if (path === "/api/devices") {
        const { device_id } = body as { device_id: string };
        deviceOf.set(answer.ingestKey ?? "", device_id);
        model.devices.set(device_id, atMs);
      }
      const device = deviceOf.get(bearer) ?? "";
      if (path === "/api/ingest/insights") {
        const results = answer.message as { result: string }[];
        if (results.some(({ result }) => result === "created"))
          slow.arrive({ kind: "insight", atMs, device });
      }
      if (path === "/api/ingest/status") {
        const report = body as SentReport;
        const recordedMs = Math.min(Date.parse(report.recorded_at), atMs);
        const name = `${device} ${recordedMs}`;
        if (told.has(name)) return;
        told.add(name);
        const { battery_voltage, cable_error: cable, images_processed: images } = report;
        const volts = battery_voltage === null ? null : voltsOf(battery_voltage);
        slow.arrive({ kind: "report", atMs, device, recordedMs, volts, cable, images });
      }
    }

    let hourEndsMs = startMs;
    await runSimulation(
      { seed: SEED, devices: DEVICES, days: DAYS, startMs, asksForUpdates: false, atOnce: 1 },
      {
        ownerToken: ranger.token,
        camera: async () => null,
        pace: {
          // Calls of an hour arrive at its end, so that none of them is of the future.
          async until(simulatedMs) {
            await test.jobs.evaluateAlerts();
            slow.evaluate(test.clock.now());
            hourEndsMs = startMs + simulatedMs + HOUR_MS;
            test.clock.advance(Math.max(0, hourEndsMs - test.clock.now()));
          },
          rest: async () => undefined,
        },
        async transport(call) {
          const answer = await test.call(call.method, call.path, { as: call.bearer, body: call.body });
          if (answer.statusCode === 200) record(call, answer.json());
          const retryAfter = answer.headers["retry-after"];
          const retryAfterS = retryAfter === undefined ? null : Number(retryAfter);
          return { status: answer.statusCode, body: answer.json(), retryAfterS };
        },
      },
    );

    const alerts = (await test.call("GET", "/api/alerts", { as: ranger })).json().message as Alert[];
    const raised = alerts.map(({ associated_id, alert_type, created_at, since, status, resolved_at }) =>
      [created_at, associated_id, alert_type, since, status, resolved_at].join(" "),
    );
    const iso = (ms: number | null) => (ms === null ? "" : new Date(ms).toISOString());
    const due = slow
      .alertsOf("ranger")
      .map((alert) =>
        [
          iso(alert.createdMs),
          alert.device,
          alert.type,
          iso(alert.sinceMs),
          alert.status,
          iso(alert.resolvedMs),
        ].join(" "),
      );
    expect(raised.sort()).toEqual(due.sort());
    const types = alerts.map(({ alert_type }) => alert_type);
    expect(new Set(types).size).toBe(4);
    expect(alerts.length).toBeGreaterThan(20);

    for (const { id, associated_id, alert_type, created_at, resolved_at } of alerts) {
      const overlapping = alerts.filter(
        (other) =>
          other.id !== id &&
          other.associated_id === associated_id &&
          other.alert_type === alert_type &&
          other.created_at >= created_at &&
          (resolved_at === null || other.created_at < resolved_at),
      );
      expect(overlapping).toEqual([]);
    }
    await test.close();
  });
});
