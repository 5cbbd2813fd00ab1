import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { ALERT_SETTINGS } from "../../../src/messages/alerts/alert-settings.ts";
import { tableMessages } from "../../../src/messages/table.ts";
import { signUpAccount, type ThemeName } from "../../support/browser/app-page.ts";
import { startSignedIn } from "../../support/browser/ranger-browser.ts";
import { untilDrawn } from "../../support/browser/screen-states.ts";
import { skippedWithoutChromium, usePage, useServer } from "../../support/browser/stage.ts";
import { DEMO } from "../../support/server/server-process.ts";
import { WAIT } from "../../support/time/time-limits.ts";

const skipped = skippedWithoutChromium("screens with little room");
const PHONE = { width: 360, height: 740 };
const PHONE_ON_ITS_SIDE = { width: 740, height: 360 };
const TABLET = { width: 768, height: 1024 };
const { columns, filters, pages } = tableMessages;

describe.skipIf(skipped)("screens with little room", () => {
  const server = useServer({
    demoInsights: 40,
    collections: true,
    afterEach: "stay",
    env: { STAFF_USER_ID: "1" },
  });
  const stage = usePage(server, { installed: false });
  let page: Page;

  beforeAll(() => {
    page = stage.page;
    page.setDefaultTimeout(WAIT.timeout);
  });

  const open = async (
    query: string,
    size: { width: number; height: number },
    theme: ThemeName = "light",
  ): Promise<void> => {
    await page.setViewportSize(size);
    await page.goto(`${server.url}/?tab=${query}`);
    await page.getByRole("button", { name: "Account menu" }).waitFor(WAIT);
    await setTheme(page, theme);
  };
  /** The buttons at whose middle another element lies. */
  const covered = (buttons: Locator) =>
    buttons.evaluateAll((all) =>
      all
        .filter((button) => {
          const { left, right, top, bottom } = button.getBoundingClientRect();
          return !button.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
        })
        .map((button) => button.getAttribute("aria-label") ?? button.textContent),
    );

  it.each(["light", "outdoor"] as const)(
    "show the whole rows of the accounts on a tablet: %s",
    async (theme) => {
      await open("admin", TABLET, theme);
      await page.locator("main tbody tr").first().waitFor(WAIT);
      const hiddenPx = () =>
        page
          .locator("main table")
          .evaluate(({ scrollWidth, parentElement }) => scrollWidth - (parentElement?.clientWidth ?? 0));
      await expect.poll(hiddenPx, WAIT).toBeLessThanOrEqual(0);
    },
  );

  it("keep the parts of the page bar apart in large letters", async () => {
    await open("devices", TABLET, "outdoor");
    await page.locator("main tbody tr").first().waitFor(WAIT);
    const rows = page.getByRole("navigation", { name: pages.nav }).locator(":scope > span").first();
    const cutPx = () => rows.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    await expect.poll(cutPx, WAIT).toBeLessThanOrEqual(0);
  });

  it("show the whole line of facts of review mode on a phone in large letters", async () => {
    await open("insights&review=1", PHONE, "outdoor");
    const facts = page.locator("dialog[open] section[tabindex]");
    await facts.locator("h3").waitFor(WAIT);
    const cut = () =>
      facts.evaluate((section) =>
        [...section.querySelectorAll("h3, h3 *, h3 ~ span, p span")]
          .filter((part) => part.getClientRects().length > 0 && part.scrollWidth > part.clientWidth + 1)
          .filter((part) => getComputedStyle(part).display !== "inline")
          .map((part) => part.textContent),
      );
    await expect.poll(cut, WAIT).toEqual([]);
    expect(await facts.locator("h3 ~ span").textContent()).toMatch(/%/);
  });

  it.each([PHONE, PHONE_ON_ITS_SIDE, TABLET])(
    "have the button that clears filters in sight, and the days under the name of their column: $width px",
    async (size) => {
      await open("devices", size, "outdoor");
      await page.locator("[data-list-filters]").first().click();
      const clear = page.locator("[popover]:popover-open").getByRole("button", { name: filters.clear });
      await clear.waitFor(WAIT);
      const inSight = () =>
        clear.evaluate((button) => {
          const { bottom } = button.getBoundingClientRect();
          const panel = button.closest("[popover]")?.getBoundingClientRect();
          return bottom <= Math.min(window.innerHeight, panel?.bottom ?? 0);
        });
      await expect.poll(inSight, WAIT).toBe(true);
      const days = page.getByRole("group", { name: "Last seen, UTC" });
      const name = await days.locator("legend").boundingBox();
      const chip = await days.getByRole("button", { name: filters.lastDays(7) }).boundingBox();
      expect(chip?.y).toBeGreaterThanOrEqual((name?.y ?? 0) + (name?.height ?? 0));
      await page.keyboard.press("Escape");
    },
  );

  it("offer to clear the filters where no row matches them", async () => {
    await open("devices&f.name=nothing", PHONE);
    await page.getByText(tableMessages.emptyFiltered).waitFor(WAIT);
    await page.getByRole("main").getByRole("button", { name: filters.clear }).click();
    await page.locator("main li[data-row]").first().waitFor(WAIT);
    expect(new URL(page.url()).search).toBe("?tab=devices");
  });

  it("have the next step of an empty list above the bottom bar of a phone on its side", async () => {
    await open("insights&class=nothing", PHONE_ON_ITS_SIDE);
    const clear = page.getByRole("main").getByRole("button", { name: "Clear all filters" });
    await clear.waitFor(WAIT);
    expect(await covered(clear)).toEqual([]);
  });

  it.each(["light", "outdoor"] as const)(
    "show a whole insight on a phone on its side, also with something unsaved: %s",
    async (theme) => {
      await open("insights", PHONE_ON_ITS_SIDE, theme);
      const first = page.locator("main li[data-row]").first();
      const actions = first.locator("[data-action]");
      await actions.first().waitFor(WAIT);
      await actions.last().click();
      const save = page.getByRole("button", { name: "Save", exact: true });
      await save.waitFor(WAIT);
      const bar = await page.locator("main [data-foot=low]").boundingBox();
      const card = await first.boundingBox();
      expect((card?.y ?? 0) + (card?.height ?? 999)).toBeLessThan(bar?.y ?? 0);
      expect(await covered(first.getByRole("button"))).toEqual([]);
      const review = page.getByRole("button", { name: "Review", exact: true });
      expect(await review.count()).toBe(1);
      expect(await covered(review)).toEqual([]);
      await page.getByRole("button", { name: "Undo" }).filter({ visible: true }).first().click();
      await save.waitFor({ ...WAIT, state: "detached" });
    },
  );

  it("have the legend and every button of the map in sight on a phone on its side", async () => {
    await open("map", PHONE_ON_ITS_SIDE);
    await page.getByText(/^\d+ Sentinels/).waitFor(WAIT);
    const buttons = page.getByRole("main").getByRole("button").filter({ visible: true });
    expect(await covered(buttons.and(page.locator(":not(.leaflet-marker-icon)")))).toEqual([]);
  });

  it("have no target of less than 44 px under a finger on a tablet, in rows, heads, filters and legends", async () => {
    const context = await page
      .context()
      .browser()
      ?.newContext({ viewport: TABLET, hasTouch: true, isMobile: true, serviceWorkers: "block" });
    const tablet = await context?.newPage();
    if (context === undefined || tablet === undefined) throw new Error("no browser");
    try {
      await startSignedIn(tablet, server.url, DEMO, { path: "/?tab=dashboard", installed: false });
      const expectWhole = async (screen: string) => {
        await untilDrawn(tablet);
        const small = () => tablet.evaluate(smallTargets);
        await expect.poll(small, { message: screen, ...WAIT }).toEqual([]);
      };
      await tablet.locator("main td a").first().waitFor(WAIT);
      await expectWhole("dashboard");
      for (const [query, title] of [
        ["alerts", "Alerts"],
        ["devices", "My Devices"],
        ["insights&status=none&confidence=35", "Sentinel Insights"],
      ] as const) {
        await tablet.evaluate((to) => history.pushState(null, "", to), `/?tab=${query}`);
        await tablet.getByRole("heading", { level: 1, name: title }).waitFor(WAIT);
        await tablet.locator("main tr[data-row]").first().waitFor(WAIT);
        await expectWhole(query);
      }
      await setTheme(tablet, "outdoor");
      await expectWhole("insights in large letters");
      const choice = tablet.locator("tr[data-insight] input[type=checkbox]").first();
      const box = await choice.boundingBox();
      for (const chosen of [true, false]) {
        await tablet.touchscreen.tap((box?.x ?? 0) - 12, (box?.y ?? 0) - 12);
        await expect.poll(() => choice.isChecked(), WAIT).toBe(chosen);
      }
      await tablet.getByRole("button", { name: "Photos as a grid" }).click();
      await tablet.locator("main [aria-label=Photos] > li").first().waitFor(WAIT);
      await expectWhole("photos as a grid");
    } finally {
      await context.close();
    }
  });

  it("name the first step of an account without a Sentinel in words", async () => {
    const context = await page.context().browser()?.newContext({ viewport: PHONE });
    const own = await context?.newPage();
    if (context === undefined || own === undefined) throw new Error("no browser");
    try {
      const account = await signUpAccount(server.url, "wangari");
      await startSignedIn(own, server.url, account, { path: "/?tab=devices", installed: false });
      const add = own.getByRole("main").getByRole("button", { name: "Add a Sentinel" });
      await add.waitFor(WAIT);
      expect((await add.boundingBox())?.width).toBeGreaterThan(100);
    } finally {
      await context.close();
    }
  });

  it("choose photos that scroll past while a drag is held below the list", async () => {
    await open("insights", { width: 1000, height: 600 });
    await page.locator("tr[data-insight]").first().waitFor(WAIT);
    await page.getByRole("button", { name: "Photos as a grid" }).first().click();
    const photos = page.locator("ul[aria-label=Photos] > li");
    await photos.first().waitFor(WAIT);
    const box = await photos.first().boundingBox();
    const x = (box?.x ?? 0) + (box?.width ?? 0) / 2;
    await page.mouse.move(x, (box?.y ?? 0) + 20);
    await page.mouse.down();
    await page.mouse.move(x, 598);
    const chosen = async () => Number.parseInt(await page.getByRole("toolbar").innerText(), 10);
    await expect.poll(chosen, WAIT).toBeGreaterThanOrEqual(9);
    await page.mouse.up();
    // The photo that a key leads to has a frame over its picture.
    await page.keyboard.press("j");
    const frame = () =>
      page.evaluate(() => {
        const { activeElement } = document;
        return activeElement?.closest("li")
          ? getComputedStyle(activeElement, "::after").borderTopStyle
          : null;
      });
    await expect.poll(frame, WAIT).toBe("solid");
    await page.evaluate(() => localStorage.removeItem("table_settings"));
  });

  it("show every class whole in roomy cells beside the panel, outdoors", async () => {
    await open("insights", { width: 1440, height: 900 }, "outdoor");
    await page.getByRole("button", { name: columns.button, exact: true }).click();
    await page.getByText(columns.modes.padding, { exact: true }).click();
    const words = page.locator('table[data-mode="padding"] tr[data-insight] th [title] > :last-child');
    await words.first().waitFor(WAIT);
    const cut = await words.evaluateAll((all) =>
      all.filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1),
    );
    expect(cut).toHaveLength(0);
    await page.evaluate(() => localStorage.removeItem("table_settings"));
  });

  it("have all columns of every table outdoors at a desk, in its width", async () => {
    const [DESK, WIDE] = [
      { width: 1440, height: 900 },
      { width: 1900, height: 900 },
    ];
    await open("devices", WIDE, "outdoor");
    const heads = page.locator("main thead th[data-column]");
    const shown = () => heads.evaluateAll((all) => all.map((head) => head.getAttribute("data-column")));
    const hiddenPx = () =>
      page
        .locator("main table")
        .evaluate(({ scrollWidth, parentElement }) => scrollWidth - (parentElement?.clientWidth ?? 0));
    const tabs = ["insights", "devices", "groups", "updates", "models", "alerts"];
    const parts = ["", "&part=devices", "&part=algs", "&part=releases"].map((part) => `admin${part}`);
    for (const query of [...tabs, ...parts]) {
      await page.setViewportSize(WIDE);
      await page.locator("main table").evaluateAll((all) => {
        for (const table of all) table.setAttribute("data-left", "");
      });
      await page.evaluate((to) => history.pushState(null, "", to), `/?tab=${query}`);
      await page.locator("main table:not([data-left]) tbody tr[data-row]").first().waitFor(WAIT);
      const all = await shown();
      expect(all.length, query).toBeGreaterThan(2);
      await page.setViewportSize(DESK);
      await expect.poll(hiddenPx, { message: query, ...WAIT }).toBeLessThanOrEqual(0);
      expect(await shown(), query).toEqual(all);
    }
  });

  it.each([
    [1024, 768],
    [900, 700],
    [760, 700],
  ])(
    "keeps the names of classes whole and the actions in reach on a desk of %i × %i",
    async (width, height) => {
      await open("insights", { width, height });
      await page.locator("tr[data-insight]").first().waitFor(WAIT);
      const table = page.locator("table");
      expect(
        await table.evaluate(
          ({ scrollWidth, parentElement }) => scrollWidth - (parentElement?.clientWidth ?? 0),
        ),
      ).toBe(0);
      // The longest names may be cut where the window is smallest; a name of nine letters never.
      const cut = await page.locator("tbody th[scope=row] [title]").evaluateAll((labels) =>
        labels
          .filter(({ lastElementChild: name }) => name !== null && name.scrollWidth > name.clientWidth)
          .map((label) => label.getAttribute("title") ?? "")
          .filter((name) => name.length <= 9),
      );
      expect(cut).toEqual([]);
    },
  );

  it.each(["light", "outdoor"] as const)(
    "have three lines of tools above the alerts on a tablet, and the flags in their settings: %s",
    async (theme) => {
      await open("alerts", TABLET, theme);
      const table = page.locator("main table");
      await table.waitFor(WAIT);
      const settings = page.getByRole("button", { name: ALERT_SETTINGS.open });
      await settings.waitFor(WAIT);
      const middles = await page
        .locator("main :is(h1, label, button):visible:not(table *)")
        .evaluateAll((all) =>
          all.map((one) => one.getBoundingClientRect()).map(({ top, bottom }) => (top + bottom) / 2),
        );
      const tableTop = (await table.boundingBox())?.y ?? 0;
      const above = middles.filter((middle) => middle < tableTop).toSorted((a, b) => a - b);
      const lines = above.filter((middle, at) => at === 0 || middle - (above[at - 1] ?? 0) > 8);
      expect(lines).toHaveLength(3);
      await settings.click();
      const dialog = page.getByRole("dialog", { name: ALERT_SETTINGS.title });
      await expect.poll(() => dialog.getByRole("switch").count(), WAIT).toBeGreaterThanOrEqual(4);
      await page.keyboard.press("Escape");
    },
  );

  it("fits the actions for a selection into 320 px", async () => {
    await open("insights", { width: 320, height: 568 });
    await page.locator("li[data-insight]").first().waitFor(WAIT);
    await page.getByRole("button", { name: "List tools" }).click();
    await page.getByRole("menuitemcheckbox", { name: "Select" }).click();
    await page.locator("li[data-insight] label").first().click();
    const outside = await page.getByRole("toolbar").evaluate((bar) =>
      [...bar.querySelectorAll("button")]
        .filter((button) => {
          const text = document.createRange();
          text.selectNodeContents(button);
          return text.getBoundingClientRect().right > button.getBoundingClientRect().right + 0.5;
        })
        .map(({ textContent }) => textContent),
    );
    expect(outside).toEqual([]);
  });
});

