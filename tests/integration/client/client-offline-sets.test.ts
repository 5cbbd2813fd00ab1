import "fake-indexeddb/auto";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { NewOfflineSet } from "../../../src/offline-sets/offline-set-control.ts";
import {
  offlineSetCacheName,
  openedCacheName,
  pictureQuery,
  thumbnailCacheName,
} from "../../../src/protocol/worker-messages.ts";
import type { InsightFilter } from "../../../src/query/insight-engine.ts";
import { FakeCaches } from "../../support/client/fake-caches.ts";
import { drawnPhoto } from "../../support/server/access/access-world.ts";
import { makeTestApp, type TestApp, type TestUser } from "../../support/server/test-app.ts";
import {
  addInsights,
  Device,
  EVERYTHING,
  ownRefusal,
  passTimeUntil,
  type Tab,
  until,
} from "./client-harness.ts";

const DAY_MS = 86_400_000;

let app: TestApp;
let device: Device;
let people = 0;

beforeAll(async () => {
  app = await makeTestApp();
});
afterEach(() => device.close());
afterAll(() => app.close());

/** A person with two Sentinels, one in a group; each has an insight of every age, those of the first further north. */
async function someone(ages: readonly number[]) {
  people += 1;
  const user = await app.addUser(`packs-${people}`);
  const north = await app.addDevice(`north-${people}`, [user]);
  const south = await app.addDevice(`south-${people}`, [user]);
  const groupId = String(await app.addGroup(user, "North", [north]));
  const at = (latitude: number) => (index: number) => ({
    time_stamp: app.clock.now() - (ages[index] ?? 0) * DAY_MS,
    latitude,
  });
  const ids = {
    north: await addInsights(app, north, ages.length, at(10)),
    south: await addInsights(app, south, ages.length, at(-10)),
  };
  device = new Device(app);
  return { user, groupId, ids };
}

async function synced(user: TestUser): Promise<Tab> {
  const tab = device.openTab(user);
  await until(() => tab.sync.getStatus().freshAtMs !== null && !tab.sync.getStatus().pulling);
  return tab;
}
async function shown(tab: Tab, filter: Partial<InsightFilter> = {}): Promise<string[]> {
  const { rows } = await tab.insights.page({ ...EVERYTHING, filter: { showArchived: true, ...filter } });
  return rows.map(({ insightId }) => insightId).sort();
}
async function addSet(tab: Tab, selection: NewOfflineSet["selection"]): Promise<string> {
  const control = await tab.offlineSets();
  await control.add({ name: "Mara", selection, pictures: "thumbnails", budget: null, anyLink: false });
  await passTimeUntil(device, async () => (await tab.mirror.offlineSets())[0]?.insights != null);
  return (await tab.mirror.offlineSets())[0]?.packId ?? "";
}
const choice = (days: number | null, groups: string[] | null, area: object | null = null) =>
  ({ by: "choice", choice: { days, groups, area } }) as NewOfflineSet["selection"];

