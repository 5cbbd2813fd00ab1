import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { DESK, type ThemeName } from "../../support/browser/app-page.ts";
import { skippedWithoutChromium, useContexts, useServer } from "../../support/browser/stage.ts";
import { DEMO } from "../../support/server/server-process.ts";
import { WAIT } from "../../support/time/time-limits.ts";

const skipped = skippedWithoutChromium("the keys of lists and what they act on");
const LOW_DESK = { viewport: { width: 1440, height: 450 } };
const NARROW_DESK = { viewport: { width: 1024, height: 900 } };
const VIEWS = ["&rows=100", "&view=scroll"] as const;

describe.skipIf(skipped)("keys of lists", () => {
  const server = useServer({ demoInsights: 240, afterEach: "stay" });
  const contexts = useContexts(server);

  const open = async (query: string, size: object = DESK, theme: ThemeName = "light") => {
    const page = await contexts.openAs(DEMO, { path: `/?tab=${query}`, theme, ...size });
    await page.locator("[data-row]").first().waitFor(WAIT);
    return page;
  };
  const press = async (page: Page, key: string, times = 1) => {
    for (let time = 0; time < times; time += 1) await page.keyboard.press(key);
  };
  /** How much of the focused row's height lies above the rows' edge and below it, and how high it is; null for no row. */
  const seen = (page: Page) =>
    page.evaluate(() => {
      const row = document.activeElement?.closest<HTMLElement>("[data-row]");
      const head = row?.closest("table")?.tHead?.rows[0]?.cells[0]?.getBoundingClientRect();
      const box = row?.closest("table")?.parentElement?.getBoundingClientRect();
      if (!row || !head || !box) return null;
      const bar = document.querySelector("[role=toolbar]")?.getBoundingClientRect();
      const { top, bottom, height } = row.getBoundingClientRect();
      const below = bottom - Math.min(box.bottom, bar?.top ?? box.bottom);
      return { id: row.dataset.row, above: head.bottom - top, below, height };
    });
  const expectWhole = async (page: Page) => {
    await expect.poll(async () => (await seen(page))?.above, WAIT).toBeLessThanOrEqual(1);
    await expect.poll(async () => (await seen(page))?.below, WAIT).toBeLessThanOrEqual(1);
  };
  const ids = (page: Page) =>
    page
      .locator("[data-row]")
      .evaluateAll((rows: HTMLElement[]) => rows.map(({ dataset }) => dataset.row ?? ""));
  const focused = async (page: Page) => (await seen(page))?.id;
  const unsent = (page: Page) => page.locator("[data-unsaved]").count();

  it("begin another page at its first row, in sight and without acting on it", async () => {
    const page = await open("insights");
    await press(page, "j", 25);
    const before = await ids(page);
    expect(await focused(page)).toBe(before.at(-1));
    await page.getByRole("button", { name: "Next page" }).focus();
    await press(page, "Enter");
    await expect.poll(async () => (await ids(page))[0] !== before[0], WAIT).toBe(true);
    await press(page, "a");
    const [first] = await ids(page);
    expect(await focused(page)).toBe(first);
    await expectWhole(page);
    expect(await unsent(page)).toBe(0);
    await press(page, "a");
    await expect.poll(() => unsent(page), WAIT).toBe(1);
    expect(await page.locator("[data-unsaved]").getAttribute("data-unsaved")).toBe(first);
  });

  it.each(["insights", "updates&rows=5"])(
    "go on in the next page past the last row of one, and back, with the row in sight: %s",
    async (query) => {
      const page = await open(query, LOW_DESK);
      const before = await ids(page);
      await press(page, "j", before.length);
      await expect.poll(() => focused(page), WAIT).toBe(before.at(-1));
      await press(page, "j");
      await expect
        .poll(async () => before.includes((await focused(page)) ?? String(before[0])), WAIT)
        .toBe(false);
      expect(await focused(page)).toBe((await ids(page))[0]);
      await expectWhole(page);
      await press(page, "k");
      await expect.poll(() => focused(page), WAIT).toBe(before.at(-1));
      await expectWhole(page);
      expect(await unsent(page)).toBe(0);
    },
  );

  it.each(VIEWS)("bring a row that was scrolled away into sight before they act on it: %s", async (view) => {
    const page = await open(`insights${view}`, { viewport: { width: 1200, height: 900 } });
    await press(page, "j", 2);
    const current = await focused(page);
    const away = async (px: number) => {
      await page.locator("[data-row]").first().hover();
      await page.mouse.wheel(0, px);
      await expect.poll(async () => ((await seen(page))?.above ?? 0) > 44, WAIT).toBe(true);
    };
    for (const key of ["x", "a", "f", " ", "Enter", ".", "Shift+J"]) {
      await away(700);
      await press(page, key);
      await expectWhole(page);
      expect([key, await focused(page)]).toEqual([key, current]);
    }
    expect(await page.locator("dialog[open], [role=toolbar]").count()).toBe(0);
    await press(page, "f");
    await expect.poll(() => page.locator("tr[data-row]").nth(1).textContent(), WAIT).toContain("Favorite");
    expect(await page.locator("tr", { hasText: "unsent" }).count()).toBe(1);
    await away(700);
    const [, , , fourth] = await ids(page);
    await press(page, "j");
    expect(await focused(page)).toBe(fourth);
    await expectWhole(page);
  });

  it("bring a photo of the grid that was scrolled away into sight before they choose, open or archive it", async () => {
    const page = await open("insights&view=scroll");
    await page.getByRole("button", { name: "Photos as a grid" }).click();
    const photos = page.locator("ul[aria-label=Photos] > li[data-row]");
    await photos.locator("img").first().waitFor(WAIT);
    await press(page, "j", 2);
    const second = photos.nth(1);
    const edge = (await page.locator("[data-hides-bar]").boundingBox())?.y ?? 0;
    const topPx = async () => (await second.boundingBox())?.y ?? 0;
    for (const key of [" ", "Enter", "x"]) {
      await photos.nth(20).hover();
      const hoveredPx = await topPx();
      await page.mouse.wheel(0, 600);
      // If the key is pressed before the scroll has ended, the rest of the scroll moves the photo out of sight again.
      await expect.poll(topPx, WAIT).toBeLessThanOrEqual(hoveredPx - 599);
      await press(page, key);
      await expect.poll(topPx, WAIT).toBeGreaterThanOrEqual(edge);
      expect(await page.locator("dialog[open], [role=toolbar], [data-unsaved]").count()).toBe(0);
    }
    await press(page, " ");
    await page.getByRole("toolbar").waitFor(WAIT);
  });

  it.each([
    ["a page", "insights", DESK],
    ["a list without pages", "insights&view=scroll", DESK],
    ["a page on a narrow desk", "insights", NARROW_DESK],
    ["devices on a low one", "devices&rows=100", LOW_DESK],
    ["updates on a low one", "updates&rows=100", LOW_DESK],
  ])("show the whole row that they lead back to below the head: %s", async (_, query, size) => {
    for (const theme of ["light", "outdoor"] as const) {
      const page = await open(query, size, theme);
      await press(page, "j", 22);
      for (let step = 0; step < 20; step += 1) {
        await press(page, "k");
        await expectWhole(page);
      }
    }
  });

  it.each(["rows", "photos"])("lose no step where they are pressed faster than %s come", async (look) => {
    const page = await open("insights&view=scroll");
    if (look === "photos") {
      await page.getByRole("button", { name: "Photos as a grid" }).click();
      await page.locator("ul[aria-label=Photos] img").first().waitFor(WAIT);
    }
    const place = () =>
      page.evaluate(() => {
        const row = document.activeElement?.closest("[data-row]");
        const line = row?.getAttribute("aria-rowindex");
        return line ? Number(line) - 1 : Number(row?.getAttribute("aria-posinset"));
      });
    await Promise.all(Array.from({ length: 100 }, () => page.keyboard.press("j")));
    await expect.poll(place, WAIT).toBe(100);
    await Promise.all(Array.from({ length: 70 }, () => page.keyboard.press("k")));
    await expect.poll(place, WAIT).toBe(30);
  });

  it.each(["Shift+J", "Space"])(
    "keep the row clear of the bar that a selection by %s brings",
    async (key) => {
      const page = await open("insights");
      const room = async () => -((await seen(page))?.below ?? 0);
      await press(page, "j");
      for (let step = 0; step < 25 && (await room()) >= (key === "Space" ? 44 : 88); step += 1)
        await press(page, "j");
      await press(page, key);
      await page.getByRole("toolbar").waitFor(WAIT);
      await expectWhole(page);
    },
  );
});
