import type { Page, Route } from "playwright-core";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { withWorkerRequests } from "../../support/browser/chromium.ts";
import { browserStorageOf } from "../../support/browser/chromium-storage.ts";
import {
  chipOf,
  openInsights,
  review,
  save,
  shownInsights,
  untilFoundOffline,
  untilSaid,
  untilUnsent,
  untouchedInsights,
} from "../../support/browser/ranger-browser.ts";
import {
  ALL_ROWS,
  expectOnce,
  skippedWithoutChromium,
  useFreshPage,
  useServer,
} from "../../support/browser/stage.ts";
import type { PortalAnswer } from "../../support/network/tcp-proxy.ts";
import { WAIT } from "../../support/time/time-limits.ts";

const DAY_MS = 86_400_000;
const INSIGHTS = 40;

const skipped = skippedWithoutChromium("faults of the browser and its device");

describe.skipIf(skipped)("review while the browser and the device fail", () => {
  const server = useServer({ demoInsights: INSIGHTS, env: { SYNC_SECONDS: "6", CALL_SECONDS: "10" } });
  // The picture that is cut off is requested by the service worker.
  beforeAll(() => withWorkerRequests());
  const fresh = useFreshPage(server);
  let page: Page;

  beforeEach(async () => {
    ({ page } = fresh);
    await fresh.openRows();
  });

  it("goes on in another tab when the leading one is frozen, and sends all of both once (fault 12) [OFF-17, OFF-18]", async () => {
    const second = await fresh.context.newPage();
    await openInsights(second, server.url, ALL_ROWS);
    const [first = "", other = ""] = await untouchedInsights(page, 2);
    await review(page, first, "favorite");
    await untilUnsent(second, 1);
    const devtools = await fresh.context.newCDPSession(page);
    await devtools.send("Page.setWebLifecycleState", { state: "frozen" });
    await review(second, other, "favorite");
    await save(second);
    await untilUnsent(second, 0);
    await expectOnce(server, [first, other], "favorite");
    await devtools.send("Page.setWebLifecycleState", { state: "active" });
    await untilUnsent(page, 0);
    await untilSaid(page, "Online");
    await expectOnce(server, [first, other], "favorite");
  });

  it("says what was lost where the browser evicted the site's storage, opens, and goes on (fault 18) [OFF-15, OFF-22]", async () => {
    const ids = await untouchedInsights(page, 2);
    await review(page, ids[0] ?? "", "archive");
    await untilUnsent(page, 1);

    // While the app is closed: a page of the site that runs none of it.
    await page.goto(`${server.url}/api/health`);
    const storage = await browserStorageOf(page);
    await storage.evict();
    await openInsights(page, server.url, ALL_ROWS);
    await page.getByText("with 1 action not yet sent", { exact: false }).waitFor(WAIT);
    await review(page, ids[1] ?? "", "archive");
    await save(page);
    await untilUnsent(page, 0);
    await expectOnce(server, [ids[1] ?? ""], "archive");
    await page.reload();
    await page.locator("tr[data-insight]").first().waitFor(WAIT);
    await untilSaid(page, "Online");
    expect(await page.getByText("not yet sent", { exact: false }).count(), "it is said once").toBe(0);
  });

  it("fetches a picture again whose way was cut by the end of the service worker (fault 22) [OFF-05]", async () => {
    const whole = () => page.locator("tr[data-insight] img").evaluateAll(wholePictures);
    await expect.poll(whole, WAIT).toBeGreaterThan(5);
    const before = await whole();
    await page.evaluate(async () => {
      for (const name of await caches.keys()) if (name.startsWith("thumbnails-")) await caches.delete(name);
    });
    const devtools = await fresh.context.newCDPSession(page);
    await devtools.send("ServiceWorker.enable");
    let held: Route | null = null;
    const asked = new Promise<void>((resolve) => {
      void fresh.context.route(isThumbnail, async (route) => {
        if (held !== null) return route.continue();
        held = route;
        resolve();
      });
    });
    await page.reload();
    await asked;
    await devtools.send("ServiceWorker.stopAllWorkers");
    await (held as Route | null)?.abort().catch(() => undefined);
    await expect.poll(whole, WAIT).toBeGreaterThanOrEqual(before);
  });

  const page200 = { headers: { "content-type": "text/html" }, body: "<h1>Hotel WLAN</h1>" };
  const portals: [string, PortalAnswer][] = [
    ["200 with a page", { status: "200 OK", ...page200 }],
    ["a redirect to its sign-in", { status: "302 Found", headers: { location: "/login" } }],
    ["an empty 204", { status: "204 No Content" }],
  ];
  it("is offline behind a captive portal, keeps none of its pages, and sends the work once it is through (fault 23) [OFF-16, OFF-22]", async () => {
    const ids = await untouchedInsights(page, portals.length);
    for (const [at, [name, answer]] of portals.entries()) {
      // It answers the service worker and its own requests too, so a reload shows whether the shell is still the app's.
      server.proxy.answerAll(answer);
      await untilFoundOffline(page);
      await review(page, ids[at] ?? "", "favorite");
      await untilUnsent(page, 1);
      expect(await page.evaluate(keptAnswers), name).toEqual([]);
      expect(await page.evaluate(() => localStorage.getItem("authToken")), name).toMatch(/^Bearer /);
      await page.reload();
      await page.locator("tr[data-insight]").first().waitFor(WAIT);
      await untilUnsent(page, 1);
      server.proxy.restore();
      await untilSaid(page, "Online");
      await untilUnsent(page, 0);
    }
    await expectOnce(server, ids, "favorite");
  });

  it.each([
    ["two days ahead", 2 * DAY_MS],
    ["a year behind", -365 * DAY_MS],
  ])(
    "keeps order, session and pictures on a phone whose clock is %s (fault 24) [OFF-05, OFF-15]",
    async (_, offMs) => {
      await expect.poll(async () => (await shownInsights(page)).length, WAIT).toBe(INSIGHTS);
      const order = await shownInsights(page);
      await fresh.context.clock.install({ time: Date.now() + offMs });
      await page.reload();
      await openInsights(page, server.url, ALL_ROWS);
      await fresh.context.clock.resume();
      await untilSaid(page, "Online");
      await expect.poll(() => shownInsights(page), WAIT).toEqual(order);
      const [id = ""] = await untouchedInsights(page, 1);
      await review(page, id, "acknowledge");
      await save(page);
      await untilUnsent(page, 0);
      await expectOnce(server, [id], "acknowledge");
      await page.locator("tr[data-insight] img").first().waitFor(WAIT);

      // Without a connection too, over a start and through a file.
      const [away = ""] = await untouchedInsights(page, 1);
      server.proxy.cut();
      await untilFoundOffline(page);
      await review(page, away, "archive");
      await untilUnsent(page, 1);
      await page.reload();
      await untilUnsent(page, 1);
      await expect.poll(() => shownInsights(page), WAIT).toEqual(order);
      await chipOf(page).click();
      const panel = page.getByRole("dialog");
      await panel.getByRole("button", { name: "Export to a file" }).click();
      const downloading = page.waitForEvent("download", WAIT);
      await panel.getByRole("button", { name: "Save and export" }).click();
      const file = await (await downloading).path();
      await panel.getByText("1 action is in the file.").waitFor(WAIT);
      server.proxy.restore();
      await untilUnsent(page, 0);
      await panel.locator("input[type=file]").setInputFiles(file);
      await panel.getByText("Everything in this file is here already, or has been sent.").waitFor(WAIT);
      await page.keyboard.press("Escape");
      await expectOnce(server, [away], "archive");
      expect(await page.evaluate(() => localStorage.getItem("authToken"))).toMatch(/^Bearer /);
      expect(await chipOf(page).textContent()).not.toMatch(/-\d|in \d/);
    },
  );
});

function isThumbnail(url: URL): boolean {
  return url.pathname === "/api/photo" && url.searchParams.get("thumbnail") === "true";
}

/** In the page: what a cache holds that is neither a part of the app nor a picture. */
async function keptAnswers(): Promise<string[]> {
  const found: string[] = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const answer = await cache.match(request);
      const text = answer?.headers.get("content-type")?.startsWith("image/") ? "" : await answer?.text();
      if (text?.includes("Hotel WLAN") || (!name.startsWith("workbox-") && text)) found.push(request.url);
    }
  }
  return found.filter((url) => !url.endsWith("/thumbnail-bucket-bytes"));
}

/** In the page. */
function wholePictures(images: Element[]): number {
  return images.filter((image) => (image as HTMLImageElement).naturalWidth > 0).length;
}
