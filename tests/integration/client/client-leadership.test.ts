import "fake-indexeddb/auto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openMirrorDatabase, type PullState } from "../../../src/storage/mirror/mirror-database.ts";
import { makeTestApp, type TestApp } from "../../support/server/test-app.ts";
import {
  Device,
  historyOf,
  passTimeUntil,
  personWithInsights,
  rest,
  serverStatuses,
  shownStatuses,
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

const TAKEN_OVER_WITHIN_MS = 45_000;

async function cursorOf(userId: number): Promise<string | null> {
  const mirror = openMirrorDatabase(userId);
  const entry = await mirror.meta.get("pull");
  mirror.close();
  return (entry?.value as PullState | undefined)?.cursor ?? null;
}

/** Sets a status at the server as another person. */
async function setAtServer(insightId: string | undefined, status: "archive" | "favorite") {
  await app.db.write((transaction) =>
    transaction
      .updateTable("insights")
      .set({ insight_status: status })
      .where("insight_id", "=", Number(insightId))
      .execute(),
  );
}

describe("a leading tab that stands still", () => {
  it("is replaced within 45 s by a tab that goes on with the work, and what it writes after it thaws is refused (fault 12) [OFF-17, OFF-18]", async () => {
    const { user, ids, target } = await personWithInsights(app, "frozen", 4);
    device = new Device(app);
    const first = new FreezableTab();
    const second = new FreezableTab();
    const leader = device.openTab(user, "member", first.world);
    await until(() => leader.sync.getStatus().freshAtMs !== null);
    const follower = device.openTab(user, "member", second.world);
    await until(() => follower.outbox.getState().ready && follower.sync.getStatus().freshAtMs !== null);
    await rest(device);
    expect(second.asked, "one tab alone asks").toEqual([]);

    // It freezes while an answer is on its way to it.
    await setAtServer(ids[0], "archive");
    const before = first.asked.length;
    await leader.sync.pullNow();
    await until(() => first.asked.length > before);
    first.freeze();
    await rest(device);
    const frozenAtMs = app.clock.now();
    await follower.outbox.act([target(1)], "favorite");
    await follower.outbox.save();
    await passTimeUntil(device, async () => {
      await app.jobs.runOnce();
      return follower.outbox.getState().unsentCount === 0;
    });
    expect(app.clock.now() - frozenAtMs).toBeLessThan(TAKEN_OVER_WITHIN_MS);
    expect(await shownStatuses(follower)).toMatchObject({
      [ids[0] ?? ""]: "archive",
      [ids[1] ?? ""]: "favorite",
    });

    await setAtServer(ids[2], "archive");
    await follower.sync.pullNow();
    await until(async () => (await shownStatuses(follower))[ids[2] ?? ""] === "archive");
    await rest(device);
    const cursor = await cursorOf(user.userId);
    first.thaw();
    await rest(device);
    const asked = first.asked.length;
    expect(await cursorOf(user.userId), "the late page is not written").toBe(cursor);

    // It follows from now on: the other tab sends its actions, once.
    await leader.outbox.act([target(3)], "archive");
    await leader.outbox.save();
    await passTimeUntil(device, async () => {
      await app.jobs.runOnce();
      return leader.outbox.getState().unsentCount === 0;
    });
    expect(first.asked.length, "it asks for nothing any more").toBe(asked);
    expect(await historyOf(app, ids[3] ?? "")).toHaveLength(1);
    const atServer = await serverStatuses(app);
    expect(await shownStatuses(leader)).toEqual(Object.fromEntries(ids.map((id) => [id, atServer[id]])));
  });

  it("keeps the lead while it answers, however long nothing else happens", async () => {
    const { user } = await personWithInsights(app, "alive", 1);
    device = new Device(app);
    const second = new FreezableTab();
    const leader = device.openTab(user);
    await until(() => leader.sync.getStatus().freshAtMs !== null);
    device.openTab(user, "member", second.world);
    await rest(device);
    for (let step = 0; step < 60; step += 1) {
      device.timers.advance(5_000);
      await rest(device);
    }
    expect(second.asked).toEqual([]);
  });

  it("is not taken for dead by a tab that itself stood still, as after a lid was closed", async () => {
    const { user } = await personWithInsights(app, "asleep", 1);
    device = new Device(app);
    const second = new FreezableTab();
    const leader = device.openTab(user);
    await until(() => leader.sync.getStatus().freshAtMs !== null);
    device.openTab(user, "member", second.world);
    await rest(device);
    for (let night = 0; night < 5; night += 1) {
      second.freeze();
      device.timers.advance(8 * 3_600_000);
      second.thaw();
      await rest(device);
    }
    expect(second.asked).toEqual([]);
  });
});
