import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { ALERTS } from "../../../src/messages/alerts/alerts.ts";
import { tableMessages } from "../../../src/messages/table.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../../support/browser/app-page.ts";
import { skippedWithoutChromium, usePage, useServer } from "../../support/browser/stage.ts";
import { WAIT } from "../../support/time/time-limits.ts";

const skipped = skippedWithoutChromium("lists on a phone");
const PHONE = { width: 360, height: 740 };
const TABS = ["insights", "devices", "groups", "updates", "models", "alerts", "marketplace", "admin"];
/** The most that stands above the first card, the top bar included. */
const HEAD_PX = 120;

describe.skipIf(skipped)("the lists on a phone", () => {
  const server = useServer({ demoInsights: 40, collections: true, afterEach: "stay" });
  const stage = usePage(server, { installed: false });
  let page: Page;

  beforeAll(async () => {
    page = stage.page;
    page.setDefaultTimeout(WAIT.timeout);
    await page.setViewportSize(PHONE);
  });

  const cards = () => page.locator("li[data-row]");
  const selected = (count: number) => page.getByText(new RegExp(`^${count} (selected|rows? \\()`)).first();
  const open = async (tab: string) => {
    await page.goto(`${server.url}/?tab=${tab}`);
    await cards().first().waitFor(WAIT);
  };

  it.each(TABS)("begin high: %s (hand 7)", async (tab) => {
    await page.goto(`${server.url}/?tab=${tab}`);
    const first = page.locator("main li").first();
    await first.waitFor(WAIT);
    const { y = Number.POSITIVE_INFINITY } = (await first.boundingBox()) ?? {};
    expect(y).toBeLessThanOrEqual(HEAD_PX);
    await expectNoSidewaysScroll(page, tab);
    const pages = page.getByRole("navigation", { name: tableMessages.pages.nav });
    expect(await pages.count()).toBe(tab === "insights" ? 1 : 0);
  });

  it.each(["insights", "devices"])(
    "hide their bar while they are scrolled down, and show it upwards and to the keyboard: %s (hand 7)",
    async (tab) => {
      await open(`${tab}${tab === "devices" ? "&rows=5" : ""}`);
      const bar = page.locator("main header").first();
      const list = page.locator("main [data-cards], main [data-hides-bar]");
      const barY = async () => (await bar.boundingBox())?.y ?? 0;
      const top = await barY();
      await list.hover();
      await page.mouse.wheel(0, 400);
      await expect.poll(barY, WAIT).toBeLessThan(top - 40);
      await page.mouse.wheel(0, -60);
      await expect.poll(barY, WAIT).toBe(top);
      await page.mouse.wheel(0, 200);
      await expect.poll(barY, WAIT).toBeLessThan(top - 40);
      await page.keyboard.press("Tab");
      await bar.getByRole("button", { name: tableMessages.menu }).focus();
      await expect.poll(barY, WAIT).toBe(top);
    },
  );

  it("let insights be reviewed by a thumb, over no action of the last card (hand 7)", async () => {
    await open("insights&rows=5");
    const review = page.getByRole("button", { name: "Review", exact: true });
    const box = await review.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(48);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(PHONE.width - 24);
    // Where nothing was scrolled yet it rises onto a photo.
    const underReview = () =>
      review.evaluate((button) => {
        const own = button.getBoundingClientRect();
        return [...document.querySelectorAll("[data-action]")].filter((action) => {
          const { right, top, bottom } = action.getBoundingClientRect();
          return right > own.left && top < own.bottom && bottom > own.top;
        }).length;
      });
    await expect.poll(underReview, WAIT).toBe(0);
    const actions = cards().last().locator("[data-action]");
    await page.locator("[data-hides-bar]").evaluate((list) => list.scrollTo(0, list.scrollHeight));
    const covered = await actions.evaluateAll(
      (buttons) =>
        buttons.filter((button) => {
          const { left, right, top, bottom } = button.getBoundingClientRect();
          const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
          return !button.contains(over);
        }).length,
    );
    expect(covered).toBe(0);
    await review.click();
    await page.locator("dialog[open]").waitFor(WAIT);
  });

  it("choose an insight by a long press, which opens no photo (hand 7)", async () => {
    await open("insights&rows=5");
    const box = await cards().first().boundingBox();
    await page.mouse.move((box?.x ?? 0) + 40, (box?.y ?? 0) + 30);
    await page.mouse.down();
    await selected(1).waitFor(WAIT);
    await page.mouse.up();
    expect(await page.locator("dialog[open]").count()).toBe(0);
    await cards().nth(1).locator("button").first().click();
    await selected(2).waitFor(WAIT);
    await page.getByRole("button", { name: "Done", exact: true }).click();
    expect(await page.getByRole("toolbar").count()).toBe(0);
  });

  it("end what is chosen by Back, and leave the screen by the next", async () => {
    await open("alerts");
    await page.goto(`${server.url}/?tab=insights&rows=5`);
    const box = await cards().first().boundingBox();
    await page.mouse.move((box?.x ?? 0) + 40, (box?.y ?? 0) + 30);
    await page.mouse.down();
    await selected(1).waitFor(WAIT);
    await page.mouse.up();
    await cards().nth(1).locator("button").first().click();
    await selected(2).waitFor(WAIT);
    await page.goBack();
    await page.getByRole("toolbar").waitFor({ ...WAIT, state: "detached" });
    expect(new URL(page.url()).search).toMatch(/^\?tab=insights&rows=5/);
    await page.goBack();
    await page.waitForURL(/tab=alerts/);
  });

  it("filter by one tap in a sheet of at most two screens (hand 12)", async () => {
    await open("insights");
    await page.getByRole("button", { name: "Filters" }).click();
    const sheet = page.getByRole("dialog", { name: "Filters" });
    const highPx = await sheet
      .locator("fieldset")
      .first()
      .evaluate((first) => {
        let box: Element | null = first;
        while (box && getComputedStyle(box).overflowY !== "auto") box = box.parentElement;
        return box?.scrollHeight ?? Number.POSITIVE_INFINITY;
      });
    expect(highPx).toBeLessThanOrEqual(2 * PHONE.height);
    await expectAccessible(page, "the filter sheet");
    await sheet.getByRole("button", { name: "Not reviewed" }).click();
    await sheet.getByRole("button", { name: "Yesterday" }).click();
    await page.waitForURL(/status=none.*from=([\d-]+)&to=\1/);
    await page.keyboard.press("Escape");
  });

  it("show photos side by side, chosen by dragging and by keys, on this device from then on (hand 12)", async () => {
    await open("insights");
    await page.getByRole("button", { name: tableMessages.menu }).click();
    await page.getByRole("menuitemcheckbox", { name: "Photos as a grid" }).click();
    const photos = page.locator("ul[aria-label=Photos] > li");
    await photos.first().waitFor(WAIT);
    const boxes = await photos.evaluateAll((tiles) =>
      tiles.slice(0, 6).map((tile) => {
        const { x, y, width, height } = tile.getBoundingClientRect();
        return { x: x + width / 2, y: y + height / 2 };
      }),
    );
    expect(new Set(boxes.map(({ y }) => Math.round(y))).size).toBe(2);
    await expectAccessible(page, "the photos");
    const [from = { x: 0, y: 0 }, , , , to = from] = boxes;
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await selected(5).waitFor(WAIT);
    await page.mouse.move(boxes[2]?.x ?? 0, boxes[2]?.y ?? 0, { steps: 4 });
    await page.mouse.up();
    await selected(3).waitFor(WAIT);
    await photos.first().locator("button").focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Space");
    await selected(4).waitFor(WAIT);
    await expectAccessible(page, "chosen photos");
    await page.keyboard.press("Escape");
    await page.reload();
    await photos.first().waitFor(WAIT);
    await page.getByRole("button", { name: tableMessages.menu }).click();
    await page.getByRole("menuitemcheckbox", { name: "Photos as a grid" }).click();
    await cards().first().locator("[data-action]").first().waitFor(WAIT);
  });

  it("lead from a Sentinel to its insights and to its last photo by one tap (hand 8)", async () => {
    await open("devices");
    await page
      .getByRole("link", { name: /^See insights/ })
      .first()
      .click();
    await page.waitForURL(/tab=insights&device_id=/);
    await page.getByRole("heading", { name: "Sentinel Insights" }).waitFor(WAIT);
    await open("devices");
    const photo = page.locator("li[data-row] a", { has: page.locator("img") }).first();
    await photo.waitFor(WAIT);
    await photo.click();
    await page.locator("dialog[open] img").first().waitFor(WAIT);
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
