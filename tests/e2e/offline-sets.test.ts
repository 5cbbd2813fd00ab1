import type { Page } from "playwright-core";
import { describe, expect, it, onTestFailed } from "vitest";
import { DESK, expectAccessible, expectNoSidewaysScroll, PHONE } from "../support/browser/app-page.ts";
import { chipOf, openInsights } from "../support/browser/ranger-browser.ts";
import { skippedWithoutChromium, usePhone, useServer } from "../support/browser/stage.ts";
import { WAIT } from "../support/time/time-limits.ts";

const skipped = skippedWithoutChromium("saving for offline in a browser");

const HELD = 240;

describe.skipIf(skipped)("saving for offline, in a browser", () => {
  const server = useServer({ demoInsights: HELD, afterEach: "stay" });
  const phone = usePhone(server);
  let page: Page;

  const restart = async () => {
    await phone.start();
    page = await phone.page();
  };
  const openPanel = async () => {
    await page.getByRole("button", { name: /^Connection and unsent work/ }).click();
    const sets = page.getByRole("region", { name: "Saved for offline" });
    await sets.waitFor(WAIT);
    return sets;
  };
  const setOf = (sets: Awaited<ReturnType<typeof openPanel>>, name: string) =>
    sets.getByRole("listitem", { name });
  const pictureCaches = () =>
    page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith("packed-")));
  const usage = () => page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);

  it("tells its size first, survives a killed browser, and opens with its pictures after a restart without a connection (hand 4) [OFF-06, OFF-10, OFF-24]", async () => {
    // With the browser running, and without the set and the photos of the attempt before.
    onTestFailed(() => phone.startAnew());
    page = await phone.page();
    await openInsights(page, server.url, "&archived=1");
    await page.getByText(`${HELD} insights, all on this device`).waitFor(WAIT);
    let sets = await openPanel();
    await sets.getByText(/^Nothing is saved for offline/).waitFor(WAIT);
    await sets.getByRole("button", { name: "Save for offline" }).click();
    const dialog = page.getByRole("dialog", { name: "Save for offline" });
    await dialog.getByLabel("Time").selectOption({ label: "Everything" });
    await dialog.getByText(/^240 insights, \d+ photos$/).waitFor(WAIT);
    await dialog
      .getByText(/^about [\d.]+ (kB|MB)$/)
      .first()
      .waitFor(WAIT);
    await expectAccessible(page, "the dialog that saves a set");
    await dialog.getByRole("radio", { name: /^Full photos/ }).check();
    await dialog.getByLabel("Data limit").selectOption({ label: "No limit" });
    await dialog.getByLabel("Name").fill("Mara north");

    // The line goes dead at the first photograph: all thumbnails are here, and the browser is killed in the middle.
    const stalled = server.proxy.stallAt(/GET \/api\/photo\?deviceId/);
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await stalled;
    await page.getByRole("dialog", { name: "Mara north" }).getByText("Saving for offline").waitFor(WAIT);
    await chipOf(page)
      .getByText(/Saving for offline, \d+%/)
      .waitFor(WAIT);
    await phone.kill();
    server.proxy.restore();

    await restart();
    await page.setViewportSize(PHONE.viewport);
    await page.goto(`${server.url}/?tab=insights`);
    // All photos are still to come, which takes a busy machine a minute.
    await chipOf(page).getByText("Ready for the field").waitFor({ timeout: 120_000 });
    await page.setViewportSize(DESK.viewport);
    sets = await openPanel();
    const set = setOf(sets, "Mara north");
    await set.getByText("Ready", { exact: true }).waitFor(WAIT);
    await set.getByText(/^Everything .*is on this device/).waitFor(WAIT);
    await set.getByText(/^240 insights, full photos, [\d.]+ MB$/).waitFor(WAIT);
    await expectAccessible(page, "the panel with a saved set");

    server.proxy.cut();
    await phone.close();
    await restart();
    await page.goto(`${server.url}/`);
    sets = await openPanel();
    await setOf(sets, "Mara north").getByRole("link", { name: "Open Mara north in the list" }).click();
    await page.getByText("240 insights match, all on this device").waitFor(WAIT);
    await page.getByRole("button", { name: "Saved for offline: Mara north" }).waitFor(WAIT);
    await page.locator('tr[data-insight] [data-photo="image"]').first().waitFor(WAIT);

    // In review the photograph itself is here, larger than a thumbnail ever is.
    sets = await openPanel();
    await setOf(sets, "Mara north").getByRole("link", { name: "Review Mara north" }).click();
    await page.waitForFunction(
      () => [...document.images].some(({ complete, naturalWidth }) => complete && naturalWidth > 300),
      undefined,
      WAIT,
    );
  }, 400_000);

  it("is found on a phone, where the chip keeps a mark that it is ready, and removing it frees its room (hand 4)", async () => {
    await page.setViewportSize(PHONE.viewport);
    await page.goto(`${server.url}/?tab=insights`);
    server.proxy.restore();
    const sets = await openPanel();
    const set = setOf(sets, "Mara north");
    await set.waitFor(WAIT);
    await expectNoSidewaysScroll(page, "the panel with a saved set");
    expect(await pictureCaches()).toHaveLength(1);
    await page.keyboard.press("Escape");
    // Beside unsent work too, a mark says that a person may leave, within the chip.
    await page.locator("[data-insight] [data-action=favorite]").first().click(WAIT);
    await chipOf(page).getByText("1 to save").waitFor(WAIT);
    const mark = chipOf(page).locator("[data-sets=ready]");
    await mark.waitFor(WAIT);
    const [outer, inner] = [await chipOf(page).boundingBox(), await mark.boundingBox()];
    expect(inner?.width).toBeGreaterThan(16);
    expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThanOrEqual((outer?.x ?? 0) + (outer?.width ?? 0));
    await page.locator("[data-insight] [data-action=favorite]").first().click(WAIT);
    await chipOf(page)
      .getByText("1 to save")
      .waitFor({ state: "detached", ...WAIT });
    await openPanel();
    const [, megabytes = ""] = /([\d.]+) MB$/.exec((await set.getByText(/ MB$/).textContent()) ?? "") ?? [];
    const before = await usage();
    await set.getByRole("button", { name: "Remove Mara north" }).click();
    await set.getByRole("button", { name: "Remove its photos from this device" }).click();
    await sets.getByText(/^Nothing is saved for offline/).waitFor(WAIT);
    await expect.poll(pictureCaches, WAIT).toEqual([]);
    // The browser itself says so, though its worker has answered from there and is still at work.
    await expect.poll(usage, WAIT).toBeLessThan(before - Number(megabytes) * 0.5e6);
  });

  it("stops at its budget, and takes along what a filter of the list shows (hand 6)", async () => {
    await page.setViewportSize(DESK.viewport);
    await openInsights(page, server.url, "&archived=1&status=none");
    const counted = page.getByText(/^\d+ insights? match(es)?, all on this device/);
    await counted.waitFor(WAIT);
    const matched = Number.parseInt((await counted.textContent()) ?? "", 10);
    await page.getByRole("button", { name: "Save for offline" }).click();
    const dialog = page.getByRole("dialog", { name: "Save for offline" });
    await dialog.getByText(new RegExp(`^${matched} insights, \\d+ photos$`)).waitFor(WAIT);
    await dialog.getByRole("radio", { name: /^Full photos/ }).check();
    await dialog.getByLabel("Data limit").selectOption({ label: "5 MB" });
    await dialog.getByLabel("Name").fill("To review");
    // The opened photograph is in a cache already and would not be received again, so the caches are cleared.
    await page.evaluate(async () => {
      for (const name of await caches.keys())
        if (/^(opened|thumbnails)-/.test(name)) await caches.delete(name);
    });
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    const progress = page.getByRole("dialog", { name: "To review" });
    await progress.getByText("Not ready for the field").waitFor(WAIT);
    await progress.getByRole("button", { name: "Close" }).last().click();

    const sets = await openPanel();
    const set = setOf(sets, "To review");
    await set.getByText("Data limit reached").waitFor(WAIT);
    await set.getByText(/^Stopped at your data limit of 5 MB\./).waitFor(WAIT);
    const received = await page.evaluate(async () => {
      let bytes = 0;
      for (const name of await caches.keys()) {
        if (!name.startsWith("packed-")) continue;
        const cache = await caches.open(name);
        for (const key of await cache.keys()) bytes += (await (await cache.match(key))?.blob())?.size ?? 0;
      }
      return bytes;
    });
    expect(received).toBeGreaterThan(0);
    expect(received).toBeLessThanOrEqual(5_000_000);
    await set.getByRole("button", { name: "Allow 5 MB more" }).click();
    await set.getByText("Data limit reached").waitFor({ state: "detached", ...WAIT });
  });

  it("is said whole on a phone whose server fails meanwhile, in each theme", async () => {
    const context = page.context();
    await context.route(/\/api\/photo/, () => undefined);
    await context.route(/\/api\/sync\?/, (route) => route.fulfill({ status: 500, json: {} }));
    await page.setViewportSize(PHONE.viewport);
    await page.goto(`${server.url}/?tab=insights`);
    const chip = chipOf(page);
    const state = chip.getByText("Not refreshed");
    await state.waitFor(WAIT);
    const set = chip.locator("[data-sets=coming]");
    await set.waitFor(WAIT);
    for (const theme of ["light", "dark", "outdoor"]) {
      await page.evaluate((name) => document.documentElement.setAttribute("data-theme", name), theme);
      for (const part of [state, set])
        expect(await part.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
      expect(await set.getByText(/^\d+%$/).isVisible()).toBe(true);
    }
    await context.unrouteAll({ behavior: "ignoreErrors" });
    await page.setViewportSize(DESK.viewport);
  });

  it("goes with the person who signs out [OFF-21]", async () => {
    expect(await pictureCaches()).not.toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Account menu" }).click();
    await page.getByRole("menuitem", { name: "Logout" }).click();
    await page.waitForURL((address) => address.pathname === "/login", WAIT);
    await expect.poll(pictureCaches, WAIT).toEqual([]);
  });
});
