import { readdirSync } from "node:fs";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { DOCUMENTATION } from "../../src/messages/shell/documentation.ts";
import { expectNoSidewaysScroll, PHONE, signIn } from "../support/browser/app-page.ts";
import { unsentOf, untilInstalled } from "../support/browser/ranger-browser.ts";
import { skippedWithoutChromium, useContexts, useServer } from "../support/browser/stage.ts";
import { startChangingWorker } from "../support/client/changing-worker.ts";
import { DEMO } from "../support/server/server-process.ts";
import { WAIT } from "../support/time/time-limits.ts";

interface Manifest {
  name: string;
  short_name: string;
  id: string;
  start_url: string;
  display: string;
  icons: { src: string; sizes: string; type: string; purpose: string }[];
  shortcuts: { url: string }[];
}

/** The app's usual rounds are three times as long. */
const PACE = { SYNC_SECONDS: "10" };

const skipped = skippedWithoutChromium("the installable app");

/** Where the browser took each file of the app: "cache" where the service worker's thread was not asked. */
function sourcesOfAssets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter(({ name }) => new URL(name).pathname.startsWith("/assets/"))
      .map((entry) => (entry as unknown as { workerFinalSourceType: string }).workerFinalSourceType),
  );
}

describe.skipIf(skipped)("the installable app", () => {
  const server = useServer({ demoInsights: 40, collections: true, env: PACE });
  const contexts = useContexts(server);
  const open = (options: Parameters<typeof contexts.open>[0] = {}) =>
    contexts.open({ installed: true, ...options });

  const controlled = (page: Page) =>
    page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      return navigator.serviceWorker.controller !== null;
    });
  const chip = (page: Page) =>
    page.getByRole("banner").getByRole("button", { name: /^Connection and unsent work/ });
  const acknowledgeFirst = (page: Page) =>
    page
      .getByRole("main")
      .getByRole("button", { name: /^Acknowledge/ })
      .first()
      .click();

  it("has a manifest and icons, so that it installs and opens standalone [OFF-02]", async () => {
    const page = await open({ path: "/login" });
    const href = await page.locator("link[rel=manifest]").getAttribute("href");
    const manifest = (await (await fetch(`${server.url}${href}`)).json()) as Manifest;
    expect(manifest).toMatchObject({
      name: "Understory",
      short_name: "Understory",
      id: "/",
      start_url: "/",
      display: "standalone",
    });
    expect(manifest.shortcuts[0]?.url).toBe("/?tab=insights");
    expect(new Set(manifest.icons.map((icon) => icon.purpose))).toEqual(
      new Set(["any", "maskable", "monochrome"]),
    );
    for (const icon of manifest.icons.filter(({ type }) => type === "image/png")) {
      const answer = await fetch(`${server.url}${icon.src}`);
      const { width, height, format } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
      expect(`${width}x${height} image/${format}`).toBe(`${icon.sizes} ${icon.type}`);
    }
    const touch = await page.locator("link[rel=apple-touch-icon]").getAttribute("href");
    expect((await fetch(`${server.url}${touch}`)).ok).toBe(true);
    // Chromium's own reasons against installing this page.
    const session = await page.context().newCDPSession(page);
    const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
    // A browser test runs in a window that keeps nothing, where no app can be installed; all else must be right.
    expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito")).toEqual(
      [],
    );
  });

  it("is installed by the page that was open when its first installation broke off [OFF-01]", async () => {
    const broken = server.proxy.stallAt(/^GET \/landing\.html/);
    const page = await open({ path: "/login" });
    await broken;
    server.proxy.cut();
    const isRegistered = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) !== undefined);
    await expect.poll(isRegistered, WAIT).toBe(false);
    server.proxy.restore();
    await untilInstalled(page);
  });

  it("is served by the worker again after a reload that went past it [OFF-03]", async () => {
    const page = await open({ path: "/login" });
    await expect.poll(() => controlled(page)).toBe(true);
    await page.addInitScript("window.cameUncontrolled = navigator.serviceWorker.controller === null");
    const devtools = await page.context().newCDPSession(page);
    await Promise.all([page.waitForEvent("load"), devtools.send("Page.reload", { ignoreCache: true })]);
    expect(await page.evaluate("window.cameUncontrolled")).toBe(true);
    await expect.poll(() => controlled(page)).toBe(true);
  });

  it("keeps every part of the app through its service worker, and opens each screen without a server [OFF-01, OFF-03, OFF-04, OFF-28]", async () => {
    const page = await open();
    await signIn(page, DEMO);
    await expect.poll(() => controlled(page)).toBe(true);
    const kept = await page.evaluate(async () => {
      const paths: string[] = [];
      for (const name of await caches.keys())
        for (const request of await (await caches.open(name)).keys())
          paths.push(new URL(request.url).pathname);
      return paths;
    });
    const built = readdirSync("dist/web/assets").filter((name) => /\.(js|css|svg)$/.test(name));
    expect(kept).toEqual(expect.arrayContaining(["/index.html", ...built.map((name) => `/assets/${name}`)]));

    server.proxy.cut();
    await page.goto("/?tab=insights");
    await page.getByRole("heading", { level: 1, name: "Sentinel Insights" }).waitFor();
    expect(new Set(await sourcesOfAssets(page))).toEqual(new Set(["cache"]));
    await page.goto("/?tab=groups");
    await page.getByRole("heading", { level: 1, name: "Groups" }).waitFor();
    await page.goto("/landing");
    await page.getByRole("heading", { level: 1 }).waitFor();
    const fresh = await page.context().newPage();
    await fresh.goto("/");
    await fresh.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
  });

  it("has a documentation of its own until the operator names another, without a server too (promise B3)", async () => {
    const page = await open();
    await signIn(page, DEMO);
    await expect.poll(() => controlled(page)).toBe(true);
    server.proxy.cut();
    const [documentation] = await Promise.all([
      page.waitForEvent("popup"),
      page.getByRole("navigation").getByRole("link", { name: "Documentation" }).first().click(),
    ]);
    await documentation.getByRole("heading", { level: 1, name: "Documentation" }).waitFor();
    for (const part of DOCUMENTATION.parts)
      await documentation.getByRole("region", { name: part.title }).waitFor();
    await documentation.setViewportSize(PHONE.viewport);
    await expectNoSidewaysScroll(documentation, "the documentation");
  });

  it("says the connection, the number unsent and the age of the data, and is never wrong [OFF-23]", async () => {
    const page = await open();
    await signIn(page, DEMO);
    await expect.poll(() => chip(page).textContent()).toMatch(/Online.*data from \d\d:\d\d UTC/);
    await page.goto("/?tab=insights");
    await page
      .getByRole("main")
      .getByRole("button", { name: /^Acknowledge/ })
      .first()
      .waitFor();
    await expect.poll(() => controlled(page)).toBe(true);
    server.proxy.cut();
    // No test step asks for it: the next pull finds it.
    await acknowledgeFirst(page);
    await expect
      .poll(() => chip(page).textContent(), WAIT)
      .toMatch(/[1-9]\d* to (?:save|send).*Offline.*data from \d\d:\d\d UTC/);
    await page.reload();
    await expect
      .poll(() => chip(page).textContent())
      .toMatch(/[1-9]\d* to (?:save|send).*Offline.*data from \d\d:\d\d UTC/);
    await chip(page).click();
    await page.getByRole("button", { name: "Refresh the data now" }).click();
    await expect
      .poll(() => page.getByRole("dialog").getByRole("heading", { level: 2 }).textContent())
      .toBe("Offline");
    await page.keyboard.press("Escape");

    // Logging out offers what to do with it; without a connection it cannot be sent.
    await page.getByRole("button", { name: "Account menu" }).click();
    await page.getByRole("menuitem", { name: "Logout" }).click();
    const dialog = page.getByRole("dialog", { name: "You have unsent work" });
    expect(await dialog.getByRole("button", { name: /^Send now/ }).isDisabled()).toBe(true);
    await dialog.getByRole("button", { name: /^Discard/ }).click();
    // The pressed button has gone: the focus stays in the dialog, where the result is announced.
    await dialog
      .locator("p:focus")
      .getByText(/not yet with the server/)
      .waitFor();
    await dialog.getByRole("button", { name: /^Discard \d action/ }).click();
    await page.waitForURL("**/login");
    server.proxy.restore();
    await signIn(page, DEMO);
    await expect.poll(() => chip(page).textContent()).toMatch(/Online/);
    expect(unsentOf(await chip(page).textContent())).toBe(0);
  });

  it("lets a ranger do the whole round on a phone: sign in, review, save, see it arrive, sign out [OFF-24]", async () => {
    const page = await open(PHONE);
    await expectNoSidewaysScroll(page, "sign-in");
    await signIn(page, DEMO);
    await page.getByRole("navigation", { name: "Main screens" }).getByText("Insights").tap();
    await page
      .getByRole("main")
      .getByRole("button", { name: /^Acknowledge/ })
      .first()
      .waitFor();
    await expectNoSidewaysScroll(page, "insights");
    await acknowledgeFirst(page);
    await expect.poll(() => chip(page).textContent()).toMatch(/[1-9]\d* to save/);
    await expectNoSidewaysScroll(page, "insights with unsaved work");
    await chip(page).tap();
    const panel = page.getByRole("dialog");
    await expectNoSidewaysScroll(page, "the sync panel");
    await panel.getByRole("button", { name: /^Save \d/ }).tap();
    await panel.getByText("Nothing waits. Every action is with the server.").waitFor(WAIT);
    await panel.getByRole("button", { name: "Close" }).tap();
    await expect.poll(async () => unsentOf(await chip(page).textContent())).toBe(0);
    // Not by a tap: it is where Close was, and would pass for the second one of a double tap.
    await page.getByRole("button", { name: "Account menu" }).click();
    await page.getByRole("menuitem", { name: "Logout" }).tap();
    await page.waitForURL("**/login");
  });

  it("sends what waits before it signs out, or keeps it hidden for the same person", async () => {
    const page = await open({ path: "/?tab=insights" });
    await signIn(page, DEMO);
    const archive = page.getByRole("main").getByRole("button", { name: /^Archive/ });
    await archive.first().waitFor();
    const archivedOnServer = async (): Promise<number> => {
      const authorization = await page.evaluate(() => localStorage.getItem("authToken") ?? "");
      const answer = await fetch(`${server.url}/api/insights/paginated`, { headers: { authorization } });
      const { message } = (await answer.json()) as { message: { insight_status: string }[] };
      return message.filter((insight) => insight.insight_status === "archive").length;
    };
    const before = await archivedOnServer();
    const leave = async (choice: RegExp) => {
      await page.getByRole("button", { name: "Account menu" }).click();
      await page.getByRole("menuitem", { name: "Logout" }).click();
      const dialog = page.getByRole("dialog", { name: "You have unsent work" });
      await dialog.getByRole("button", { name: choice }).click();
      await page.waitForURL("**/login");
    };

    await archive.first().click();
    await expect.poll(() => chip(page).textContent()).toMatch(/[1-9]\d* to save/);
    await leave(/^Keep for me/);
    await signIn(page, DEMO);
    await expect
      .poll(() => chip(page).textContent(), { message: "the same person finds it again" })
      .toMatch(/[1-9]\d* to save/);
    await leave(/^Send now/);

    await signIn(page, DEMO);
    expect(await archivedOnServer()).toBeGreaterThan(before);
  });

  it("offers to install after the first save where the browser can, on iOS before work starts (hand 13)", async () => {
    const page = await open();
    await signIn(page, DEMO);
    await page.goto("/?tab=insights&rows=5");
    const favorites = page.getByRole("main").getByRole("button", { name: /^Favorite/, pressed: false });
    await favorites.first().waitFor();
    // Chromium makes this event only for people who have used the page for a while.
    await page.evaluate(() => {
      const offer = new Event("beforeinstallprompt", { cancelable: true });
      const prompt = async () => {
        document.body.setAttribute("data-prompted", "yes");
        return { outcome: "accepted" };
      };
      window.dispatchEvent(Object.assign(offer, { prompt }));
    });
    const offer = page.getByRole("status").getByRole("button", { name: "Install", exact: true });
    const save = async () => {
      await favorites.first().click();
      await page
        .getByRole("button", { name: /^Save \d/ })
        .first()
        .click();
    };
    expect(await offer.count()).toBe(0);
    await save();
    await offer.click();
    await expect.poll(() => page.locator("body").getAttribute("data-prompted")).toBe("yes");
    await page.getByText("Understory is installed.").waitFor();

    const userAgent =
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1";
    const phone = await open({ ...PHONE, path: "/login", userAgent });
    await phone.getByRole("button", { name: "How to install" }).tap();
    await phone
      .getByRole("dialog", { name: "Install Understory" })
      .getByText("Choose “Add to Home Screen”")
      .waitFor();
  });

  it("offers a new version and never takes it under a person's hands; the unsaved list survives [OFF-28]", async () => {
    const changing = await startChangingWorker(server.process.port);
    try {
      const first = await open({ url: changing.url });
      await signIn(first, DEMO);
      await expect.poll(() => controlled(first)).toBe(true);
      await first.goto("/?tab=insights");
      await first
        .getByRole("main")
        .getByRole("button", { name: /^Acknowledge|^Favorite/ })
        .first()
        .waitFor();
      await first
        .getByRole("main")
        .getByRole("button", { name: /^Favorite/ })
        .first()
        .click();
      await expect.poll(() => chip(first).textContent()).toMatch(/[1-9]\d* to save/);
      const second = await first.context().newPage();
      await second.goto("/?tab=map");
      const third = await first.context().newPage();
      await third.goto("/?tab=alerts");
      await third.getByRole("heading", { level: 1, name: "Alerts" }).waitFor();
      const tabs = [first, second, third];
      for (const tab of tabs) await tab.evaluate(() => document.body.setAttribute("data-same", "yes"));
      const same = (tab: Page) => tab.locator("body").getAttribute("data-same");

      changing.publish();
      // The page looks for a new version whenever it comes into view.
      await first.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
      for (const tab of tabs) await tab.getByText(/^Update ready/).waitFor();
      for (const tab of tabs) expect(await same(tab), "nobody was reloaded").toBe("yes");

      await first.getByRole("button", { name: "Reload" }).click();
      await expect.poll(() => same(first).catch(() => "loading")).toBeNull();
      await expect.poll(() => chip(first).textContent()).toMatch(/[1-9]\d* to save/);
      // The others are in view: they show a notice and stay.
      for (const tab of [second, third]) {
        await tab.getByText(/^Another tab has updated the app/).waitFor();
        expect(await same(tab)).toBe("yes");
      }
      await second.getByRole("button", { name: "Reload" }).click();
      await expect.poll(() => same(second).catch(() => "loading")).toBeNull();
      await second.getByRole("heading", { level: 1, name: "Map" }).waitFor();
    } finally {
      await changing.stop();
    }
  });
});
