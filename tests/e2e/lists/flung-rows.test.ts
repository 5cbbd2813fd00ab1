import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { DESK } from "../../support/browser/app-page.ts";
import { skippedWithoutChromium, useContexts, useServer } from "../../support/browser/stage.ts";
import { DEMO } from "../../support/server/server-process.ts";
import { WAIT } from "../../support/time/time-limits.ts";

const skipped = skippedWithoutChromium("rows of a list that is scrolled fast");

const FLUNG_ROWS = "tbody[aria-hidden] > tr";

describe.skipIf(skipped)("rows of a list that is scrolled too fast to be read", () => {
  const server = useServer({ demoInsights: 5000, afterEach: "stay" });
  const contexts = useContexts(server);

  it("are their header alone in its column, as high as the others and at their places, marked where they are chosen, and whole with photo and actions once it slows down (hand 18)", async () => {
    const page = await contexts.openAs(DEMO, { path: "/?tab=insights&view=scroll", ...DESK });
    await page.locator("tr[data-row] img").first().waitFor(WAIT);
    const before = await rowsOf(page, "tr[data-row]");
    const [{ height = 0, left = 0 } = {}] = before;
    expect(before.length).toBeGreaterThan(10);
    expect(await rowsOf(page, FLUNG_ROWS)).toEqual([]);
    await page.locator("tr[data-row]").nth(3).hover();
    const fling = async () => {
      for (let turn = 0; turn < 30; turn += 1) await page.mouse.wheel(0, 400);
      return await rowsOf(page, FLUNG_ROWS);
    };
    // A slow machine may draw a frame only after the list has come to rest, and few rows just after that.
    const flingFar = async () => {
      let seen = await fling();
      for (let time = 0; time < 10 && seen.length <= 10; time += 1) seen = await fling();
      expect(seen.length).toBeGreaterThan(10);
      return seen;
    };
    const untilWhole = () =>
      expect.poll(() => page.locator(`${FLUNG_ROWS}, tr[data-plain]`).count(), WAIT).toBe(0);
    const flung = await flingFar();
    for (const row of flung) expect([row.height, row.left]).toEqual([height, left]);
    expect(new Set(flung.map(({ background }) => background)).size).toBe(1);
    // React draws the rows of the fling after it, each at the place where its header stood.
    await untilWhole();
    await page.locator("tr[data-row] img").first().waitFor(WAIT);
    const words = new Map((await rowsOf(page, "tr[data-row]")).map((row) => [row.atPx, row.text]));
    const same = flung.filter(({ atPx }) => words.has(atPx));
    expect(same.length).toBeGreaterThan(0);
    for (const { text } of same) expect(text).not.toBe("");
    for (const { atPx, text } of same) expect(words.get(atPx)?.startsWith(text)).toBe(true);

    await page.keyboard.press("Control+a");
    await page.locator("tr[data-row] input:checked").first().waitFor(WAIT);
    const chosen = await flingFar();
    expect(chosen.map(({ background }) => background)).not.toContain(flung[0]?.background);
    await untilWhole();
    await page.keyboard.press("Escape");
    const id = await page.locator("tr[data-row]").nth(20).getAttribute("data-row");
    const first = page.locator(`tr[data-row="${id}"]`);
    await first.getByRole("button", { name: /^Favorite:/ }).click();
    await expect.poll(() => first.innerText(), WAIT).toContain("Favorite");
  });
});

/** The rows that a selector finds: where their words begin, and where they are in the whole list, in px. */
function rowsOf(page: Page, selector: string) {
  return page.locator(selector).evaluateAll((all: HTMLTableRowElement[]) => {
    const table = document.querySelector("table");
    return (
      all
        // Some may have left the document since they were found.
        .filter(({ isConnected }) => isConnected)
        .map((row) => {
          const words = document.createTreeWalker(row.querySelector("th") ?? row, NodeFilter.SHOW_TEXT);
          const range = document.createRange();
          range.selectNodeContents(words.nextNode() ?? row);
          const { top, height } = row.getBoundingClientRect();
          return {
            left: Math.round(range.getBoundingClientRect().left),
            text: range.toString(),
            height,
            background: getComputedStyle(row).backgroundColor,
            atPx: Math.round(top - (table?.getBoundingClientRect().top ?? 0)),
          };
        })
    );
  });
}
