import "fake-indexeddb/auto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { batchStep } from "../../../src/features/sync-panel/batch-step.ts";
import { makeTestApp, type TestApp } from "../../support/server/test-app.ts";
import {
  Device,
  ownRefusal,
  passTimeUntil,
  personWithInsights,
  rest,
  type Tab,
  until,
} from "./client-harness.ts";
import { FreezableTab } from "./frozen-tab.ts";

let app: TestApp;
let device: Device;

beforeAll(async () => {
  app = await makeTestApp();
});
afterEach(() => device.close());
afterAll(() => app.close());

const posts = () => device.network.to("/api/updates/");

/** What the panel says of the first batch. */
function said(tab: Tab): string {
  const { batches, maySend } = tab.outbox.getState();
  const [batch] = batches;
  if (batch === undefined) return "nothing waits";
  const status = tab.sync.getStatus();
  const leftMs = status.queueWait ? status.queueWait.untilMs - device.timers.elapsedMs() : null;
  return batchStep(batch, { maySend, status, leftMs: leftMs && Math.max(0, leftMs) }).words;
}

async function openWithBatch(name: string) {
  const person = await personWithInsights(app, name, 2);
  device = new Device(app);
  let offMs = 0;
  const clock = { now: () => app.clock.now() + offMs };
  const tab = device.openTab(person.user, "member", (world) => ({ ...world, clock }));
  await until(() => tab.sync.getStatus().freshAtMs !== null && tab.outbox.getState().ready);
  await tab.outbox.act([person.target(0)], "favorite");
  return { tab, ...person, setClock: (byMs: number) => (offMs = byMs) };
}

