import { describe, expect, it } from "vitest";
import { visitsOfDay } from "../../../cli/simulator/animal-visits.ts";
import { runSimulation, type SimulationPlan } from "../../../cli/simulator/run-simulation.ts";
import { listProfiles } from "../../../cli/simulator/sentinel-profile.ts";
import type { SimulatedCall, Transport } from "../../../cli/simulator/transport.ts";
import { seededRandom } from "../../../server/demo/random.ts";

const PLAN: SimulationPlan = {
  seed: "7",
  devices: 12,
  days: 12,
  startMs: Date.UTC(2026, 3, 1),
  asksForUpdates: true,
  atOnce: 5,
};
const NO_WAIT = { until: async () => undefined, rest: async () => undefined };

/** Answers as a server that takes everything, and notes what was sent by whom, in each one's order. */
function recorder(): { transport: Transport; sent: Map<string, string[]>; calls: SimulatedCall[] } {
  const sent = new Map<string, string[]>();
  const calls: SimulatedCall[] = [];
  let updates = 0;
  return {
    sent,
    calls,
    async transport(call) {
      calls.push(call);
      const { method, path, bearer, body } = call;
      const text = body instanceof Uint8Array ? Buffer.from(body).toString("hex") : JSON.stringify(body);
      sent.set(bearer, [...(sent.get(bearer) ?? []), `${method} ${path} ${text ?? ""}`]);
      return { status: 200, retryAfterS: null, body: answer(call) };
    },
  };

  function answer({ path, body }: SimulatedCall): unknown {
    if (path === "/api/devices") return { ingestKey: `key of ${(body as { device_id: string }).device_id}` };
    if (path === "/api/modelRelease/approved") return { message: [{ id: "1" }] };
    if (path === "/api/ingest/insights") {
      return { message: (body as { insights: unknown[] }).insights.map(() => ({ result: "created" })) };
    }
    if (path.endsWith("/photo")) return { message: { received: 1, complete: true } };
    if (path === "/api/ingest/update") {
      updates += 1;
      return {
        message: updates % 9 === 0 ? { deviceUpdateId: "u", cycleTime: 120, triggerNumber: 10 } : null,
      };
    }
    return { message: {} };
  }
}

function simulate(plan: SimulationPlan, transport: Transport) {
  return runSimulation(plan, {
    transport,
    ownerToken: "owner",
    camera: async ({ subject, frame }) => Buffer.from(`${subject} ${frame}`),
    pace: NO_WAIT,
  });
}

describe("a simulation", () => {
  it("sends the same for the same seed, and other things for another", async () => {
    const runs = [recorder(), recorder(), recorder()] as const;
    await simulate({ ...PLAN, atOnce: 1 }, runs[0].transport);
    await simulate({ ...PLAN, atOnce: 1 }, runs[1].transport);
    await simulate({ ...PLAN, atOnce: 1, seed: "8" }, runs[2].transport);
    expect(runs[0].sent.size).toBe(13);
    expect([...runs[1].sent]).toEqual([...runs[0].sent]);
    expect(runs[2].sent.get("owner")).not.toEqual(runs[0].sent.get("owner"));
  });

  it("lets each Sentinel live alike however many there are beside it", async () => {
    const [few, many] = [recorder(), recorder()];
    const plan = { ...PLAN, asksForUpdates: false, days: 5 };
    const noUpdates =
      (to: Transport): Transport =>
      async (call) =>
        call.path === "/api/ingest/update"
          ? { status: 200, retryAfterS: null, body: { message: null } }
          : to(call);
    await simulate({ ...plan, devices: 3 }, noUpdates(few.transport));
    await simulate({ ...plan, devices: 9 }, noUpdates(many.transport));
    const key = "key of SIM-7-0002";
    expect(few.sent.get(key)?.length).toBeGreaterThan(10);
    expect(many.sent.get(key)).toEqual(few.sent.get(key));
  });

  it("shows what fields do: millivolts, words without pictures, repeats, wrong clocks and empty batteries", async () => {
    const { transport, calls } = recorder();
    const tally = await simulate({ ...PLAN, devices: 40, days: 30 }, transport);
    const reports = calls
      .filter(({ path }) => path === "/api/ingest/status")
      .map(({ body }) => body as { battery_voltage: number; recorded_at: string });
    expect(reports.some(({ battery_voltage }) => battery_voltage > 100)).toBe(true);
    expect(reports.some(({ battery_voltage }) => battery_voltage < 3.2)).toBe(true);
    expect(reports.some(({ recorded_at }) => recorded_at < "2021")).toBe(true);
    const posts = calls.filter(({ path }) => path === "/api/ingest/insights");
    const items = posts.flatMap(({ body }) => (body as { insights: Record<string, unknown>[] }).insights);
    const bodies = posts.map(({ body }) => JSON.stringify(body));
    expect(new Set(bodies).size).toBeLessThan(bodies.length);
    const words = items.filter(({ comms_source }) => comms_source === "lora" || comms_source === "satellite");
    expect(words.length).toBeGreaterThan(100);
    const photographed = calls.filter(({ path }) => path.endsWith("/photo")).map(({ path }) => path);
    expect(
      words.some(({ source_id }) => photographed.includes(`/api/ingest/insights/${source_id}/photo`)),
    ).toBe(false);
    const contents = new Map<unknown, string>();
    for (const item of items) {
      const text = JSON.stringify(item);
      expect(contents.get(item.source_id) ?? text).toBe(text);
      contents.set(item.source_id, text);
    }
    expect(tally.lost).toBeGreaterThan(0);
    expect([tally.updatesPassed, tally.updatesFailed].every((count) => count > 0)).toBe(true);
    expect(tally.failures.size).toBe(0);
  });

  it("stops when it is told to", async () => {
    const stop = new AbortController();
    const { transport, calls } = recorder();
    let days = 0;
    await runSimulation(PLAN, {
      transport,
      ownerToken: "owner",
      camera: async () => null,
      pace: NO_WAIT,
      signal: stop.signal,
      onDay(day) {
        days = day;
        if (day === 2) stop.abort();
      },
    });
    expect(days).toBe(2);
    expect(calls.length).toBeGreaterThan(0);
  });
});

describe("animals", () => {
  it("come at their own hour: those of the night by night, people by day", () => {
    const day = Date.UTC(2026, 3, 1);
    const place = { habitat: "forest", longitude: 0, visitsADay: 400 } as const;
    const visits = visitsOfDay(place, day, seededRandom("hours"));
    const hoursOf = (subject: string) =>
      visits
        .filter((visit) => visit.subject === subject)
        .map(({ frames }) => ((frames[0] ?? day) - day) / 3_600_000);
    const boars = hoursOf("boar");
    const people = hoursOf("human");
    expect(boars.filter((hour) => hour < 7 || hour > 17).length).toBeGreaterThan(0.9 * boars.length);
    expect(people.filter((hour) => hour > 5 && hour < 20).length).toBeGreaterThan(0.9 * people.length);
    expect(visits.some(({ frames }) => frames.length > 2)).toBe(true);
  });

  it("are seen by Sentinels of every kind of link", () => {
    const links = new Set(listProfiles("1", 12).map(({ comms }) => comms));
    expect([...links].sort()).toEqual(["cellular", "lora", "satellite", "wifi"]);
  });
});
