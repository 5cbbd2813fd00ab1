import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { ALERTS } from "../../../src/messages/alerts/alerts.ts";
import { tableMessages } from "../../../src/messages/table.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../../support/browser/app-page.ts";
import { tokenOf } from "../../support/browser/ranger-browser.ts";
import { skippedWithoutChromium, usePage, useServer } from "../../support/browser/stage.ts";
import { holdFinger } from "../../support/browser/touch.ts";
import { DEMO } from "../../support/server/server-process.ts";
import { WAIT } from "../../support/time/time-limits.ts";

const skipped = skippedWithoutChromium("lists on a phone");
const PHONE = { width: 360, height: 740 };
const FINGER = { viewport: PHONE, hasTouch: true };
const TABS = ["insights", "devices", "groups", "updates", "models", "alerts", "marketplace", "admin"];
/** The most that stands above the first card, the top bar included. */
const HEAD_PX = 120;

describe.skipIf(skipped)("the lists on a phone", () => {
  const server = useServer({ demoInsights: 40, collections: true, afterEach: "stay" });
  const stage = usePage(server, { installed: false, size: FINGER });
  let page: Page;

  beforeAll(async () => {
    page = stage.page;
    page.setDefaultTimeout(WAIT.timeout);
  });

  const cards = () => page.locator("li[data-row]");
  const selected = (count: number) => page.getByText(new RegExp(`^${count} (selected|rows? \\()`)).first();
  const open = async (tab: string) => {
    await page.goto(`${server.url}/?tab=${tab}`);
    await cards().first().waitFor(WAIT);
  };

  /** A finger rests on the photo of the first card until this is chosen; the menu of a phone does not come. */
  const pressLong = async () => {
    const { x = 0, y = 0 } = (await cards().first().boundingBox()) ?? {};
    const point = { x: x + 40, y: y + 30 };
    await holdFinger(page, point, async () => {
      await selected(1).waitFor(WAIT);
      // Chromium on a desk has no such menu, so that it is asked for as a phone does.
      const comes = await page.evaluate((at) => {
        const menu = new MouseEvent("contextmenu", { bubbles: true, cancelable: true });
        return document.elementFromPoint(at.x, at.y)?.dispatchEvent(menu);
      }, point);
      expect(comes).toBe(false);
    });
  };

  it.each(TABS)("begin high: %s (hand 7)", async (tab) => {
    await page.goto(`${server.url}/?tab=${tab}`);
    const first = page.locator("main li").first();
    await first.waitFor(WAIT);
    const { y = Number.POSITIVE_INFINITY } = (await first.boundingBox()) ?? {};
    expect(y).toBeLessThanOrEqual(HEAD_PX);
    await expectNoSidewaysScroll(page, tab);
    const pages = page.getByRole("navigation", { name: tableMessages.pages.nav });
    expect(await pages.count()).toBe(tab === "insights" ? 1 : 0);
  });

  it.each(["insights", "devices"])(
    "hide their bar while they are scrolled down, and show it upwards and to the keyboard: %s (hand 7)",
    async (tab) => {
      await open(`${tab}${tab === "devices" ? "&rows=5" : ""}`);
      const bar = page.locator("main header").first();
      const list = page.locator("main [data-cards], main [data-hides-bar]");
      const barY = async () => (await bar.boundingBox())?.y ?? 0;
      const top = await barY();
      await list.hover();
      await page.mouse.wheel(0, 400);
      await expect.poll(barY, WAIT).toBeLessThan(top - 40);
      await page.mouse.wheel(0, -60);
      await expect.poll(barY, WAIT).toBe(top);
      await page.mouse.wheel(0, 200);
      await expect.poll(barY, WAIT).toBeLessThan(top - 40);
      await page.keyboard.press("Tab");
      await bar.getByRole("button", { name: tableMessages.menu }).focus();
      await expect.poll(barY, WAIT).toBe(top);
    },
  );

  it("let insights be reviewed by a thumb, over no action of the last card (hand 7)", async () => {
    await open("insights&rows=5");
    const review = page.getByRole("button", { name: "Review", exact: true });
    const box = await review.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(48);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(PHONE.width - 24);
    // Where nothing was scrolled yet it rises onto a photo.
    const underReview = () =>
      review.evaluate((button) => {
        const own = button.getBoundingClientRect();
        return [...document.querySelectorAll("[data-action]")].filter((action) => {
          const { right, top, bottom } = action.getBoundingClientRect();
          return right > own.left && top < own.bottom && bottom > own.top;
        }).length;
      });
    await expect.poll(underReview, WAIT).toBe(0);
    const actions = cards().last().locator("[data-action]");
    await page.locator("[data-hides-bar]").evaluate((list) => list.scrollTo(0, list.scrollHeight));
    const covered = () =>
      actions.evaluateAll((buttons) =>
        buttons.map((button) => {
          const { left, right, top, bottom } = button.getBoundingClientRect();
          const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
          return !button.contains(over);
        }),
      );
    // Until the scroll is drawn they lie below the screen.
    await expect.poll(covered, WAIT).toEqual([false, false, false]);
    await review.click();
    await page.locator("dialog[open]").waitFor(WAIT);
  });

  it("leave the bar that saves free of the button for the thumb, which leaves with a scroll downwards", async () => {
    await open("insights");
    await cards().locator("[data-action=favorite][aria-pressed=false]").first().click();
    const save = page.getByRole("button", { name: "Save", exact: true });
    await save.waitFor(WAIT);
    await page.locator("main [data-hides-bar]").hover();
    await page.mouse.wheel(0, 600);
    await page.locator("main [data-bar=hidden]").waitFor(WAIT);
    const isOnTop = () =>
      save.evaluate((button) => {
        const { left, right, top, bottom } = button.getBoundingClientRect();
        return button.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
      });
    // The button is on its way for a moment.
    await expect.poll(isOnTop, WAIT).toBe(true);
    await page.getByRole("button", { name: "Undo" }).filter({ visible: true }).first().click();
    await save.waitFor({ ...WAIT, state: "detached" });
  });

  it("choose an insight by a long press, which opens no photo (hand 7)", async () => {
    await open("insights&rows=5");
    await pressLong();
    expect(await page.locator("dialog[open]").count()).toBe(0);
    await cards().nth(1).locator("button").first().click();
    await selected(2).waitFor(WAIT);
    await page.getByRole("button", { name: "Done", exact: true }).click();
    expect(await page.getByRole("toolbar").count()).toBe(0);
  });

  it("end what is chosen by Back, and leave the screen by the next", async () => {
    await open("alerts");
    await page.goto(`${server.url}/?tab=insights&rows=5`);
    await pressLong();
    await cards().nth(1).locator("button").first().click();
    await selected(2).waitFor(WAIT);
    await page.goBack();
    await page.getByRole("toolbar").waitFor({ ...WAIT, state: "detached" });
    expect(new URL(page.url()).search).toMatch(/^\?tab=insights&rows=5/);
    await page.goBack();
    await page.waitForURL(/tab=alerts/);
  });

  it("filter by one tap in a sheet of at most two screens (hand 12)", async () => {
    await open("insights");
    await page.getByRole("button", { name: "Filters" }).click();
    const sheet = page.getByRole("dialog", { name: "Filters" });
    const highPx = await sheet
      .locator("fieldset")
      .first()
      .evaluate((first) => {
        let box: Element | null = first;
        while (box && getComputedStyle(box).overflowY !== "auto") box = box.parentElement;
        return box?.scrollHeight ?? Number.POSITIVE_INFINITY;
      });
    expect(highPx).toBeLessThanOrEqual(2 * PHONE.height);
    await expectAccessible(page, "the filter sheet");
    await sheet.getByRole("button", { name: "Not reviewed" }).click();
    await sheet.getByRole("button", { name: "Yesterday" }).click();
    await page.waitForURL(/status=none.*from=([\d-]+)&to=\1/);
    await page.keyboard.press("Escape");
  });

  it("show photos side by side, chosen by dragging and by keys, on this device from then on (hand 12)", async () => {
    await open("insights");
    await page.getByRole("button", { name: tableMessages.menu }).click();
    await page.getByRole("menuitemcheckbox", { name: "Photos as a grid" }).click();
    const photos = page.locator("ul[aria-label=Photos] > li");
    await photos.first().waitFor(WAIT);
    const boxes = await photos.evaluateAll((tiles) =>
      tiles.slice(0, 7).map((tile) => {
        const { x, y, width, height } = tile.getBoundingClientRect();
        return { x: x + width / 2, y: y + height / 2 };
      }),
    );
    expect(new Set(boxes.map(({ y }) => Math.round(y))).size).toBe(3);
    await expectAccessible(page, "the photos");
    const [from = { x: 0, y: 0 }, beside = from, third = from, below = from, to = from, , last = from] =
      boxes;
    // Down at once scrolls and chooses nothing.
    const list = page.locator("main [data-hides-bar]");
    const scrolled = () => list.evaluate((box) => box.scrollTop);
    await holdFinger(page, below, (moveTo) => moveTo({ x: below.x, y: below.y - 90 }));
    await expect.poll(scrolled, WAIT).toBeGreaterThan(40);
    // The list glides on after the finger has left it.
    await expect
      .poll(async () => {
        const before = await scrolled();
        await page.evaluate(
          () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
        );
        return (await scrolled()) - before;
      }, WAIT)
      .toBe(0);
    await list.evaluate((box) => box.scrollTo(0, 0));
    expect(await page.getByRole("toolbar").count()).toBe(0);
    // Sideways chooses, then in any direction.
    await holdFinger(page, from, async (moveTo) => {
      await moveTo(beside);
      await selected(2).waitFor(WAIT);
      await moveTo(to);
      await selected(5).waitFor(WAIT);
      await moveTo(third);
      await selected(3).waitFor(WAIT);
    });
    // Down after a rest chooses too, and scrolls nothing.
    await holdFinger(page, below, async (moveTo) => {
      await selected(4).waitFor(WAIT);
      await moveTo(last);
      await selected(7).waitFor(WAIT);
      await moveTo(below);
      await selected(4).waitFor(WAIT);
    });
    expect(await scrolled()).toBe(0);
    await photos.first().locator("button").focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Space");
    await selected(3).waitFor(WAIT);
    await expectAccessible(page, "chosen photos");
    await page.keyboard.press("Escape");
    await page.reload();
    await photos.first().waitFor(WAIT);
    await page.getByRole("button", { name: tableMessages.menu }).click();
    await page.getByRole("menuitemcheckbox", { name: "Photos as a grid" }).click();
    await cards().first().locator("[data-action]").first().waitFor(WAIT);
  });

  it("lead from a Sentinel to its insights and to its last photo by one tap (hand 8)", async () => {
    await open("devices");
    await page
      .getByRole("link", { name: /^See insights/ })
      .first()
      .click();
    await page.waitForURL(/tab=insights&device_id=/);
    await page.getByRole("heading", { name: "Sentinel Insights" }).waitFor(WAIT);
    await open("devices");
    const photo = page.locator("li[data-row] a", { has: page.locator("img") }).first();
    await photo.waitFor(WAIT);
    await photo.click();
    await page.locator("dialog[open] img").first().waitFor(WAIT);
  });

  it("shows two whole devices at a time, the worst first", async () => {
    await open("devices");
    // The order and what is wrong come with the alerts, after the Sentinels.
    await cards().first().getByText("Battery Levels Low").waitFor(WAIT);
    const bar = await page.getByRole("link", { name: "Dashboard" }).last().boundingBox();
    const second = await cards().nth(1).boundingBox();
    expect((second?.y ?? 0) + (second?.height ?? PHONE.height)).toBeLessThanOrEqual(bar?.y ?? 0);
  });

  it("is scrolled to the last of more rows than a page has", async () => {
    await open("devices&rows=5");
    const total = Number(await cards().first().getAttribute("aria-setsize"));
    expect(total).toBeGreaterThan(5);
    const last = page.locator(`li[data-row][aria-posinset="${total}"]`);
    await expect
      .poll(async () => {
        await cards().last().scrollIntoViewIfNeeded();
        return await last.count();
      }, WAIT)
      .toBe(1);
    await last.scrollIntoViewIfNeeded();
    expect(await last.isVisible()).toBe(true);
  });

  it("has what alerts add to the tools in the same menu", async () => {
    await open("alerts");
    const menu = page.getByRole("button", { name: tableMessages.menu });
    const resolved = page.getByRole("menuitemcheckbox", { name: ALERTS.showResolved });
    await menu.click();
    await expectAccessible(page, "the menu of alerts");
    expect(await resolved.getAttribute("aria-checked")).toBe("false");
    await resolved.click();
    await page.waitForURL(/resolved=1/);
    await menu.click();
    expect(await resolved.getAttribute("aria-checked")).toBe("true");
    await page.getByRole("menuitem", { name: ALERTS.resolveAll }).click();
    const question = page.getByRole("dialog", { name: ALERTS.resolveAllAsk });
    await question.getByRole("button", { name: ALERTS.cancel }).click();
    await question.waitFor({ state: "detached" });
  });

  it("has its tools in one menu by key, and gives the focus back", async () => {
    await open("devices");
    const menu = page.getByRole("button", { name: tableMessages.menu });
    await menu.focus();
    await page.keyboard.press("Enter");
    // The menu has the focus only some time after it is drawn.
    await page.locator('[role="menuitem"]:focus').waitFor();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    const panel = page.getByRole("dialog", { name: tableMessages.pages.heading });
    await panel.getByLabel("5", { exact: true }).check();
    await expectAccessible(page, "the pages of a list");
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "hidden" });
    expect(await menu.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.getByRole("button", { name: tableMessages.pages.next }).click();
    await page.getByText(tableMessages.pages.page(2)).waitFor();
  });

  it("goes on in the photo viewer past all cards that are drawn to the next photo, and the list follows (hand 11)", async () => {
    const post = async (path: string, authorization: string, body: object) => {
      const headers = { "content-type": "application/json", authorization, connection: "close" };
      const answer = await fetch(`${server.url}${path}`, {
        method: "POST",
        headers,
        body: JSON.stringify(body),
      });
      return await answer.json();
    };
    const person = `Bearer ${await tokenOf(server.url, DEMO)}`;
    const { ingestKey } = await post("/api/devices", person, { device_id: "FAR", device_name: "Far" });
    const insights = Array.from({ length: 120 }, (_, at) => ({
      source_id: `${at}.JPG`,
      class_name: "badger",
      file_ctime: new Date(Date.now() - at * 1000).toISOString(),
    }));
    await post("/api/ingest/insights", `Bearer ${ingestKey}`, { insights });
    await open("insights&view=scroll");
    const first = cards().first();
    await expect.poll(() => first.textContent(), WAIT).toMatch(/badger/i);
    await first.getByRole("button", { name: /^Open the photo/ }).click();
    const viewer = page.getByRole("dialog", { name: /^Photo: / });
    await viewer.getByRole("button", { name: "Skip items without a photo" }).click();
    await viewer.getByRole("button", { name: "Next insight" }).click();
    await viewer.locator("div[data-photo=image]").waitFor(WAIT);
    const previous = viewer.getByRole("button", { name: "Previous insight" });
    await previous.click();
    await expect.poll(() => previous.getAttribute("aria-disabled"), WAIT).toBe("true");
    await viewer.getByRole("button", { name: "Skip items without a photo" }).click();
    const name = (await viewer.getAttribute("aria-label"))?.replace("Photo: ", "") ?? "";
    await viewer.getByRole("button", { name: "Close" }).click();
    const found = cards().filter({ hasText: name }).first();
    expect(Number(await found.getAttribute("aria-posinset"))).toBeGreaterThan(insights.length);
    const { y = 0 } = (await found.boundingBox()) ?? {};
    expect([y >= 0, y < PHONE.height]).toEqual([true, true]);
    // The card from which the photo was opened is not drawn any more.
    const focused = () =>
      page.evaluate(() => document.activeElement?.closest("[data-insight]")?.textContent ?? "");
    await expect.poll(focused, WAIT).toContain(name);
  });
});

