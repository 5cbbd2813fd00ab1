import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ALERT_STATUS } from "../../../src/domain/alert/alert-step.ts";
import { DEVICE_EDIT } from "../../../src/sync/outbox/kinds/device-edit-kind.ts";
import { DATABASE_KINDS } from "../../support/server/databases.ts";
import { RestorableServer } from "../../support/server/restorable-server.ts";
import type { TestUser } from "../../support/server/test-app.ts";
import {
  addInsights,
  Device,
  EVERYTHING,
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
const isSent = (tab: Tab) => tab.outbox.getState().batches.length === 0;

type Loss = "restore" | "rollBack";

/** A person whose phone is out of reach of the server while that loses a part of its history. */
interface Story {
  readonly title: string;
  readonly losses: readonly Loss[];
  /** Before the backup. */
  prepare(server: RestorableServer, name: string): Promise<Prepared>;
}
interface Prepared {
  /** After the backup; ends without a connection. */
  act(device: Device): Promise<Acted>;
}
interface Acted {
  readonly tab: Tab;
  /** After the loss: connects again and sees what became of it. */
  check(): Promise<void>;
}

const runJobs = async ({ app }: RestorableServer) => {
  while (await app.jobs.runOnce());
};
const passUntilSent = (server: RestorableServer, device: Device, tab: Tab) =>
  passTimeUntil(device, async () => {
    await runJobs(server);
    return isSent(tab);
  });

/** Far from the ids that the database gives next, so that several stories can be told on one server. */
const LOST_INSIGHT = { rollBack: 1_000_001, restore: 2_000_001 } as const;

/** In an order in which none takes numbers that a later one names. */
const STORIES: readonly Story[] = [
  {
    title:
      "sends again what it had sent, though its bulk number now belongs to another batch (promise A1, fault 26)",
    losses: ["rollBack", "restore"],
    async prepare(server, name) {
      const { user, target, ids, deviceId } = await personWithInsights(server.app, name, 3);
      return {
        async act(device) {
          const tab = await openFresh(device, user);
          await saved(tab, [target(0)], "archive");
          await until(() => tab.outbox.getState().batches[0]?.phase === "submitted");
          const { bulkId } = tab.outbox.getState().batches[0] ?? {};
          device.network.cut();
          return {
            tab,
            async check() {
              // The same person's other phone; after a restore the number is taken as an earlier version would have
              // given it.
              const insights = [{ insightId: ids[1], deviceId, insightStatus: "favorite" }];
              await server.app.call("POST", "/api/updates/", { as: user, body: { insights } });
              await server.app.db.write((transaction) =>
                transaction
                  .updateTable("bulk_updates")
                  .set({ bulk_id: Number(bulkId) })
                  .where("user_id", "=", user.userId)
                  .execute(),
              );
              await runJobs(server);
              device.network.mend();
              await passUntilSent(server, device, tab);
              const wanted = { [ids[0] ?? ""]: "archive", [ids[1] ?? ""]: "favorite" };
              expect(await serverStatuses(server.app)).toMatchObject(wanted);
              expect(await shownStatuses(tab)).toMatchObject(wanted);
              expect(tab.outbox.getState().refused).toEqual([]);
            },
          };
        },
      };
    },
  },
  {
    title: "sends again what was completed and lost before the mirror had it (promise A1, fault 26)",
    losses: ["rollBack", "restore"],
    async prepare(server, name) {
      const { user, target, ids } = await personWithInsights(server.app, name, 2);
      return {
        async act(device) {
          const tab = await openFresh(device, user);
          await saved(tab, [target(0)], "archive");
          await until(() => tab.outbox.getState().batches[0]?.phase === "submitted");
          // The end is heard, and no pull follows.
          device.network.fault = ({ path }) => (path === "/api/sync" ? "unreachable" : "pass");
          await runJobs(server);
          await tab.outbox.refreshBulk();
          expect(tab.outbox.getState().batches[0]?.phase).toBe("confirming");
          device.network.cut();
          return {
            tab,
            async check() {
              expect((await serverStatuses(server.app))[ids[0] ?? ""]).toBe("none");
              device.network.mend();
              await passUntilSent(server, device, tab);
              expect((await serverStatuses(server.app))[ids[0] ?? ""]).toBe("archive");
            },
          };
        },
      };
    },
  },
  {
    title:
      "gives nothing it did to another picture that has the id of a lost one, and says which one is gone (promise A2, fault 27)",
    losses: ["rollBack", "restore"],
    async prepare(server, name) {
      const { user, deviceId, deviceRef } = await personWithInsights(server.app, name, 2);
      const insight_id = name.endsWith("restore") ? LOST_INSIGHT.restore : LOST_INSIGHT.rollBack;
      return {
        async act(device) {
          const [lost = ""] = await addInsights(server.app, deviceRef, 1, () => ({
            class_name: "leopard",
            insight_id,
          }));
          const tab = await openFresh(device, user);
          device.network.cut();
          const row = await tab.insights.insight(lost);
          if (row === null) throw new Error("the insight is not in the mirror");
          const { timeStampMs, fileCtimeMs, className } = row;
          const seen = { timeStampMs, fileCtimeMs, className };
          await tab.outbox.act([{ insightId: lost, deviceId, base: "none", seen }], "archive");
          await tab.outbox.save();
          return {
            tab,
            async check() {
              server.app.clock.advance(60_000);
              const another = () => ({ class_name: "goat", insight_id });
              expect(await addInsights(server.app, deviceRef, 1, another)).toEqual([lost]);
              device.network.mend();
              await passUntilSent(server, device, tab);
              expect((await serverStatuses(server.app))[lost]).toBe("none");
              expect(tab.outbox.getState().refused).toMatchObject([
                {
                  insightId: lost,
                  outcome: "mismatch",
                  insightStatus: "archive",
                  seen: { className: "leopard" },
                },
              ]);
            },
          };
        },
      };
    },
  },
  {
    title:
      "takes a step of no other alert, and puts a Sentinel into no other group, that has the number of a lost one (promise A2, fault 27)",
    losses: ["rollBack"],
    async prepare(server, name) {
      const { user, deviceId, deviceRef } = await personWithInsights(server.app, name, 1);
      return {
        async act(device) {
          const alertId = await server.app.addAlert(user, deviceRef);
          const groupId = await server.app.addGroup(user, "Lost group", []);
          const tab = await openFresh(device, user);
          const [alert] = await tab.mirror.alerts();
          const [group] = await tab.mirror.groups();
          device.network.cut();
          const step = { subject: alertId, deviceId, value: "acknowledged", base: "new" };
          await tab.outbox.enqueue(ALERT_STATUS, [
            { ...step, seen: { created_at: alert?.created_at ?? "" } },
          ]);
          const edit = {
            subject: deviceId,
            deviceId,
            value: { group_id: groupId },
            base: { group_id: null },
          };
          await tab.outbox.enqueue(DEVICE_EDIT, [
            { ...edit, seen: { group_created_on: group?.created_on ?? "" } },
          ]);
          return {
            tab,
            async check() {
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
            },
          };
        },
      };
    },
  },
  {
    title:
      "fetches its mirror anew after a rollback that kept the generation, however much was written since (promise A3, fault 28)",
    losses: ["rollBack"],
    async prepare(server, name) {
      const { user, deviceRef } = await personWithInsights(server.app, name, 3);
      return {
        async act(device) {
          await addInsights(server.app, deviceRef, 5, () => ({ class_name: "lost" }));
          const tab = await openFresh(device, user);
          expect(Object.keys(await shownStatuses(tab))).toHaveLength(8);
          device.network.cut();
          return {
            tab,
            async check() {
              await addInsights(server.app, deviceRef, 60);
              device.network.mend();
              device.signal();
              await passTimeUntil(device, async () => Object.keys(await shownStatuses(tab)).length === 63);
              const { rows } = await tab.insights.page({
                ...EVERYTHING,
                filter: { showArchived: true, classNames: ["lost"] },
              });
              expect(rows).toEqual([]);
            },
          };
        },
      };
    },
  },
];

const storiesOf = (loss: Loss) => STORIES.filter(({ losses }) => losses.includes(loss));

// A start of the server takes a second, and a cluster of PostgreSQL several: all phones are told of on one server, which
// loses its history twice. The rollback comes first, because a restore begins a new generation.
describe.each(DATABASE_KINDS)("a phone whose server lost a part of its history, over $name", (kind) => {
  let server: RestorableServer;
  const prepared = new Map<string, Prepared>();
  beforeAll(async () => {
    server = await RestorableServer.open(kind);
    for (const loss of ["rollBack", "restore"] as const) {
      for (const [at, { title, prepare }] of storiesOf(loss).entries()) {
        prepared.set(`${title} ${loss}`, await prepare(server, `ranger-${at}-${loss}`));
      }
    }
    await server.backUp();
  });
  afterAll(() => server.close());

  describe.each(["rollBack", "restore"] as const)("by a %s", (loss) => {
    const acted = new Map<string, Acted>();
    const devices: Device[] = [];
    beforeAll(async () => {
      for (const { title } of storiesOf(loss)) {
        const device = new Device(server.app);
        devices.push(device);
        const story = await prepared.get(`${title} ${loss}`)?.act(device);
        if (story !== undefined) acted.set(title, story);
      }
      await server[loss]();
      for (const { network } of devices) network.server = server.app;
    });
    afterAll(async () => {
      for (const { tab } of acted.values()) await tab.stop();
      for (const device of devices) await device.close();
    });

    it.each(storiesOf(loss).map(({ title }) => title))("%s", async (title) => {
      const story = acted.get(title);
      if (story === undefined) throw new Error(`nobody acted: ${title}`);
      await story.check();
    });
  });
});
