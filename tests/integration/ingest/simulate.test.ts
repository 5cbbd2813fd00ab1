import { describe, expect, it } from "vitest";
import { cameraOf, type Seen } from "../../../cli/simulator/pictures.ts";
import { runSimulation } from "../../../cli/simulator/run-simulation.ts";
import type { Transport } from "../../../cli/simulator/transport.ts";
import { batteryTier } from "../../../src/domain/device/battery.ts";
import type { Device, Update } from "../../../src/protocol/shapes.ts";
import { makeTestApp, type TestApp } from "../../support/server/test-app.ts";

const DAY_MS = 86_400_000;
const DAYS = 30;
const DEVICES = 5;
/** Chosen so that batteries run low and updates fail within the month. */
const SEED = "3";

describe("a simulated month of five Sentinels", () => {
  it("leaves reports, passed and failed updates, fallen batteries, and every insight and photograph once", async () => {
    const test = await makeTestApp();
    const ranger = await test.addUser("ranger");
    await test.addRelease("Spring", [ranger]);
    const startMs = Math.floor(test.clock.now() / DAY_MS) * DAY_MS - DAYS * DAY_MS;
    const plan = { seed: SEED, devices: DEVICES, days: DAYS, startMs, asksForUpdates: true, atOnce: 3 };
    const taken = { insights: new Set<string>(), photos: new Set<string>() };
    const camera = cameraOf("plain");
    const world = {
      transport: injected(test, taken),
      ownerToken: ranger.token,
      // One frame of a burst, and only by night: pictures take most of the time.
      camera: async (seen: Seen) => (seen.night && seen.frame === 0 ? camera(seen) : null),
      pace: { until: async () => undefined, rest: async (ms: number) => test.clock.advance(ms) },
    };
    const tally = await runSimulation(plan, world);
    expect([...tally.failures]).toEqual([]);
    expect([tally.refused, tally.conflict]).toEqual([0, 0]);
    expect(tally.duplicate).toBeGreaterThan(0);
    expect(tally.lost).toBeGreaterThan(0);

    const devices = (await test.call("GET", "/api/getDevicesForUser", { as: ranger })).json()
      .message as Device[];
    expect(devices).toHaveLength(DEVICES);
    const reports = await test.db.reader
      .selectFrom("device_reports")
      .select(["device_ref", "recorded_at", "battery_voltage"])
      .orderBy("recorded_at")
      .execute();
    expect(new Set(reports.map(({ device_ref }) => device_ref)).size).toBe(DEVICES);
    const volts = reports.flatMap(({ battery_voltage }) => battery_voltage ?? []);
    expect(Math.max(...volts)).toBeLessThan(4.5);
    expect(volts.some((reading) => batteryTier(reading) === "low")).toBe(true);
    for (const { battery_voltage, last_seen, summary } of devices) {
      expect([battery_voltage, last_seen, summary?.image_count].every((known) => known !== null)).toBe(true);
    }

    const updates = (await test.call("GET", "/api/devices/update", { as: ranger })).json()
      .message as Update[];
    expect(updates.length).toBeGreaterThan(1);
    const outcomes = await test.db.reader.selectFrom("device_update_targets").select("status").execute();
    const count = (status: string) => outcomes.filter((outcome) => outcome.status === status).length;
    expect([count("success"), count("failed")]).toEqual([tally.updatesPassed, tally.updatesFailed]);
    expect(tally.updatesPassed * tally.updatesFailed).toBeGreaterThan(0);

    const insights = await test.db.reader.selectFrom("insights").select(["source_id", "photo_id"]).execute();
    expect(insights.map(({ source_id }) => source_id).sort()).toEqual([...taken.insights].sort());
    const photos = await test.db.reader
      .selectFrom("photos")
      .innerJoin("insights", "insights.insight_id", "photos.insight_id")
      .select("source_id")
      .execute();
    expect(photos.map(({ source_id }) => source_id).sort()).toEqual([...taken.photos].sort());
    expect(photos.length).toBeGreaterThan(50);
    await test.close();
  });
});

interface Taken {
  /** Names of insights, and of those with a photograph, that the server confirmed. */
  readonly insights: Set<string>;
  readonly photos: Set<string>;
}

/** Calls the application without a port. */
function injected(test: TestApp, taken: Taken): Transport {
  return async ({ method, path, bearer, body, headers }) => {
    const isBytes = body instanceof Uint8Array;
    const answer = await test.call(method, path, {
      as: bearer,
      headers: { ...(isBytes ? { "content-type": "image/jpeg" } : {}), ...headers },
      body: isBytes ? Buffer.from(body) : body,
    });
    const { message } = answer.json();
    if (path === "/api/ingest/insights") {
      for (const { source_id } of message ?? []) taken.insights.add(source_id);
    }
    const photographed = /^\/api\/ingest\/insights\/(.+)\/photo$/.exec(path)?.[1];
    if (photographed !== undefined && message?.complete) taken.photos.add(photographed);
    const retryAfter = answer.headers["retry-after"];
    return {
      status: answer.statusCode,
      body: answer.json(),
      retryAfterS: retryAfter === undefined ? null : Number(retryAfter),
    };
  };
}
