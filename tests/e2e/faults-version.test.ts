import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { expectAccessible } from "../support/app-page.ts";
import { launchChromium, whyNoChromium } from "../support/chromium.ts";
import { WAIT } from "../support/patience.ts";
import { copyProgram, type ProgramCopy } from "../support/program-copy.ts";
import {
  openInsights,
  review,
  save,
  signIn,
  turnCollections,
  untilInstalled,
  untilUnsent,
  untouchedInsights,
} from "../support/ranger-browser.ts";
import { readTruth } from "../support/review-truth.ts";
import { DEMO, type ServerProcess, startServer } from "../support/server-process.ts";
import { startTcpProxy, type TcpProxy } from "../support/tcp-proxy.ts";

const noChromium = whyNoChromium();
if (noChromium) console.warn(`Skipped: versions and the kill switch in a browser, because ${noChromium}.`);

const ALL_ROWS = "&archived=1&rows=100";
const NEWER = "9.0.0";

describe.skipIf(noChromium !== null)("a version of the app that must not go on", () => {
  let dataDir: string;
  let newer: ProgramCopy;
  let broken: ProgramCopy;
  let server: ServerProcess;
  let proxy: TcpProxy;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "understory-version-"));
    newer = copyProgram();
    newer.changeApp("newer", NEWER);
    broken = copyProgram();
    broken.breakApp();
    [server, browser] = await Promise.all([startServer({ dataDir, demoInsights: 24 }), launchChromium()]);
    proxy = await startTcpProxy(server.port);
    await turnCollections(server.url, DEMO, false);
  });
  beforeEach(async () => {
    context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    page = await context.newPage();
  });
  afterEach(async () => {
    proxy.restore();
    await context.close();
  });
  afterAll(async () => {
    await browser?.close();
    await proxy?.stop();
    await server?.stop();
    newer?.remove();
    broken?.remove();
    if (dataDir) rmSync(dataDir, { recursive: true, force: true });
  });

  async function serve(options: Parameters<typeof startServer>[0]) {
    await server.stop();
    server = await startServer({ dataDir, port: server.port, ...options });
  }
  const versionOf = () =>
    page
      .evaluate(() => document.querySelector<HTMLMetaElement>('meta[name="app-version"]')?.content)
      .catch(() => "between two documents");
  const heading = (name: string) => page.getByRole("heading", { level: 1, name });

  it("blocks an app that is too old for its server until it is updated, keeps its unsent work untouched, and lets it go on where there is no connection [OFF-18, OFF-28]", async () => {
    await signIn(page, proxy.url, DEMO);
    await untilInstalled(page);
    await openInsights(page, proxy.url, ALL_ROWS);
    const ids = await untouchedInsights(page, 2);
    for (const id of ids) await review(page, id, "archive");
    await untilUnsent(page, 2);
    const old = await versionOf();

    await serve({ program: newer.folder, env: { MIN_CLIENT: NEWER } });
    await page.reload();
    await heading("Update needed").waitFor(WAIT);
    await page.getByText("Your 2 unsent actions are safe on this device.", { exact: false }).waitFor(WAIT);
    await expectAccessible(page, "update needed");
    expect(await page.locator("tr[data-insight]").count()).toBe(0);

    // Without a connection nothing depends on the server: the old version opens and takes work.
    proxy.cut();
    await page.getByRole("button", { name: "Update now" }).click();
    await page.getByText("The new version could not be fetched.", { exact: false }).waitFor(WAIT);
    await page.getByRole("button", { name: "Go on without a connection" }).click();
    await page.locator("tr[data-insight]").first().waitFor(WAIT);
    await untilUnsent(page, 2);
    expect(await versionOf()).toBe(old);
    expect((await readTruth(dataDir, ids)).history).toEqual([]);

    // The server's next answer blocks it again, and now the update comes.
    proxy.restore();
    await page.reload();
    await page.getByRole("button", { name: "Update now" }).click();
    await expect.poll(versionOf, WAIT).toBe(NEWER);
    await page.locator("tr[data-insight]").first().waitFor(WAIT);
    await untilUnsent(page, 2);
    await save(page);
    await untilUnsent(page, 0);
    const { statuses, history } = await readTruth(dataDir, ids);
    expect([...statuses.values()]).toEqual(["archive", "archive"]);
    expect(history).toHaveLength(2);
  });

  it("is removed from the device by the kill switch although its page is white, and everything but the shell stays [OFF-03, OFF-15]", async () => {
    await serve({ program: broken.folder });
    await page.goto(`${proxy.url}/login`);
    // As the version before it had done.
    await page.evaluate(() => void navigator.serviceWorker.register("/service-worker.js"));
    await expect
      .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null), WAIT)
      .toBe(true);
    expect(await page.locator("body").textContent()).not.toContain("Sign In");
    await page.evaluate(leaveWork);

    // The mended version alone does not help: the stored one is opened first.
    await serve({});
    await page.reload();
    expect(await page.locator("body").textContent()).not.toContain("Sign In");

    await serve({ env: { OFFLINE_SHELL: "off" } });
    await page.reload();
    await page.getByRole("button", { name: "Sign In" }).waitFor(WAIT);
    await expect.poll(() => page.evaluate(shellLeft), WAIT).toEqual({ shells: [], registered: false });
    expect(await page.evaluate(workLeft)).toEqual({ rows: ["not sent"], pictures: true });

    // The app works from the server meanwhile, and is not reloaded again and again.
    await page.evaluate(() => document.body.setAttribute("data-same", "yes"));
    await page.reload();
    await page.getByRole("button", { name: "Sign In" }).waitFor(WAIT);
    await page.evaluate(() => document.body.setAttribute("data-same", "yes"));
    await expect.poll(() => page.evaluate(shellLeft), WAIT).toEqual({ shells: [], registered: false });
    expect(await page.locator("body").getAttribute("data-same")).toBe("yes");

    // Switched off again, the device keeps the working version.
    await serve({});
    await page.reload();
    await untilInstalled(page);
    proxy.cut();
    await page.reload();
    await page.getByRole("button", { name: "Sign In" }).waitFor(WAIT);
    expect(await page.evaluate(workLeft)).toEqual({ rows: ["not sent"], pictures: true });
  });
});

/** In the page: what a person's work looks like to the browser, without the app that cannot open. */
async function leaveWork(): Promise<void> {
  await (await caches.open("thumbnails-1-2900")).put("/picture", new Response("picture"));
  const open = indexedDB.open("outbox-1", 10);
  open.addEventListener("upgradeneeded", () => open.result.createObjectStore("kept"));
  await new Promise((resolve) => open.addEventListener("success", resolve));
  const write = open.result.transaction("kept", "readwrite");
  write.objectStore("kept").put("not sent", 1);
  await new Promise((resolve) => write.addEventListener("complete", resolve));
  open.result.close();
}

async function workLeft(): Promise<{ rows: unknown[]; pictures: boolean }> {
  const open = indexedDB.open("outbox-1");
  await new Promise((resolve) => open.addEventListener("success", resolve));
  const all = open.result.transaction("kept").objectStore("kept").getAll();
  await new Promise((resolve) => all.addEventListener("success", resolve));
  open.result.close();
  return { rows: all.result, pictures: await caches.has("thumbnails-1-2900") };
}

async function shellLeft(): Promise<{ shells: string[]; registered: boolean }> {
  return {
    shells: (await caches.keys()).filter((name) => name.startsWith("workbox-")),
    registered: (await navigator.serviceWorker.getRegistration()) !== undefined,
  };
}
