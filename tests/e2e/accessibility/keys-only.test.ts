import type { Locator, Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { chipOf } from "../../support/browser/ranger-browser.ts";
import { skippedWithoutChromium, useContexts, useServer } from "../../support/browser/stage.ts";
import { storeAlerts, storedDevices } from "../../support/server/alerts/stored-alerts.ts";
import { DEMO } from "../../support/server/server-process.ts";
import { WAIT } from "../../support/time/time-limits.ts";

const skipped = skippedWithoutChromium("the screens by keys only");
const LOW = "Battery at 3.10 V";

describe.skipIf(skipped)("the focus of a person with keys only", () => {
  const server = useServer({ demoInsights: 40, afterEach: "stay" });
  const contexts = useContexts(server);

  const open = async (path: string) => {
    const page = await contexts.openAs(DEMO, { path });
    await page.locator("[data-row]").first().waitFor(WAIT);
    return page;
  };
  const panelOf = (page: Page) => page.getByRole("complementary", { name: "Unsaved actions" });
  const listOf = (page: Page) => page.getByRole("region", { name: "Actions not yet saved" });
  const press = async (page: Page, keys: string) => {
    for (const key of keys.split(" ")) await page.keyboard.press(key);
  };
  /** Three insights that leave the list, as nothing of them is reviewed then. */
  const openWithThreeActions = async () => {
    const page = await open("/?tab=insights&status=none&archived=1");
    await press(page, "j a f x");
    await panelOf(page).getByText("Unsaved actions (3)").waitFor(WAIT);
    return page;
  };
  const untilFocused = (element: Locator) =>
    expect.poll(() => element.evaluate((one) => one === document.activeElement), WAIT).toBe(true);
  const openDialogs = (page: Page) => page.locator("dialog[open]").count();

  it("goes from a line of unsaved actions that is removed to the next one, and to their list after the last", async () => {
    const page = await openWithThreeActions();
    const lines = listOf(page).getByRole("listitem");
    const remove = (at: number) => lines.nth(at).getByRole("button", { name: /^Remove:/ });
    await remove(1).focus();
    const below = await lines.nth(2).getAttribute("data-unsaved");
    await press(page, "Enter");
    await expect.poll(() => lines.count(), WAIT).toBe(2);
    expect(await lines.nth(1).getAttribute("data-unsaved")).toBe(below);
    await untilFocused(remove(1));
    await press(page, "Enter");
    await expect.poll(() => lines.count(), WAIT).toBe(1);
    await untilFocused(remove(0));
    await press(page, "Enter");
    await panelOf(page).getByText("Nothing unsaved").waitFor(WAIT);
    await untilFocused(listOf(page));
    await press(page, "Enter");
    expect(await openDialogs(page)).toBe(0);
  });

  it("stays on Undo as long as there is something to undo, and is in the list of unsaved actions then", async () => {
    const page = await openWithThreeActions();
    const undo = panelOf(page).getByRole("button", { name: "Undo", exact: true });
    await undo.focus();
    for (const left of [2, 1]) {
      await press(page, "Enter");
      await panelOf(page).getByText(`Unsaved actions (${left})`).waitFor(WAIT);
      await untilFocused(undo);
    }
    await press(page, "Enter");
    await untilFocused(listOf(page));
    await press(page, "Enter");
    expect(await openDialogs(page)).toBe(0);
  });

  it.each(["Cancel all", "Save 3"])("is in the list of unsaved actions after %s", async (name) => {
    const page = await openWithThreeActions();
    await panelOf(page).getByRole("button", { name }).focus();
    await press(page, "Enter");
    await untilFocused(listOf(page));
  });

  it("goes to what there is to do next once a key has emptied the list", async () => {
    const page = await open("/?tab=insights&status=none&rows=100");
    await press(page, "j Control+a x");
    await untilFocused(
      page
        .getByRole("main")
        .getByRole("button", { name: /^Clear all filters|^Show the/ })
        .first(),
    );
  });

  it("goes to the row in the place of chosen ones that a key has archived, also in one list that scrolls", async () => {
    const page = await open("/?tab=insights&view=scroll");
    await press(page, "j j j Space j Space j Space");
    const rows = page.locator("[data-row]");
    await page.getByText("3 selected").waitFor(WAIT);
    await page.keyboard.press("x");
    await panelOf(page).getByText("Unsaved actions (3)").waitFor(WAIT);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.matches("[data-row]")), WAIT)
      .toBe(true);
    expect(await rows.count()).toBeGreaterThan(3);
  });

  it("stays on the button that refreshes the data, while it does so and then", async () => {
    const page = await open("/?tab=insights");
    await chipOf(page).focus();
    await press(page, "Enter");
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/\/api\/sync/, async (route) => {
      await asked;
      await route.continue();
    });
    await page.getByRole("button", { name: "Refresh the data now" }).focus();
    await press(page, "Enter");
    const refreshing = page.getByRole("button", { name: "Refreshing" });
    await refreshing.waitFor(WAIT);
    await untilFocused(refreshing);
    answer();
    await untilFocused(page.getByRole("button", { name: "Refresh the data now" }));
  });

  describe("in the list of alerts", () => {
    beforeEach(async () => {
      const devices = await storedDevices(server.dataDir);
      await storeAlerts(
        server.dataDir,
        devices.slice(0, 3).map((deviceId, at) => ({
          deviceId,
          type: "low_battery" as const,
          summary: LOW,
          status: "acknowledged" as const,
          minutesAgo: 100 + at,
          volts: 3.1,
        })),
      );
    });

    it("goes to the row in the place of one that has left while its dialog was open", async () => {
      const page = await open("/?tab=alerts");
      const rows = page.locator("[data-row]");
      const [, second, third] = await rows.evaluateAll((all) =>
        all.map((row) => row.getAttribute("data-row")),
      );
      for (const at of [0, 1]) {
        await press(page, "j");
        await untilFocused(rows.nth(at));
      }
      await press(page, "Enter");
      const resolve = page.getByRole("dialog").getByRole("button", { name: /^Resolve:/ });
      await resolve.focus();
      await press(page, "Enter");
      await page.locator(`[data-row="${second}"]`).waitFor({ state: "detached", ...WAIT });
      await press(page, "Escape");
      await untilFocused(page.locator(`[data-row="${third}"]`));
    });
  });

  it("keeps an edit of a Sentinel that goes on after the question whether to drop it", async () => {
    const page = await open("/?tab=devices");
    await page
      .getByRole("button", { name: /^Edit / })
      .first()
      .focus();
    await press(page, "Enter");
    const form = page.getByRole("dialog");
    const name = form.getByLabel("Name", { exact: true });
    await untilFocused(name);
    const keep = form.getByRole("button", { name: "Keep editing" });
    await press(page, "End N e w Escape");
    await keep.waitFor(WAIT);
    await press(page, "Escape");
    await keep.waitFor({ state: "detached", ...WAIT });
    expect(await name.isVisible()).toBe(true);
    await press(page, "Escape");
    await keep.waitFor(WAIT);
    await press(page, "Escape");
    await keep.waitFor({ state: "detached", ...WAIT });
    await press(page, "Escape");
    await keep.waitFor(WAIT);
    await press(page, "e r");
    await keep.waitFor({ state: "detached", ...WAIT });
    expect(await name.inputValue()).toMatch(/Newer$/);
    await press(page, "Enter");
    await form.waitFor({ state: "detached", ...WAIT });
    await page.locator("[data-row]", { hasText: /Newer/ }).waitFor(WAIT);
  });
});
