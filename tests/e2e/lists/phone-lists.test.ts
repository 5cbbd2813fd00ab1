import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { ALERTS } from "../../../src/messages/alerts/alerts.ts";
import { tableMessages } from "../../../src/messages/table.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../../support/browser/app-page.ts";
import { skippedWithoutChromium, usePage, useServer } from "../../support/browser/stage.ts";
import { WAIT } from "../../support/time/time-limits.ts";

const skipped = skippedWithoutChromium("lists on a phone");
const PHONE = { width: 360, height: 740 };
/** The most that stands above the first card, the top bar included. */
const HEAD_PX = 120;

describe.skipIf(skipped)("the lists of devices, groups, updates, models and alerts on a phone", () => {
  const server = useServer({ demoInsights: 40, collections: true, afterEach: "stay" });
  const stage = usePage(server);
  let page: Page;

  beforeAll(async () => {
    page = stage.page;
    page.setDefaultTimeout(WAIT.timeout);
    await page.setViewportSize(PHONE);
  });

  const cards = () => page.locator("li[data-row]");
  const open = async (tab: string) => {
    await page.goto(`${server.url}/?tab=${tab}`);
    await cards().first().waitFor(WAIT);
  };

  it.each(["devices", "groups", "updates", "models", "alerts"])("begin high: %s", async (tab) => {
    await open(tab);
    const { y = Number.POSITIVE_INFINITY } = (await cards().first().boundingBox()) ?? {};
    expect(y).toBeLessThanOrEqual(HEAD_PX);
    await expectNoSidewaysScroll(page, tab);
    await expectAccessible(page, tab);
    expect(await page.getByRole("navigation", { name: tableMessages.pages.nav }).count()).toBe(0);
  });

  it("shows two whole devices at a time, the worst first", async () => {
    await open("devices");
    const bar = await page.getByRole("link", { name: "Dashboard" }).last().boundingBox();
    const second = await cards().nth(1).boundingBox();
    expect((second?.y ?? 0) + (second?.height ?? PHONE.height)).toBeLessThanOrEqual(bar?.y ?? 0);
    expect(await cards().first().getByText("Battery Levels Low").isVisible()).toBe(true);
  });

  it("is scrolled to the last of more rows than a page has", async () => {
    await open("devices&rows=5");
    const total = Number(await cards().first().getAttribute("aria-setsize"));
    expect(total).toBeGreaterThan(5);
    const last = page.locator(`li[data-row][aria-posinset="${total}"]`);
    await expect
      .poll(async () => {
        await cards().last().scrollIntoViewIfNeeded();
        return await last.count();
      }, WAIT)
      .toBe(1);
    await last.scrollIntoViewIfNeeded();
    expect(await last.isVisible()).toBe(true);
  });

  it("has what alerts add to the tools in the same menu", async () => {
    await open("alerts");
    const menu = page.getByRole("button", { name: tableMessages.menu });
    const resolved = page.getByRole("menuitemcheckbox", { name: ALERTS.showResolved });
    await menu.click();
    await expectAccessible(page, "the menu of alerts");
    expect(await resolved.getAttribute("aria-checked")).toBe("false");
    await resolved.click();
    await page.waitForURL(/resolved=1/);
    await menu.click();
    expect(await resolved.getAttribute("aria-checked")).toBe("true");
    await page.getByRole("menuitem", { name: ALERTS.resolveAll }).click();
    const question = page.getByRole("dialog", { name: ALERTS.resolveAllAsk });
    await question.getByRole("button", { name: ALERTS.cancel }).click();
    await question.waitFor({ state: "detached" });
  });

  it("has its tools in one menu by key, and gives the focus back", async () => {
    await open("devices");
    const menu = page.getByRole("button", { name: tableMessages.menu });
    await menu.focus();
    await page.keyboard.press("Enter");
    // The menu has the focus only some time after it is drawn.
    await page.locator('[role="menuitem"]:focus').waitFor();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    const panel = page.getByRole("dialog", { name: tableMessages.pages.heading });
    await panel.getByLabel("5", { exact: true }).check();
    await expectAccessible(page, "the pages of a list");
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "hidden" });
    expect(await menu.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.getByRole("button", { name: tableMessages.pages.next }).click();
    await page.getByText(tableMessages.pages.page(2)).waitFor();
  });
});