describe.skipIf(skipped)("a list of photos", () => {
  const server = useServer({ demoInsights: 400, afterEach: "stay" });
  const stage = usePage(server, { installed: false, size: FINGER });

  it.each([
    ["a phone", PHONE],
    ["a desk", { width: 1440, height: 900 }],
  ])("begins a picture before it is in sight, on %s", async (_, size) => {
    const { page } = stage;
    await page.setViewportSize(size);
    await page.goto(`${server.url}/?tab=insights&view=scroll`);
    /** How far below the list the rows are whose photos wait. */
    const waiting = () =>
      page.evaluate(() => {
        const endPx = document.querySelector("main [data-hides-bar]")?.getBoundingClientRect().bottom ?? 0;
        return [...document.querySelectorAll<HTMLElement>("[data-insight]:has([data-photo=waiting])")].map(
          (row) => ({ id: row.dataset.insight, belowPx: row.getBoundingClientRect().top - endPx }),
        );
      });
    // Further than the margin in which pictures begin.
    let far: Awaited<ReturnType<typeof waiting>>[number] | undefined;
    const findFar = async () => {
      far = (await waiting()).find(({ belowPx }) => belowPx > 400);
      return far;
    };
    await expect.poll(findFar, WAIT).toBeDefined();
    const { id, belowPx = 0 } = far ?? {};
    await page.locator("main [data-hides-bar]").evaluate((list, px) => {
      list.scrollTop += px;
    }, belowPx - 100);
    const row = page.locator(`[data-insight="${id}"]`);
    await row.locator("[data-photo=image], [data-photo=missing]").waitFor({ ...WAIT, state: "attached" });
    const list = await page.locator("main [data-hides-bar]").boundingBox();
    expect((await row.boundingBox())?.y).toBeGreaterThan((list?.y ?? 0) + (list?.height ?? 0));
  });
});