describe("offline sets and what this device keeps", () => {
  it("bring insights that the choice leaves out, and removing the set lets them go again, with an honest word for each", async () => {
    const { user, ids, groupId } = await someone([1, 20, 200]);
    const tab = await synced(user);
    await tab.retention.choose({ days: 7, groups: null });
    await until(async () => (await shown(tab)).length === 2);

    const control = await tab.offlineSets();
    const signal = new AbortController().signal;
    const selection = choice(30, [groupId]);
    // The set has two of them; for these the device keeps a month of all groups.
    expect(await control.estimate(selection, signal)).toMatchObject({
      kind: "estimated",
      estimate: { insights: 2, more: { insights: 2 } },
    });
    const packId = await addSet(tab, selection);
    expect(await shown(tab, { packId })).toEqual(ids.north.slice(0, 2).sort());
    expect(await shown(tab)).toEqual([...ids.north.slice(0, 2), ...ids.south.slice(0, 2)].sort());
    const { choice: chosen, covers } = await tab.mirror.retention();
    expect([chosen?.days, covers.groups]).toEqual([7, null]);
    // A begun day counts as a whole one.
    expect([30, 31]).toContain(covers.days);

    await control.remove(packId);
    await passTimeUntil(device, async () => (await tab.mirror.retention()).covers.days === 7);
    expect(await shown(tab)).toEqual([ids.north[0], ids.south[0]].sort());
    expect(await shown(tab, { packId })).toEqual([]);
  });

  it("do not age out of the device while they are in an offline set", async () => {
    const { user, ids } = await someone([1, 6]);
    const tab = await synced(user);
    await tab.retention.choose({ days: 7, groups: null });
    await until(async () => (await tab.mirror.retention()).covers.days === 7);
    const packId = await addSet(tab, { by: "filter", filter: { showArchived: true } });
    app.clock.advance(5 * DAY_MS);
    await tab.sync.pullNow();
    await passTimeUntil(device, async () => ((await tab.mirror.retention()).covers.days ?? 0) > 11);
    expect(await shown(tab, { packId })).toEqual([...ids.north, ...ids.south].sort());
    await (await tab.offlineSets()).remove(packId);
    await passTimeUntil(device, async () => (await tab.mirror.retention()).covers.days === 7);
    expect(await shown(tab)).toEqual([ids.north[0], ids.south[0]].sort());
  });

  it("have exactly what was picked by groups, days and area, also after a restart without a connection [OFF-10]", async () => {
    const { user, ids, groupId } = await someone([1, 20]);
    const tab = await synced(user);
    const area = { south: 5, west: -180, north: 20, east: 180 };
    const signal = new AbortController().signal;
    const inNorth = choice(null, null, area);
    expect(await (await tab.offlineSets()).estimate(inNorth, signal)).toMatchObject({
      estimate: { insights: 2 },
    });
    const byArea = await addSet(tab, inNorth);
    expect(await shown(tab, { packId: byArea })).toEqual([...ids.north].sort());
    await (await tab.offlineSets()).remove(byArea);
    const ungrouped = await addSet(tab, choice(7, ["none"]));
    expect(await shown(tab, { packId: ungrouped })).toEqual([ids.south[0]]);
    await (await tab.offlineSets()).remove(ungrouped);
    const packId = await addSet(tab, choice(7, [groupId]));
    await tab.stop();

    device.network.cut();
    const again = device.openTab(user);
    expect(await shown(again, { packId })).toEqual([ids.north[0]]);
  });

  it("stay where the server starts anew, and are full again with it", async () => {
    const { user, ids } = await someone([1]);
    const tab = await synced(user);
    const packId = await addSet(tab, choice(7, null));
    device.network.fault = ({ path, search }) =>
      path === "/api/sync" && search.has("cursor") && !search.has("estimate")
        ? ownRefusal(410, { code: "resync", errors: { general: "again" } })
        : "pass";
    await tab.sync.pullNow();
    await until(
      () => device.network.to("/api/sync").filter(({ search }) => !search.has("cursor")).length > 1,
    );
    device.network.mend();
    await passTimeUntil(device, async () => (await tab.mirror.retention()).complete);
    expect(await shown(tab, { packId })).toEqual([...ids.north, ...ids.south].sort());
  });

  it("cannot be told in size without a connection, and say so", async () => {
    const { user } = await someone([1]);
    const tab = await synced(user);
    device.network.cut();
    const answer = await (await tab.offlineSets()).estimate(choice(7, null), new AbortController().signal);
    expect(answer).toEqual({ kind: "unknown" });
  });
});

describe("pictures of what a person does not reach any more", () => {
  afterEach(() => vi.unstubAllGlobals());

  it.each([
    ["insights", "of a Sentinel whose insights were archived"],
    ["ownership", "of a Sentinel that was given up"],
  ])("leave the device with the next pull, those of offline sets too: %s (promise B6)", async (what) => {
    const caches = new FakeCaches();
    vi.stubGlobal("caches", caches);
    const user = await app.addUser(`pictures-${what}`);
    const colleague = await app.addUser(`colleague-${what}`);
    const pictures: { deviceId: string; photoUrl: string }[] = [];
    for (const name of ["lost", "kept"]) {
      const deviceId = `${name}-${what}`;
      const ref = await app.addDevice(deviceId, [user, colleague]);
      const { photoKey } = await app.addInsight(ref, await drawnPhoto());
      pictures.push({ deviceId, photoUrl: photoKey });
    }
    device = new Device(app);
    const tab = await synced(user);
    const nowMs = app.clock.now();
    const names = [
      thumbnailCacheName(user.userId, nowMs),
      openedCacheName(user.userId),
      offlineSetCacheName(user.userId, "mara"),
    ];
    const others = openedCacheName(colleague.userId);
    for (const name of [...names, others]) {
      const cache = await caches.open(name);
      for (const picture of pictures) {
        const query = new URLSearchParams(pictureQuery(picture, name === names[0]));
        await cache.put(`/api/photo?${query}`, new Response("x"));
      }
    }
    const cleared = await app.call("DELETE", `/api/dataClearing/lost-${what}?${what}=true`, { as: user });
    expect(cleared.statusCode).toBe(200);
    await tab.sync.pullNow();
    await passTimeUntil(device, async () => (await shown(tab)).length === 1);
    const [lost, kept] = pictures.map(({ photoUrl }) => photoUrl);
    expect(names.map((name) => caches.held(name))).toEqual([[kept], [kept], [kept]]);
    // Of another person on this device: their own next pull decides.
    expect(caches.held(others)).toEqual([lost, kept]);
  });
});