describe("a queue that waits", () => {
  it.each([
    [
      "no connection",
      () => "unreachable" as const,
      /^Waiting for a connection, trying again in \d+\s(s|min)\.$/,
    ],
    [
      "a server in trouble",
      () => ownRefusal(503, { error: "busy" }),
      /^Server error, trying again in \d+\s(s|min)\.$/,
    ],
    [
      "a broken server, for which a proxy answers with a page",
      () => new Response("<html>", { status: 502, headers: { "content-type": "text/html" } }),
      /^Server error, trying again in \d+\s(s|min)\.$/,
    ],
    [
      "a busy server that names the time (neighbour 4)",
      () => ownRefusal(429, { code: "throttled" }, { "retry-after": "90" }),
      /^The server is busy, trying again in 90\ss\.$/,
    ],
    [
      "an answer that it knows",
      () => ownRefusal(418, { error: "no" }),
      /^Server error, trying again in \d+\s(s|min)\.$/,
    ],
  ])(
    "says that it waits for %s and for how long, and keeps to it where the device's clock is set (promise A4, fault 29)",
    async (name, fault, words) => {
      const { tab, setClock } = await openWithBatch(name);
      device.network.fault = ({ path }) => (path === "/api/updates/" ? fault() : "pass");
      await tab.outbox.save();
      await until(() => tab.sync.getStatus().queueWait != null);
      expect(said(tab)).toMatch(words);
      const { untilMs } = tab.sync.getStatus().queueWait ?? { untilMs: 0 };
      for (const offMs of [-2 * 86_400_000, 2 * 86_400_000]) {
        setClock(offMs);
        expect(said(tab)).toMatch(words);
      }
      const before = posts().length;
      device.network.mend();
      device.timers.advance(Math.max(0, untilMs - device.timers.elapsedMs() - 1));
      await rest(device);
      expect(posts().length).toBe(before);
      device.timers.advance(2);
      await until(() => posts().length > before);
      await passTimeUntil(device, async () => {
        await app.jobs.runOnce();
        return tab.outbox.getState().batches.length === 0;
      });
      expect(tab.sync.getStatus().queueWait ?? null).toBeNull();
    },
  );

  it("keeps its wait, and seals nothing, where a captive portal answers pulls with a page and batches with 503", async () => {
    const { tab, target } = await openWithBatch("portal");
    device.network.cut();
    await tab.outbox.save();
    await until(() => tab.sync.getStatus().phase === "offline");
    await tab.outbox.act([target(1)], "favorite");
    const page = (status: number) =>
      new Response("<html>", { status, headers: { "content-type": "text/html", "retry-after": "90" } });
    const before = posts().length;
    const phases = new Set<string>();
    tab.sync.subscribe(() => phases.add(tab.sync.getStatus().phase));
    device.network.fault = ({ method }) => {
      // Without a wait the queue would never rest.
      if (posts().length > before + 20) return "unreachable";
      return page(method === "POST" ? 503 : 200);
    };
    for (let turn = 0; turn < 120; turn += 1) {
      device.timers.advance(500);
      await rest(device);
    }
    expect([...phases].sort()).toEqual(["offline", "online"]);
    expect(posts().length - before).toBe(1);
    expect(tab.outbox.getState()).toMatchObject({ batches: [{}], unsaved: [{ offline: true }] });

    device.network.mend();
    await passTimeUntil(device, async () => {
      await app.jobs.runOnce();
      const { batches, unsaved } = tab.outbox.getState();
      return batches.length === 0 && unsaved.length === 0;
    });
  });

  it.each([
    ["its batches", "/api/updates/"],
    ["its questions about them", "/api/updates"],
  ])(
    "looks like a failure until a try succeeds, also while it tries again, where the server answers %s with an error",
    async (what, failing) => {
      const { tab } = await openWithBatch(`keeps failing: ${what}`);
      device.network.fault = ({ path }) => (path === failing ? ownRefusal(503, { error: "busy" }) : "pass");
      await tab.outbox.save();
      await passTimeUntil(device, () => tab.sync.getStatus().queueWait != null);
      const seen = new Set<string>();
      let isUnderWay = false;
      tab.sync.subscribe(() => {
        const { queueWait } = tab.sync.getStatus();
        isUnderWay ||= queueWait != null && queueWait.untilMs <= device.timers.elapsedMs();
        seen.add(queueWait?.why ?? "nothing");
      });
      const before = device.network.to(failing).length;
      await passTimeUntil(device, () => device.network.to(failing).length >= before + 3);
      expect([...seen]).toEqual(["serverError"]);
      expect(isUnderWay).toBe(true);
      device.network.mend();
      await passTimeUntil(device, async () => {
        await app.jobs.runOnce();
        return tab.outbox.getState().batches.length === 0;
      });
      expect(tab.sync.getStatus().queueWait ?? null).toBeNull();
    },
  );

  it("refreshes too when it is asked to try now, where a refresh has failed", async () => {
    const { tab } = await openWithBatch("tries both");
    device.network.fault = () => ownRefusal(503, { error: "busy" });
    await tab.outbox.save();
    await passTimeUntil(device, () => tab.sync.getStatus().failed && tab.sync.getStatus().queueWait != null);
    const pulls = () => device.network.to("/api/sync").length;
    const [before, sent] = [pulls(), posts().length];
    tab.sync.sendNow();
    await until(() => pulls() > before && posts().length > sent);
  });

  it("says the same in a tab that follows, which has begun at another moment (promise A4, fault 29)", async () => {
    const { tab, user } = await openWithBatch("follower");
    const begunMs = 5_000_000;
    const late = device.openTab(user, "member", (world) => ({
      ...world,
      timers: {
        ...world.timers,
        after: world.timers.after.bind(world.timers),
        elapsedMs: () => world.timers.elapsedMs() - begunMs,
      },
    }));
    await until(() => late.sync.getStatus().freshAtMs !== null);
    device.network.cut();
    await tab.outbox.save();
    await until(() => late.sync.getStatus().queueWait != null);
    const here = tab.sync.getStatus().queueWait;
    const there = late.sync.getStatus().queueWait;
    expect(there).toEqual({ why: "unreachable", untilMs: (here?.untilMs ?? 0) - begunMs });
  });

  it("names what holds up its first batch alone, and the others wait for it (promise A4, fault 29)", () => {
    const sealed = { phase: "sealed", status: null } as const;
    const status = { phase: "online", queueWait: { why: "blocked", untilMs: 95_000 } } as const;
    const words = (change: object) => batchStep(sealed, { status, leftMs: 90_000, ...change }).words;
    expect(words({})).toBe("Another update of the same Sentinels was in the way, trying again in 90\u00a0s.");
    expect(words({ leftMs: 0 })).toMatch(/trying again now\.$/);
    expect(words({ isBehind: true })).toBe("Sent after the one before it");
    expect(words({ status: { ...status, phase: "offline" } })).toMatch(/^Waiting for a connection/);
    expect(words({ status: { ...status, phase: "signedOut" } })).toBe("Waiting until you sign in again");
    expect(words({ maySend: false })).toMatch(/^Kept on this device/);
    const tried = (why: "serverError" | "blocked") =>
      batchStep(
        { phase: "sending", status: null },
        { status: { phase: "online", queueWait: { why, untilMs: 0 } }, leftMs: 0 },
      ).words;
    expect(tried("serverError")).toBe("Server error, trying again now.");
    expect(tried("blocked")).toBe("Being sent");
  });
});

it("the leading tab's check is a duration: a frozen one is replaced within 45 s, whatever is done to the device's clock (promise A4, fault 29)", async () => {
  const { user, target } = await personWithInsights(app, "leader clock", 2);
  device = new Device(app);
  const frozen = new FreezableTab();
  const leader = device.openTab(user, "member", frozen.world);
  await until(() => leader.sync.getStatus().freshAtMs !== null);
  let offMs = 0;
  const clock = { now: () => app.clock.now() + offMs };
  const follower = device.openTab(user, "member", (world) => ({ ...world, clock }));
  await until(() => follower.outbox.getState().ready && follower.sync.getStatus().freshAtMs !== null);
  frozen.freeze();
  await rest(device);
  const frozenAtMs = app.clock.now();
  await follower.outbox.act([target(0)], "favorite");
  await follower.outbox.save();
  await passTimeUntil(device, async () => {
    // A clock that is set again and again, back and forth.
    offMs = offMs > 0 ? -86_400_000 : 86_400_000;
    await app.jobs.runOnce();
    return follower.outbox.getState().unsentCount === 0;
  });
  expect(app.clock.now() - frozenAtMs).toBeLessThan(45_000);
  frozen.thaw();
});
