import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { whyNoChromium } from "../support/chromium.ts";
import { type KillableChromium, startKillableChromium } from "../support/killable-chromium.ts";
import { WAIT } from "../support/patience.ts";
import {
  openInsights,
  review,
  save,
  shownInsights,
  signIn,
  turnCollections,
  untilInstalled,
  untilUnsent,
  untouchedInsights,
} from "../support/ranger-browser.ts";
import { countBulkUpdates, readTruth } from "../support/review-truth.ts";
import { DEMO, type ServerProcess, startServer } from "../support/server-process.ts";
import { startTcpProxy, type TcpProxy } from "../support/tcp-proxy.ts";

const noChromium = whyNoChromium();
if (noChromium) console.warn(`Skipped: faults in a browser, because ${noChromium}.`);

const ALL_ROWS = "&archived=1&rows=100";
/** As an operator may set it; the app's usual waits are three times as long. */
const PACE = { CALL_SECONDS: "8", SYNC_SECONDS: "10" };
const COMPLETED = "The bulk update has successfully completed!";

describe.skipIf(noChromium !== null)("review while page, server and connection fail", () => {
  let dataDir: string;
  let profile: string;
  let server: ServerProcess;
  let proxy: TcpProxy;
  let browser: KillableChromium;

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "understory-faults-"));
    profile = mkdtempSync(join(tmpdir(), "understory-profile-"));
    server = await startServer({ dataDir, env: PACE, demoInsights: 40 });
    await turnCollections(server.url, DEMO, false);
    proxy = await startTcpProxy(server.port);
    browser = await startKillableChromium(profile);
    const page = await onlyPage();
    await signIn(page, proxy.url, DEMO);
    await untilInstalled(page);
  });
  afterEach(() => proxy.restore());
  afterAll(async () => {
    await browser?.close();
    await proxy?.stop();
    await server?.stop();
    for (const folder of [profile, dataDir]) if (folder) rmSync(folder, { recursive: true, force: true });
  });

  async function onlyPage(): Promise<Page> {
    const [first, ...others] = browser.context.pages();
    for (const other of others) await other.close();
    const page = first ?? (await browser.context.newPage());
    await page.setViewportSize({ width: 1440, height: 900 });
    return page;
  }
  async function openRows(): Promise<Page> {
    const page = await onlyPage();
    await openInsights(page, proxy.url, ALL_ROWS);
    return page;
  }
  const chip = (page: Page) => page.getByRole("button", { name: /^Connection and unsent work/ });
  const pressed = (page: Page, id: string, action: string) =>
    page.locator(`tr[data-insight="${id}"] button[data-action="${action}"]`).getAttribute("aria-pressed");
  async function expectOnce(ids: readonly string[], status: string) {
    const { statuses, history } = await readTruth(dataDir, ids);
    expect([...statuses.values()]).toEqual(ids.map(() => status));
    expect(history.map(({ insightId }) => insightId).sort()).toEqual([...ids].sort());
    expect(new Set(history.map(({ to, username }) => `${to} by ${username}`))).toEqual(
      new Set([`${status} by ranger`]),
    );
  }

  it("makes one bulk update of one list when two tabs press Save in the same moment [OFF-17]", async () => {
    const first = await openRows();
    const second = await browser.context.newPage();
    await openInsights(second, proxy.url, ALL_ROWS);
    const ids = await untouchedInsights(first, 4);
    for (const id of ids) await review(first, id, "acknowledge");
    await untilUnsent(second, ids.length);
    const before = await countBulkUpdates(dataDir);
    const buttons = [first, second].map((page) => page.getByRole("button", { name: "Save 4", exact: true }));
    await Promise.all(buttons.map((button) => button.evaluate((element: HTMLElement) => element.click())));
    for (const page of [first, second]) await untilUnsent(page, 0);
    expect(await countBulkUpdates(dataDir)).toBe(before + 1);
    await expectOnce(ids, "acknowledge");
  });

  it("submits once on reconnection what two tabs did without a connection [OFF-16, OFF-17]", async () => {
    const first = await openRows();
    const second = await browser.context.newPage();
    await openInsights(second, proxy.url, ALL_ROWS);
    const ids = await untouchedInsights(first, 4);
    proxy.cut();
    await chip(first).click();
    await first.getByRole("button", { name: "Refresh the data now" }).click();
    for (const page of [first, second]) await chip(page).filter({ hasText: "Offline" }).waitFor(WAIT);
    await first.keyboard.press("Escape");
    for (const [index, id] of ids.entries()) await review(index < 2 ? first : second, id, "archive");
    for (const page of [first, second]) await untilUnsent(page, 4);
    const before = await countBulkUpdates(dataDir);
    proxy.restore();
    for (const page of [first, second]) await untilUnsent(page, 0);
    expect(await countBulkUpdates(dataDir)).toBe(before + 1);
    await expectOnce(ids, "archive");
  });

  it("survives the server's sudden end right after it took the bulk update, before and while it is done [OFF-18]", async () => {
    const page = await openRows();
    const ids = await untouchedInsights(page, 6);
    const [unheard, heard] = [ids.slice(0, 3), ids.slice(3)];
    for (const id of unheard) await review(page, id, "favorite");
    const before = await countBulkUpdates(dataDir);
    const lost = proxy.loseNextAnswer(/^POST \/api\/updates/);
    await save(page);
    await lost;
    await server.kill();
    server = await startServer({ dataDir, env: PACE, port: server.port });
    await untilUnsent(page, 0);

    for (const id of heard) await review(page, id, "favorite");
    const answered = page.waitForResponse((response) => response.request().method() === "POST", WAIT);
    await save(page);
    await answered;
    await server.kill();
    server = await startServer({ dataDir, env: PACE, port: server.port });
    await untilUnsent(page, 0);
    expect(await countBulkUpdates(dataDir)).toBe(before + 2);
    await expectOnce(ids, "favorite");
  });

  it("stays usable on a link that takes everything and answers nothing, says Offline long before the call's own time limit, and recovers by itself [OFF-18, OFF-23]", async () => {
    const page = await openRows();
    const [first = "", second = "", third = ""] = await untouchedInsights(page, 3);
    await chip(page).filter({ hasText: "Online" }).waitFor(WAIT);
    await review(page, first, "acknowledge");
    const stalled = proxy.stallAt(/^GET \/api\/updates\?/);
    await save(page);
    await stalled;
    const saidOffline = chip(page).filter({ hasText: "Offline" }).waitFor(WAIT);
    // While the call still hangs, the page takes every step.
    await review(page, second, "archive");
    await review(page, third, "favorite");
    await untilUnsent(page, 3);
    await page.getByRole("switch", { name: "Show archived" }).uncheck();
    await page.locator(`tr[data-insight="${second}"]`).waitFor({ state: "detached", ...WAIT });
    await saidOffline;
    proxy.restore();
    await chip(page).filter({ hasText: "Online" }).waitFor(WAIT);
    await page.getByText(COMPLETED).waitFor(WAIT);
    await expectOnce([first], "acknowledge");
    await page.getByRole("button", { name: /^Save/ }).first().click();
    await untilUnsent(page, 0);
    await expectOnce([second], "archive");
    await expectOnce([third], "favorite");
  });

  it("asks again after a start what became of a bulk update, and shows no old status while it is confirmed [INS-38, INS-39, INS-43, INS-45]", async () => {
    let page = await openRows();
    const ids = await untouchedInsights(page, 4);
    for (const id of ids) await review(page, id, "favorite");

    // The server completes it, and the app is killed before it hears so.
    await page.context().route(isNewsOfBulk, (route) => route.abort());
    await save(page);
    await page.getByText("The bulk update is waiting to be processed").first().waitFor(WAIT);
    await expect.poll(async () => (await readTruth(dataDir, ids)).history.length, WAIT).toBe(4);
    await browser.kill();

    // It asks by the number that it kept. The mirror does not follow yet, and the app is killed once more.
    browser = await startKillableChromium(profile);
    await browser.context.addInitScript(watchRows, { ids, action: "favorite" });
    await browser.context.route(isSync, (route) => route.abort());
    const asked = browser.context.waitForEvent("request", {
      predicate: (request) => request.url().includes("/api/updates?bulk_id="),
      ...WAIT,
    });
    page = await openRows();
    await asked;
    await page.getByText(COMPLETED).waitFor(WAIT);
    await page.getByText("4 actions, done, being confirmed").waitFor(WAIT);
    expect(await rowsSeen(page)).toEqual({ sampled: true, others: [] });
    await browser.kill();

    browser = await startKillableChromium(profile);
    await browser.context.addInitScript(watchRows, { ids, action: "favorite" });
    page = await openRows();
    await page.getByRole("region", { name: "On its way" }).waitFor({ state: "detached", ...WAIT });
    await untilUnsent(page, 0);
    await expect.poll(() => page.evaluate(outboxIsEmpty), WAIT).toBe(true);
    expect(await rowsSeen(page)).toEqual({ sampled: true, others: [] });
    for (const id of ids) expect(await pressed(page, id, "favorite"), id).toBe("true");
    expect(await shownInsights(page)).toEqual(expect.arrayContaining(ids));
    await expectOnce(ids, "favorite");
  });
});

