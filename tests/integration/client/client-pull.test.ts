import "fake-indexeddb/auto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openMirrorDatabase } from "../../../src/storage/mirror/mirror-database.ts";
import { makeTestApp, type TestApp } from "../../support/server/test-app.ts";
import {
  addInsights,
  Device,
  EVERYTHING,
  type Fault,
  ownRefusal,
  passTimeUntil,
  shownStatuses,
  until,
} from "./client-harness.ts";

let app: TestApp;
let device: Device;

beforeAll(async () => {
  app = await makeTestApp();
});
afterEach(() => device.close());
afterAll(() => app.close());

let people = 0;
async function someone() {
  people += 1;
  return app.addUser(`pull-${people}`);
}

describe("the mirror against the real server", () => {
  it("copies insights, Sentinels, groups, alerts and models to this device [OFF-07, OFF-08, OFF-09]", async () => {
    const user = await someone();
    const deviceRef = await app.addDevice("cam-a", [user], { device_name: "Gate" });
    const ids = await addInsights(app, deviceRef, 25);
    const groupId = await app.addGroup(user, "North", [deviceRef]);
    const alertId = await app.addAlert(user, deviceRef);
    await app.addModel("Foxes", [user], [deviceRef]);
    device = new Device(app);
    const tab = device.openTab(user);
    await until(() => tab.sync.getStatus().freshAtMs !== null);

    const page = await tab.insights.page(EVERYTHING);
    expect(page.rows.map((row) => row.insightId)).toEqual([...ids].reverse());
    expect(page).toMatchObject({ matched: 25, held: 25, complete: true });
    expect(page.rows[0]).toMatchObject({
      deviceId: "cam-a",
      displayName: "Gate",
      className: "fox",
      confidence: 0.9,
    });
    expect(await tab.mirror.devices()).toMatchObject([
      { device_id: "cam-a", device_name: "Gate", display_name: "Gate", group_id: groupId },
    ]);
    expect(await tab.mirror.groups()).toMatchObject([
      { group_id: groupId, group_name: "North", devices: ["cam-a"] },
    ]);
    expect(await tab.mirror.alerts()).toMatchObject([{ id: alertId, associated_id: "cam-a", status: "new" }]);
    expect(await tab.mirror.countNewAlerts([])).toBe(1);
    expect(await tab.mirror.models()).toMatchObject([{ alg_name: "Foxes" }]);
    expect(tab.sync.getStatus().phase).toBe("online");
  });

  it("follows what changes at the server with the next round, new rows, new names and removals alike [OFF-07, OFF-08]", async () => {
    const user = await someone();
    const deviceRef = await app.addDevice("cam-b", [user], { device_name: "Old" });
    const [first, second] = await addInsights(app, deviceRef, 2);
    device = new Device(app);
    const tab = device.openTab(user);
    await until(() => tab.sync.getStatus().freshAtMs !== null);

    await app.db.write(async (transaction) => {
      const devices = transaction.updateTable("devices").set({ device_name: "New" });
      await devices.where("device_ref", "=", deviceRef).execute();
      const insights = transaction.updateTable("insights").set({ insight_status: "favorite" });
      await insights.where("insight_id", "=", Number(first)).execute();
      await transaction.deleteFrom("insights").where("insight_id", "=", Number(second)).execute();
    });
    const [third] = await addInsights(app, deviceRef, 1);
    device.timers.advance(30_000);
    await until(async () => (await tab.insights.page(EVERYTHING)).rows[0]?.insightId === third);

    const { rows } = await tab.insights.page(EVERYTHING);
    expect(rows.map((row) => [row.insightId, row.status, row.displayName])).toEqual([
      [third, "none", "New"],
      [first, "favorite", "New"],
    ]);
  });

  it("drops the insights of a Sentinel that is taken from the person, and brings them back with it (fault 15)", async () => {
    const user = await someone();
    const kept = await app.addDevice("cam-kept", [user]);
    const lost = await app.addDevice("cam-lost", [user]);
    const [keptId] = await addInsights(app, kept, 1);
    const [lostId] = await addInsights(app, lost, 1);
    device = new Device(app);
    const tab = device.openTab(user);
    await until(() => tab.sync.getStatus().freshAtMs !== null);
    const shown = async () => Object.keys(await shownStatuses(tab)).sort();
    expect(await shown()).toEqual([keptId, lostId].sort());

    await app.db.write((transaction) =>
      transaction
        .deleteFrom("device_users")
        .where("device_ref", "=", lost)
        .where("user_id", "=", user.userId)
        .execute(),
    );
    device.timers.advance(30_000);
    await until(async () => (await shown()).length === 1);
    expect(await shown()).toEqual([keptId]);

    await app.db.write((transaction) =>
      transaction
        .insertInto("device_users")
        .values({ device_ref: lost, user_id: user.userId, after_insight_id: 0, granted_at: app.clock.now() })
        .execute(),
    );
    device.timers.advance(30_000);
    await until(async () => (await shown()).length === 2);
    expect(await shown()).toEqual([keptId, lostId].sort());
  });

  it("goes on where it stood when the page was killed between two pages of the first copy (fault 14)", async () => {
    const user = await someone();
    const deviceRef = await app.addDevice("cam-c", [user]);
    const ids = await addInsights(app, deviceRef, 2_500);
    device = new Device(app);
    let pages = 0;
    device.network.fault = ({ path }) => (path === "/api/sync" && ++pages > 1 ? "unreachable" : "pass");
    const killed = device.openTab(user);
    await until(() => pages > 1 && killed.sync.getStatus().phase === "offline");
    const before = await killed.insights.page(EVERYTHING);
    expect(before.complete).toBe(false);
    expect(before.held).toBeGreaterThan(0);
    await killed.stop();

    device.network.mend();
    device.network.seen.length = 0;
    const tab = device.openTab(user);
    await until(() => tab.sync.getStatus().freshAtMs !== null);
    const after = await tab.insights.page(EVERYTHING);
    expect(device.network.to("/api/sync")[0]?.search.get("cursor")).toBeTruthy();
    expect(after).toMatchObject({ held: 2_500, complete: true });
    expect(new Set(after.rows.map((row) => row.insightId))).toEqual(new Set(ids));
  });

  it("shows the newest insights first, with the progress, while the first copy is on its way", async () => {
    const user = await someone();
    const deviceRef = await app.addDevice("cam-d", [user]);
    const ids = await addInsights(app, deviceRef, 1_500);
    device = new Device(app);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let pages = 0;
    device.network.fault = async ({ path }): Promise<Fault> => {
      if (path === "/api/sync" && ++pages === 2) await held;
      return "pass";
    };
    const tab = device.openTab(user);
    await until(() => (tab.sync.getStatus().firstSync?.rows ?? 0) > 0);
    await until(() => tab.sync.getStatus().firstSync?.total === 1_500);
    const partial = await tab.insights.page({ ...EVERYTHING, limit: 1 });
    expect(partial).toMatchObject({ held: tab.sync.getStatus().firstSync?.rows, complete: false });
    expect(partial.rows[0]?.insightId).toBe(ids.at(-1));
    release();
    await until(() => tab.sync.getStatus().firstSync === null);
    expect((await tab.insights.page(EVERYTHING)).held).toBe(1_500);
  });

  it("rebuilds the mirror and keeps the outbox when the server refuses its cursor (fault 16)", async () => {
    const user = await someone();
    const deviceRef = await app.addDevice("cam-e", [user]);
    const [insightId = ""] = await addInsights(app, deviceRef, 3);
    device = new Device(app);
    const tab = device.openTab(user);
    await until(() => tab.sync.getStatus().freshAtMs !== null);
    await tab.outbox.act([{ insightId, deviceId: "cam-e", base: "none" }], "archive");

    let refused = 0;
    device.network.fault = ({ path, search }) =>
      path === "/api/sync" && search.get("cursor") !== null && refused++ === 0
        ? ownRefusal(410, { code: "resync", errors: { general: "again" } })
        : "pass";
    const freshBefore = tab.sync.getStatus().freshAtMs ?? 0;
    device.timers.advance(30_000);
    await until(() => (tab.sync.getStatus().freshAtMs ?? 0) > freshBefore);
    expect(refused).toBeGreaterThan(0);
    expect(await shownStatuses(tab)).toMatchObject({ [insightId]: "archive" });
    expect((await tab.insights.page(EVERYTHING)).held).toBe(3);
    expect(tab.outbox.getState().unsaved).toHaveLength(1);
  });

  it("fills a mirror anew that an older version of the app kept without boxes, and keeps the outbox", async () => {
    const user = await someone();
    const deviceRef = await app.addDevice("cam-boxes", [user]);
    const box = [0.1, 0.2, 0.3, 0.4] as const;
    const boxes = JSON.stringify([{ className: "fox", confidence: 0.9, box }]);
    const [insightId = ""] = await addInsights(app, deviceRef, 2, (index) => ({
      boxes: index === 1 ? boxes : null,
    }));
    device = new Device(app);
    const before = device.openTab(user);
    await until(() => before.sync.getStatus().freshAtMs !== null);
    await before.outbox.act([{ insightId, deviceId: "cam-boxes", base: "none" }], "archive");
    await before.stop();
    const database = openMirrorDatabase(user.userId);
    await database.delta.toCollection().modify((row) => {
      delete (row as { boxes?: unknown }).boxes;
    });
    await database.meta
      .where("key")
      .equals("pull")
      .modify((entry) => {
        delete (entry.value as { shape?: unknown }).shape;
      });
    database.close();

    const asked: (string | null)[] = [];
    device.network.fault = ({ path, search }) => {
      if (path === "/api/sync") asked.push(search.get("cursor"));
      return "pass";
    };
    const tab = device.openTab(user);
    const shownBoxes = async () => (await tab.insights.page(EVERYTHING)).rows.map((row) => row.boxes);
    await until(async () => (await shownBoxes()).flat().length > 0);
    expect(asked[0]).toBeNull();
    expect(await shownBoxes()).toEqual([[{ className: "fox", confidence: 0.9, box }], []]);
    expect(tab.outbox.getState().unsaved).toHaveLength(1);
    await until(() => tab.sync.getStatus().firstSync === null);
    await tab.stop();

    // Once is enough.
    asked.length = 0;
    const again = device.openTab(user);
    await until(() => asked.length > 0);
    expect(asked[0]).not.toBeNull();
    await again.stop();
  });

  it("says that the server is busy where that keeps it from refreshing, until it does (429)", async () => {
    const user = await someone();
    await app.addDevice("cam-busy", [user]);
    device = new Device(app);
    const tab = device.openTab(user);
    await until(() => tab.sync.getStatus().freshAtMs !== null);
    device.network.fault = () => Response.json({ code: "throttled" }, { status: 429 });
    await tab.sync.pullNow();
    await until(() => tab.sync.getStatus().failed);
    expect(tab.sync.getStatus()).toMatchObject({ phase: "online", failed: true, busy: true });
    device.network.mend();
    await tab.sync.pullNow();
    await until(() => !tab.sync.getStatus().failed);
    expect(tab.sync.getStatus()).toMatchObject({ phase: "online", busy: false });
  });

  it("takes a captive portal's page for no answer, and shows what it has with its age (fault 23) [OFF-10]", async () => {
    const user = await someone();
    const deviceRef = await app.addDevice("cam-f", [user]);
    await addInsights(app, deviceRef, 2, (index) => ({ class_name: index === 0 ? "boar" : "fox" }));
    device = new Device(app);
    const online = device.openTab(user);
    await until(() => online.sync.getStatus().freshAtMs !== null);
    const freshAtMs = online.sync.getStatus().freshAtMs;
    await online.stop();

    device.network.fault = () =>
      new Response("<html>Sign in to this network</html>", { headers: { "content-type": "text/html" } });
    const tab = device.openTab(user);
    await until(() => tab.sync.getStatus().phase === "offline");
    expect(tab.sync.getStatus()).toMatchObject({ freshAtMs, failed: false });
    const boars = await tab.insights.page({
      ...EVERYTHING,
      filter: { showArchived: true, classNames: ["boar"] },
    });
    expect(boars).toMatchObject({ matched: 1, held: 2, complete: true });
  });

  it("pulls every 30 s while somebody looks, every 5 min while nobody does, and at once when looked at", async () => {
    const user = await someone();
    await app.addDevice("cam-g", [user]);
    device = new Device(app);
    const tab = device.openTab(user);
    const rounds = () => device.network.to("/api/sync").length;
    const rested = async (count: number) => {
      await until(() => rounds() === count && !tab.sync.getStatus().pulling);
      // The pause after a round begins a moment after its end was reported.
      await until(() => tab.sync.getStatus().freshAtMs === app.clock.now());
      await new Promise((resolve) => setImmediate(resolve));
    };
    await rested(1);
    device.timers.advance(29_000);
    expect(rounds()).toBe(1);
    device.timers.advance(1_000);
    await rested(2);
    device.page.visible = false;
    device.timers.advance(30_000);
    await rested(3);
    device.timers.advance(4 * 60_000);
    expect(rounds()).toBe(3);
    device.timers.advance(60_000);
    await rested(4);
    device.page.visible = true;
    device.signal();
    await rested(5);
  });

  it("lets one tab do the pulling, and hands that on when the tab closes [OFF-17]", async () => {
    const user = await someone();
    const deviceRef = await app.addDevice("cam-h", [user]);
    await addInsights(app, deviceRef, 1);
    device = new Device(app);
    const first = device.openTab(user);
    const second = device.openTab(user);
    await until(() => second.sync.getStatus().freshAtMs !== null);
    expect(second.sync.getStatus().phase).toBe("online");
    expect(device.network.to("/api/sync")).toHaveLength(1);
    expect((await second.insights.page(EVERYTHING)).held).toBe(1);
    await first.stop();
    await until(() => device.network.to("/api/sync").length === 2);
  });

  it("brings a feature that was switched with the pull that a person asks for, whichever tab asks, and else every ten minutes", async () => {
    const user = await someone();
    device = new Device(app);
    const first = device.openTab(user);
    const second = device.openTab(user);
    await until(() => second.sync.getStatus().freshAtMs !== null);
    const isOn = async () => (await second.mirror.features()).map(({ enabled }) => enabled);
    const turn = (enabled: boolean) => app.call("PUT", "/api/features/1", { as: user, body: { enabled } });
    expect(await isOn()).toEqual([false]);
    await turn(true);
    await second.sync.pullNow();
    await until(async () => (await isOn())[0] === true);
    await turn(false);
    await first.sync.pullNow();
    await until(async () => (await isOn())[0] === false);

    await turn(true);
    const asked = device.network.to("/api/features").length;
    const rounds = device.network.to("/api/sync").length;
    device.signal();
    await until(() => device.network.to("/api/sync").length > rounds);
    expect(device.network.to("/api/features")).toHaveLength(asked);
    await passTimeUntil(device, async () => (await isOn())[0] === true);
  });
});
