import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { DESK, PHONE, type ThemeName } from "../../support/browser/app-page.ts";
import { skippedWithoutChromium, useContexts, useServer } from "../../support/browser/stage.ts";
import { DEMO } from "../../support/server/server-process.ts";
import { WAIT } from "../../support/time/time-limits.ts";

const skipped = skippedWithoutChromium("the ends of lists and their bars");
const THEMES: readonly ThemeName[] = ["light", "dark", "outdoor"];
const TABLET = { viewport: { width: 768, height: 1024 } };
const ON_ITS_SIDE = { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true };
const LOW_DESK = { viewport: { width: 1440, height: 600 } };

describe.skipIf(skipped)("lists", () => {
  const server = useServer({ demoInsights: 40, collections: true, afterEach: "stay" });
  const contexts = useContexts(server);

  const open = async (query: string, size: object, theme: ThemeName = "light") => {
    const page = await contexts.openAs(DEMO, { path: `/?tab=insights${query}`, theme, ...size });
    await rows(page).first().waitFor(WAIT);
    return page;
  };
  const rows = (page: Page) => page.locator("[data-insight]");
  /** Scrolls the list to its end. @returns how far its last row lies under an element; 0 or less: it is clear of it */
  const coveredPx = async (page: Page, over: Locator) => {
    const list = page.locator("[data-hides-bar]");
    await list.evaluate((box) => box.scrollTo(0, box.scrollHeight));
    const row = await boxOf(rows(page).last());
    // A list without pages draws its last rows only once it was scrolled.
    if (row.y + row.height <= (await boxOf(list)).y) throw new Error("the last row is out of sight");
    const { y } = await boxOf(over);
    return row.y + row.height - y;
  };
  const boxOf = async (element: Locator) => {
    const box = await element.boundingBox();
    if (box === null) throw new Error(`${element} has no box`);
    return box;
  };
  const selectTwo = async (page: Page) => {
    for (const at of [0, 1]) await rows(page).nth(at).locator("input[type=checkbox]").check();
    await page.getByRole("toolbar").waitFor(WAIT);
  };

  it.each(THEMES)("scroll their last row clear of the bar of a selection: %s", async (theme) => {
    const page = await open("&view=scroll", LOW_DESK, theme);
    const top = () => rows(page).first().boundingBox();
    const before = await top();
    await selectTwo(page);
    expect(await top()).toEqual(before);
    await expect.poll(() => coveredPx(page, page.getByRole("toolbar")), WAIT).toBeLessThanOrEqual(0);
    await page.getByRole("button", { name: "Photos as a grid" }).click();
    await page.locator("ul[aria-label=Photos] img").first().waitFor(WAIT);
    await expect.poll(() => coveredPx(page, page.getByRole("toolbar")), WAIT).toBeLessThanOrEqual(0);
  });

  it("return to the row of their address below the head of a page that scrolls with them, as often as it is loaded", async () => {
    const page = await open("&view=scroll&collections=0&archived=1&at=12", ON_ITS_SIDE);
    const list = page.locator("[data-hides-bar]");
    /** The first row that is not under the table's head, from 1. */
    const first = () =>
      list.evaluate((box) => {
        const edge = box.querySelector("thead th")?.getBoundingClientRect().bottom ?? 0;
        const shown = [...box.querySelectorAll("tr[data-insight]")].find(
          (row) => row.getBoundingClientRect().bottom > edge + 1,
        );
        return Number(shown?.getAttribute("aria-rowindex")) - 1;
      });
    for (const row of [12, 13, 14]) {
      await expect.poll(first, WAIT).toBe(row);
      await page.getByText(new RegExp(`^Row ${row} of `)).waitFor({ state: "attached", ...WAIT });
      const rowPx = (await boxOf(rows(page).first())).height;
      await list.evaluate((box, px) => box.scrollBy(0, px), rowPx);
      await page.waitForURL(new RegExp(`[?&]at=${row + 1}\\b`), WAIT);
      await page.reload();
      await rows(page).first().waitFor(WAIT);
    }
  });

  it.each([
    ["phone", PHONE],
    ["desk", LOW_DESK],
  ] as const)("scroll their last row clear of a toast: %s", async (name, size) => {
    const page = await open("", size);
    await page.locator("[data-action=favorite]").first().click();
    if (name === "phone")
      await page
        .getByRole("button", { name: /^[\d,]+ to save/ })
        .last()
        .click();
    await page.getByRole("button", { name: "Cancel all" }).click();
    if (name === "phone") await page.keyboard.press("Escape");
    const toast = page.locator("[popover]:popover-open").filter({ hasText: "canceled" });
    await toast.waitFor(WAIT);
    await expect.poll(() => coveredPx(page, toast), WAIT).toBeLessThanOrEqual(0);
    if (name === "desk") {
      const { y, height } = await boxOf(toast);
      expect(y + height).toBeLessThanOrEqual((await boxOf(page.getByLabel("Rows per page"))).y);
    }
    await toast.waitFor({ state: "hidden" });
    const room = page.locator("html").evaluate((root) => getComputedStyle(root).getPropertyValue("--toasts"));
    expect(await room).toBe("0px");
  });

  it("do not scroll a table sideways on a tablet with a scroll bar of a desk", async () => {
    const page = await open("", TABLET);
    // Stands for the scroll bar, which a browser without a window does not draw.
    await page.locator("[data-hides-bar]").evaluate((list: HTMLElement) => {
      list.style.borderRight = "15px solid";
    });
    const hiddenPx = () =>
      page.locator("[data-hides-bar]").evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    await expect.poll(hiddenPx, WAIT).toBe(0);
  });

  it("name the tools on a tablet in words", async () => {
    const page = await open("", TABLET, "outdoor");
    for (const name of ["Columns", "Views", "Save for offline", "CSV"]) {
      const word = page.getByRole("button", { name, exact: true }).getByText(name, { exact: true });
      expect(await word.isVisible(), name).toBe(true);
    }
  });

  it("stack the words of the tools alone on a tablet, also while an offline set is being saved", async () => {
    const page = await open("", TABLET, "outdoor");
    const stacked = (within: Locator) =>
      within
        .getByRole("button")
        .evaluateAll(
          (buttons) => buttons.filter((one) => getComputedStyle(one).flexDirection === "column").length,
        );
    await page.getByRole("button", { name: "Save for offline" }).click();
    const dialog = page.getByRole("dialog", { name: "Save for offline" });
    await dialog.getByRole("radio", { name: /^Full photos/ }).check();
    const stalled = server.proxy.stallAt(/GET \/api\/photo\?deviceId/);
    try {
      await dialog.getByRole("button", { name: "Save", exact: true }).click();
      await stalled;
      const progress = page.getByRole("dialog").filter({ hasText: "Saving for offline" });
      await progress.waitFor(WAIT);
      // Stands for a button of a dialog with more than text.
      const close = progress.getByText("Close", { exact: true });
      await close.evaluate((button) => button.append(document.createElement("span")));
      expect(await stacked(progress)).toBe(0);
      await page.keyboard.press("Escape");
      const tool = page.getByRole("main").getByRole("button", { name: /^Saving for offline, \d+%$/ });
      await tool.getByText(/^\d+%$/).waitFor(WAIT);
      // Columns, Views, the offline set and CSV.
      expect(await stacked(tool.locator("xpath=.."))).toBe(4);
    } finally {
      server.proxy.restore();
    }
  });

  it.each(THEMES)(
    "have their filters on one line of a desk, with two or three of them set: %s",
    async (theme) => {
      const page = await open("&class=Red%20fox", DESK, theme);
      const middles = () =>
        page
          .locator("main [data-active]")
          .first()
          .locator("xpath=..")
          .evaluate(
            (bar) =>
              new Set(
                [...bar.querySelectorAll("button[popovertarget], :scope > button")].map((one) => {
                  const { top, bottom } = one.getBoundingClientRect();
                  return Math.round((top + bottom) / 2);
                }),
              ).size,
          );
      for (const query of [
        "&class=Red%20fox",
        "&class=Vervet%20monkey&status=none",
        "&status=none&confidence=35",
        "&class=Agouti&status=none&status=favorite&from=2026-10-01&to=2026-11-20",
      ]) {
        await page.evaluate((to) => history.pushState(null, "", to), `/?tab=insights${query}`);
        await page.getByRole("main").getByRole("button", { name: "Clear", exact: true }).waitFor(WAIT);
        await expect.poll(middles, { message: query, ...WAIT }).toBe(1);
      }
    },
  );

  it("have actions of at least 40 px outdoors, with a mouse too", async () => {
    const page = await open("", DESK, "outdoor");
    const action = await rows(page).first().locator("[data-action]").first().boundingBox();
    expect(Math.min(action?.width ?? 0, action?.height ?? 0)).toBeGreaterThanOrEqual(40);
  });

  it("frame the current photo of a grid, and give the chosen ones a ground", async () => {
    const page = await open("", DESK);
    await selectTwo(page);
    await page.getByRole("button", { name: "Photos as a grid" }).click();
    const tiles = page.locator("ul[aria-label=Photos] > li");
    await tiles.nth(3).waitFor(WAIT);
    await tiles.nth(2).getByRole("button").focus();
    await page.keyboard.press("j");
    const marginPx = (at: number) =>
      tiles.nth(at).evaluate((tile) => tile.clientWidth - (tile.firstElementChild?.clientWidth ?? 0));
    const frame = (at: number) =>
      tiles
        .nth(at)
        .getByRole("button")
        .evaluate((button) => getComputedStyle(button, "::after").borderTopStyle);
    await expect.poll(() => frame(3), WAIT).toBe("solid");
    expect([await marginPx(0), await marginPx(3)]).toEqual([18, 0]);
    expect(await frame(0)).toBe("none");
  });
});
