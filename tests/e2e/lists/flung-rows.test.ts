import { describe, expect, it } from "vitest";
import { DESK } from "../../support/browser/app-page.ts";
import { skippedWithoutChromium, useContexts, useServer } from "../../support/browser/stage.ts";
import { DEMO } from "../../support/server/server-process.ts";
import { WAIT } from "../../support/time/time-limits.ts";

const skipped = skippedWithoutChromium("rows of a list that is scrolled fast");

describe.skipIf(skipped)("rows of a list that is scrolled too fast to be read", () => {
  const server = useServer({ demoInsights: 5000, afterEach: "stay" });
  const contexts = useContexts(server);

  it("are their header alone in its column, as high as the others, and whole with photo and actions once it slows down (hand 18)", async () => {
    const page = await contexts.openAs(DEMO, { path: "/?tab=insights&view=scroll", ...DESK });
    await page.locator("tr[data-row] img").first().waitFor(WAIT);
    const rows = () =>
      page.locator("tr[data-row]").evaluateAll((all: HTMLTableRowElement[]) =>
        // Some may have left the document since they were found.
        all
          .filter(({ isConnected }) => isConnected)
          .map((row) => ({
            plain: row.querySelector("button") === null,
            left: row.querySelector("th")?.getBoundingClientRect().left,
            words: [...row.cells]
              .filter((cell) => cell.innerText.trim() !== "")
              .map(({ tagName }) => tagName),
            height: row.getBoundingClientRect().height,
          })),
      );
    const before = await rows();
    const [{ height = 0, left = 0 } = {}] = before;
    expect(new Set(before.map(({ plain }) => plain))).toEqual(new Set([false]));
    await page.locator("tr[data-row]").nth(3).hover();
    const fling = async () => {
      for (let turn = 0; turn < 30; turn += 1) await page.mouse.wheel(0, 400);
      return (await rows()).filter(({ plain }) => plain);
    };
    let plain = await fling();
    // A slow machine may draw a frame only after the list has come to rest.
    for (let time = 0; time < 10 && plain.length === 0; time += 1) plain = await fling();
    expect(plain.length).toBeGreaterThan(0);
    for (const row of plain) {
      expect([row.height, row.left]).toEqual([height, left]);
      expect(row.words).toEqual(["TH"]);
    }
    await expect.poll(async () => (await rows()).filter((row) => row.plain).length, WAIT).toBe(0);
    await page.locator("tr[data-row] img").first().waitFor(WAIT);
    const first = page.locator("tr[data-row]").nth(20);
    await first.getByRole("button", { name: /^Favorite:/ }).click();
    await expect.poll(() => first.innerText(), WAIT).toContain("Favorite");
  });
});
