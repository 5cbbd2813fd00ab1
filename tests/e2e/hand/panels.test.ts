import type { Locator, Page, Route } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { ThemeName } from "../../support/browser/app-page.ts";
import { chipOf } from "../../support/browser/ranger-browser.ts";
import { skippedWithoutChromium, useContexts, useServer } from "../../support/browser/stage.ts";
import { DEMO } from "../../support/server/server-process.ts";
import { WAIT } from "../../support/time/time-limits.ts";

const skipped = skippedWithoutChromium("panels beside their buttons");
const UPRIGHT = { width: 360, height: 740 };
const ON_ITS_SIDE = { width: 740, height: 360 };

describe.skipIf(skipped)("on a phone", () => {
  const server = useServer({ demoInsights: 40, afterEach: "stay" });
  const contexts = useContexts(server);
  const open = async (path: string, viewport: object, theme: ThemeName = "light") =>
    contexts.openAs(DEMO, { path, theme, viewport, hasTouch: true, isMobile: true } as never);
  const boxOf = async (element: Locator) => {
    const box = await element.boundingBox();
    if (box === null) throw new Error(`${element} has no box`);
    return box;
  };
  const isInside = async (page: Page, panel: Locator) => {
    const { x, y, width, height } = await boxOf(panel);
    const size = page.viewportSize();
    return x >= 0 && y >= 0 && x + width <= (size?.width ?? 0) && y + height <= (size?.height ?? 0);
  };

  it("a panel, a menu and the tools of a list stay in sight when the phone is turned while they are open", async () => {
    const page = await open("/?tab=dashboard", ON_ITS_SIDE);
    const panels = [
      { button: /^Customize/, panel: page.getByRole("dialog"), tab: "dashboard" },
      { button: "Account menu", panel: page.getByRole("menu"), tab: "dashboard" },
      { button: "List tools", panel: page.getByRole("menu"), tab: "devices" },
    ];
    for (const { button, panel, tab } of panels) {
      for (const [from, to] of [
        [ON_ITS_SIDE, UPRIGHT],
        [UPRIGHT, ON_ITS_SIDE],
      ] as const) {
        await page.setViewportSize(from);
        await page.goto(`${server.url}/?tab=${tab}`);
        await page.getByRole("button", { name: button }).first().click();
        await panel.waitFor(WAIT);
        expect(await isInside(page, panel)).toBe(true);
        await page.setViewportSize(to);
        await expect.poll(() => isInside(page, panel), WAIT).toBe(true);
      }
    }
  });

  it("a panel leaves the bar at the bottom free, outdoors too", async () => {
    for (const theme of ["light", "outdoor"] as const) {
      const page = await open("/?tab=dashboard", UPRIGHT, theme);
      await page.getByRole("button", { name: /^Customize/ }).click();
      const panel = await boxOf(page.getByRole("dialog"));
      const bar = await boxOf(page.getByRole("navigation").last());
      expect(bar.y).toBeGreaterThan(600);
      expect(panel.y + panel.height).toBeLessThanOrEqual(bar.y);
    }
  });

  it("one of several choices is round and a choice of its own square, chosen or not, in every theme", async () => {
    for (const theme of ["light", "dark", "outdoor"] as const) {
      const page = await open("/?tab=insights&save=offline", UPRIGHT, theme);
      await page.locator("[data-insight]").first().waitFor(WAIT);
      const shapes = await page.evaluate(() =>
        ["radio", "checkbox"].map((type) => {
          const input = document.createElement("input");
          input.type = type;
          input.name = "shape";
          document.body.append(input);
          const { appearance, borderTopLeftRadius, width } = getComputedStyle(input);
          const radius = Number.parseFloat(borderTopLeftRadius);
          // Drawn by the browser itself, a radio is round.
          return appearance === "none" ? radius >= Number.parseFloat(width) / 2 : type === "radio";
        }),
      );
      expect(shapes).toEqual([true, false]);
    }
  });

  it("the rows stay under the thumb when they cannot be refreshed, and when they can again", async () => {
    const page = await open("/?tab=insights", UPRIGHT);
    const first = page.locator("[data-insight]").first();
    await first.waitFor(WAIT);
    const before = await boxOf(first);
    const refuse = (route: Route) => route.fulfill({ status: 500, body: "" });
    await page.route(/\/api\/sync\b/, refuse);
    await chipOf(page).click();
    await page.getByRole("button", { name: "Refresh the data now" }).click();
    await page.keyboard.press("Escape");
    const notice = page.getByText("Not refreshed. You see older data.");
    await notice.waitFor(WAIT);
    expect(await boxOf(first)).toEqual(before);
    await page.unroute(/\/api\/sync\b/, refuse);
    await page.getByRole("button", { name: "Try again" }).click();
    await notice.waitFor({ state: "detached", ...WAIT });
    expect(await boxOf(first)).toEqual(before);
  });

  it("an action keeps nothing of the finger that has left it", async () => {
    const page = await open("/?tab=insights&review=1", UPRIGHT, "outdoor");
    const favorite = page.locator('[data-action="favorite"]:enabled').first();
    await favorite.waitFor(WAIT);
    const ground = () => favorite.evaluate((button) => getComputedStyle(button).backgroundColor);
    const before = await ground();
    const place = page.getByText(/^\d+ of \d+$/).first();
    const at = await place.textContent();
    const box = await boxOf(favorite);
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    await expect.poll(() => place.textContent(), WAIT).not.toBe(at);
    await expect.poll(ground, WAIT).toBe(before);
  });
});
