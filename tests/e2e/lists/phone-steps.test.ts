import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { SECOND_TAP_MS } from "../../../src/domain/second-tap.ts";
import { tableMessages } from "../../../src/messages/table.ts";
import { PHONE } from "../../support/browser/app-page.ts";
import { skippedWithoutChromium, usePage, useServer } from "../../support/browser/stage.ts";
import { tapAt } from "../../support/browser/touch.ts";
import { WAIT } from "../../support/time/time-limits.ts";

const skipped = skippedWithoutChromium("steps in a list on a phone");

describe.skipIf(skipped)("steps in a list on a phone", () => {
  const server = useServer({ demoInsights: 40, collections: true, afterEach: "stay" });
  const stage = usePage(server, { installed: false, size: PHONE });
  let page: Page;

  beforeAll(() => {
    page = stage.page;
    page.setDefaultTimeout(WAIT.timeout);
  });

  const cards = () => page.locator("li[data-row]");
  const card = (id: string | null) => page.locator(`li[data-insight="${id}"]`);
  const idOf = (at: number) => cards().nth(at).getAttribute("data-insight");
  const topOf = async (id: string | null) => Math.round((await card(id).boundingBox())?.y ?? -1);
  const open = async () => {
    await page.goto(`${server.url}/?tab=insights&rows=25`);
    await cards().nth(9).waitFor(WAIT);
  };

  const press = async (choice: string) => {
    await page.getByRole("button", { name: tableMessages.menu }).click();
    await page.getByRole("menuitemcheckbox", { name: choice }).click();
  };

  const middleOf = async (element: Locator) => {
    const { x, y, width, height } = (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    return { x: x + width / 2, y: y + height / 2 };
  };
  const archiveOf = (id: string | null) => card(id).locator("[data-action=archive]");
  let lastMs = 0;
  /** By the screen and not by the element, which would be scrolled to first; a while after the tap before. */
  const archive = async (id: string | null) => {
    lastMs = Math.max(Date.now(), lastMs + 2 * SECOND_TAP_MS);
    await tapAt(page, await middleOf(archiveOf(id)), lastMs);
  };

  it("bring the next card to the finger that archived one, also where it is partly below the screen (hand 3)", async () => {
    await open();
    const [first, second, third] = [await idOf(0), await idOf(1), await idOf(2)];
    const below = async (id: string | null) => (await topOf(id)) - (await topOf(first));
    const belowPx = await below(second);
    const isUnmoved = () => page.locator("[data-hides-bar]").evaluate(({ scrollTop }) => scrollTop === 0);
    await archive(second);
    await card(second).waitFor({ ...WAIT, state: "detached" });
    await expect.poll(() => below(third), WAIT).toBe(belowPx);
    expect(await isUnmoved()).toBe(true);
    await archive(third);
    await card(third).waitFor({ ...WAIT, state: "detached" });
    const fourth = await idOf(1);
    await expect.poll(() => below(fourth), WAIT).toBe(belowPx);
    expect(await isUnmoved()).toBe(true);
  });

  it("are taken once by a double tap, whatever the first tap brings under the finger (hand 2)", async () => {
    await open();
    const [first, second, third] = [await idOf(0), await idOf(1), await idOf(2)];
    const finger = await middleOf(archiveOf(first));
    await archive(first);
    await card(first).waitFor({ ...WAIT, state: "detached" });
    await expect.poll(() => middleOf(archiveOf(second)), WAIT).toEqual(finger);
    await tapAt(page, finger, lastMs + 200);
    // The next tap that counts archives the second card, which is still there.
    await archive(second);
    await card(second).waitFor({ ...WAIT, state: "detached" });
    expect(await card(third).count()).toBe(1);
    expect(await page.locator("dialog[open]").count()).toBe(0);

    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/\/api\/updates$/, async (route) => {
      await held;
      await route.continue();
    });
    const save = await middleOf(page.locator("[data-save]"));
    lastMs += 2 * SECOND_TAP_MS;
    await tapAt(page, save, lastMs);
    await page.locator("[data-save]").waitFor({ ...WAIT, state: "detached" });
    const undo = page.getByRole("button", { name: "Undo", exact: true });
    await undo.waitFor(WAIT);
    await tapAt(page, save, lastMs + 200);
    answer();
    // A step that was undone would wait for Save again.
    await undo.waitFor({ ...WAIT, state: "detached" });
    expect(await page.locator("[data-save]").count()).toBe(0);
    await page.unroute(/\/api\/updates$/);
  });

  it("review from the first card in sight, also after a touch on one that was scrolled away (hand 10)", async () => {
    await open();
    await cards().first().locator("[data-action=acknowledge]").tap();
    const seventh = await idOf(6);
    const scrollBy = (px: number) =>
      page.locator("[data-hides-bar]").evaluate((list, by) => list.scrollBy(0, by), px);
    // Again, where what the step says under the list has moved it meanwhile.
    const scrolled = async () => {
      const px = await topOf(seventh);
      await scrollBy(px - 60);
      return px;
    };
    await expect.poll(scrolled, WAIT).toBe(60);
    // A short way back brings the button, which leaves with a scroll downwards.
    await scrollBy(-40);
    const review = page.getByRole("button", { name: "Review", exact: true });
    await review.tap();
    await page.waitForURL((url) => url.searchParams.has("review"));
    expect(new URL(page.url()).searchParams.get("image")).toBe(seventh);
  });

  it.each([
    ["in cards", { width: 360, height: 780 }, null],
    ["in cards with checkboxes", { width: 360, height: 780 }, "Select"],
    ["in cards with checkboxes, on its side", { width: 740, height: 360 }, "Select"],
    ["in photos beside each other", { width: 320, height: 640 }, "Photos as a grid"],
    ["in a table", { width: 1440, height: 900 }, null],
  ])(
    "show how many insights are in a row beside what stands in place of its photo, %s",
    async (_, size, choice) => {
      await page.setViewportSize(size);
      await page.route(/\/api\/photo/, (route) => route.fulfill({ status: 404, json: {} }));
      await page.goto(`${server.url}/?tab=insights&rows=25`);
      if (choice !== null) await press(choice);
      const withoutPhoto = page.locator("[data-insight]:has([data-photo=missing])");
      await withoutPhoto.first().waitFor(WAIT);
      const table = page.locator("table");
      // Its rows are lowest there.
      if ((await table.count()) > 0)
        await table.evaluate((shown) => shown.setAttribute("data-density", "compact"));
      const covered = await withoutPhoto.evaluateAll(coveredByCount);
      expect(covered.counted).toBeGreaterThan(0);
      expect(covered.parts).toEqual([]);
      if (choice !== null) await press(choice);
      await page.unroute(/\/api\/photo/);
      await page.setViewportSize(PHONE.viewport);
    },
  );
});

