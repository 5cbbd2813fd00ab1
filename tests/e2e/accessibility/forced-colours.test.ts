import { join } from "node:path";
import Sqlite from "better-sqlite3";
import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { SQLITE_FILE_NAME } from "../../../server/db/open-database.ts";
import { skippedWithoutChromium, useContexts, useServer } from "../../support/browser/stage.ts";
import { DEMO } from "../../support/server/server-process.ts";
import { WAIT } from "../../support/time/time-limits.ts";

const skipped = skippedWithoutChromium("forced colours");
const GRID = "Photos as a grid";

describe.skipIf(skipped)("in forced colours", () => {
  const server = useServer({ demoInsights: 40, collections: true, afterEach: "stay" });
  const contexts = useContexts(server);

  const open = (path: string, colorScheme: "light" | "dark" = "dark") =>
    contexts.openAs(DEMO, { path, forcedColors: "active", colorScheme });
  /** Soft, so that a run names each control that looks alike. */
  const expectApart = async (what: string, chosen: Locator, other: Locator) => {
    await chosen.first().waitFor(WAIT);
    expect.soft(await lookOf(chosen.first()), what).not.toEqual(await lookOf(other.first()));
  };

  it.each(["light", "dark"] as const)(
    "a control that is on, chosen or pressed looks different from one that is not: %s",
    async (colorScheme) => {
      const page = await open("/?tab=insights&status=none", colorScheme);
      await page.locator("tr[data-insight]").first().waitFor(WAIT);
      const switches = page.getByRole("switch");
      await expectApart(
        "switch",
        switches.and(page.locator(":checked")),
        switches.and(page.locator(":not(:checked)")),
      );
      const chip = (name: RegExp) => page.getByRole("main").getByRole("button", { name }).first();
      await expectApart("filter", chip(/^Not reviewed$/), chip(/^Sentinel$/));
      const links = page.getByRole("navigation").getByRole("link");
      await expectApart(
        "screen",
        links.and(page.locator("[aria-current]")),
        links.and(page.locator(":not([aria-current])")),
      );
      const grid = page.getByRole("button", { name: GRID });
      const unpressed = await lookOf(grid);
      await grid.click();
      // The focus and the pointer have colours of their own.
      await grid.blur();
      await page.mouse.move(0, 0);
      await page.getByRole("list", { name: "Photos" }).waitFor(WAIT);
      expect.soft(await lookOf(grid), "button").not.toEqual(unpressed);

      await page.goto(`${server.url}/?tab=account`);
      await expectApart(
        "tab",
        page.getByRole("tab", { selected: true }),
        page.getByRole("tab", { selected: false }),
      );
    },
  );

  it("gauges have a fill: confidences below and above one half, progress without a total, battery", async () => {
    // Insights of the demo are all surer than one half.
    const db = new Sqlite(join(server.dataDir, SQLITE_FILE_NAME), { timeout: 20_000 });
    db.exec("update insights set confidence = 0.2, group_confidence = 0.2 where rowid % 2 = 0");
    db.close();
    const page = await open("/?tab=insights&sort=confidence");
    const bar = page.locator("tr[data-insight] td [aria-hidden] > [style*=width]").first();
    const percent = () => bar.evaluate((one: HTMLElement) => Number.parseFloat(one.style.width), null, WAIT);
    const expectFill = async (gauge: Locator) =>
      expect.soft((await lookOf(gauge)).ground).not.toBe(await canvas(page));
    expect(await percent()).toBeLessThan(50);
    await expectFill(bar);
    await page.goto(`${server.url}/?tab=insights&sort=-confidence`);
    expect(await percent()).toBeGreaterThanOrEqual(50);
    await expectFill(bar);
    await page.keyboard.press("r");
    const progress = page.locator("progress").first();
    // Stands for a total that is not known yet.
    await progress.evaluate((bar) => bar.removeAttribute("value"), null, WAIT);
    await expectFill(progress);
    await expectFill(page.locator("dialog section [aria-hidden] > [style*=width]").first());
    await page.goto(`${server.url}/?tab=devices`);
    const battery = page.locator("[data-tier=full]").first();
    await battery.waitFor(WAIT);
    await expectFill(battery.locator("span").first());
  });

  it("an unsent row has its mark, in the table and in the grid", async () => {
    const page = await open("/?tab=insights");
    const row = page.locator("tr[data-insight]").nth(1);
    const insight = `[data-insight="${await row.getAttribute("data-insight", WAIT)}"]`;
    await row.locator("[data-action=favorite]").click(WAIT);
    await page
      .getByText(/^[\d,]+ to save/)
      .first()
      .waitFor(WAIT);
    const expectMark = async (selector: string) => {
      const element = page.locator(selector);
      await element.waitFor(WAIT);
      const { ground } = await lookOf(element, "::before");
      expect.soft(ground, selector).not.toBe(await canvas(page));
    };
    await expectMark(`tr${insight} > :first-child`);
    await page.getByRole("button", { name: GRID }).click();
    await expectMark(`ul[aria-label=Photos] > li${insight}`);
  });

  it("the focus is seen on a button and on the frame of a field, in another colour than their borders", async () => {
    const page = await open("/?tab=account");
    const field = page.getByLabel("First name");
    await field.waitFor(WAIT);
    const frame = field.locator("xpath=..");
    const button = page.getByRole("button", { name: "Save details" });
    const { border } = await lookOf(button);
    await field.focus();
    const onFrame = await lookOf(frame);
    await page.keyboard.press("Tab");
    await button.focus();
    for (const { outline } of [onFrame, await lookOf(button)]) {
      expect.soft(outline).toContain("3px");
      expect.soft(outline).not.toContain(border);
    }
  });
});

/**
 * The colours of an element, or of its pseudo-element, that forced colours leave or replace. `ground` is its gradient, or
 * its background colour; without both it is the colour of the page, which shows through.
 */
const lookOf = (element: Locator, pseudo: "::before" | null = null) =>
  element.evaluate((one, part) => {
    const look = getComputedStyle(one, part);
    const { backgroundImage, backgroundColor, borderBottomColor: border, outlineColor, outlineWidth } = look;
    const page = getComputedStyle(document.documentElement).backgroundColor;
    const colour = backgroundColor === "rgba(0, 0, 0, 0)" ? page : backgroundColor;
    const ground = backgroundImage === "none" ? colour : backgroundImage;
    return { ground, border, outline: `${outlineWidth} ${outlineColor}` };
  }, pseudo);

const canvas = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
