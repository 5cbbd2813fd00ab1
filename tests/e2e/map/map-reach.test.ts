import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { PHONE, signIn } from "../../support/browser/app-page.ts";
import { skippedWithoutChromium, useContexts, usePage, useServer } from "../../support/browser/stage.ts";
import { DEMO } from "../../support/server/server-process.ts";
import { WAIT } from "../../support/time/time-limits.ts";

const skipped = skippedWithoutChromium("What can be reached on the map");
/** One of the demo's that has no position. */
const PLACELESS = "SN-1012";

describe.skipIf(skipped)("what can be reached on the map", () => {
  const server = useServer({ demoInsights: 40, afterEach: "stay" });
  const stage = usePage(server, { installed: false });
  const contexts = useContexts(server);
  const page = () => stage.page;

  const openMap = async (query = "") => {
    await page().goto(`${server.url}/?tab=map${query}`);
    await page().locator("[data-cluster], [data-device]").first().waitFor(WAIT);
    return page();
  };
  const card = (name: string) => page().getByRole("article", { name });

  it("gives the focus back to what a card was opened from", async () => {
    const focused = () =>
      page().evaluate(() => {
        const { device, line } = (document.activeElement as HTMLElement).dataset;
        return line ? `line ${line}` : `marker ${device}`;
      });
    await openMap("&device=SN-1001");
    await card("Beech Hollow").waitFor(WAIT);
    await page().keyboard.press("Escape");
    await expect.poll(focused, WAIT).toBe("marker SN-1001");
    await page().keyboard.press("Enter");
    await card("Beech Hollow").getByRole("button", { name: "Close", exact: true }).click();
    await expect.poll(focused, WAIT).toBe("marker SN-1001");
    await page().getByRole("button", { name: "List of Sentinels" }).click();
    await page().getByRole("button", { name: "Show Beech Hollow on the map" }).click();
    await card("Beech Hollow").waitFor(WAIT);
    await page().keyboard.press("Escape");
    await expect.poll(focused, WAIT).toBe("line SN-1001");
  });

  it("keeps a card's focus, a press on it and its question while the page is drawn anew", async () => {
    await openMap("&device=SN-1001");
    // A sync draws the page anew at any time; another style does when the test wants it, with no focus or press.
    const drawAnew = async (style: "Dark" | "Light") => {
      const button = page().locator(`button[aria-label="${style}"]`);
      await button.evaluate((element: HTMLButtonElement) => element.click());
      await expect.poll(() => button.getAttribute("aria-pressed"), WAIT).toBe("true");
    };
    const heading = card("Beech Hollow").getByRole("heading", { name: "Beech Hollow" });
    const hasFocus = () => heading.evaluate((element) => element === document.activeElement);
    await expect.poll(hasFocus, WAIT).toBe(true);
    await drawAnew("Dark");
    expect.soft(await hasFocus()).toBe(true);

    await card("Beech Hollow").getByRole("button", { name: "Remove from map" }).hover();
    await page().mouse.down();
    await drawAnew("Light");
    await page().mouse.up();
    const ask = page().getByRole("dialog", { name: "Remove Device from Map?" });
    await ask.waitFor(WAIT);
    await drawAnew("Dark");
    expect(await ask.evaluate((element) => element.matches(":modal"))).toBe(true);
    await ask.getByRole("button", { name: "Cancel" }).click();
    await drawAnew("Light");
  });

  it("brings all Sentinels into the part that nothing covers, at any width", async () => {
    for (const [width, height] of [
      [1440, 900],
      [768, 700],
      [360, 740],
    ] as const) {
      await page().setViewportSize({ width, height });
      await openMap();
      await page().getByRole("button", { name: "Show all Sentinels" }).click();
      const covered = () =>
        page().evaluate(() => {
          const boxes = (selector: string) =>
            [...document.querySelectorAll(selector)].map((found) => found.getBoundingClientRect());
          const covers = boxes("[data-covers-map]");
          return boxes("[data-cluster], [data-device]").filter((mark) =>
            covers.some(
              ({ left, right, top, bottom }) =>
                mark.left < right && mark.right > left && mark.top < bottom && mark.bottom > top,
            ),
          ).length;
        });
      await expect.poll(covered, WAIT).toBe(0);
      const shown = await page().locator("[data-cluster], [data-device]").count();
      expect(shown).toBeGreaterThan(0);
    }
    await page().setViewportSize({ width: 1280, height: 800 });
  });

  it.each(["light", "outdoor"])(
    "leaves the chosen marker and the buttons beside it free on a phone on its side: %s",
    async (theme) => {
      await page().setViewportSize({ width: 740, height: 360 });
      await openMap("&device=SN-1001");
      await card("Beech Hollow").waitFor(WAIT);
      await page().evaluate(
        (name) => Object.assign(document.documentElement.dataset, { theme: name }),
        theme,
      );
      await page()
        .getByText(/^The built-in map shows nothing this near/)
        .waitFor(WAIT);
      const names = ["Light", "Basemap", "Zoom in", "Zoom out", "Show all Sentinels", "Show my position"];
      const covered = () =>
        page().evaluate(
          (wanted) =>
            wanted.filter((selector) => {
              const target = document.querySelector(selector);
              if (target === null) return true;
              const { left, right, top, bottom } = target.getBoundingClientRect();
              return !target.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
            }),
          ['[data-device="SN-1001"]', ...names.map((name) => `main button[aria-label="${name}"]`)],
        );
      await expect.poll(covered, WAIT).toEqual([]);
      await page().setViewportSize({ width: 1280, height: 800 });
    },
  );

  it("has nothing on a phone that a thumb would miss", async () => {
    const phone = await contexts.open({ path: "/login", ...PHONE });
    await signIn(phone, DEMO);
    for (const query of ["", "&device=SN-1001", "&device=SN-1003"]) {
      await phone.goto(`${server.url}/?tab=map${query}`);
      await phone.locator("[data-cluster], [data-device]").first().waitFor(WAIT);
      if (query !== "") await phone.getByRole("article").waitFor(WAIT);
      await expect.poll(() => smallTargets(phone), { ...WAIT, message: query }).toEqual([]);
    }
    await phone.getByRole("button", { name: "Close", exact: true }).click();
    await phone.getByRole("button", { name: "Basemap" }).click();
    await phone.getByRole("dialog", { name: "Basemap" }).waitFor(WAIT);
    await expect.poll(() => smallTargets(phone), { ...WAIT, message: "basemaps" }).toEqual([]);
    await phone.keyboard.press("Escape");
    await phone.getByRole("button", { name: "List of Sentinels" }).click();
    await phone.getByRole("button", { name: "Show Heron Pond on the map" }).waitFor(WAIT);
    await expect.poll(() => smallTargets(phone), { ...WAIT, message: "the list" }).toEqual([]);
    await phone.keyboard.press("Escape");
    await phone.getByRole("button", { name: "Filters" }).click();
    await phone.getByRole("dialog", { name: "Filters" }).waitFor(WAIT);
    await expect.poll(() => smallTargets(phone), { ...WAIT, message: "the filters" }).toEqual([]);
  });

  it("says that a Sentinel has no position, and where to give it one", async () => {
    await page().goto(`${server.url}/?tab=map&device=${PLACELESS}`);
    const notice = page()
      .getByRole("status")
      .filter({ hasText: "has no position, so it is not on the map." });
    await notice.waitFor(WAIT);
    await page().getByRole("link", { name: "Set position" }).click();
    await page()
      .getByRole("dialog", { name: /^Edit / })
      .waitFor(WAIT);
    await page().goto(`${server.url}/?tab=map&device=${PLACELESS}`);
    await notice.waitFor(WAIT);
    await page().getByRole("button", { name: "Close notice" }).click();
    await notice.waitFor({ state: "detached", ...WAIT });
    expect(new URL(page().url()).searchParams.get("device")).toBeNull();
  });
});

/** Names of what can be pressed within a square of less than 44 pixels, of what is in sight. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const scope =
      document.querySelector("dialog[open]") ?? document.querySelector("#content") ?? document.body;
    const found = scope.querySelectorAll<HTMLElement>("a[href], button, select, label:has(input)");
    return [...found].flatMap((target) => {
      const box = target.getBoundingClientRect();
      // A dialog that opens grows by fractions of a pixel.
      const [width, height] = [Math.round(box.width), Math.round(box.height)];
      if (width === 0 || (width >= 44 && height >= 44)) return [];
      const name = target.getAttribute("aria-label") ?? target.textContent;
      return [`${name}: ${width} × ${height}`];
    });
  });
}