/** In the page: what a count of one to three figures covers of the sign and the words in place of a photo. */
function coveredByCount(rows: Element[]) {
  const parts: string[] = [];
  let counted = 0;
  for (const row of rows) {
    const slot = row.querySelector("[data-photo] > [title]");
    const count =
      row.querySelector("svg.lucide-layers")?.parentElement ?? row.querySelector("button > span[title]");
    const figure = Array.from(count?.childNodes ?? []).find((node) => node.nodeType === Node.TEXT_NODE);
    if (!slot || !count || !figure) continue;
    counted += 1;
    for (const text of ["2", "12", "128"]) {
      figure.textContent = text;
      const over = count.getBoundingClientRect();
      for (const part of slot.querySelectorAll("svg, span")) {
        const words = document.createRange();
        words.selectNodeContents(part);
        const isHidden = part.getBoundingClientRect().width <= 1;
        const boxes = isHidden
          ? []
          : part.matches("svg")
            ? [part.getBoundingClientRect()]
            : [...words.getClientRects()];
        const meets = (box: DOMRect) =>
          box.left < over.right && box.right > over.left && box.top < over.bottom && box.bottom > over.top;
        if (boxes.some(meets))
          parts.push(`${text} over ${part.nodeName} of ${row.getAttribute("data-insight")}`);
      }
    }
  }
  return { counted, parts };
}
