import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import {
  chipOf,
  openInsights,
  review,
  save,
  untilFoundOffline,
  untilUnsent,
  untouchedInsights,
} from "../../support/browser/ranger-browser.ts";
import {
  ALL_ROWS,
  expectOnce,
  skippedWithoutChromium,
  usePage,
  useServer,
} from "../../support/browser/stage.ts";
import { DEMO } from "../../support/server/server-process.ts";
import { WAIT } from "../../support/time/time-limits.ts";

const skipped = skippedWithoutChromium("the promise in a browser whose data is deleted");

describe.skipIf(skipped)("an open page whose data is deleted", () => {
  const server = useServer({ demoInsights: 40, env: { SYNC_SECONDS: "6", CALL_SECONDS: "10" } });
  const stage = usePage(server);

  it("says at once what was deleted, keeps all unsent work, and works on without a reload, in each tab and whichever way it was deleted (promise A6, fault 31)", async () => {
    const { page, context } = stage;
    await openInsights(page, server.url, ALL_ROWS);
    const other = await context.newPage();
    await openInsights(other, server.url, ALL_ROWS);
    const [one = "", two = "", three = "", four = ""] = await untouchedInsights(page, 4);
    await review(page, one, "archive");
    await untilUnsent(other, 1);

    // By a script of the site, all databases.
    await page.evaluate(deleteDatabases, ".");
    for (const tab of [page, other]) {
      await tab.getByText("your 1 unsent action is stored again").waitFor(WAIT);
      await tab.getByText("The data stored on this device was deleted").waitFor(WAIT);
      await tab.locator(`tr[data-insight="${one}"]`).waitFor(WAIT);
    }
    await review(other, two, "archive");
    await untilUnsent(page, 2);

    // As the developer tools do it, while a save is on its way.
    const tools = await context.newCDPSession(page);
    const { origin } = new URL(page.url());
    const names = (await page.evaluate(() => indexedDB.databases())).map(({ name }) => name ?? "");
    await review(page, three, "favorite");
    const saving = save(page);
    for (const databaseName of names) {
      await tools.send("IndexedDB.deleteDatabase", { securityOrigin: origin, databaseName });
    }
    await saving;
    // Where the deletion came before the save, the list is whole again and is saved now.
    await savedAll(page);
    await untilUnsent(other, 0);
    await expectOnce(server, [one, two], "archive");
    await expectOnce(server, [three], "favorite");

    // One alone.
    await page.evaluate(deleteDatabases, "outbox");
    await review(page, four, "acknowledge");
    await untilUnsent(other, 1);
    await page.evaluate(deleteDatabases, "mirror");
    await savedAll(page);
    await expectOnce(server, [four], "acknowledge");
    for (const [tab, words] of [
      ["map", "Legend"],
      ["alerts", "Acknowledge All"],
      ["devices", "My Devices"],
    ] as const) {
      await page.locator(`a[href^="/?tab=${tab}"]`).first().click();
      await page.getByText(words).first().waitFor(WAIT);
    }
    await other.close();
  });

  it('keeps unsent work also where the whole site is cleared, and has it again after signing in; a clock set back makes nothing "just now" (promise A6, fault 31) (promise A8, fault 33)', async () => {
    const { page, context } = stage;
    await openInsights(page, server.url, ALL_ROWS);
    const [one = ""] = await untouchedInsights(page, 1);
    await review(page, one, "favorite");
    await untilUnsent(page, 1);
    const tools = await context.newCDPSession(page);
    const { origin } = new URL(page.url());
    await tools.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
    await page.getByLabel("Email").fill(DEMO.email, WAIT);
    await page.getByLabel("Password", { exact: true }).fill(DEMO.password);
    await page.getByRole("button", { name: "Sign In" }).click();
    await untilUnsent(page, 1);

    // The data is whole again, and dated by the true clock.
    await page.locator("tr[data-insight]").first().waitFor(WAIT);
    const panel = page.getByRole("dialog");
    await chipOf(page).click();
    await panel.getByText("just now").first().waitFor(WAIT);
    await page.keyboard.press("Escape");
    // It stays that of before: a pull would date it by the clock that was set.
    server.proxy.cut();
    await untilFoundOffline(page);
    await page.evaluate(() => {
      const real = Date.now;
      Date.now = () => real() - 2 * 86_400_000;
    });
    await chipOf(page).click();
    await panel.getByText("from a clock ahead of this device's").waitFor(WAIT);
    expect(await panel.getByText("just now").count()).toBe(0);
    server.proxy.restore();
    await panel.getByRole("button", { name: /^Save \d/ }).click();
    await page.keyboard.press("Escape");
    await untilUnsent(page, 0);
    await expectOnce(server, [one], "favorite");
  });
});

/** In the page: deletes the databases whose names match. */
async function deleteDatabases(pattern: string): Promise<void> {
  for (const { name = "" } of await indexedDB.databases()) {
    if (!new RegExp(pattern).test(name)) continue;
    const request = indexedDB.deleteDatabase(name);
    await new Promise((resolve) => request.addEventListener("success", resolve));
  }
}

/** Saves what waits, if anything, until the server has it. */
async function savedAll(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: /^Save \d/ }).first();
  await expect
    .poll(async () => {
      // The button may go while it is clicked.
      if (await button.isVisible()) await button.click({ timeout: 1_000 }).catch(() => undefined);
      return await chipOf(page)
        .filter({ hasText: /\d to (?:save|send)|Sending \d/ })
        .count();
    }, WAIT)
    .toBe(0);
}
