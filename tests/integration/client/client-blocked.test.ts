import "fake-indexeddb/auto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openOutboxDatabase } from "../../../src/storage/outbox/outbox-database.ts";
import { makeTestApp, type TestApp, type TestUser } from "../../support/server/test-app.ts";
import {
  addInsights,
  Device,
  passTimeUntil,
  serverStatuses,
  shownStatuses,
  type Tab,
  until,
} from "./client-harness.ts";

let app: TestApp;
let device: Device;

beforeAll(async () => {
  app = await makeTestApp();
});
afterEach(() => device.close());
afterAll(() => app.close());

const BLOCKED = "Someone is trying to do a bulk update, try again later";
const posts = () => device.network.to("/api/updates/");

/** Two people who share a Sentinel, which a bulk update of the other one holds. */
async function sharedSentinel(name: string, count: number) {
  const user = await app.addUser(name);
  const other = await app.addUser(`${name}-other`);
  const deviceId = `cam-${name}`;
  const deviceRef = await app.addDevice(deviceId, [user, other]);
  const ids = await addInsights(app, deviceRef, count + 1);
  const insights = [{ insightId: ids[count], deviceId, insightStatus: "archive" }];
  await app.call("POST", "/api/updates/", { as: other, body: { insights } });
  const claim = await app.jobs.claim();
  if (claim === null) throw new Error("the other one's bulk update was not there to be held");
  const target = (index: number) => ({ insightId: ids[index] ?? "", deviceId, base: "none" as const });
  return {
    user,
    ids,
    target,
    /** Over a minute passes, after which the server blocks bulk updates that wait for the Sentinel. */
    async block() {
      app.clock.advance(61_000);
      await app.jobs.renew(claim);
      await app.jobs.runOnce();
    },
    release: () => app.jobs.apply(claim),
  };
}

async function openFresh(user: TestUser): Promise<Tab> {
  const tab = device.openTab(user);
  await until(() => tab.sync.getStatus().freshAtMs !== null && tab.outbox.getState().ready);
  return tab;
}
const submitted = (tab: Tab) => until(() => tab.outbox.getState().batches[0]?.phase === "submitted");

