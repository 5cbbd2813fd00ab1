import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ALERT_STATUS } from "../../../src/domain/alert/alert-step.ts";
import { DEVICE_EDIT } from "../../../src/sync/outbox/kinds/device-edit-kind.ts";
import { DATABASE_KINDS } from "../../support/server/databases.ts";
import { RestorableServer } from "../../support/server/restorable-server.ts";
import type { TestUser } from "../../support/server/test-app.ts";
import {
  addInsights,
  Device,
  passTimeUntil,
  personWithInsights,
  serverStatuses,
  shownStatuses,
  type Tab,
  until,
} from "./client-harness.ts";

async function openFresh(device: Device, user: TestUser): Promise<Tab> {
  const tab = device.openTab(user);
  await until(() => tab.sync.getStatus().freshAtMs !== null && tab.outbox.getState().ready);
  return tab;
}

const saved = async (
  tab: Tab,
  targets: Parameters<Tab["outbox"]["act"]>[0],
  status: "archive" | "favorite",
) => {
  await tab.outbox.act(targets, status);
  await tab.outbox.save();
};
const enqueueName = (tab: Tab, deviceId: string, name: string) =>
  tab.outbox.enqueue(DEVICE_EDIT, [
    { subject: deviceId, deviceId, value: { display_name: name }, base: { display_name: null } },
  ]);
const displayNames = async ({ app }: RestorableServer) => {
  const rows = await app.db.reader.selectFrom("devices").select("preferred_name").execute();
  return rows.map(({ preferred_name }) => preferred_name);
};
const isSent = (tab: Tab) => tab.outbox.getState().batches.length === 0;

