import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFailed } from "vitest";
import {
  chipOf,
  openInsights,
  review,
  save,
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
import { copyProgram, type ProgramCopy } from "../../support/server/program-copy.ts";
import { WAIT } from "../../support/time/time-limits.ts";

const skipped = skippedWithoutChromium("a new version in a browser");

describe.skipIf(skipped)("a new version of the app on the server", () => {
  const server = useServer({ demoInsights: 40 });
  const fresh = useFreshPage(server);
  let newer: ProgramCopy;

  beforeAll(() => {
    newer = copyProgram();
    newer.changeApp("newer");
  });
  afterAll(() => newer?.remove());

  const versionOf = (page: Page) =>
    page.evaluate(
      () => document.querySelector<HTMLMetaElement>('meta[name="test-version"]')?.content ?? "older",
    );
  /** Whether this page has the code of a screen that nobody has opened in it. */
  const hasSeldomScreen = (page: Page) =>
    page.evaluate(() =>
      performance.getEntriesByType("resource").some(({ name }) => /\/groups-page-[^/]+\.js$/.test(name)),
    );
  const offer = (page: Page) => page.getByText(/^Update ready/);

  it("waits while three tabs hold unsaved actions; taken in one tab, all run it and the list survives in each (fault 21) [OFF-28]", async () => {
    onTestFailed(() => server.restart());
    const { context, page: first } = fresh;
    await fresh.openRows();
    const second = await context.newPage();
    const third = await context.newPage();
    for (const page of [second, third]) await openInsights(page, server.url, ALL_ROWS);
    const tabs = [first, second, third];
    const ids = await untouchedInsights(first, 3);
    for (const [index, id] of ids.entries()) await review(tabs[index] ?? first, id, "favorite");
    for (const tab of tabs) await untilUnsent(tab, 3);
    // Actions since the server's last answer are sent by themselves after an interruption; these must stay in the list.
    await untilAnswered(first);
    for (const tab of [second, third]) expect(await hasSeldomScreen(tab)).toBe(false);

    await server.restart({ program: newer.folder });
    // A page looks for a new version whenever it comes into view.
    await second.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    for (const tab of tabs) await offer(tab).waitFor(WAIT);
    // A reload alone does not take it: the worker of the old version still serves every tab.
    await third.reload();
    await offer(third).waitFor(WAIT);
    for (const tab of tabs) {
      expect(await versionOf(tab)).toBe("older");
      await untilUnsent(tab, 3);
      // Once the newer one is taken, the worker has this version's code no longer.
      await expect.poll(() => hasSeldomScreen(tab), WAIT).toBe(true);
    }

    await first.getByRole("button", { name: "Reload" }).click();
    await untilVersion(first, "newer");
    // The second tab has unsaved input: it shows a notice and waits. The third is not in view: it reloads.
    await second.getByText(/^Another tab has updated the app/).waitFor(WAIT);
    expect(await versionOf(second)).toBe("older");
    await third.evaluate(() => {
      Object.defineProperty(document, "visibilityState", { configurable: true, value: "hidden" });
      document.dispatchEvent(new Event("visibilitychange"));
    });
    await untilVersion(third, "newer");
    await second.getByRole("button", { name: "Reload" }).click();
    await untilVersion(second, "newer");

    for (const tab of tabs) {
      await untilUnsent(tab, 3);
      await tab.getByRole("heading", { name: "Unsaved actions (3)" }).waitFor(WAIT);
      for (const id of ids) {
        await tab
          .locator(`tr[data-insight="${id}"] [data-action="favorite"][aria-pressed="true"]`)
          .waitFor(WAIT);
      }
    }
    await save(third);
    for (const tab of tabs) await untilUnsent(tab, 0);
    await expectOnce(server, ids, "favorite");
  });

  async function untilAnswered(page: Page) {
    const answered = page.context().waitForEvent("response", {
      predicate: (response) => response.ok() && response.url().includes("/api/sync"),
      ...WAIT,
    });
    await chipOf(page).click();
    await page.getByRole("button", { name: "Refresh the data now" }).click();
    await answered;
    await page.keyboard.press("Escape");
  }

  async function untilVersion(page: Page, version: string) {
    // While the page is between two documents there is nothing to ask.
    await expect.poll(() => versionOf(page).catch(() => "between"), WAIT).toBe(version);
  }
});
