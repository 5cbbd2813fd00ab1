import "fake-indexeddb/auto";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { RetentionChoice } from "../../../src/domain/offline/retention.ts";
import { openMirrorStorage } from "../../../src/storage/mirror/mirror-storage.ts";
import { makeTestApp, type TestApp, type TestUser } from "../../support/server/test-app.ts";
import {
  addInsights,
  Device,
  EVERYTHING,
  type Fault,
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

/** A person with two Sentinels, one in a group, each with an insight of every age. */
async function someone(ages: readonly number[]) {
  people += 1;
  const user = await app.addUser(`kept-${people}`);
  const north = await app.addDevice(`north-${people}`, [user]);
  const south = await app.addDevice(`south-${people}`, [user]);
  const groupId = await app.addGroup(user, "North", [north]);
  const at = (index: number) => ({ time_stamp: app.clock.now() - (ages[index] ?? 0) * DAY_MS });
  const ids = {
    north: await addInsights(app, north, ages.length, at),
    south: await addInsights(app, south, ages.length, at),
  };
  device = new Device(app);
  return { user, groupId, ids, refs: { north, south }, names: [`north-${people}`, `south-${people}`] };
}

async function held(tab: Tab): Promise<string[]> {
  return (await tab.insights.page(EVERYTHING)).rows.map(({ insightId }) => insightId).sort();
}

async function synced(user: TestUser): Promise<Tab> {
  const tab = device.openTab(user);
  await until(() => tab.sync.getStatus().freshAtMs !== null && !tab.sync.getStatus().pulling);
  return tab;
}

/** Makes a choice and waits until the server has confirmed it and sent its rows. */
async function keep(tab: Tab, choice: RetentionChoice): Promise<void> {
  await tab.retention.choose(choice);
  await until(async () => {
    const { covers, complete } = await tab.mirror.retention();
    return complete && covers.days === choice.days && String(covers.groups) === String(choice.groups);
  });
  await until(() => !tab.sync.getStatus().pulling);
}

describe("what this device keeps", () => {
  it("drops at once what a narrower choice leaves out, and brings it back whole with a wider one", async () => {
    const { user, ids, groupId, names } = await someone([1, 20, 200]);
    const tab = await synced(user);
    expect(await held(tab)).toEqual([...ids.north, ...ids.south].sort());

    await keep(tab, { days: 30, groups: null });
    expect(await held(tab)).toEqual([...ids.north.slice(0, 2), ...ids.south.slice(0, 2)].sort());
    await keep(tab, { days: 7, groups: [String(groupId)] });
    expect(await held(tab)).toEqual([ids.north[0]]);
    // Sentinels are always kept whole.
    expect((await tab.mirror.devices()).map(({ device_id }) => device_id).sort()).toEqual(names);
    await keep(tab, { days: 365, groups: ["none"] });
    expect(await held(tab)).toEqual([...ids.south].sort());
    await keep(tab, { days: null, groups: null });
    expect(await held(tab)).toEqual([...ids.north, ...ids.south].sort());
  });

  it("drops what ages out of the window by the server's word, never by the device's own clock", async () => {
    const { user, ids } = await someone([1, 6.5]);
    const tab = await synced(user);
    await keep(tab, { days: 7, groups: null });
    expect(await held(tab)).toHaveLength(4);
    const before = app.clock.now();
    device.network.cut();
    device.timers.advance(DAY_MS);
    await until(() => tab.sync.getStatus().phase === "offline" && !tab.sync.getStatus().pulling);
    expect(await held(tab)).toHaveLength(4);

    device.network.mend();
    await passTimeUntil(device, async () => (await held(tab)).length < 4);
    expect(app.clock.now() - before).toBeGreaterThanOrEqual(DAY_MS);
    expect(await held(tab)).toEqual([ids.north[0], ids.south[0]].sort());
  });

  it("begins anew with what was chosen when the server refuses the cursor", async () => {
    const { user, ids } = await someone([1, 200]);
    const tab = await synced(user);
    await keep(tab, { days: 30, groups: null });
    let refused = 0;
    device.network.seen.length = 0;
    device.network.fault = ({ path, search }) =>
      path === "/api/sync" && search.get("cursor") !== null && refused++ === 0
        ? ownRefusal(410, { code: "resync", errors: { general: "again" } })
        : "pass";
    await tab.sync.pullNow();
    await until(() => refused > 0 && !tab.sync.getStatus().pulling);
    const anew = device.network.to("/api/sync").find(({ search }) => search.get("cursor") === null);
    expect(anew?.search.get("days")).toBe("30");
    expect(await held(tab)).toEqual([ids.north[0], ids.south[0]].sort());
    expect((await tab.mirror.retention()).covers.days).toBe(30);
  });

  it("takes another choice in the middle of a first copy, and holds it over a restart", async () => {
    const { user, groupId, refs } = await someone([]);
    await addInsights(app, refs.north, 1_200);
    const wanted = await addInsights(app, refs.south, 1_300);
    let pages = 0;
    device.network.fault = ({ path }) => (path === "/api/sync" && ++pages > 1 ? "unreachable" : "pass");
    const killed = device.openTab(user);
    await until(() => pages > 1 && killed.sync.getStatus().phase === "offline");
    await killed.retention.choose({ days: null, groups: ["none"] });
    await killed.stop();

    device.network.mend();
    const tab = await synced(user);
    expect(await held(tab)).toEqual([...wanted].sort());
    const { choice, covers, complete } = await tab.mirror.retention();
    expect([choice, covers.groups, complete]).toEqual([
      { days: null, groups: ["none"], by: "person" },
      ["none"],
      true,
    ]);
    await keep(tab, { days: null, groups: [String(groupId), "none"] });
    expect(await held(tab)).toHaveLength(2_500);
  });

  it("counts a wider choice as on its way until all of it is here, with its own total", async () => {
    const { user, refs } = await someone([]);
    await addInsights(app, refs.south, 5);
    const old = (index: number) => ({ time_stamp: app.clock.now() - 100 * DAY_MS - index });
    await addInsights(app, refs.north, 11_000, old);
    const tab = device.openTab(user);
    await tab.retention.choose({ days: 30, groups: null });
    await until(async () => (await tab.mirror.retention()).complete && !tab.sync.getStatus().pulling);
    expect(await tab.insights.page(EVERYTHING)).toMatchObject({ held: 5, complete: true });

    const totals = new Set<number | null>();
    tab.sync.subscribe(() => totals.add(tab.sync.getStatus().firstSync?.total ?? null));
    let partial: boolean | null = null;
    let pages = 0;
    device.network.fault = async ({ path, search }): Promise<Fault> => {
      if (path === "/api/sync" && search.get("days") === "365" && search.get("estimate") === null) {
        pages += 1;
        if (pages === 2) partial = (await tab.insights.page(EVERYTHING)).complete;
      }
      return "pass";
    };
    await keep(tab, { days: 365, groups: null });
    expect(partial).toBe(false);
    expect(totals).toContain(11_005);
    expect(await tab.insights.page({ ...EVERYTHING, limit: 1 })).toMatchObject({
      held: 11_005,
      complete: true,
    });
  });

  it("keeps and sends what was done to insights that are dropped meanwhile [OFF-15]", async () => {
    const { user, ids, names } = await someone([1, 200]);
    const tab = await synced(user);
    const [insightId = ""] = ids.north.slice(1);
    await tab.outbox.act([{ insightId, deviceId: names[0] ?? "", base: "none" }], "archive");
    await keep(tab, { days: 30, groups: null });
    expect(await held(tab)).not.toContain(insightId);
    expect(tab.outbox.getState().unsaved).toMatchObject([{ insightId, insightStatus: "archive" }]);

    await tab.outbox.save();
    await until(() => tab.outbox.getState().batches[0]?.phase === "submitted");
    await app.jobs.runOnce();
    await passTimeUntil(device, () => tab.outbox.getState().unsentCount === 0);
    const stored = await app.db.reader
      .selectFrom("insights")
      .select("insight_status")
      .where("insight_id", "=", Number(insightId))
      .executeTakeFirstOrThrow();
    expect(stored.insight_status).toBe("archive");
    expect(tab.outbox.getState().refused).toEqual([]);
  });

  it("makes room by pictures where the device is too full for what the server brings, and goes on (fault 17) [OFF-07]", async () => {
    const { user } = await someone([1]);
    let dropped = 0;
    const { put } = IDBObjectStore.prototype;
    vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function (this: IDBObjectStore, ...row) {
      if (dropped === 0 && (row[0] as { key?: string }).key === "pull") {
        throw new DOMException("No room.", "QuotaExceededError");
      }
      return put.apply(this, row);
    });
    const tab = device.openTab(user, "member", (world) => ({
      ...world,
      async dropPictures() {
        dropped += 1;
      },
    }));
    await passTimeUntil(device, () => tab.sync.getStatus().freshAtMs !== null);
    vi.restoreAllMocks();
    expect(dropped).toBe(1);
    expect(await held(tab)).toHaveLength(2);
  });

  it("is whole again by itself once there is room for what was dropped for want of it (fault 17) [OFF-07]", async () => {
    const { user, refs } = await someone([1]);
    await addInsights(app, refs.north, 2_500);
    const full = await synced(user);
    expect(await held(full)).toHaveLength(2_502);
    await full.stop();
    const mirror = openMirrorStorage(user.userId);
    await mirror.trim(1);
    mirror.close();

    const fromNothing = ({ search }: { search: URLSearchParams }) =>
      search.get("cursor") === null && search.get("estimate") === null;
    const asked = () => device.network.to("/api/sync").filter(fromNothing);
    const before = asked().length;
    device.freeBytes = 10_000_000;
    app.clock.advance(60_000);
    const short = device.openTab(user);
    await until(
      () => short.sync.getStatus().freshAtMs === app.clock.now() && !short.sync.getStatus().pulling,
    );
    expect((await short.mirror.retention()).trimmed).toBe(true);
    expect(asked()).toHaveLength(before);
    device.freeBytes = 1_000_000_000;
    await passTimeUntil(device, async () => !(await short.mirror.retention()).trimmed);
    await until(async () => (await short.mirror.retention()).complete);
    expect(await held(short)).toHaveLength(2_502);
    expect(asked()).toHaveLength(before + 1);
  });

  it("keeps everything unless the first copy is large and the link costly", async () => {
    const { user, ids } = await someone([1, 200]);
    device.costlyLink = true;
    const small = await synced(user);
    expect(await held(small)).toHaveLength(4);
    expect((await small.mirror.retention()).choice).toBeNull();
    await device.close();

    device = new Device(app);
    device.costlyLink = true;
    device.network.rewrite = async ({ search }, answer) => {
      if (search.get("estimate") === null) return answer;
      const body = (await answer.json()) as { message: { bytes: number } };
      body.message.bytes = 3_000_000;
      return Response.json(body, { headers: answer.headers });
    };
    const large = await synced(user);
    expect(await held(large)).toEqual([ids.north[0], ids.south[0]].sort());
    expect((await large.mirror.retention()).choice).toEqual({ days: 30, groups: null, by: "app" });
  });

  it("tells rows and bytes of each choice before it is made, and that it cannot without a connection", async () => {
    const { user, groupId } = await someone([1, 20, 200]);
    const tab = await synced(user);
    const { signal } = new AbortController();
    const told = await tab.retention.estimates(signal);
    expect(told?.map(({ days, total }) => [days, total.rows])).toEqual([
      [7, 2],
      [30, 4],
      [90, 4],
      [365, 6],
      [null, 6],
    ]);
    expect(told?.[0]?.groups).toMatchObject([
      { group_id: String(groupId), rows: 1 },
      { group_id: "none", rows: 1 },
    ]);
    expect(await tab.retention.total(signal)).toBe(6);
    device.network.cut();
    expect(await tab.retention.estimates(signal)).toBeNull();
    expect(await tab.retention.total(signal)).toBeNull();
  });
});
