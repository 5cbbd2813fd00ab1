import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { syncWords } from "../../../src/parts/sync-state/sync-chip-words.ts";
import { makeTestApp, type TestApp } from "../../support/server/test-app.ts";
import {
  Device,
  EVERYTHING,
  type Fault,
  historyOf,
  ownRefusal,
  passTimeUntil,
  personWithInsights,
  rest,
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

const posts = () => device.network.to("/api/updates/");
const keysSent = () => new Set(posts().map(({ headers }) => headers.get("idempotency-key")));
const bulkUpdatesOf = (userId: number) =>
  app.db.reader.selectFrom("bulk_updates").selectAll().where("user_id", "=", userId).execute();
const settled = (tab: Tab) => passTimeUntil(device, () => tab.outbox.getState().batches.length === 0);

const setRole = (userId: number, role: "member" | "restricted") =>
  app.db.write((transaction) =>
    transaction.updateTable("users").set({ role }).where("user_id", "=", userId).execute(),
  );

async function openFresh(user: Parameters<Device["openTab"]>[0], role?: "restricted"): Promise<Tab> {
  const tab = device.openTab(user, role);
  await until(() => tab.sync.getStatus().freshAtMs !== null && tab.outbox.getState().ready);
  return tab;
}

describe("what a person did, on its way to the server", () => {
  it("saves as one bulk update with the status that was seen, and clears it once the mirror has it [INS-14, INS-57, INS-58, INS-38, INS-39, INS-45]", async () => {
    const { user, target, ids, deviceId } = await personWithInsights(app, "save", 3);
    device = new Device(app);
    const tab = await openFresh(user);
    expect(await tab.outbox.act([target(0), target(1)], "archive")).toBe("taken");
    expect(posts()).toHaveLength(0);
    await tab.outbox.save();
    await until(() => tab.outbox.getState().batches[0]?.phase === "submitted");
    expect(posts()[0]?.body).toEqual({
      insights: [
        { insightId: ids[0], deviceId, insightStatus: "archive", base: "none", ageMs: 0, clockAheadMs: 0 },
        { insightId: ids[1], deviceId, insightStatus: "archive", base: "none", ageMs: 0, clockAheadMs: 0 },
      ],
      sentAt: expect.any(String),
    });
    expect(tab.outbox.getState().bulk).toMatchObject({ status: 3 });
    await app.jobs.runOnce();
    await settled(tab);
    const polled = device.network.to("/api/updates")[0];
    expect(polled?.search.get("bulk_id")).toBe(String((await bulkUpdatesOf(user.userId))[0]?.bulk_id));
    expect(tab.outbox.getState()).toMatchObject({
      unsaved: [],
      batches: [],
      unsentCount: 0,
      bulk: { message: "The bulk update has successfully completed!", status: 2 },
    });
    expect(await shownStatuses(tab)).toEqual({
      [ids[0] ?? ""]: "archive",
      [ids[1] ?? ""]: "archive",
      [ids[2] ?? ""]: "none",
    });
    const { rows } = await tab.insights.page(EVERYTHING);
    expect(rows.every((row) => row.status === row.serverStatus && !row.unsent)).toBe(true);
  });

  it("sends a batch again under its key when the answer was lost, and the server applies it once (fault 1) [OFF-17]", async () => {
    const { user, target, ids } = await personWithInsights(app, "lost", 1);
    device = new Device(app);
    const tab = await openFresh(user);
    let lost = 0;
    device.network.fault = ({ path }) => (path === "/api/updates/" && lost++ < 2 ? "answerLost" : "pass");
    await tab.outbox.act([target(0)], "favorite");
    await tab.outbox.save();
    await passTimeUntil(device, () => tab.outbox.getState().batches[0]?.phase === "submitted");
    expect(posts()).toHaveLength(3);
    expect(keysSent().size).toBe(1);
    await app.jobs.runOnce();
    await settled(tab);
    expect(await bulkUpdatesOf(user.userId)).toHaveLength(1);
    expect(await historyOf(app, ids[0] ?? "")).toEqual([
      { user_id: user.userId, from_status: "none", to_status: "favorite" },
    ]);
  });

  it("sends at the next start what was sealed before the page was killed (fault 5) [OFF-15]", async () => {
    const { user, target, ids } = await personWithInsights(app, "killed", 1);
    device = new Device(app);
    const killed = await openFresh(user);
    device.network.cut();
    await killed.outbox.act([target(0)], "archive");
    await killed.outbox.save();
    await killed.stop();
    expect(await bulkUpdatesOf(user.userId)).toHaveLength(0);

    device.network.mend();
    const tab = await openFresh(user);
    await passTimeUntil(device, async () => (await bulkUpdatesOf(user.userId)).length === 1);
    await app.jobs.runOnce();
    await settled(tab);
    expect((await serverStatuses(app))[ids[0] ?? ""]).toBe("archive");
  });

  it("polls a running bulk update again after a reload, and never shows the old status in between (fault 6) [INS-43]", async () => {
    const { user, target, ids } = await personWithInsights(app, "reload", 1);
    const insightId = ids[0] ?? "";
    device = new Device(app);
    const killed = await openFresh(user);
    await killed.outbox.act([target(0)], "archive");
    await killed.outbox.save();
    await until(() => killed.outbox.getState().batches[0]?.phase === "submitted");
    await killed.stop();
    await app.jobs.runOnce();

    const seen = new Set<string | null>();
    const tab = device.openTab(user);
    const stopWatching = tab.insights.subscribe(
      () => void tab.insights.insight(insightId).then((row) => row !== null && seen.add(row.status)),
    );
    await until(() => tab.outbox.getState().ready);
    await passTimeUntil(device, async () => {
      seen.add((await tab.insights.insight(insightId))?.status ?? null);
      return tab.outbox.getState().batches.length === 0;
    });
    stopWatching();
    expect([...seen]).toEqual(["archive"]);
    expect((await tab.insights.insight(insightId))?.serverStatus).toBe("archive");
  });

  it("seals and sends by itself what was done without a connection, once, when it returns [OFF-11, OFF-12, OFF-13, OFF-16, OFF-17]", async () => {
    const { user, target, ids } = await personWithInsights(app, "field", 3);
    device = new Device(app);
    const first = await openFresh(user);
    const second = device.openTab(user);
    await until(() => second.sync.getStatus().phase === "online" && second.outbox.getState().ready);
    device.network.cut();
    device.page.online = false;
    device.signal();
    await until(
      () => first.sync.getStatus().phase === "offline" && second.sync.getStatus().phase === "offline",
    );
    await first.outbox.act([target(0)], "acknowledge");
    await second.outbox.act([target(1)], "archive");
    await second.outbox.act([target(2)], "favorite");
    await until(() => first.outbox.getState().unsaved.length === 3);
    expect(first.outbox.getState().unsaved.every((action) => action.offline)).toBe(true);

    device.network.mend();
    device.page.online = true;
    device.signal();
    await until(() => first.outbox.getState().batches[0]?.phase === "submitted");
    expect(first.outbox.getState()).toMatchObject({ unsaved: [], autoSentCount: 3 });
    await app.jobs.runOnce();
    await settled(first);
    expect(posts()).toHaveLength(1);
    expect(await bulkUpdatesOf(user.userId)).toHaveLength(1);
    const statuses = await serverStatuses(app);
    expect(ids.map((id) => statuses[id])).toEqual(["acknowledge", "archive", "favorite"]);
  });

  it("counts what was done before the connection was known as offline when there turns out to be none [OFF-16]", async () => {
    const { user, target, ids } = await personWithInsights(app, "unknown", 1);
    device = new Device(app);
    let fail = () => {};
    const failing = new Promise<void>((resolve) => {
      fail = resolve;
    });
    device.network.fault = async (): Promise<Fault> => {
      await failing;
      return "unreachable";
    };
    const tab = device.openTab(user);
    await until(() => tab.outbox.getState().ready);
    expect(tab.sync.getStatus().phase).toBe("unknown");
    await tab.outbox.act([target(0)], "archive");
    expect(tab.outbox.getState().unsaved[0]?.offline).toBe(false);
    fail();
    await until(() => tab.outbox.getState().unsaved[0]?.offline === true);
    device.network.mend();
    device.signal();
    await until(() => tab.outbox.getState().batches[0]?.phase === "submitted");
    await app.jobs.runOnce();
    await settled(tab);
    expect((await serverStatuses(app))[ids[0] ?? ""]).toBe("archive");
  });

  it("sends by itself, once, what was done after the line had died and before that was found out [OFF-16, OFF-17]", async () => {
    const { user, target, ids } = await personWithInsights(app, "dark", 3);
    device = new Device(app);
    const tab = await openFresh(user);
    const other = device.openTab(user);
    await until(() => other.sync.getStatus().phase === "online" && other.outbox.getState().ready);
    await rest(device);
    device.network.cut();
    device.timers.advance(1_000);
    await tab.outbox.act([target(0)], "archive");
    await other.outbox.act([target(1), target(2)], "favorite");
    await until(() => tab.outbox.getState().unsaved.length === 3);
    expect(tab.outbox.getState().unsaved.some(({ offline }) => offline)).toBe(false);
    device.timers.advance(30_000);
    await until(() => tab.sync.getStatus().phase === "offline");
    await until(() => tab.outbox.getState().unsaved.every(({ offline }) => offline));

    device.network.mend();
    device.signal();
    await until(() => tab.outbox.getState().batches[0]?.phase === "submitted");
    expect(tab.outbox.getState()).toMatchObject({ unsaved: [], autoSentCount: 3 });
    await app.jobs.runOnce();
    await settled(tab);
    expect(posts()).toHaveLength(1);
    expect(await bulkUpdatesOf(user.userId)).toHaveLength(1);
    const statuses = await serverStatuses(app);
    expect(ids.map((id) => statuses[id])).toEqual(["archive", "favorite", "favorite"]);
  });

  it.each([
    ["does not know yet that there is none", true],
    ["is told by the browser that there is none", false],
  ])(
    "sends it also where the page was killed meanwhile, and the next one %s [OFF-15, OFF-16]",
    async (_, mayBeOnline) => {
      const { user, target, ids } = await personWithInsights(app, `dark-killed-${mayBeOnline}`, 2);
      device = new Device(app);
      const killed = await openFresh(user);
      await killed.outbox.act([target(0)], "archive");
      await rest(device);
      // Another round: the actions in the list by now were made with a connection.
      device.timers.advance(30_000);
      await rest(device);
      device.network.cut();
      device.timers.advance(1_000);
      await killed.outbox.act([target(1)], "favorite");
      await killed.stop();

      device.page.online = mayBeOnline;
      device.timers.advance(60_000);
      const tab = device.openTab(user);
      await until(() => tab.sync.getStatus().phase === "offline");
      await until(() => tab.outbox.getState().unsaved.some(({ offline }) => offline));
      expect(tab.outbox.getState().unsaved.map(({ offline }) => offline)).toEqual([false, true]);
      device.network.mend();
      device.page.online = true;
      device.signal();
      await until(() => tab.outbox.getState().batches[0]?.phase === "submitted");
      await app.jobs.runOnce();
      await settled(tab);
      expect(posts()).toHaveLength(1);
      expect((await serverStatuses(app))[ids[1] ?? ""]).toBe("favorite");
    },
  );

  it("leaves a list that was made with a connection to the person's Save", async () => {
    const { user, target } = await personWithInsights(app, "wait", 1);
    device = new Device(app);
    const tab = await openFresh(user);
    await tab.outbox.act([target(0)], "archive");
    // The server has answered since, so there was a connection.
    device.timers.advance(30_000);
    await rest(device);
    device.network.cut();
    device.timers.advance(30_000);
    await until(() => tab.sync.getStatus().phase === "offline");
    device.network.mend();
    device.signal();
    await until(() => tab.sync.getStatus().phase === "online" && !tab.sync.getStatus().pulling);
    expect(tab.outbox.getState().unsaved).toHaveLength(1);
    expect(posts()).toHaveLength(0);
  });

  it("keeps list, undo and redo over a reload [OFF-14, OFF-15]", async () => {
    const { user, target, ids } = await personWithInsights(app, "undo", 2);
    const [first = "", second = ""] = ids;
    device = new Device(app);
    const before = await openFresh(user);
    await before.outbox.act([target(0)], "archive");
    await before.outbox.act([target(1)], "favorite");
    await before.outbox.undo();
    await before.stop();

    const tab = await openFresh(user);
    expect(tab.outbox.getState()).toMatchObject({
      unsaved: [{ insightId: first, insightStatus: "archive" }],
      canUndo: true,
      canRedo: true,
    });
    expect(await tab.outbox.redo()).toEqual({ insightIds: [second], left: 0, inverse: 0 });
    expect(await shownStatuses(tab)).toMatchObject({ [first]: "archive", [second]: "favorite" });
    expect(await tab.outbox.undo()).toEqual({ insightIds: [second], left: 0, inverse: 0 });
    expect(await tab.outbox.undo()).toEqual({ insightIds: [first], left: 0, inverse: 0 });
    expect(await shownStatuses(tab)).toEqual({ [first]: "none", [second]: "none" });
  });

  it("pauses on 401 in mid-queue, loses nothing, and goes on after the person signed in again (fault 8)", async () => {
    const { user, target, ids } = await personWithInsights(app, "expired", 2);
    device = new Device(app);
    const tab = await openFresh(user);
    device.network.fault = ({ path }) =>
      path === "/api/updates/" || path === "/api/user"
        ? ownRefusal(401, { code: "signed_out", errors: { general: "Please sign in." } })
        : "pass";
    await tab.outbox.act([target(0)], "archive");
    await tab.outbox.save();
    await tab.outbox.act([target(1)], "favorite");
    await until(() => tab.session.getState().session.phase === "signedOut");
    expect(tab.outbox.getState()).toMatchObject({ unsaved: [{}], batches: [{ phase: "sealed" }] });
    await tab.stop();

    device.network.mend();
    const again = await openFresh(user);
    await passTimeUntil(device, () => again.outbox.getState().batches[0]?.phase === "submitted");
    await app.jobs.runOnce();
    await settled(again);
    expect((await serverStatuses(app))[ids[0] ?? ""]).toBe("archive");
    expect(again.outbox.getState().unsaved).toMatchObject([{ insightId: ids[1] }]);
  });

  it("applies 997 of 1000 when 3 are gone, and lists the 3 (fault 9)", async () => {
    const { user, deviceId, target, ids } = await personWithInsights(app, "gone", 1000);
    device = new Device(app);
    const tab = await openFresh(user);
    await tab.outbox.act(
      ids.map((_, index) => target(index)),
      "acknowledge",
    );
    const gone = [ids[10], ids[500], ids[999]].map(Number);
    await app.db.write((transaction) =>
      transaction.deleteFrom("insights").where("insight_id", "in", gone).execute(),
    );
    await tab.outbox.save();
    await until(() => tab.outbox.getState().batches[0]?.phase === "submitted");
    await app.jobs.runOnce();
    await settled(tab);
    const statuses = await serverStatuses(app);
    expect(ids.filter((id) => statuses[id] === "acknowledge")).toHaveLength(997);
    expect(tab.outbox.getState().refused).toHaveLength(3);
    expect(tab.outbox.getState().refused[0]).toMatchObject({
      deviceId,
      outcome: "gone",
      insightStatus: "acknowledge",
    });
    await tab.outbox.dismissOutcomes([tab.outbox.getState().refused[0]?.id ?? ""]);
    expect(tab.outbox.getState().refused).toHaveLength(2);
  });

  it("refuses the 1001st insight, takes it after Save, and sends both batches one after the other (fault 10) [INS-46, OFF-19]", async () => {
    const { user, target, ids } = await personWithInsights(app, "cap", 1001);
    device = new Device(app);
    const tab = await openFresh(user);
    const thousand = ids.slice(0, 1000).map((_, index) => target(index));
    expect(await tab.outbox.act(thousand, "archive")).toBe("taken");
    expect(await tab.outbox.act([target(1000)], "archive")).toBe("capped");
    expect(tab.outbox.getState().unsaved).toHaveLength(1000);
    await tab.outbox.save();
    expect(await tab.outbox.act([target(1000)], "archive")).toBe("taken");
    await tab.outbox.save();
    await until(() => tab.outbox.getState().batches[0]?.phase === "submitted");
    expect(tab.outbox.getState().batches[1]?.phase).toBe("sealed");
    await app.jobs.runOnce();
    await passTimeUntil(device, async () => (await bulkUpdatesOf(user.userId)).length === 2);
    await app.jobs.runOnce();
    await settled(tab);
    expect(keysSent().size).toBe(2);
    const statuses = await serverStatuses(app);
    expect(ids.every((id) => statuses[id] === "archive")).toBe(true);
  });

  it("makes one batch of two tabs that save at once [OFF-17]", async () => {
    const { user, target } = await personWithInsights(app, "tabs", 2);
    device = new Device(app);
    const first = await openFresh(user);
    const second = device.openTab(user);
    await until(() => second.outbox.getState().ready);
    await first.outbox.act([target(0), target(1)], "archive");
    await until(() => second.outbox.getState().unsaved.length === 2);
    await Promise.all([first.outbox.save(), second.outbox.save()]);
    await until(() => first.outbox.getState().batches[0]?.phase === "submitted");
    await app.jobs.runOnce();
    await settled(first);
    expect(posts()).toHaveLength(1);
  });

  it("takes, seals and sends nothing for the restricted role, not even a list that lies there [OFF-20, ROLE-04]", async () => {
    const { user, target } = await personWithInsights(app, "kiosk", 1);
    device = new Device(app);
    const member = await openFresh(user);
    device.network.cut();
    device.page.online = false;
    device.signal();
    await member.outbox.act([target(0)], "archive");
    await member.stop();

    device.network.mend();
    device.page.online = true;
    const tab = await openFresh(user, "restricted");
    expect(await tab.outbox.act([target(0)], "favorite")).toBe("forbidden");
    await tab.outbox.save();
    device.signal();
    await until(() => device.network.to("/api/sync").length >= 2 && !tab.sync.getStatus().pulling);
    expect(posts()).toHaveLength(0);
    expect(tab.outbox.getState()).toMatchObject({ unsaved: [{ offline: true }], batches: [] });
  });

  it("sends nothing that was sealed before the person became restricted, and sends it once the role is back (promise B1)", async () => {
    const { user, target, ids } = await personWithInsights(app, "sealed-kiosk", 1);
    device = new Device(app);
    const member = await openFresh(user);
    device.network.fault = ({ path }) => (path === "/api/updates/" ? "unreachable" : "pass");
    await member.outbox.act([target(0)], "archive");
    await member.outbox.save();
    await until(() => posts().length === 1);
    await member.stop();

    device.network.mend();
    const kiosk = await openFresh(user, "restricted");
    expect(kiosk.outbox.getState().batches).toMatchObject([{ phase: "sealed", count: 1 }]);
    device.signal();
    await kiosk.outbox.resend();
    device.timers.advance(10 * 60_000);
    await until(
      () => !kiosk.sync.getStatus().pulling && kiosk.sync.getStatus().freshAtMs === app.clock.now(),
    );
    expect(posts()).toHaveLength(1);
    expect(kiosk.outbox.getState().batches).toMatchObject([{ phase: "sealed", count: 1 }]);
    await kiosk.stop();

    const again = await openFresh(user);
    await until(() => again.outbox.getState().batches[0]?.phase === "submitted");
    await app.jobs.runOnce();
    await settled(again);
    expect((await serverStatuses(app))[ids[0] ?? ""]).toBe("archive");
  });

  it("lists what the server refuses for good, with its sentence, and says why it cannot be tried again [OFF-18, ROLE-04]", async () => {
    const { user, target, ids } = await personWithInsights(app, "demoted", 2);
    device = new Device(app);
    const tab = await openFresh(user);
    device.network.cut();
    await tab.outbox.act([target(0)], "archive");
    await tab.outbox.save();
    await tab.outbox.act([target(1)], "favorite");
    await tab.outbox.save();
    await setRole(user.userId, "restricted");
    device.network.mend();
    device.signal();
    await passTimeUntil(device, () => tab.outbox.getState().refused.length === 2);
    await rest(device);
    expect(tab.outbox.getState()).toMatchObject({ unsaved: [], batches: [], unsentCount: 0 });
    const said = "Your account may not do this.";
    expect(tab.outbox.getState().refused).toMatchObject([
      { insightId: ids[0], insightStatus: "archive", outcome: "notAllowed", said },
      { insightId: ids[1], insightStatus: "favorite", outcome: "notAllowed", said },
    ]);
    expect(await shownStatuses(tab)).toEqual({ [ids[0] ?? ""]: "none", [ids[1] ?? ""]: "none" });
    await tab.stop();

    const restricted = await openFresh(user, "restricted");
    expect(restricted.outbox.getState().maySend).toBe(false);
    const refusedIds = restricted.outbox.getState().refused.map(({ id }) => id);
    expect(await restricted.outbox.retryOutcomes(refusedIds)).toBe("forbidden");
    expect(restricted.outbox.getState().refused).toHaveLength(2);
    await restricted.stop();

    await setRole(user.userId, "member");
    const again = await openFresh(user);
    expect(await again.outbox.retryOutcomes(refusedIds)).toBe("taken");
    await again.outbox.save();
    await until(() => again.outbox.getState().batches[0]?.phase === "submitted");
    await app.jobs.runOnce();
    await settled(again);
    const statuses = await serverStatuses(app);
    expect(ids.map((id) => statuses[id])).toEqual(["archive", "favorite"]);
    expect(again.outbox.getState().refused).toEqual([]);
  });

  it("takes a 403 that is not our server's for one that passes", async () => {
    const { user, target } = await personWithInsights(app, "portal", 1);
    device = new Device(app);
    const tab = await openFresh(user);
    device.network.fault = ({ path }) =>
      path === "/api/updates/"
        ? Response.json({ code: "forbidden", errors: { general: "Pay first." } }, { status: 403 })
        : "pass";
    await tab.outbox.act([target(0)], "archive");
    await tab.outbox.save();
    await passTimeUntil(device, () => posts().length === 2);
    expect(tab.outbox.getState()).toMatchObject({ batches: [{}], refused: [], unsentCount: 1 });
    device.network.mend();
    await passTimeUntil(device, () => tab.outbox.getState().batches[0]?.phase === "submitted");
    expect(keysSent().size).toBe(1);
    await app.jobs.runOnce();
    await settled(tab);
  });

  it("retries a server in trouble without end, later and later, and loses nothing (promise B4) [OFF-18, INS-61]", async () => {
    const { user, target, ids } = await personWithInsights(app, "trouble", 1);
    device = new Device(app);
    const tab = await openFresh(user);
    device.network.fault = ({ path }) =>
      path.startsWith("/api/updates")
        ? Response.json({ code: "unavailable", errors: { general: "Later." } }, { status: 503 })
        : "pass";
    await tab.outbox.act([target(0)], "archive");
    await tab.outbox.save();
    await passTimeUntil(device, () => posts().length === 4);
    expect(tab.outbox.getState()).toMatchObject({ batches: [{ phase: "sealed" }], unsentCount: 1 });
    expect(syncWords(tab.sync.getStatus(), tab.outbox.getState())).toEqual({
      state: "Server error",
      waits: "waiting for the server; the app tries again by itself",
    });
    device.network.mend();
    await passTimeUntil(device, () => tab.outbox.getState().batches[0]?.phase === "submitted");
    await app.jobs.runOnce();
    await settled(tab);
    expect(keysSent().size).toBe(1);
    expect((await serverStatuses(app))[ids[0] ?? ""]).toBe("archive");
  });

  it("keeps showing a done batch through the round that brought its end, and clears it with the next [INS-38, INS-39]", async () => {
    const { user, target, ids } = await personWithInsights(app, "rounds", 1);
    const insightId = ids[0] ?? "";
    device = new Device(app);
    const tab = await openFresh(user);
    await tab.outbox.act([target(0)], "archive");
    await tab.outbox.save();
    await until(() => tab.outbox.getState().batches[0]?.phase === "submitted");
    await app.jobs.runOnce();
    let rounds = 0;
    let release = () => {};
    const second = new Promise<void>((resolve) => {
      release = resolve;
    });
    device.network.fault = async ({ path }): Promise<Fault> => {
      if (path === "/api/sync" && ++rounds === 2) await second;
      return "pass";
    };
    await tab.sync.pullNow();
    await until(() => rounds === 2);
    expect(tab.outbox.getState().batches).toMatchObject([{ phase: "confirming", status: 2 }]);
    expect((await tab.insights.insight(insightId))?.status).toBe("archive");
    release();
    await until(() => tab.outbox.getState().batches.length === 0);
    expect(rounds).toBe(2);
    expect(await tab.insights.insight(insightId)).toMatchObject({
      status: "archive",
      serverStatus: "archive",
    });
  });

  it("sends a batch again under its key when the server no longer knows its bulk update", async () => {
    const { user, target, ids } = await personWithInsights(app, "restored", 1);
    device = new Device(app);
    const tab = await openFresh(user);
    await tab.outbox.act([target(0)], "favorite");
    await tab.outbox.save();
    await until(() => tab.outbox.getState().batches[0]?.phase === "submitted");
    let unknown = 0;
    device.network.fault = ({ path }) =>
      path === "/api/updates" && unknown++ === 0
        ? ownRefusal(404, { code: "not_found", errors: { general: "No." } })
        : "pass";
    await tab.outbox.refreshBulk();
    await until(() => posts().length === 2);
    expect(keysSent().size).toBe(1);
    await app.jobs.runOnce();
    await settled(tab);
    expect((await serverStatuses(app))[ids[0] ?? ""]).toBe("favorite");
  });

  it("takes a new key where the server knows the old one for another body", async () => {
    const { user, target, ids } = await personWithInsights(app, "reused", 1);
    device = new Device(app);
    const tab = await openFresh(user);
    let refused = 0;
    device.network.fault = ({ path }) =>
      path === "/api/updates/" && refused++ === 0
        ? ownRefusal(422, { code: "key_reused", errors: { general: "No." } })
        : "pass";
    await tab.outbox.act([target(0)], "favorite");
    await tab.outbox.save();
    await until(() => tab.outbox.getState().batches[0]?.phase === "submitted");
    expect(keysSent().size).toBe(2);
    await app.jobs.runOnce();
    await settled(tab);
    expect((await serverStatuses(app))[ids[0] ?? ""]).toBe("favorite");
  });

  it("asks at 2, 5 and 15 s, then every 60 s what became of a bulk update", async () => {
    const { user, target } = await personWithInsights(app, "polls", 1);
    device = new Device(app);
    const tab = await openFresh(user);
    await tab.outbox.act([target(0)], "favorite");
    await tab.outbox.save();
    await until(() => tab.outbox.getState().batches[0]?.phase === "submitted");
    const polls = () => device.network.to("/api/updates").length;
    const askedAtMs: number[] = [];
    const startMs = app.clock.now();
    while (askedAtMs.length < 5) {
      await rest(device);
      while (polls() > askedAtMs.length) askedAtMs.push(app.clock.now() - startMs);
      device.timers.advance(500);
    }
    expect(askedAtMs).toEqual([2_000, 5_000, 15_000, 75_000, 135_000]);
    await app.jobs.runOnce();
  });
});