describe.each(DATABASE_KINDS)("a phone whose server lost a part of its history, over $name", (kind) => {
  let server: RestorableServer;
  let device: Device;
  beforeEach(async () => {
    server = await RestorableServer.open(kind);
  });
  afterEach(async () => {
    await device.close();
    await server.close();
  });

  /** The server is restored or rolled back; the phone has no connection meanwhile. */
  async function lose(how: "restore" | "rollBack"): Promise<void> {
    device.network.cut();
    await server[how]();
    device.network.server = server.app;
  }
  const runJobs = async () => {
    while (await server.app.jobs.runOnce());
  };

  it.each(["restore", "rollBack"] as const)(
    "sends again what it had sent, though its bulk number now belongs to another batch: %s (promise A1, fault 26)",
    async (how) => {
      const { user, target, ids, deviceId } = await personWithInsights(server.app, "ada", 3);
      await server.backUp();
      device = new Device(server.app);
      const tab = await openFresh(device, user);
      await saved(tab, [target(0)], "archive");
      await until(() => tab.outbox.getState().batches[0]?.phase === "submitted");
      const { bulkId } = tab.outbox.getState().batches[0] ?? {};
      await lose(how);

      // The same person's other phone; after a restore the number is taken as an earlier version would have given it.
      const insights = [{ insightId: ids[1], deviceId, insightStatus: "favorite" }];
      await server.app.call("POST", "/api/updates/", { as: user, body: { insights } });
      await server.app.db.write((transaction) =>
        transaction
          .updateTable("bulk_updates")
          .set({ bulk_id: Number(bulkId) })
          .execute(),
      );
      await runJobs();
      device.network.mend();
      await passTimeUntil(device, async () => {
        await runJobs();
        return isSent(tab);
      });
      expect(await serverStatuses(server.app)).toMatchObject({
        [ids[0] ?? ""]: "archive",
        [ids[1] ?? ""]: "favorite",
      });
      expect(await shownStatuses(tab)).toMatchObject({
        [ids[0] ?? ""]: "archive",
        [ids[1] ?? ""]: "favorite",
      });
      expect(tab.outbox.getState().refused).toEqual([]);
    },
  );

  it.each(["restore", "rollBack"] as const)(
    "sends again what was completed and lost before the mirror had it: %s (promise A1, fault 26)",
    async (how) => {
      const { user, target, ids } = await personWithInsights(server.app, "ada", 2);
      await server.backUp();
      device = new Device(server.app);
      const tab = await openFresh(device, user);
      await saved(tab, [target(0)], "archive");
      await until(() => tab.outbox.getState().batches[0]?.phase === "submitted");
      // The end is heard, and no pull follows.
      device.network.fault = ({ path }) => (path === "/api/sync" ? "unreachable" : "pass");
      await runJobs();
      await tab.outbox.refreshBulk();
      expect(tab.outbox.getState().batches[0]?.phase).toBe("confirming");
      await lose(how);
      expect((await serverStatuses(server.app))[ids[0] ?? ""]).toBe("none");

      device.network.mend();
      await passTimeUntil(device, async () => {
        await runJobs();
        return isSent(tab);
      });
      expect((await serverStatuses(server.app))[ids[0] ?? ""]).toBe("archive");
    },
  );

  it.each(["restore", "rollBack"] as const)(
    "sends again what was completed and lost though its mirror is older than the backup: %s (promise A1, fault 26)",
    async (how) => {
      const { user, target, ids, deviceId } = await personWithInsights(server.app, "ada", 2);
      device = new Device(server.app);
      const tab = await openFresh(device, user);
      await server.backUp();
      device.network.server = server.app;
      await saved(tab, [target(0)], "archive");
      await enqueueName(tab, deviceId, "Old oak");
      device.network.fault = ({ path }) => (path === "/api/sync" ? "unreachable" : "pass");
      await passTimeUntil(device, async () => {
        await runJobs();
        return tab.outbox.getState().batches.every(({ phase }) => phase === "confirming");
      });
      await lose(how);
      expect((await serverStatuses(server.app))[ids[0] ?? ""]).toBe("none");

      device.network.mend();
      await passTimeUntil(device, async () => {
        await runJobs();
        return isSent(tab);
      });
      expect((await serverStatuses(server.app))[ids[0] ?? ""]).toBe("archive");
      expect(await displayNames(server)).toEqual(["Old oak"]);
    },
  );

  it.each(["restore", "rollBack"] as const)(
    "sends what it decided first before what it decided last, though the first was completed before the loss: %s (promise A1, fault 26)",
    async (how) => {
      const { user, target, ids, deviceId } = await personWithInsights(server.app, "ada", 2);
      await server.backUp();
      device = new Device(server.app);
      const tab = await openFresh(device, user);
      await saved(tab, [target(0)], "archive");
      await enqueueName(tab, deviceId, "First");
      device.network.fault = ({ path }) => (path === "/api/sync" ? "unreachable" : "pass");
      await passTimeUntil(device, async () => {
        await runJobs();
        return tab.outbox.getState().batches.every(({ phase }) => phase === "confirming");
      });
      await lose(how);
      await tab.outbox.act([{ ...target(0), base: "archive" }], "favorite");
      await tab.outbox.save();
      await enqueueName(tab, deviceId, "Last");
      // The new history answers everything but the feed, which would tell of the loss.
      device.network.fault = ({ path }) => (path === "/api/sync" ? "unreachable" : "pass");
      device.signal();
      await passTimeUntil(device, async () => {
        await runJobs();
        return tab.outbox.getState().batches.every(({ phase }) => phase === "confirming");
      });
      device.network.mend();
      await passTimeUntil(device, async () => {
        await runJobs();
        return isSent(tab);
      });
      expect((await serverStatuses(server.app))[ids[0] ?? ""]).toBe("favorite");
      expect(await displayNames(server)).toEqual(["Last"]);
    },
  );

  it.each(["restore", "rollBack"] as const)(
    "gives nothing it did to another picture that has the id of a lost one, and says which one is gone: %s (promise A2, fault 27)",
    async (how) => {
      const { user, deviceId, deviceRef } = await personWithInsights(server.app, "ada", 2);
      await server.backUp();
      const [lost = ""] = await addInsights(server.app, deviceRef, 1, () => ({ class_name: "leopard" }));
      device = new Device(server.app);
      const tab = await openFresh(device, user);
      device.network.cut();
      const row = await tab.insights.insight(lost);
      if (row === null) throw new Error("the insight is not in the mirror");
      const seen = { timeStampMs: row.timeStampMs, fileCtimeMs: row.fileCtimeMs, className: row.className };
      await tab.outbox.act([{ insightId: lost, deviceId, base: "none", seen }], "archive");
      await tab.outbox.save();
      await lose(how);
      server.app.clock.advance(60_000);
      const [other = ""] = await addInsights(server.app, deviceRef, 1, () => ({
        class_name: "goat",
        insight_id: Number(lost),
      }));
      expect(other).toBe(lost);

      device.network.mend();
      await passTimeUntil(device, async () => {
        await runJobs();
        return isSent(tab);
      });
      expect((await serverStatuses(server.app))[lost]).toBe("none");
      expect(tab.outbox.getState().refused).toMatchObject([
        { insightId: lost, outcome: "mismatch", insightStatus: "archive", seen: { className: "leopard" } },
      ]);
    },
  );

  it("takes a step of no other alert, and puts a Sentinel into no other group, that has the number of a lost one (promise A2, fault 27)", async () => {
    const { user, deviceId, deviceRef } = await personWithInsights(server.app, "ada", 1);
    await server.backUp();
    const alertId = await server.app.addAlert(user, deviceRef);
    const groupId = await server.app.addGroup(user, "Lost group", []);
    device = new Device(server.app);
    const tab = await openFresh(device, user);
    const [alert] = await tab.mirror.alerts();
    const [group] = await tab.mirror.groups();
    device.network.cut();
    const step = { subject: alertId, deviceId, value: "acknowledged", base: "new" };
    await tab.outbox.enqueue(ALERT_STATUS, [{ ...step, seen: { created_at: alert?.created_at ?? "" } }]);
    const edit = { subject: deviceId, deviceId, value: { group_id: groupId }, base: { group_id: null } };
    await tab.outbox.enqueue(DEVICE_EDIT, [{ ...edit, seen: { group_created_on: group?.created_on ?? "" } }]);
    await lose("rollBack");
    const { app } = server;
    app.clock.advance(60_000);
    expect(await app.addAlert(user, deviceRef)).toBe(alertId);
    expect(await app.addGroup(user, "Another group", [])).toBe(groupId);

    device.network.mend();
    await passTimeUntil(device, () => isSent(tab));
    const { rows } = await sql<{ status: string; members: number }>`
      select status, (select count(*) from group_devices) as members from alerts
    `.execute(app.db.reader);
    expect(rows).toMatchObject([{ status: "new", members: 0 }]);
    expect(tab.outbox.getState().refused).toMatchObject([
      { kind: ALERT_STATUS, outcome: "gone" },
      { kind: DEVICE_EDIT, value: { group_id: groupId } },
    ]);
  });

  it("fetches its mirror anew after a rollback that kept the generation, however much was written since (promise A3, fault 28)", async () => {
    const { user, deviceRef } = await personWithInsights(server.app, "ada", 3);
    await server.backUp();
    const lost = await addInsights(server.app, deviceRef, 5, () => ({ class_name: "lost" }));
    device = new Device(server.app);
    const tab = await openFresh(device, user);
    expect(Object.keys(await shownStatuses(tab))).toHaveLength(8);
    await lose("rollBack");
    await addInsights(server.app, deviceRef, 60);
    device.network.mend();
    device.signal();
    await passTimeUntil(device, async () => Object.keys(await shownStatuses(tab)).length === 63);
    const { rows } = await tab.insights.page({
      filter: { showArchived: true, classNames: ["lost"] },
      sort: { column: "time", descending: true },
      grouped: false,
      offset: 0,
      limit: 100,
    });
    expect(rows).toEqual([]);
    expect(lost).toHaveLength(5);
  });
});
