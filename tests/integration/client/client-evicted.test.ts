import "fake-indexeddb/auto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { watchDatabases } from "../../support/client/evicted-databases.ts";
import { makeTestApp, type TestApp } from "../../support/server/test-app.ts";
import { Device, EVERYTHING, personWithInsights, serverStatuses, until } from "./client-harness.ts";

describe("a browser that evicts what an open page has stored", () => {
  const browser = watchDatabases();
  let app: TestApp;
  let device: Device;

  beforeAll(async () => {
    app = await makeTestApp();
  });
  afterEach(() => device.close());
  afterAll(() => app.close());

  it("is met by the leading tab: it fills the mirror anew at once, and sends what was done (fault 18) (fault 19) [OFF-15]", async () => {
    const { user, ids, target } = await personWithInsights(app, "evicted", 3);
    device = new Device(app);
    const tab = device.openTab(user);
    await until(() => tab.sync.getStatus().freshAtMs !== null);
    await tab.outbox.act([target(0)], "archive");

    const before = device.network.to("/api/sync").length;
    browser.refuseToOpen(1);
    browser.evict(`outbox-${user.userId}`);
    browser.evict(`mirror-${user.userId}`);
    // No time passes: the next round of its own would come half a minute later.
    await until(() => device.network.to("/api/sync").length > before);
    expect(device.network.to("/api/sync").at(before)?.search.get("cursor")).toBeNull();
    await until(async () => (await tab.insights.page(EVERYTHING)).complete);
    expect(
      (await tab.insights.page(EVERYTHING)).rows.map(({ insightId, status }) => [insightId, status]),
    ).toEqual([...ids].reverse().map((id) => [id, id === ids[0] ? "archive" : "none"]));
    expect(tab.outbox.getState()).toMatchObject({ unsentCount: 1, storageError: false });

    await tab.outbox.save();
    await until(async () => {
      await app.jobs.runOnce();
      return (await serverStatuses(app))[ids[0] ?? ""] === "archive";
    });
  });

  it("is shown as a device that holds nothing yet where there is no connection, not as a server that has nothing (fault 18) [OFF-15]", async () => {
    const { user } = await personWithInsights(app, "evicted-offline", 3);
    device = new Device(app);
    const tab = device.openTab(user);
    await until(() => tab.sync.getStatus().freshAtMs !== null);
    await until(async () => (await tab.insights.page(EVERYTHING)).held === 3);
    device.network.cut();
    browser.evict(`mirror-${user.userId}`);
    await until(() => tab.sync.getStatus().freshAtMs === null);
    expect(await tab.insights.page(EVERYTHING)).toMatchObject({ held: 0, complete: false });
  });
});
