import "fake-indexeddb/auto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { alertsView } from "../../../src/client/alerts-view.ts";
import type { AlertStatus } from "../../../src/domain/alert/alert.ts";
import { ALERT_STATUS } from "../../../src/domain/alert/alert-step.ts";
import { UNDO_HOLD_MS } from "../../../src/domain/outbox/outbox-record.ts";
import { makeTestApp, type TestApp, type TestUser } from "../../support/server/test-app.ts";
import { Device, passTimeUntil, type Tab, until } from "./client-harness.ts";

let app: TestApp;
let device: Device;

beforeAll(async () => {
  app = await makeTestApp();
});
afterEach(() => device.close());
afterAll(() => app.close());

const STEP = "/api/alerts/statusUpdate/";
const sent = () => device.network.seen.filter(({ path }) => path.startsWith(STEP));
const settled = (tab: Tab) => passTimeUntil(device, () => tab.outbox.getState().batches.length === 0);

/** A ranger with an alert about a Sentinel of their own. */
async function ranger(name: string, status: AlertStatus = "new") {
  const user = await app.addUser(name);
  const ref = await app.addDevice(`cam-${name}`, [user]);
  const alertId = await app.addAlert(user, ref, status);
  device = new Device(app);
  return { user, ref, alertId };
}

async function openFresh(user: TestUser): Promise<Tab> {
  const tab = device.openTab(user);
  await until(() => tab.sync.getStatus().freshAtMs !== null && tab.outbox.getState().ready);
  return tab;
}

/** The alert as screens show it. */
async function shown(tab: Tab, alertId: string) {
  const alerts = await tab.mirror.alerts();
  return alertsView(alerts, tab.outbox.waitingWrites(ALERT_STATUS)).find(({ id }) => id === alertId);
}

/** The same call as the button of the screen. @returns the id of the hold */
async function step(tab: Tab, alertId: string, value: AlertStatus): Promise<string> {
  const seen = await shown(tab, alertId);
  if (seen === undefined) throw new Error(`no alert ${alertId} here`);
  const write = { subject: alertId, deviceId: seen.associated_id, value, base: seen.status };
  const heldId = await tab.outbox.enqueueHeld(ALERT_STATUS, [write]);
  if (heldId === null) throw new Error("the step was not taken");
  return heldId;
}

const stored = (alertId: string) =>
  app.db.reader
    .selectFrom("alerts")
    .select(["status", "resolved_cause"])
    .where("alert_id", "=", Number(alertId))
    .executeTakeFirst();

/** The server finds that what the alert reports is over. */
const conditionEnds = (alertId: string) =>
  app.db.write((transaction) =>
    transaction
      .updateTable("alerts")
      .set({
        status: "resolved",
        resolved_at: app.clock.now(),
        resolved_cause: "condition_ended",
        ended_at: app.clock.now(),
      })
      .where("alert_id", "=", Number(alertId))
      .execute(),
  );

/** The same step by another phone of this person. */
const elsewhere = (user: TestUser, alertId: string, status: AlertStatus) =>
  app.call("PUT", `${STEP}${alertId}`, { as: user, body: { status } });

async function cut(tab: Tab): Promise<void> {
  device.network.cut();
  await tab.sync.pullNow();
  await passTimeUntil(device, () => tab.sync.getStatus().phase === "offline");
}

async function mend(tab: Tab): Promise<void> {
  device.network.mend();
  device.signal();
  await passTimeUntil(device, () => tab.sync.getStatus().phase === "online");
}

/** Every look of the alert until the outbox is empty. */
async function looksUntilSettled(tab: Tab, alertId: string): Promise<string[]> {
  const looks: string[] = [];
  await passTimeUntil(device, async () => {
    const now = await shown(tab, alertId);
    const mirrored = (await tab.mirror.alerts()).find(({ id }) => id === alertId);
    looks.push(`${mirrored?.status}: ${now?.status}${now?.waiting ? ", waiting" : ""}`);
    return tab.outbox.getState().batches.length === 0;
  });
  return [...new Set(looks)];
}