const setTheme = (page: Page, theme: ThemeName) =>
  page.evaluate((detail) => {
    window.dispatchEvent(new CustomEvent("understory-theme", { detail }));
  }, theme);

/**
 * The names of the targets outside the navigation that answer on less than 44 px in one direction, with what they answer
 * on. Points are asked one by one, because an area may be larger than its element, or lie under that of a neighbour.
 *
 * Exempt are links in a text, the edges of columns (a tool for a mouse), and the map, whose markers may lie over each
 * other. Rows are alike, and photos: the first three stand for all.
 */
async function smallTargets(): Promise<string[]> {
  const WHOLE_PX = 44;
  // The columns follow their room in the frame after it changes.
  for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
  const answers = (target: Element, x: number, y: number) => {
    const hit = document.elementFromPoint(x, y);
    return hit !== null && (target.contains(hit) || hit.closest("label")?.control === target);
  };
  const reach = (target: Element, [x, y]: [number, number], [dx, dy]: [number, number]) => {
    let px = 1;
    for (const side of [1, -1]) {
      for (let by = side; px < WHOLE_PX && answers(target, x + dx * by, y + dy * by); by += side) px += 1;
    }
    return px;
  };
  const exempt = ".leaflet-container *, :is(tr, [aria-label=Photos] > li):nth-child(n + 4) *";
  const targets = document.querySelectorAll<HTMLElement>(
    ":is(header, main) :is(a[href], button, input, select, summary)",
  );
  return [...targets].flatMap((target) => {
    if (!target.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return [];
    if (target.matches(exempt)) return [];
    if (target.matches("a") && getComputedStyle(target).display === "inline") return [];
    target.scrollIntoView({ block: "center" });
    const { left, right, top, bottom, width } = target.getBoundingClientRect();
    if (width === 0) return [];
    const middle: [number, number] = [(left + right) / 2, (top + bottom) / 2];
    const [across, upright] = [reach(target, middle, [1, 0]), reach(target, middle, [0, 1])];
    // A pixel less, for edges that lie between two.
    if (Math.min(across, upright) >= WHOLE_PX - 1) return [];
    const name = target.getAttribute("aria-label") ?? target.title;
    return [`${name || target.textContent}: ${across} × ${upright}`];
  });
}
