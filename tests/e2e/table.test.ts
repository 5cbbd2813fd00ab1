import { readFileSync } from "node:fs";
import Papa from "papaparse";
import type { Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { expectAccessible } from "../support/browser/app-page.ts";
import { openInsights, shownInsights, stepToRowWithout } from "../support/browser/ranger-browser.ts";
import { skippedWithoutChromium, usePage, useServer } from "../support/browser/stage.ts";
import { WAIT } from "../support/time/time-limits.ts";

const skipped = skippedWithoutChromium("the table in a browser");

const DESK = { width: 1440, height: 900 };

describe.skipIf(skipped)("the shared table in a real browser", () => {
  const server = useServer({ demoInsights: 240, collections: true });
  const stage = usePage(server);
  let page: Page;
  let url: string;

  beforeEach(async () => {
    page = stage.page;
    url = server.url;
    await page.setViewportSize(DESK);
    await page.evaluate(() => localStorage.removeItem("table_settings"));
    await openInsights(page, url);
  });

  const panel = (name: string) => page.getByRole("dialog", { name });
  const open = async (button: string, heading: string) => {
    await page.getByRole("button", { name: button, exact: true }).click();
    await panel(heading).waitFor(WAIT);
  };
  const heads = () => page.locator("thead th").allTextContents();

  it("filters, sorts, pages and writes the CSV with no network, and has no fault that axe finds [OFF-10, OFF-37, TBL-04, TBL-14, TBL-17]", async () => {
    const all = await page
      .getByText(/^[\d,]+ (rows|insights)( \([\d,]+ insights\))?, all on this device$/)
      .textContent(WAIT);
    server.proxy.cut();
    await page.reload();
    await page.locator("tr[data-insight]").first().waitFor(WAIT);
    const first = (await page.locator("tr[data-insight] th").first().textContent()) ?? "";
    const className = (await page.locator("tr[data-insight] th [title]").first().getAttribute("title")) ?? "";
    await page.goto(`${url}/?tab=insights&class=${encodeURIComponent(className)}&rows=5`);
    await page.getByText(/^[\d,]+ (insight|row)s? match(es)?, all on this device$/).waitFor(WAIT);
    const matched = Number(
      ((await page.getByText(/^[\d,]+ (insight|row)s? match(es)?, all/).textContent()) ?? "").replace(
        / .*/,
        "",
      ),
    );
    expect(first).not.toBe("");
    const newest = await shownInsights(page);
    await page.getByRole("button", { name: "Time, UTC" }).click();
    await expect.poll(() => shownInsights(page), WAIT).not.toEqual(newest);
    if (matched > 5) {
      await page.locator("tr[data-insight] input[type=checkbox]").first().click();
      await page.getByRole("button", { name: "Next page" }).click();
      await page.getByText(/^Rows 6–/).waitFor(WAIT);
      await page.getByText("1 on other pages").waitFor(WAIT);
      await page.keyboard.press("Escape");
    }
    await open("CSV", "Save as CSV");
    await expectAccessible(page, "the CSV panel");
    const rowsOf = async () => {
      const [download] = await Promise.all([
        page.waitForEvent("download", WAIT),
        page.getByRole("button", { name: "Save the file" }).click(),
      ]);
      expect(download.suggestedFilename()).toBe("sentinel_insights.csv");
      const text = readFileSync(await download.path(), "utf8");
      return Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;
    };
    const filtered = await rowsOf();
    expect(filtered).toHaveLength(matched);
    expect(new Set(filtered.map((row) => row.Class))).toEqual(new Set([className]));
    expect(Object.keys(filtered[0] ?? {})).toContain("Insight ID");
    expect(Object.keys(filtered[0] ?? {})).not.toContain("Photo");
    await page.getByRole("radio", { name: "Everything on this device" }).check();
    const whole = await rowsOf();
    expect(whole.length).toBeGreaterThanOrEqual(Number((all ?? "").replace(/ .*/, "").replace(/[^\d]/g, "")));
  });

  it("shows, hides and moves columns by key alone, keeps them over a reload, without a fault that axe finds [TBL-02]", async () => {
    const before = await heads();
    await page.getByRole("button", { name: "Columns", exact: true }).focus();
    await page.keyboard.press("Enter");
    await panel("Columns").waitFor(WAIT);
    await expectAccessible(page, "the columns");
    await panel("Columns").getByRole("checkbox", { name: "Source" }).focus();
    await page.keyboard.press(" ");
    await panel("Columns").getByRole("checkbox", { name: "All classes" }).focus();
    await page.keyboard.press(" ");
    await panel("Columns").getByRole("button", { name: "Move Time, UTC up" }).focus();
    await page.keyboard.press("Enter");
    const after = await heads();
    // However many columns there are, none is squeezed away.
    const room = await page
      .locator("thead th")
      .evaluateAll((all: HTMLElement[]) => Math.min(...all.map((head) => head.offsetWidth)));
    expect(room).toBeGreaterThan(40);
    expect(after).not.toContain("Source");
    expect(after.indexOf("Time, UTC")).toBe(before.indexOf("Time, UTC") - 1);
    await page.keyboard.press("Escape");
    await page.reload();
    await page.locator("tr[data-insight]").first().waitFor(WAIT);
    expect(await heads()).toEqual(after);
  });

  it("has columns that a mouse and the arrow keys make wider, and roomy cells instead [TBL-11]", async () => {
    const width = () =>
      page.locator("th[data-column=device]").evaluate((head: HTMLElement) => head.offsetWidth);
    const before = await width();
    const handle = page.getByRole("separator", { name: "Width of Sentinel" });
    const box = await handle.boundingBox();
    if (box === null) throw new Error("no handle");
    await page.mouse.move(box.x + box.width / 2, box.y + 8);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + 60, box.y + 8, { steps: 4 });
    await page.mouse.up();
    expect(Math.abs((await width()) - before - 60)).toBeLessThanOrEqual(2);
    await handle.focus();
    await page.keyboard.press("ArrowLeft");
    expect(Math.abs((await width()) - before - 44)).toBeLessThanOrEqual(2);
    await page.reload();
    await page.locator("tr[data-insight]").first().waitFor(WAIT);
    expect(Math.abs((await width()) - before - 44)).toBeLessThanOrEqual(2);
    const height = () =>
      page
        .locator("tr[data-insight]")
        .first()
        .evaluate((row: HTMLElement) => row.offsetHeight);
    const dense = await height();
    await open("Columns", "Columns");
    await page.getByRole("radio", { name: "Roomy cells" }).check();
    expect(await height()).toBeGreaterThan(dense);
    expect(await page.getByRole("separator", { name: /^Width of/ }).count()).toBe(0);
  });

  it("has photos of 80 px in comfortable rows and low rows beside, which the device remembers for every table (hand 14)", async () => {
    await page.goto(`${url}/?tab=insights&view=scroll`);
    const thumbnail = page.locator("tr[data-insight] [data-photo]").first();
    await thumbnail.waitFor(WAIT);
    const widthOf = () => thumbnail.evaluate((box: HTMLElement) => box.offsetWidth);
    const heights = () =>
      page.evaluate(() => {
        const rows = [...document.querySelectorAll<HTMLElement>("tr[data-row]")];
        const [first, second] = rows.map((row) => row.getBoundingClientRect().top);
        const spacer = document.querySelector<HTMLElement>("tbody > tr[aria-hidden]:last-child");
        const left = Number(document.querySelector("table")?.getAttribute("aria-rowcount")) - 1 - rows.length;
        const row = (second ?? 0) - (first ?? 0);
        return { row, excess: (spacer?.offsetHeight ?? 0) / left - row };
      });
    const excess = async () => (await heights()).excess;
    expect(await widthOf()).toBeGreaterThanOrEqual(80);
    await expect.poll(excess, WAIT).toBeCloseTo(0, 0);
    const comfortable = await heights();
    await open("Columns", "Columns");
    await page.getByRole("radio", { name: "Compact" }).check();
    await expect.poll(async () => (await heights()).row).toBeLessThan(comfortable.row - 10);
    await expect.poll(excess, WAIT).toBeCloseTo(0, 0);
    expect(await widthOf()).toBeLessThan(80);
    await page.goto(`${url}/?tab=devices`);
    const rowOfDevices = page.locator("tr[data-row]").first();
    await rowOfDevices.waitFor(WAIT);
    expect(await page.locator("table").getAttribute("data-density")).toBe("compact");
    const low = await rowOfDevices.evaluate((row: HTMLElement) => row.offsetHeight);
    await page.evaluate(() => localStorage.removeItem("row_density"));
    await page.reload();
    await rowOfDevices.waitFor(WAIT);
    expect(await rowOfDevices.evaluate((row: HTMLElement) => row.offsetHeight)).toBeGreaterThan(low);
  });

  it("is worked by keys: extends, selects all, saves, finds commands; J, K and / work on every list, the focus is in sight (hand 15)", async () => {
    const selected = (count: string) =>
      page.getByText(new RegExp(`^${count}( rows \\([\\d,]+ insights\\))? selected$`)).first();
    const total = (await page.getByText(/^Rows 1–/).textContent())?.split(" of ")[1] ?? "";
    for (const key of ["j", "Shift+J", "Shift+J"]) await page.keyboard.press(key);
    await selected("3").waitFor(WAIT);
    await page.keyboard.press("Shift+K");
    await selected("2").waitFor(WAIT);
    await page.keyboard.press("Control+a");
    await selected(total).waitFor(WAIT);
    expect(await page.evaluate(() => getSelection()?.toString())).toBe("");
    await page.keyboard.press("/");
    await page.keyboard.type("no such animal");
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await selected(total).waitFor({ state: "detached", ...WAIT });
    await page.waitForURL((address) => !address.searchParams.has("q"), WAIT);
    await page.locator("tr[data-insight]").first().waitFor(WAIT);

    const command = async (typed: string, option: string | RegExp) => {
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "Type a command" }).fill(typed);
      await page.getByRole("option", { name: option, selected: true }).waitFor(WAIT);
      await page.keyboard.press("Enter");
    };
    const saveByKey = async () => {
      const unsaved = page.locator("[data-unsaved]").first();
      await unsaved.waitFor({ state: "attached", ...WAIT });
      await page.keyboard.press("Control+Enter");
      await unsaved.waitFor({ state: "detached", ...WAIT });
    };
    await stepToRowWithout(page, "favorite");
    await command("favorite", /^Favorite: /);
    await saveByKey();
    await command("not reviewed", /^Status: /);
    await page.waitForURL(/[?&]status=none/, WAIT);
    await page.keyboard.press("Control+k");
    await page.getByRole("listbox").getByRole("option").first().waitFor(WAIT);
    await expectAccessible(page, "the command palette");
    await page.keyboard.press("Escape");

    const focused = () =>
      page.evaluate(() => {
        const element = document.activeElement;
        const rows = [...document.querySelectorAll("main [data-list] [data-row]")];
        const cell = element?.firstElementChild ?? null;
        const styles = [element, cell].flatMap((one) => (one === null ? [] : [getComputedStyle(one)]));
        const seen = styles.some(
          ({ outlineStyle, boxShadow }) => outlineStyle !== "none" || boxShadow !== "none",
        );
        return { row: rows.indexOf(element as Element), seen, writes: element instanceof HTMLInputElement };
      });
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.locator("dialog[open] [data-photo]").first().waitFor(WAIT);
    await page.keyboard.press("f");
    await saveByKey();
    // Out of the photo viewer, then each time out of the field of a filter; a screen is left on its second row.
    for (const screen of ["My Devices", "Device Groups", "Device Updates", "My Models", "Alerts"]) {
      await command(screen, screen);
      await page.getByRole("heading", { level: 1, name: screen.replace("Device G", "G") }).waitFor(WAIT);
      await page.locator("main [data-list] [data-row]").first().waitFor(WAIT);
      const last = (await page.locator("main [data-list] [data-row]").count()) - 1;
      await page.keyboard.press("j");
      await expect.poll(focused, { message: screen }).toEqual({ row: 0, seen: true, writes: false });
      await page.keyboard.press("j");
      await expect
        .poll(focused, { message: screen })
        .toEqual({ row: Math.min(1, last), seen: true, writes: false });
      await page.keyboard.press("k");
      await expect.poll(focused, { message: screen }).toEqual({ row: 0, seen: true, writes: false });
      await page.keyboard.press("j");
      await expect.poll(async () => (await focused()).row, { message: screen }).toBe(Math.min(1, last));
      await page.keyboard.press("/");
      await expect.poll(async () => (await focused()).writes, { message: screen }).toBe(true);
    }
    await page.goto(`${url}/?tab=insights&review=1`);
    await page.locator("dialog[open] [data-photo]").first().waitFor(WAIT);
    await command("dashboard", "Dashboard");
    await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor(WAIT);
  });

  it("scrolls all rows in one list: the last is reached, what is seen is always there, the address keeps it [TBL-05]", async () => {
    await page.goto(`${url}/?tab=insights&rows=100`);
    await page.locator("tr[data-insight]").first().waitFor(WAIT);
    const words = (await page.getByText(/^Rows 1–/).textContent()) ?? "";
    const total = Number(words.split(" of ")[1]?.replace(",", ""));
    await page.getByRole("button", { name: "Scroll without pages" }).click();
    await page.locator(`table[aria-rowcount="${total + 1}"]`).waitFor(WAIT);
    // Rows that wait for an answer are dimmed.
    await page.locator("[data-stale]").waitFor({ state: "detached", ...WAIT });
    // At the start of the list, where no row lies half under the head and its checkbox beside the head's.
    await expectAccessible(page, "the list");
    const box = page.locator("table").locator("..");
    await box.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    const last = page.locator(`tr[aria-rowindex="${total + 1}"]`);
    const seen = await last.boundingBox(WAIT);
    expect(await page.locator("tr[data-insight]").count()).toBeLessThanOrEqual(125);
    expect(seen?.y).toBeLessThan(DESK.height);
    const space = page.locator("tr[aria-hidden] td").first();
    const ruled = await space.evaluate((cell) => getComputedStyle(cell, "::before").backgroundSize);
    expect(ruled).toBe(`100% ${seen?.height}px`);
    await page.waitForURL(/[?&]view=scroll&.*&at=\d+/, WAIT);
    await page.reload();
    await last.waitFor(WAIT);
    await page.goto(page.url().replace(/at=\d+/, "at=30"));
    // From the head's edge to that of the row; the head of the table is its first row.
    const under = (row: number) =>
      page.evaluate((index) => {
        const head = document.querySelector("thead th")?.getBoundingClientRect().bottom ?? 0;
        const first = document.querySelector(`tr[aria-rowindex="${index + 1}"]`);
        return first === null ? null : Math.round(first.getBoundingClientRect().top - head);
      }, row);
    await expect.poll(() => under(30)).toBe(0);
    await page.getByText(/^Row 30 of /).waitFor(WAIT);
    // The address names the first row that is not under the head; those above it leave the document.
    const rowPx = (await page.locator('tr[aria-rowindex="31"]').boundingBox())?.height;
    await box.evaluate((element, px) => element.scrollBy(0, px), 5 * (rowPx ?? Number.NaN));
    await page.waitForURL(/[?&]at=35\b/, WAIT);
    await page.reload();
    await expect.poll(() => under(35)).toBe(0);
    await page.goBack();
    await page.goBack();
    await page.getByRole("button", { name: "Next page" }).waitFor(WAIT);
  });

  it("is few cards of a long list on a phone, by key to its end, and returns to where it stood [TBL-05, TBL-06]", async () => {
    await page.setViewportSize({ width: 360, height: 780 });
    await page.goto(`${url}/?tab=insights&view=scroll&archived=1`);
    await page.locator("li[data-insight]").first().waitFor(WAIT);
    const cards = () => page.locator("li[data-insight]").count();
    const total = Number(await page.locator("li[data-insight]").first().getAttribute("aria-setsize"));
    expect(total).toBeGreaterThan(60);
    const box = page.locator("ul:has(> li[data-insight])").locator("..");
    const firstSeen = () =>
      box.evaluate((list) => {
        const bars = list.querySelector("[class*=filters]")?.getBoundingClientRect().bottom ?? 0;
        const seen = [...list.querySelectorAll<HTMLElement>("li[data-row]")].find(
          (card) => card.getBoundingClientRect().bottom > bars + 1,
        );
        return seen?.getAttribute("aria-posinset") ?? "";
      });
    // Step by step down to the fortieth, each of which is there when it is wanted.
    for (let at = 1; at <= 40; at += 1) {
      await page.keyboard.press("j");
      await page.waitForFunction(
        (place) => document.activeElement?.getAttribute("aria-posinset") === String(place),
        at,
        WAIT,
      );
      expect(await cards()).toBeLessThan(50);
    }
    await box.evaluate((element) => element.scrollTo(0, 0));
    await page.waitForURL((address) => !address.searchParams.has("at"), WAIT);
    await box.evaluate((element) => element.scrollTo(0, element.scrollHeight / 2));
    // The address follows after a short rest; it names the first card that is not above the list's own edge.
    const places = async () => [
      Number(new URL(page.url()).searchParams.get("at")),
      Number(await firstSeen()),
    ];
    await expect
      .poll(async () => {
        const [at = 0, seen = 0] = await places();
        return at > 10 && Math.abs(at - seen) <= 1;
      }, WAIT)
      .toBe(true);
    const [, place = 0] = await places();
    await page.reload();
    await page.locator(`li[aria-posinset="${place}"]`).waitFor(WAIT);
    await expect.poll(async () => Math.abs(Number(await firstSeen()) - place), WAIT).toBeLessThanOrEqual(1);
    await expectAccessible(page, "the long list of cards");
    await box.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect
      .poll(async () => {
        await box.evaluate((element) => element.scrollTo(0, element.scrollHeight));
        return page.locator(`li[aria-posinset="${total}"]`).isVisible();
      }, WAIT)
      .toBe(true);
    expect(await cards()).toBeLessThan(50);
  });

  it("keeps a view under a name, by key alone", async () => {
    await page.goto(`${url}/?tab=insights&status=favorite&rows=5`);
    await page.getByText(/match(es)?, all on this device$/).waitFor(WAIT);
    await open("Views", "Saved views");
    await page.getByLabel("Name of this view").fill("Best");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Open Best" }).waitFor(WAIT);
    await expectAccessible(page, "the views");
    await openInsights(page, url);
    await open("Views", "Saved views");
    await page.getByRole("button", { name: "Open Best" }).focus();
    await page.keyboard.press("Enter");
    await page.waitForURL((address) => address.searchParams.get("status") === "favorite");
    expect(page.url()).toContain("tab=insights");
  });

  it("is cards at 750 px, compact and one a row at 625, with file and views by touch [TBL-06, TBL-08, TBL-09]", async () => {
    const columns = () =>
      page
        .locator("ul:has(> li[data-insight])")
        .evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(" ").length);
    await page.setViewportSize({ width: 751, height: 900 });
    await page.locator("tr[data-insight]").first().waitFor(WAIT);
    await page.setViewportSize({ width: 750, height: 900 });
    await page.locator("li[data-insight]").first().waitFor(WAIT);
    expect(await page.locator("table").count()).toBe(0);
    expect(await columns()).toBe(2);
    await page.setViewportSize({ width: 625, height: 900 });
    await expect.poll(columns, WAIT).toBe(1);
    await page.setViewportSize({ width: 360, height: 780 });
    await page.locator("li[data-insight]").first().waitFor(WAIT);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    const fromMenu = async (tool: string, heading: string) => {
      await page.getByRole("button", { name: "List tools", exact: true }).click();
      await page.getByRole("menuitem", { name: tool, exact: true }).click();
      await panel(heading).waitFor(WAIT);
    };
    await fromMenu("Views", "Saved views");
    await page.keyboard.press("Escape");
    await fromMenu("CSV", "Save as CSV");
    await expectAccessible(page, "the file on a phone");
  });
});