describe("a step of an alert", () => {
  it("is shown as waiting, held for its undo, sent once, and done when the mirror has it", async () => {
    const { user, alertId } = await ranger("held");
    const tab = await openFresh(user);
    const startedMs = app.clock.now();
    await step(tab, alertId, "acknowledged");
    expect(await shown(tab, alertId)).toMatchObject({ status: "acknowledged", waiting: true });
    await passTimeUntil(device, () => sent().length > 0);
    expect(app.clock.now() - startedMs).toBeGreaterThanOrEqual(UNDO_HOLD_MS);
    await settled(tab);
    expect(await shown(tab, alertId)).toMatchObject({ status: "acknowledged", waiting: false });
    expect(await stored(alertId)).toMatchObject({ status: "acknowledged" });
    expect(sent()).toHaveLength(1);
    expect(tab.outbox.getState()).toMatchObject({ unsentCount: 0, refused: [], bulk: null });
  });

  it("is taken back by either of two tabs, with what was built on it, and both know", async () => {
    const { user, alertId } = await ranger("tabs");
    const [one, two] = [await openFresh(user), await openFresh(user)];
    const first = await step(one, alertId, "acknowledged");
    await until(async () => (await shown(two, alertId))?.status === "acknowledged");
    const second = await step(two, alertId, "resolved");
    expect(await one.outbox.takeBack(first)).toBe(true);
    expect(await two.outbox.takeBack(second)).toBe(true);
    expect(await two.outbox.takeBack(first)).toBe(true);
    expect(sent()).toEqual([]);
  });

  it("is taken back unsent while it is held, and cannot be once it was let go", async () => {
    const { user, alertId } = await ranger("undone");
    const tab = await openFresh(user);
    expect(await tab.outbox.takeBack(await step(tab, alertId, "acknowledged"))).toBe(true);
    expect(await shown(tab, alertId)).toMatchObject({ status: "new", waiting: false });
    const second = await step(tab, alertId, "acknowledged");
    await settled(tab);
    expect(sent()).toHaveLength(1);
    expect(await tab.outbox.takeBack(second)).toBe(false);
    expect(await stored(alertId)).toMatchObject({ status: "acknowledged" });
  });

  it("survives a page that is killed while it is held, and goes out once with the next one [OFF-15]", async () => {
    const { user, alertId } = await ranger("killed");
    const killed = await openFresh(user);
    await step(killed, alertId, "acknowledged");
    await killed.stop();
    expect(sent()).toEqual([]);
    const tab = await openFresh(user);
    expect(await shown(tab, alertId)).toMatchObject({ status: "acknowledged", waiting: true });
    await settled(tab);
    expect(sent()).toHaveLength(1);
    expect(await stored(alertId)).toMatchObject({ status: "acknowledged" });
  });

  it("is sent again under its key where the answer was lost", async () => {
    const { user, alertId } = await ranger("lost");
    const tab = await openFresh(user);
    let lost = 0;
    device.network.fault = ({ path }) => (path.startsWith(STEP) && lost++ === 0 ? "answerLost" : "pass");
    await step(tab, alertId, "acknowledged");
    await settled(tab);
    expect(new Set(sent().map(({ headers }) => headers.get("idempotency-key"))).size).toBe(1);
    expect(sent().length).toBeGreaterThan(1);
    expect(tab.outbox.getState().refused).toEqual([]);
  });

  it("made on two phones without a connection is done once, and refused on neither", async () => {
    const { user, alertId } = await ranger("phones");
    const tab = await openFresh(user);
    await cut(tab);
    await step(tab, alertId, "acknowledged");
    expect((await elsewhere(user, alertId, "acknowledged")).statusCode).toBe(200);
    await mend(tab);
    expect(await looksUntilSettled(tab, alertId)).not.toContain("acknowledged: new");
    expect(await shown(tab, alertId)).toMatchObject({ status: "acknowledged", waiting: false });
    expect(tab.outbox.getState().refused).toEqual([]);
  });

  it("is nothing any more where another phone has resolved the alert, and is not shown over that", async () => {
    const { user, alertId } = await ranger("further");
    const tab = await openFresh(user);
    await cut(tab);
    await step(tab, alertId, "acknowledged");
    await elsewhere(user, alertId, "acknowledged");
    await elsewhere(user, alertId, "resolved");
    await mend(tab);
    const looks = await looksUntilSettled(tab, alertId);
    expect(looks.filter((look) => look.startsWith("resolved") && look !== "resolved: resolved")).toEqual([]);
    expect(await shown(tab, alertId)).toMatchObject({ status: "resolved", resolved_cause: "person" });
    expect(tab.outbox.getState().refused).toEqual([]);
  });

  it("waits while the server closes the alert, which is then shown as ended by itself and never as acknowledged", async () => {
    const { user, alertId } = await ranger("closed");
    const tab = await openFresh(user);
    await cut(tab);
    await step(tab, alertId, "acknowledged");
    await conditionEnds(alertId);
    await mend(tab);
    const looks = await looksUntilSettled(tab, alertId);
    expect(looks).not.toContain("resolved: acknowledged, waiting");
    expect(await shown(tab, alertId)).toMatchObject({
      status: "resolved",
      waiting: false,
      resolved_cause: "condition_ended",
      acknowledged_at: null,
    });
    expect(tab.outbox.getState()).toMatchObject({ unsentCount: 0, refused: [] });
  });

  it("resolves its own alert alone where the condition ended and returned meanwhile", async () => {
    const { user, ref, alertId } = await ranger("returned", "acknowledged");
    const tab = await openFresh(user);
    await cut(tab);
    await step(tab, alertId, "resolved");
    await conditionEnds(alertId);
    const returned = await app.addAlert(user, ref);
    await mend(tab);
    await settled(tab);
    expect(await shown(tab, alertId)).toMatchObject({
      status: "resolved",
      resolved_cause: "condition_ended",
    });
    expect(await shown(tab, returned)).toMatchObject({ status: "new", waiting: false });
    expect(await tab.mirror.countNewAlerts([])).toBe(1);
    expect(tab.outbox.getState().refused).toEqual([]);
  });

  it("goes through the steps between where a restored server has forgotten the first", async () => {
    const { user, alertId } = await ranger("restored", "acknowledged");
    const tab = await openFresh(user);
    await cut(tab);
    await step(tab, alertId, "resolved");
    await app.db.write((transaction) =>
      transaction
        .updateTable("alerts")
        .set({ status: "new" })
        .where("alert_id", "=", Number(alertId))
        .execute(),
    );
    await mend(tab);
    await settled(tab);
    expect(sent().map(({ body }) => body)).toEqual([
      { status: "resolved" },
      { status: "acknowledged" },
      { status: "resolved" },
    ]);
    expect(await stored(alertId)).toMatchObject({ status: "resolved", resolved_cause: "person" });
  });

  it("is listed as refused where the alert is gone, and the next one goes on", async () => {
    const { user, alertId } = await ranger("gone");
    const otherId = await app.addAlert(user, await app.addDevice("cam-other", [user]));
    const tab = await openFresh(user);
    await cut(tab);
    await step(tab, alertId, "acknowledged");
    await step(tab, otherId, "acknowledged");
    await app.db.write((transaction) =>
      transaction.deleteFrom("alerts").where("alert_id", "=", Number(alertId)).execute(),
    );
    await mend(tab);
    await settled(tab);
    expect(tab.outbox.getState().refused).toMatchObject([
      { kind: ALERT_STATUS, insightId: alertId, outcome: "gone", value: "acknowledged" },
    ]);
    expect(await stored(otherId)).toMatchObject({ status: "acknowledged" });
  });

  it("and the one after it go out in their order, and the first takes the second along when it is taken back", async () => {
    const { user, alertId } = await ranger("both");
    const tab = await openFresh(user);
    const first = await step(tab, alertId, "acknowledged");
    await step(tab, alertId, "resolved");
    expect(await tab.outbox.takeBack(first)).toBe(true);
    expect(await shown(tab, alertId)).toMatchObject({ status: "new", waiting: false });
    await step(tab, alertId, "acknowledged");
    await step(tab, alertId, "resolved");
    await settled(tab);
    expect(sent().map(({ body }) => body)).toEqual([{ status: "acknowledged" }, { status: "resolved" }]);
    expect(tab.outbox.getState().refused).toEqual([]);
  });
});
