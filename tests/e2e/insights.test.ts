import type { Locator, Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { expectAccessible } from "../support/browser/app-page.ts";
import { openInsights, review, shownInsights, untilUnsent } from "../support/browser/ranger-browser.ts";
import { skippedWithoutChromium, usePage, useServer } from "../support/browser/stage.ts";
import { WAIT } from "../support/time/time-limits.ts";

const skipped = skippedWithoutChromium("the insights screen in a browser");

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 360, height: 780 };
const THEMES = ["light", "dark", "outdoor"] as const;

describe.skipIf(skipped)("the insights screen in a real browser", () => {
  const server = useServer({ demoInsights: 240, collections: true });
  const stage = usePage(server);
  let page: Page;
  let url: string;

  beforeEach(async () => {
    page = stage.page;
    url = server.url;
    await page.setViewportSize(DESK);
  });

  const api = (path: string, init?: RequestInit) =>
    page.evaluate(
      async ([address, options]) => {
        const headers = {
          authorization: localStorage.getItem("authToken") ?? "",
          "content-type": "application/json",
        };
        const response = await fetch(address, { ...options, headers });
        return (await response.json()) as { message: unknown };
      },
      [path, init ?? {}] as const,
    );
  const row = (id: string) => page.locator(`[data-insight="${id}"]`);
  const unsavedLines = () => page.locator("[data-unsaved]");

  it("shows real insights and collections with their thumbnails, titled 'Sentinel Insights' [INS-01, INS-06]", async () => {
    await openInsights(page, url);
    expect(await page.locator("main h1").textContent()).toBe("Sentinel Insights");
    const thumbnail = page.locator("tr[data-insight] img").first();
    await expect.poll(() => widthOf(thumbnail), WAIT).toBe(240);
    expect(await page.getByText(/^Rows 1–25 of \d+$/).isVisible()).toBe(true);
  });

  it("opens the full photo by key, with its facts in words that a person knows, and closes it again (hand 6) [INS-07]", async () => {
    await openInsights(page, url);
    await page.locator("tr[data-insight] img").first().waitFor(WAIT);
    await page.locator("tr[data-insight]").getByText("Not reviewed").first().waitFor(WAIT);
    await page
      .locator("tr[data-insight]", { has: page.locator("img") })
      .first()
      .getByRole("button")
      .first()
      .click();
    const photo = page.locator("dialog[open] [data-photo=image] > img[alt*=photographed]");
    await expect.poll(() => widthOf(photo), WAIT).toBeGreaterThan(240);
    const facts = () => page.locator("dialog[open] dl").textContent();
    expect(await facts()).toMatch(/UTC/);
    // The model by its name.
    expect(await facts()).toMatch(/Model(?!Model \d)\p{L}/u);
    const go = async (step: () => Promise<void>) => {
      const before = await facts();
      await step();
      await expect.poll(facts, WAIT).not.toBe(before);
    };
    await go(() => page.keyboard.press("j"));
    const previous = page.getByRole("button", { name: "Previous insight" });
    while ((await previous.getAttribute("aria-disabled")) !== "true") await go(() => previous.click());
    // It leads no further, and keeps the focus: the keys are for the photo still, as where the focus was lost.
    expect(await previous.evaluate((button) => button === document.activeElement)).toBe(true);
    await go(() => page.keyboard.press("j"));
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
    await go(() => page.keyboard.press("k"));
    // On a low screen the arrows scroll the facts that have the focus.
    await page.setViewportSize({ width: 780, height: 360 });
    const side = page.getByRole("region", { name: "Facts" });
    await side.focus();
    const shown = await facts();
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => side.evaluate((box) => box.scrollTop), WAIT).toBeGreaterThan(0);
    expect(await facts()).toBe(shown);
    await page.keyboard.press("Escape");
    await page.locator("dialog[open]").waitFor({ state: "detached" });
  });

  it("takes the filter from a link and gives it back to the back button [INS-01]", async () => {
    await openInsights(page, url);
    // Rows in sight are drawn first.
    await expect.poll(() => shownInsights(page), WAIT).toHaveLength(25);
    const before = await shownInsights(page);
    const name = (await page.locator("tr[data-insight] td:nth-child(5)").first().getAttribute("title")) ?? "";
    await page.goto(`${url}/?tab=insights&device_name=${encodeURIComponent(name)}`);
    await page.getByRole("button", { name: `Sentinel: ${name}` }).click();
    await page.waitForURL((address) => !address.searchParams.has("device_name"));
    await expect.poll(() => shownInsights(page)).toEqual(before);
    await page.goBack();
    await page.getByRole("button", { name: `Sentinel: ${name}` }).waitFor(WAIT);
  });

  it("shows archived rows only while 'Show archived' is on [INS-09, INS-63]", async () => {
    await openInsights(page, url);
    const archived = page.locator('tr [data-action="archive"][aria-pressed="true"]');
    expect(await archived.count()).toBe(0);
    await page.getByRole("switch", { name: "Show archived" }).check();
    await page.goto(`${page.url()}&status=archive`);
    await archived.first().waitFor(WAIT);
    // The rows below those in sight are drawn a moment later, which may be between the two counts.
    const others = async () => (await shownInsights(page)).length - (await archived.count());
    await expect.poll(others, WAIT).toBe(0);
  });

  it("folds insights into collections only while the feature is on [ROLE-06, ROLE-07, INS-31]", async () => {
    const { message } = await api("/api/features");
    const [feature] = message as { id: string; key: string; enabled: boolean }[];
    const turn = (enabled: boolean) =>
      api(`/api/features/${feature?.id}`, { method: "PUT", body: JSON.stringify({ enabled }) });
    const collections = page.getByRole("switch", { name: "Collections" });

    await turn(false);
    // Opened once: the page learns of the feature by its next round, which another start would cut off.
    await openInsights(page, url);
    await expect.poll(() => collections.count(), WAIT).toBe(0);
    // The answer to the question before may stand a moment longer than the switch.
    await page.locator('table[aria-busy="true"]').waitFor({ state: "detached", ...WAIT });
    const single = await countMatched(page);
    await turn(true);
    await openInsights(page, url);
    await expect.poll(() => collections.count(), WAIT).toBe(1);
    await expect.poll(() => countMatched(page), WAIT).toBeLessThan(single);
    await collections.uncheck();
    await expect.poll(() => countMatched(page), WAIT).toBe(single);
    expect(await page.evaluate(() => localStorage.getItem("insight_collections"))).toBe("false");
  });

  it("queues all three actions with the server unreachable, undoes and redoes them, and keeps them over a reload [OFF-11, OFF-12, OFF-13, OFF-14]", async () => {
    await openInsights(page, url, "&status=none");
    const [first = "", second = "", third = ""] = await shownInsights(page);
    server.proxy.cut();
    // A start without the server is how the app notices at once.
    await page.goto(`${url}/?tab=insights&archived=1`);
    await page
      .getByRole("button", { name: /^Connection and unsent work/ })
      .filter({ hasText: "Offline" })
      .waitFor(WAIT);
    await review(page, first, "acknowledge");
    await review(page, second, "archive");
    await review(page, third, "favorite");
    await untilUnsent(page, 3);
    const list = page.getByRole("complementary");
    await list.getByText("Saved on this device. Sends when online.").waitFor(WAIT);
    await list.getByRole("button", { name: "Undo", exact: true }).click();
    await untilUnsent(page, 2);
    await row(third).locator('[data-action="favorite"][aria-pressed="false"]').waitFor(WAIT);
    await page.keyboard.press("Shift+Z");
    await untilUnsent(page, 3);
    await page.reload();
    await untilUnsent(page, 3);
    await expect.poll(() => unsavedLines().count(), WAIT).toBe(3);
    await row(second).locator('[data-action="archive"][aria-pressed="true"]').waitFor(WAIT);
    await page.getByRole("button", { name: "Cancel all" }).click();
    await untilNothingUnsent(page);
  });

  it("saves in a bulk update, says so in the literal words, the words go by themselves, and the server has what was done (hand 3) [INS-14, INS-37, INS-39]", async () => {
    await openInsights(page, url, "&source=cellular");
    // Not by a filter on the status: a row that no longer matches leaves the table with its action.
    const untouched = page.locator("tr[data-insight]:not(:has([aria-pressed='true']))").first();
    const first = (await untouched.getAttribute("data-insight")) ?? "";
    await review(page, first, "favorite");
    await page.getByRole("button", { name: "Save 1", exact: true }).click();
    await page.getByText("The bulk update has successfully completed!").waitFor(WAIT);
    await untilNothingUnsent(page);
    const { message } = await api("/api/insights/paginated?limit=1000&offset=0");
    const insight = (message as { insight_id: string; insight_status: string }[]).find(
      ({ insight_id }) => insight_id === first,
    );
    expect(insight?.insight_status).toBe("favorite");
    await page
      .getByText("The bulk update has successfully completed!")
      .waitFor({ state: "detached", ...WAIT });
  });

  it("sets by key what a row has not, and never clears it; rows below one that leaves the list glide, but not where motion is reduced (hand 2) (hand 3)", async () => {
    await openInsights(page, url, "&status=none");
    await page.evaluate(() => {
      const { animate } = Element.prototype;
      document.documentElement.dataset.glides = "0";
      Element.prototype.animate = function (...how) {
        if (this instanceof HTMLElement && this.dataset.insight !== undefined) {
          const { dataset } = document.documentElement;
          dataset.glides = String(Number(dataset.glides) + 1);
        }
        return animate.apply(this, how);
      };
    });
    const glides = async () => Number(await page.locator("html").getAttribute("data-glides"));
    for (const motion of ["no-preference", "reduce"] as const) {
      await page.emulateMedia({ reducedMotion: motion });
      const [first = ""] = await shownInsights(page);
      const before = await glides();
      // The key before has moved on to the row that is the first now.
      if (motion === "no-preference") await page.keyboard.press("j");
      await page.keyboard.press("a");
      await row(first).waitFor({ state: "detached", ...WAIT });
      // Rows that come in from the next page are drawn after those that glide.
      await expect.poll(() => shownInsights(page), WAIT).toHaveLength(25);
      if (motion === "reduce") expect(await glides()).toBe(before);
      else expect(await glides()).toBeGreaterThan(before);
    }
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await page.keyboard.press("z");
    await page.keyboard.press("z");
    await untilNothingUnsent(page);

    await openInsights(page, url);
    const untouched = page.locator("tr[data-insight]:not(:has([aria-pressed='true']))").first();
    const id = (await untouched.getAttribute("data-insight")) ?? "";
    const pressed = row(id).locator('[data-action="acknowledge"][aria-pressed="true"]');
    const place = (await shownInsights(page)).indexOf(id);
    for (let step = 0; step <= place; step += 1) await page.keyboard.press("j");
    await page.keyboard.press("a");
    await pressed.waitFor(WAIT);
    for (const key of ["k", "a", "z"]) await page.keyboard.press(key);
    // Had the second A cleared the status, Undo would bring it back.
    await pressed.waitFor({ state: "detached", ...WAIT });
    await untilNothingUnsent(page);
  });

  it("serves a thumb at 360 px: nothing scrolls sideways, targets are 44 px, the unsaved bar covers nothing, a line of the list can be opened and taken out, and Undo can be pressed in the open sheet and outlives it (hand 2) (hand 5) [OFF-24]", async () => {
    await page.setViewportSize(PHONE);
    // The newest row may be a collection, whose members would be counted.
    await page.evaluate(() => localStorage.setItem("insight_collections", "false"));
    await page.goto(`${url}/?tab=insights`);
    await page.locator("li[data-insight]").first().waitFor(WAIT);
    await page.locator('li[data-insight] [data-action="acknowledge"][aria-pressed="false"]').first().click();
    await page.getByRole("button", { name: /^1 to save/ }).waitFor(WAIT);
    const faultsSeen = () => {
      const scroller = document.querySelector("li[data-insight]")?.parentElement?.parentElement;
      const found: string[] = [];
      if (document.documentElement.scrollWidth > window.innerWidth) found.push("the page scrolls sideways");
      if (scroller && scroller.scrollWidth > scroller.clientWidth) found.push("the list scrolls sideways");
      for (const button of document.querySelectorAll<HTMLElement>(
        "main button, main label, main input[type=search]",
      )) {
        const box = button.getBoundingClientRect();
        if (box.width === 0) continue;
        if (box.height < 44 || box.width < 44)
          found.push(`${button.textContent} is ${box.width}×${box.height}`);
      }
      for (const button of document.querySelectorAll<HTMLElement>("[data-action]")) {
        button.scrollIntoView({ block: "nearest" });
        const box = button.getBoundingClientRect();
        const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        if (!button.contains(top)) found.push(`${button.textContent} is covered`);
      }
      return found;
    };
    // The floating button rises above the bar in a moment.
    await expect.poll(() => page.evaluate(faultsSeen), WAIT).toEqual([]);
    await page.getByRole("button", { name: /^1 to save/ }).click();
    const sheet = page.locator("dialog[open]", { hasText: "Unsaved actions" });
    await sheet.getByText(/^at \d\d:\d\d UTC$/).waitFor(WAIT);
    await sheet.getByTitle(/^Open the photo: /).click();
    const photo = page.getByRole("dialog", { name: /^Photo: / });
    await photo.waitFor(WAIT);
    await page.keyboard.press("Escape");
    await photo.waitFor({ state: "detached", ...WAIT });
    await sheet.getByRole("button", { name: /^Remove: Acknowledge/ }).click();
    await sheet.getByText("Nothing unsaved").waitFor(WAIT);
    await sheet.getByRole("button", { name: "Undo" }).click();
    await sheet.getByRole("button", { name: "Cancel all" }).click();
    await sheet.getByText("Nothing unsaved").waitFor(WAIT);
    const offer = page.getByRole("status").filter({ hasText: "1 action canceled" });
    // The sheet is still open: all outside of it is inert.
    await offer.getByRole("button", { name: "Undo" }).click(WAIT);
    await sheet.getByText(/^at \d\d:\d\d UTC$/).waitFor(WAIT);
    await sheet.getByRole("button", { name: "Cancel all" }).click();
    await sheet.getByText("Nothing unsaved").waitFor(WAIT);
    await page.keyboard.press("Escape");
    await offer.getByRole("button", { name: "Undo" }).click(WAIT);
    await page.getByRole("button", { name: /^1 to save/ }).click();
    await sheet.getByRole("button", { name: "Cancel all" }).click();
    await sheet.getByText("Nothing unsaved").waitFor(WAIT);
  });

  it("leaves room for rows on a phone on its side, also with something unsaved [OFF-24]", async () => {
    await page.setViewportSize({ width: 780, height: 360 });
    await openInsights(page, url);
    await page.locator('tr[data-insight] [data-action="acknowledge"][aria-pressed="false"]').first().click();
    await page.getByRole("button", { name: /^1 to save/ }).waitFor(WAIT);
    const roomPx = await page.locator("table").evaluate((table) => table.parentElement?.clientHeight ?? 0);
    expect(roomPx).toBeGreaterThan(200);
    expect(await page.locator("main h1").isVisible()).toBe(true);
    await page.getByRole("button", { name: "Undo" }).click();
    await untilNothingUnsent(page);
  });

  it("gives the focus back to a filter's button when its panel is put away from inside", async () => {
    await openInsights(page, url);
    const button = page.getByRole("button", { name: "Status", exact: true }).first();
    await button.click();
    await page.keyboard.press("Tab");
    const inside = page.locator("[popover]:popover-open :focus");
    await inside.waitFor(WAIT);
    await page.keyboard.press("Escape");
    await inside.waitFor({ state: "detached" });
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it.each(THEMES)(
    "has a panel with the current insight, and drops no column (hand 14): %s",
    async (theme) => {
      await page.evaluate((choice) => localStorage.setItem("theme", choice), theme);
      await openInsights(page, url);
      await page.locator("tr[data-insight] img").first().waitFor(WAIT);
      const heads = page.locator("thead th[data-column]");
      expect(
        await heads.evaluateAll((all: HTMLElement[]) =>
          all.filter((head) => head.offsetWidth > 40).map((head) => head.dataset.column),
        ),
      ).toEqual(["photo", "className", "confidence", "device", "time", "source", "status", "action"]);
      const current = page.getByRole("region", { name: "Current insight" });
      // The key sets a status and takes none back, so that a favorite of before would stay what it is.
      const pictures = page
        .locator("tr[data-insight]", { has: page.locator("img") })
        .filter({ has: page.locator('[data-action="favorite"][aria-pressed="false"]') });
      const facts = () => current.locator("dl").textContent();
      let pictured = pictures.first();
      for (let at = 0; at === 0 || !/Boxes\d/.test((await facts()) ?? ""); at += 1) {
        pictured = pictures.nth(at);
        await pictured.locator("th").click();
        await current.locator("[data-photo=image] img[src]").last().waitFor(WAIT);
      }
      expect((await current.boundingBox())?.width).toBeGreaterThanOrEqual(286);
      const name = await pictured.locator("th [title]").first().getAttribute("title");
      expect(await current.locator("h2 [title]").getAttribute("title")).toBe(name);
      expect(await facts()).toMatch(/UTC/);
      // The photo has the boxes that the facts count.
      const layer = current.locator("[data-photo=image] [data-boxes]");
      expect(await layer.getAttribute("data-boxes", WAIT)).toBe(
        /Boxes(\d+)/.exec((await facts()) ?? "")?.[1],
      );
      expect(await layer.locator("> span").first().isVisible()).toBe(true);
      await page.keyboard.press("f");
      await unsavedLines().first().waitFor(WAIT);
      // The facts stay beside what is unsaved.
      await current.locator("dl").getByText("Confidence").waitFor(WAIT);
      expect((await current.boundingBox())?.height).toBeGreaterThan(150);
      await page.keyboard.press("k");
      await page.keyboard.press(" ");
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Dates" }).click();
      await expectAccessible(page, "the dates");
      await page.keyboard.press("Escape");
      await page.locator("tr[data-insight] button").first().click();
      await page.locator("dialog[open] dl").waitFor(WAIT);
      await page.keyboard.press("Escape");
      await page.setViewportSize(PHONE);
      await page.locator("li[data-insight]").first().waitFor(WAIT);
      // The row may be a collection, whose members count one by one.
      await page.getByRole("button", { name: /^\d+ to save/ }).click();
      await page.locator("dialog[open]").waitFor(WAIT);
      await page.locator("dialog[open]").getByRole("button", { name: "Cancel all" }).click();
      await untilNothingUnsent(page);
    },
  );
});

/** Waits until the chip names no number of unsent actions. */
async function untilNothingUnsent(page: Page): Promise<void> {
  await untilUnsent(page, 0);
}

/** The width of a picture's file, 0 until it is loaded. */
function widthOf(picture: Locator): Promise<number> {
  return picture.evaluate((image: HTMLImageElement) => image.naturalWidth);
}

async function countMatched(page: Page): Promise<number> {
  const words = (await page.getByText(/^Rows \d+–\d+ of [\d,]+$/).textContent(WAIT)) ?? "";
  return Number(words.split(" of ")[1]?.replaceAll(",", ""));
}
