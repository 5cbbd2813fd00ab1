import { afterEach, beforeEach, describe, expect, it } from "vitest";
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

  it.each([
    ["rollBack", 1],
    ["restore", 0],
  ] as const)(
    "drops stored pictures where their numbers are given out again, and only there: %s (promise A2, fault 27)",
    async (how, times) => {
      const { user, deviceRef } = await personWithInsights(server.app, "ada", 1);
      await server.backUp();
      device = new Device(server.app);
      let dropped = 0;
      const tab = device.openTab(user, "member", (world) => ({
        ...world,
        async dropPictures() {
          dropped += 1;
        },
      }));
      await until(() => tab.sync.getStatus().freshAtMs !== null && tab.outbox.getState().ready);
      await addInsights(server.app, deviceRef, 1);
      await tab.sync.pullNow();
      await passTimeUntil(device, async () => Object.keys(await shownStatuses(tab)).length === 2);
      await lose(how);
      device.network.mend();
      device.signal();
      await passTimeUntil(device, async () => Object.keys(await shownStatuses(tab)).length === 1);
      expect(dropped).toBe(times);
    },
  );
});
