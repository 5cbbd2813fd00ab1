import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
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
      await expectApart("filter", chip(/^Status: /), chip(/^Sentinel$/));
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

  it("gauges have a fill: confidence and battery", async () => {
    const page = await open("/?tab=insights");
    const bar = page.locator("tr[data-insight] td [aria-hidden] > [style*=width]");
    await bar.first().waitFor(WAIT);
    expect.soft((await lookOf(bar.first())).ground).not.toBe(await canvas(page));
    await page.goto(`${server.url}/?tab=devices`);
    const battery = page.locator("[data-tier=full]").first();
    await battery.waitFor(WAIT);
    expect.soft((await lookOf(battery.locator("span").first())).ground).not.toBe(await canvas(page));
  });

  it("an unsent row has its mark, in the table and in the grid", async () => {
    const page = await open("/?tab=insights");
    await page.locator("tr[data-insight] [data-action=favorite]").first().click(WAIT);
    await page
      .getByText(/^[\d,]+ to save/)
      .first()
      .waitFor(WAIT);
    const mark = (row: string) =>
      page
        .locator(row)
        .first()
        .evaluate((element) => getComputedStyle(element, "::before").backgroundColor);
    const inTable = "tr[data-insight] > :first-child";
    expect.soft(await mark(inTable)).not.toBe(await canvas(page));
    await page.getByRole("button", { name: GRID }).click();
    const tile = "ul[aria-label=Photos] > li";
    await page.locator(tile).first().waitFor(WAIT);
    expect(await mark(tile)).not.toBe(await canvas(page));
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

/** The colours of an element that forced colours leave or replace; without a background it shows that of the page. */
const lookOf = (element: Locator) =>
  element.evaluate((one) => {
    const { backgroundColor, borderBottomColor: border, outlineColor, outlineWidth } = getComputedStyle(one);
    const page = getComputedStyle(document.documentElement).backgroundColor;
    const ground = backgroundColor === "rgba(0, 0, 0, 0)" ? page : backgroundColor;
    return { ground, border, outline: `${outlineWidth} ${outlineColor}` };
  });

const canvas = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
