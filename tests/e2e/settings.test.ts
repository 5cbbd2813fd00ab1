import type { Page } from "playwright-core";
import { describe, expect, it, onTestFailed } from "vitest";
import { ONLINE } from "../../src/messages/offline/online.ts";
import { INTEGRATIONS } from "../../src/messages/settings/integrations.ts";
import { FEATURE_WORDS, SETTINGS } from "../../src/messages/settings/settings.ts";
import { DESK, expectNoSidewaysScroll, PHONE } from "../support/browser/app-page.ts";
import {
  chipOf,
  openInsights,
  turnCollections,
  untilFoundOffline,
} from "../support/browser/ranger-browser.ts";
import { skippedWithoutChromium, useContexts, usePage, useServer } from "../support/browser/stage.ts";
import { DEMO } from "../support/server/server-process.ts";
import { WAIT } from "../support/time/time-limits.ts";

const skipped = skippedWithoutChromium("the settings in a browser");
const { name, instructions } = FEATURE_WORDS.COLLECTIONS;
const FEATURES = "/?tab=settings&part=features";

describe.skipIf(skipped)("the settings in a real browser", () => {
  const server = useServer({ demoInsights: 240, collections: true });
  const stage = usePage(server);
  const contexts = useContexts(server);

  const feature = (page: Page) => page.getByRole("switch", { name, exact: true });
  /** On the Insights screen, there only while the feature is on. */
  const folding = (page: Page) => page.getByRole("switch", { name: "Collections", exact: true });
  const tooltip = (page: Page) => page.getByRole("tooltip").filter({ hasText: instructions });
  const about = (page: Page) => page.getByRole("button", { name: SETTINGS.about(name) });

  it.each([
    ["1440", DESK],
    ["360", PHONE],
  ])(
    "has the tabs Integrations and Features, by keys and address too, and each feature as a switch whose instructions are a tooltip, %s px wide [SET-01, SET-25, SET-26, SET-34]",
    async (width, size) => {
      const page = await contexts.openAs(DEMO, size);
      if (width === "360") await page.getByRole("button", { name: "More" }).click();
      await page.getByRole("link", { name: "Settings", exact: true }).click();
      await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor(WAIT);
      expect(await page.getByRole("tab").allTextContents()).toEqual(["Integrations", "Features"]);
      await page.getByText(INTEGRATIONS.intro).waitFor();

      await page.getByRole("tab", { name: "Integrations" }).focus();
      await page.keyboard.press("ArrowRight");
      await feature(page).waitFor(WAIT);
      expect(new URL(page.url()).search).toBe("?tab=settings&part=features");
      await page.reload();
      await feature(page).waitFor(WAIT);
      expect(await tooltip(page).isVisible()).toBe(false);
      // A real touch: it sends no mouse to stay over the button.
      if (width === "360") await about(page).tap();
      else await about(page).hover();
      await tooltip(page).waitFor();
      await expectNoSidewaysScroll(page, "the features");
      await page.keyboard.press("Escape");
      await tooltip(page).waitFor({ state: "hidden" });
      await page.getByRole("tab", { name: "Features" }).focus();
      // By keys: the panel, its switch, the button beside it.
      for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press("Tab");
      await tooltip(page).waitFor();
    },
  );

  it("switches collections off and on for the Insights screen, in another tab at once, and on another device with its next sync [ROLE-06, ROLE-07]", async () => {
    onTestFailed(() => turnCollections(server.url, DEMO, true));
    const { page, context } = stage;
    const beside = await context.newPage();
    const elsewhere = await contexts.openAs(DEMO);
    for (const other of [beside, elsewhere]) await openInsights(other, server.url);
    await folding(beside).waitFor(WAIT);
    const collected = await countRows(beside);

    await page.goto(`${server.url}${FEATURES}`);
    await feature(page).uncheck();
    await folding(beside).waitFor({ state: "detached", ...WAIT });
    await expect.poll(() => countRows(beside), WAIT).toBeGreaterThan(collected);
    await page.getByRole("link", { name: "Insights", exact: true }).click();
    await page.locator("tr[data-insight]").first().waitFor(WAIT);
    await expect.poll(() => folding(page).count(), WAIT).toBe(0);
    await expect.poll(() => countRows(page), WAIT).toBeGreaterThan(collected);
    await chipOf(elsewhere).click();
    await elsewhere.getByRole("button", { name: "Refresh the data now" }).click();
    await elsewhere.keyboard.press("Escape");
    await folding(elsewhere).waitFor({ state: "detached", ...WAIT });
    await expect.poll(() => countRows(elsewhere), WAIT).toBeGreaterThan(collected);

    await page.goto(`${server.url}${FEATURES}`);
    await expect.poll(() => feature(page).isChecked(), WAIT).toBe(false);
    await feature(page).check();
    await folding(beside).waitFor(WAIT);
    await openInsights(page, server.url);
    await folding(page).waitFor(WAIT);
    for (const tab of [page, beside]) await expect.poll(() => countRows(tab), WAIT).toBe(collected);
    await beside.close();
  });

  it("shows the features offline as they were, with the reason why they cannot be switched", async () => {
    const page = await contexts.openAs(DEMO, { ...PHONE, path: FEATURES, installed: true });
    await feature(page).waitFor(WAIT);
    const was = await feature(page).isChecked();
    server.proxy.cut();
    await untilFoundOffline(page);
    await page.getByText(ONLINE.onlyOnline(SETTINGS.switching)).waitFor(WAIT);
    expect(await feature(page).isDisabled()).toBe(true);
    expect(await feature(page).isChecked()).toBe(was);
    await expectNoSidewaysScroll(page, "the features offline");
  });
});

async function countRows(page: Page): Promise<number> {
  const words = (await page.getByText(/^Rows \d+–\d+ of [\d,]+$/).textContent(WAIT)) ?? "";
  return Number(words.split(" of ")[1]?.replaceAll(",", ""));
}
