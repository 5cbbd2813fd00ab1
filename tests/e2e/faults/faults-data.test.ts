import type { Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import {
  openInsights,
  review,
  untilUnsent,
  untouchedInsights,
} from "../../support/browser/ranger-browser.ts";
import { ALL_ROWS, skippedWithoutChromium, useFreshPage, useServer } from "../../support/browser/stage.ts";
import { readTruth } from "../../support/client/review-truth.ts";
import { OUTBOX_VERSION_1, writeStored } from "../../support/client/stored-outboxes.ts";
import { WAIT } from "../../support/time/time-limits.ts";

const skipped = skippedWithoutChromium("data of other versions in a browser");

describe.skipIf(skipped)("what other versions of the app had stored", () => {
  const server = useServer({ demoInsights: 40, env: { SYNC_SECONDS: "6", CALL_SECONDS: "10" } });
  const fresh = useFreshPage(server);
  let page: Page;

  beforeEach(async () => {
    ({ page } = fresh);
    await fresh.openRows();
  });

  /** A page of the site that runs none of the app. */
  const leaveApp = () => page.goto(`${server.url}/api/health`);

  it("steps aside for a newer version that upgrades the data in another tab, and leaves it untouched (fault 20) [OFF-15, OFF-28]", async () => {
    const ids = await untouchedInsights(page, 2);
    for (const id of ids) await review(page, id, "acknowledge");
    await untilUnsent(page, 2);
    const other = await fresh.context.newPage();
    await other.goto(`${server.url}/api/health`);
    await other.evaluate(upgradeOutbox, 20);
    await page
      .getByText("A newer version of the app has stored data on this device", { exact: false })
      .waitFor(WAIT);
    await page.reload();
    await page
      .getByText("A newer version of the app has stored data on this device", { exact: false })
      .waitFor(WAIT);
    expect(await page.getByRole("button", { name: "Export to a file" }).count()).toBe(0);
    expect(await other.evaluate(rowsOf, "actions")).toEqual([...ids].sort());
    expect((await readTruth(server.dataDir, ids)).history).toEqual([]);
  });

  it("opens with no connection what an older version had stored (fault 20) [OFF-04, OFF-15]", async () => {
    await leaveApp();
    const [name] = (await page.evaluate(() => indexedDB.databases()))
      .map((database) => database.name ?? "")
      .filter((one) => one.startsWith("outbox-"));
    await page.evaluate(wipe, name ?? "");
    await page.evaluate(`(${writeStored})(${JSON.stringify(name)}, ${JSON.stringify(OUTBOX_VERSION_1)})`);
    server.proxy.cut();
    await openInsights(page, server.url, ALL_ROWS);
    // Two of the list, two and one of its batches.
    await untilUnsent(page, 5);
    await page.getByRole("heading", { name: "Unsent actions (2)" }).waitFor(WAIT);
  });
});

/** In the page: the keys of a store of the outbox, in order. */
async function rowsOf(store: string): Promise<string[]> {
  const { name = "" } = (await indexedDB.databases()).find((one) => one.name?.startsWith("outbox-")) ?? {};
  const open = indexedDB.open(name);
  await new Promise((resolve) => open.addEventListener("success", resolve));
  const keys = open.result.transaction(store).objectStore(store).getAllKeys();
  await new Promise((resolve) => keys.addEventListener("success", resolve));
  open.result.close();
  return keys.result.map(String).sort();
}

/** In the page: what a newer version of the app does when it opens what this one had stored. */
async function upgradeOutbox(version: number): Promise<void> {
  const { name = "" } = (await indexedDB.databases()).find((one) => one.name?.startsWith("outbox-")) ?? {};
  const open = indexedDB.open(name, version);
  open.addEventListener("upgradeneeded", () => open.result.createObjectStore("newer"));
  await new Promise((resolve) => open.addEventListener("success", resolve));
  open.result.close();
}

async function wipe(name: string): Promise<void> {
  const request = indexedDB.deleteDatabase(name);
  await new Promise((resolve) => request.addEventListener("success", resolve));
}
