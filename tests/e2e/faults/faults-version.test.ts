import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFailed } from "vitest";
import { expectAccessible, expectNoSidewaysScroll } from "../../support/browser/app-page.ts";
import {
  review,
  untilInstalled,
  untilUnsent,
  untouchedInsights,
} from "../../support/browser/ranger-browser.ts";
import { expectOnce, skippedWithoutChromium, useFreshPage, useServer } from "../../support/browser/stage.ts";
import { readTruth } from "../../support/client/review-truth.ts";
import { copyProgram, type ProgramCopy } from "../../support/server/program-copy.ts";
import { WAIT } from "../../support/time/time-limits.ts";

const NEWER = "9.0.0";

const skipped = skippedWithoutChromium("versions and the kill switch in a browser");

describe.skipIf(skipped)("a version of the app that must not go on", () => {
  const server = useServer({ demoInsights: 40 });
  const fresh = useFreshPage(server);
  let newer: ProgramCopy;
  let broken: ProgramCopy;
  let page: Page;

  beforeAll(() => {
    newer = copyProgram();
    newer.changeApp("newer", NEWER);
    broken = copyProgram();
    broken.breakApp();
  });
  beforeEach(() => {
    ({ page } = fresh);
  });
  afterAll(() => {
    newer?.remove();
    broken?.remove();
  });

  const versionOf = () =>
    page
      .evaluate(() => document.querySelector<HTMLMetaElement>('meta[name="app-version"]')?.content)
      .catch(() => "between two documents");
  const heading = (name: string) => page.getByRole("heading", { level: 1, name });

  it("blocks an app that is too old for its server until it is updated, keeps its unsent work, gives it out as a file, and lets it go on where there is no connection [OFF-18, OFF-28]", async () => {
    onTestFailed(() => server.restart());
    await fresh.openRows();
    const [one = "", two = "", later = ""] = await untouchedInsights(page, 3);
    for (const id of [one, two]) await review(page, id, "archive");
    await untilUnsent(page, 2);
    const old = await versionOf();

    // The new version itself is not there yet: a page that had it whole already would take it without a connection.
    await server.restart({ env: { MIN_CLIENT: NEWER } });
    await page.reload();
    await heading("Update needed").waitFor(WAIT);
    await page.getByText("Your 2 unsent actions are safe on this device.", { exact: false }).waitFor(WAIT);
    await expectAccessible(page, "update needed");
    expect(await page.locator("tr[data-insight]").count()).toBe(0);

    // Unsent work leaves a phone that cannot get the update as a file; its batches keep their keys.
    await page.getByRole("button", { name: "Export to a file" }).click();
    await page.getByText("Your list of 2 actions is saved first", { exact: false }).waitFor(WAIT);
    const downloading = page.waitForEvent("download", WAIT);
    await page.getByRole("button", { name: "Save and export" }).click();
    await page.getByText("2 actions are in the file.").waitFor(WAIT);
    const file = await readFile(await (await downloading).path(), "utf8");
    for (const id of [one, two]) expect(file).toContain(`"${id}"`);
    await expectAccessible(page, "update needed, with the file");
    await expectNoSidewaysScroll(page, "update needed");

    // Without a connection nothing depends on the server: the old version opens and takes work.
    server.proxy.cut();
    await page.getByRole("button", { name: "Update now" }).click();
    await page.getByText("The new version could not be fetched.", { exact: false }).waitFor(WAIT);
    await page.getByRole("button", { name: "Go on without a connection" }).click();
    await page.locator("tr[data-insight]").first().waitFor(WAIT);
    await untilUnsent(page, 2);
    await review(page, later, "archive");
    await untilUnsent(page, 3);
    expect(await versionOf()).toBe(old);
    const ids = [one, two, later];
    expect((await readTruth(server.dataDir, ids)).history).toEqual([]);

    // The server's next answer blocks it again, and now the update comes.
    await server.restart({ program: newer.folder, env: { MIN_CLIENT: NEWER } });
    server.proxy.restore();
    await page.reload();
    await page.getByRole("button", { name: "Update now" }).click();
    await expect.poll(versionOf, WAIT).toBe(NEWER);
    await page.locator("tr[data-insight]").first().waitFor(WAIT);
    await untilUnsent(page, 0);
    await expectOnce(server, ids, "archive");
  });

  it("is removed from the device by the kill switch although its page is white, and everything but the shell stays [OFF-03, OFF-15]", async () => {
    onTestFailed(() => server.restart());
    await server.restart({ program: broken.folder });
    await page.goto(`${server.url}/login`);
    // As the version before it had done.
    await page.evaluate(() => void navigator.serviceWorker.register("/service-worker.js"));
    await expect
      .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null), WAIT)
      .toBe(true);
    expect(await page.locator("body").textContent()).not.toContain("Sign In");
    await page.evaluate(leaveWork);

    // The mended version alone does not help: the stored one is opened first.
    await server.restart();
    await page.reload();
    expect(await page.locator("body").textContent()).not.toContain("Sign In");

    await server.restart({ env: { OFFLINE_SHELL: "off" } });
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
    await server.restart();
    await page.reload();
    await untilInstalled(page);
    server.proxy.cut();
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