describe("a bulk update that ends blocked", () => {
  it("gives a saved batch back to the list, with the literal message, and waits for the person (fault 7) [INS-42, OFF-18]", async () => {
    const { user, ids, target, block, release } = await sharedSentinel("saved", 2);
    device = new Device(app);
    const tab = await openFresh(user);
    await tab.outbox.act([target(0), target(1)], "favorite");
    await tab.outbox.save();
    await submitted(tab);
    await block();
    await tab.outbox.refreshBulk();
    expect(tab.outbox.getState()).toMatchObject({
      returned: 2,
      batches: [],
      bulk: { status: 4, message: BLOCKED },
    });
    expect(tab.outbox.getState().unsaved.map(({ insightId }) => insightId)).toEqual(ids.slice(0, 2));
    const before = await serverStatuses(app);
    expect(ids.slice(0, 2).map((id) => before[id])).toEqual(["none", "none"]);
    device.timers.advance(10 * 60_000);
    await until(() => !tab.sync.getStatus().pulling && tab.sync.getStatus().freshAtMs === app.clock.now());
    expect(posts()).toHaveLength(1);

    await release();
    await tab.outbox.resend();
    await submitted(tab);
    await app.jobs.runOnce();
    await passTimeUntil(device, () => tab.outbox.getState().batches.length === 0);
    const keys = posts().map(({ headers }) => headers.get("idempotency-key"));
    expect(new Set(keys).size).toBe(2);
    const after = await serverStatuses(app);
    expect(ids.slice(0, 2).map((id) => after[id])).toEqual(["favorite", "favorite"]);
  });

  it("gives a saved batch back to the list where only the feed says that it is blocked (promise B1) [INS-42]", async () => {
    const { user, ids, target, block, release } = await sharedSentinel("by feed", 2);
    device = new Device(app);
    const tab = await openFresh(user);
    await tab.outbox.act([target(0), target(1)], "favorite");
    await tab.outbox.save();
    await submitted(tab);
    device.network.fault = ({ path }) => (path === "/api/updates" ? "unreachable" : "pass");
    await block();
    await passTimeUntil(device, () => tab.outbox.getState().batches.length === 0);
    expect(tab.outbox.getState()).toMatchObject({
      returned: 2,
      unsaved: ids.slice(0, 2).map((insightId) => ({ insightId, insightStatus: "favorite" })),
      bulk: { status: 4, message: BLOCKED },
    });
    const first = ids[0] ?? "";
    expect((await shownStatuses(tab))[first]).toBe("favorite");
    expect((await serverStatuses(app))[first]).toBe("none");

    device.network.mend();
    await release();
    await tab.outbox.resend();
    await submitted(tab);
    await app.jobs.runOnce();
    await passTimeUntil(device, () => tab.outbox.getState().batches.length === 0);
    expect((await serverStatuses(app))[first]).toBe("favorite");
  });

  it("drops what a later batch or the list supersedes, and shows the person's last word throughout (fault 7) [INS-42]", async () => {
    const { user, ids, target, block, release } = await sharedSentinel("later", 3);
    const [first = "", second = "", third = ""] = ids;
    device = new Device(app);
    const tab = await openFresh(user);
    await tab.outbox.act([target(0), target(1), target(2)], "archive");
    await tab.outbox.save();
    await submitted(tab);
    await tab.outbox.act([{ ...target(1), base: "archive" }], "favorite");
    await tab.outbox.save();
    await tab.outbox.act([{ ...target(2), base: "archive" }], "acknowledge");
    const wanted = { [first]: "archive", [second]: "favorite", [third]: "acknowledge" };
    expect(await shownStatuses(tab)).toMatchObject(wanted);
    await block();
    await tab.outbox.refreshBulk();
    expect(tab.outbox.getState().unsaved.map((action) => [action.insightId, action.insightStatus])).toEqual([
      [first, "archive"],
      [third, "acknowledge"],
    ]);
    expect(tab.outbox.getState()).toMatchObject({ returned: 1, batches: [{ count: 1 }] });
    expect(await shownStatuses(tab)).toMatchObject(wanted);

    await release();
    await tab.outbox.save();
    await passTimeUntil(device, async () => {
      await app.jobs.runOnce();
      return tab.outbox.getState().batches.length === 0;
    });
    expect(await serverStatuses(app)).toMatchObject(wanted);
    expect(await shownStatuses(tab)).toMatchObject(wanted);
  });

  it.each([
    ["two days ahead, and set right then", 2 * 86_400_000],
    ["two days behind, and set right then", -2 * 86_400_000],
  ])(
    "waits its pause and no longer where the device's clock was %s (promise A4, fault 29)",
    async (name, wrongMs) => {
      const { user, ids, target, block, release } = await sharedSentinel(
        `clock ${wrongMs < 0 ? "behind" : "ahead"}`,
        1,
      );
      device = new Device(app);
      let offMs = wrongMs;
      const clock = { now: () => app.clock.now() + offMs };
      const tab = device.openTab(user, "member", (world) => ({ ...world, clock }));
      await until(() => tab.sync.getStatus().freshAtMs !== null && tab.outbox.getState().ready);
      device.network.cut();
      device.page.online = false;
      device.signal();
      await tab.outbox.act([target(0)], "favorite");
      device.network.mend();
      device.page.online = true;
      device.signal();
      await submitted(tab);
      await block();
      await tab.outbox.refreshBulk();
      expect(tab.outbox.getState().batches, name).toMatchObject([{ phase: "sealed" }]);
      expect(posts()).toHaveLength(1);
      offMs = 0;

      await release();
      const fromMs = app.clock.now();
      await passTimeUntil(device, () => posts().length === 2);
      expect(app.clock.now() - fromMs).toBeLessThanOrEqual(5 * 60_000);
      await submitted(tab);
      await app.jobs.runOnce();
      await passTimeUntil(device, () => tab.outbox.getState().batches.length === 0);
      expect((await serverStatuses(app))[ids[0] ?? ""]).toBe("favorite");
    },
  );

  it("sends what an earlier version of the app left with a moment to wait for (promise A4, fault 29)", async () => {
    const { user, ids, target, release } = await sharedSentinel("stored moment", 1);
    await release();
    device = new Device(app);
    const before = await openFresh(user);
    device.network.cut();
    await before.outbox.act([target(0)], "favorite");
    await before.outbox.save();
    await before.stop();
    const database = openOutboxDatabase(user.userId);
    const heldUntilMs = app.clock.now() + 2 * 86_400_000;
    await database.meta.put({
      key: "facts",
      value: { blocked: null, heldUntilMs, autoSentCount: 0, sealedSeq: 0 },
    });
    database.close();
    device.network.mend();
    const tab = device.openTab(user);
    await submitted(tab);
    await app.jobs.runOnce();
    await passTimeUntil(device, () => tab.outbox.getState().batches.length === 0);
    expect((await serverStatuses(app))[ids[0] ?? ""]).toBe("favorite");
  });

  it("tries a batch that was sent by itself again, under another key and after a pause [OFF-18]", async () => {
    const { user, ids, target, block, release } = await sharedSentinel("alone", 1);
    device = new Device(app);
    const tab = await openFresh(user);
    device.network.cut();
    device.page.online = false;
    device.signal();
    await tab.outbox.act([target(0)], "favorite");
    device.network.mend();
    device.page.online = true;
    device.signal();
    await submitted(tab);
    await block();
    await tab.outbox.refreshBulk();
    expect(tab.outbox.getState()).toMatchObject({ unsaved: [], returned: 0, batches: [{ phase: "sealed" }] });
    expect(posts()).toHaveLength(1);

    await release();
    await passTimeUntil(device, () => posts().length === 2);
    await submitted(tab);
    await app.jobs.runOnce();
    await passTimeUntil(device, () => tab.outbox.getState().batches.length === 0);
    const [firstKey, secondKey] = posts().map(({ headers }) => headers.get("idempotency-key"));
    expect(secondKey).not.toBe(firstKey);
    expect((await serverStatuses(app))[ids[0] ?? ""]).toBe("favorite");
  });
});
