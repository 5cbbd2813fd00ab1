import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFailed } from "vitest";
import { BLOCKED_AFTER_MS } from "../../../src/domain/bulk-update.ts";
import { DAY_MS, MINUTE_MS } from "../../../src/domain/time.ts";
import {
  chipOf,
  openInsights,
  review,
  save,
  tokenOf,
  untilFoundOffline,
  untilUnsent,
} from "../../support/browser/ranger-browser.ts";
import { expectOnce, skippedWithoutChromium, usePage, useServer } from "../../support/browser/stage.ts";
import { readTruth } from "../../support/client/review-truth.ts";
import {
  type DataSnapshot,
  openServerData,
  type ServerData,
  snapshotOf,
} from "../../support/server/server-data.ts";
import { DEMO } from "../../support/server/server-process.ts";
import { WAIT } from "../../support/time/time-limits.ts";

const CAM = "cam-promise";
const INSIGHTS = 8;
const JSON_TYPE = { "content-type": "application/json" };

const skipped = skippedWithoutChromium("servers that were restored, rolled back or replaced by a gateway");

describe.skipIf(skipped)("the promise, when the server is another one than before", () => {
  const server = useServer({ demoInsights: 0, env: { SYNC_SECONDS: "3", CALL_SECONDS: "10" } });
  const stage = usePage(server);
  let data: ServerData;
  let ids: string[];

  beforeAll(async () => {
    data = openServerData(server.dataDir);
    ids = data.addSentinel(CAM, INSIGHTS);
    await openRows();
  });
  afterAll(() => data?.close());

  const openRows = () => openInsights(stage.page, server.url, `&archived=1&rows=100&device_id=${CAM}`);
  const untilCount = (page: Page, count: number) =>
    expect.poll(() => page.locator("tr[data-insight]").count(), WAIT).toBe(count);
  const pressed = (page: Page, id: string, action: string) =>
    page.locator(`tr[data-insight="${id}"] button[data-action="${action}"][aria-pressed="true"]`);
  const refresh = async (page: Page) => {
    await chipOf(page).click();
    await page.getByRole("button", { name: "Refresh the data now" }).click();
    await page.keyboard.press("Escape");
  };
  /** The line is cut; the server's data go back to an earlier state. */
  const lose = async (how: keyof DataSnapshot, to: DataSnapshot) => {
    server.proxy.cut();
    data.close();
    await server.restart({ kill: how === "rollBack", whileDown: () => to[how]() });
    data = openServerData(server.dataDir);
  };

  it("keeps session, rows and unsent work through a gateway that answers 400, 401, 403, 410 and 503 as JSON, or a page, and sends then (promise A5, fault 30)", async () => {
    const { page } = stage;
    await untilCount(page, INSIGHTS);
    const [id = ""] = ids;
    const answers = [
      ["401 Unauthorized", '{"code":"signed_out","errors":{}}'],
      ["400 Bad Request", '{"code":"invalid","errors":{"cursor":"?"}}'],
      ["403 Forbidden", '{"code":"forbidden","errors":{"general":"Pay first."}}'],
      ["410 Gone", '{"code":"resync","errors":{}}'],
      ["503 Service Unavailable", '{"message":"try later"}'],
      ["200 OK", "<!doctype html><title>Pay first</title>"],
    ] as const;
    for (const [status, body] of answers) {
      const heard = page.waitForResponse(
        (response) => response.status() === Number(status.slice(0, 3)),
        WAIT,
      );
      server.proxy.answerAll({ status, headers: body.startsWith("{") ? JSON_TYPE : {}, body });
      await refresh(page);
      await heard;
      if (status.startsWith("401")) {
        await page.reload();
        await page.locator("tr[data-insight]").first().waitFor(WAIT);
        await review(page, id, "archive");
      }
      await untilUnsent(page, 1);
      expect(await page.locator("tr[data-insight]").count(), status).toBe(INSIGHTS);
      expect(new URL(page.url()).pathname, status).toBe("/");
    }
    expect(await page.evaluate(() => localStorage.getItem("authToken"))).toMatch(/^Bearer /);
    server.proxy.restore();
    await refresh(page);
    await untilUnsent(page, 0);
    await expectOnce(server, [id], "archive");
  });

  it("sends what a restored server has forgotten, though it had heard its number and another phone saved since (promise A1, fault 26)", async () => {
    const { page } = stage;
    const [, mine = "", other = ""] = ids;
    const backup = snapshotOf(server.dataDir, data);
    onTestFailed(() => data.letGo());
    data.holdSentinel(CAM);
    await review(page, mine, "archive");
    await save(page);
    await page.getByText("The bulk update is waiting to be processed").first().waitFor(WAIT);
    await lose("restore", backup);
    const authorization = `Bearer ${await tokenOf(server.process.url, DEMO)}`;
    const insights = [{ insightId: other, deviceId: CAM, insightStatus: "favorite" }];
    const answer = await fetch(`${server.process.url}/api/updates/`, {
      method: "POST",
      headers: { ...JSON_TYPE, authorization },
      body: JSON.stringify({ insights }),
    });
    expect(answer.status).toBe(200);

    server.proxy.restore();
    await refresh(page);
    await pressed(page, other, "favorite").waitFor(WAIT);
    await untilUnsent(page, 0);
    await pressed(page, mine, "archive").waitFor(WAIT);
    await expectOnce(server, [mine], "archive");
    await expectOnce(server, [other], "favorite");
  });

  it("shows the pictures that came after a rollback in place, and no lost one (promise A3, fault 28)", async () => {
    const { page } = stage;
    const snapshot = snapshotOf(server.dataDir, data);
    const lost = data.addInsights(CAM, 5, "leopard");
    await refresh(page);
    await untilCount(page, INSIGHTS + lost.length);
    await lose("rollBack", snapshot);
    const others = data.addInsights(CAM, 60, "goat");
    expect(others.slice(0, lost.length)).toEqual(lost);

    server.proxy.restore();
    await refresh(page);
    await untilCount(page, INSIGHTS + others.length);
    const rows = page.locator("tr[data-insight]");
    await expect.poll(() => rows.filter({ hasText: "goat" }).count(), WAIT).toBe(others.length);
    expect(await rows.filter({ hasText: "leopard" }).count()).toBe(0);
  });

  it("archives no other picture that has the id of a lost one, and says so (promise A2, fault 27)", async () => {
    const { page } = stage;
    const snapshot = snapshotOf(server.dataDir, data);
    const [lost = ""] = data.addInsights(CAM, 1, "leopard");
    await refresh(page);
    await page.locator(`tr[data-insight="${lost}"]`).waitFor(WAIT);
    server.proxy.cut();
    await untilFoundOffline(page);
    await review(page, lost, "archive");
    await lose("rollBack", snapshot);
    expect(data.addInsights(CAM, 1, "goat")).toEqual([lost]);

    server.proxy.restore();
    await refresh(page);
    await untilUnsent(page, 0);
    await chipOf(page).click();
    await page.getByText("the server now has another insight under its number").first().waitFor(WAIT);
    await page.keyboard.press("Escape");
    const { statuses, history } = await readTruth(server.dataDir, [lost]);
    expect([statuses.get(lost), history]).toEqual(["none", []]);
    expect(await pressed(page, lost, "archive").count()).toBe(0);
  });

  it("sends what was blocked while the clock was two days ahead within the longest pause after it is set right (promise A4, fault 29)", async () => {
    const { page } = stage;
    const [, , , id = ""] = ids;
    await stage.context.clock.install({ time: Date.now() + 2 * DAY_MS });
    await openRows();
    await stage.context.clock.resume();
    onTestFailed(() => data.letGo());
    const letGo = data.holdSentinel(CAM);
    server.proxy.cut();
    await untilFoundOffline(page);
    await review(page, id, "favorite");
    server.proxy.restore();
    await refresh(page);
    await page.getByText("The bulk update is waiting to be processed").first().waitFor(WAIT);
    data.ageBulkUpdates(BLOCKED_AFTER_MS + 1_000);
    await page
      .getByText("Someone is trying to do a bulk update, try again later", { exact: false })
      .first()
      .waitFor(WAIT);
    expect((await readTruth(server.dataDir, [id])).history).toEqual([]);
    await stage.context.clock.setSystemTime(Date.now());
    // Held until the clock is right: a retry before would be done at once, and would show nothing of the clock.
    letGo();
    await stage.context.clock.fastForward(5 * MINUTE_MS);
    await untilUnsent(page, 0);
    await expectOnce(server, [id], "favorite");
  });
});