function isSync(url: URL): boolean {
  return url.pathname === "/api/sync";
}

function isNewsOfBulk(url: URL): boolean {
  return isSync(url) || url.searchParams.has("bulk_id");
}

interface RowsSeen {
  samples: number;
  others: string[];
}

/** In the page, before it starts: looks at the rows after every change of the document, and notes where one shows another status. */
function watchRows({ ids, action }: { ids: string[]; action: string }): void {
  const seen: RowsSeen = { samples: 0, others: [] };
  Object.assign(window, { rowsSeen: seen });
  const look = () => {
    for (const id of ids) {
      const button = document.querySelector(`[data-insight="${id}"] [data-action="${action}"]`);
      if (button === null) continue;
      seen.samples += 1;
      if (button.getAttribute("aria-pressed") !== "true") seen.others.push(id);
    }
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
}

async function rowsSeen(page: Page) {
  const { samples, others } = await page.evaluate(
    () => (window as unknown as { rowsSeen: RowsSeen }).rowsSeen,
  );
  return { sampled: samples > 0, others };
}

/** In the page: whether nothing at all is kept of what was done, neither actions nor batches. */
async function outboxIsEmpty(): Promise<boolean> {
  const { name = "" } = (await indexedDB.databases()).find((one) => one.name?.startsWith("outbox-")) ?? {};
  const open = indexedDB.open(name);
  await new Promise((resolve) => open.addEventListener("success", resolve));
  const database = open.result;
  const counts = ["actions", "batches"].map((store) => {
    const request = database.transaction(store).objectStore(store).count();
    return new Promise<number>((resolve) =>
      request.addEventListener("success", () => resolve(request.result)),
    );
  });
  const total = (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  database.close();
  return total === 0;
}
