import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import type { ThemeName } from "../../support/browser/app-page.ts";
import { skippedWithoutChromium, usePage, useServer } from "../../support/browser/stage.ts";
import { WAIT } from "../../support/time/time-limits.ts";

const skipped = skippedWithoutChromium("lists in large letters");
const PHONE_ON_ITS_SIDE = { width: 740, height: 360 };
const TABLET = { width: 768, height: 1024 };

describe.skipIf(skipped)("lists in large letters", () => {
  const server = useServer({ demoInsights: 40, collections: true, afterEach: "stay" });
  const stage = usePage(server, { installed: false });
  let page: Page;

  beforeAll(() => {
    page = stage.page;
    page.setDefaultTimeout(WAIT.timeout);
  });

  const open = async (
    query: string,
    size: { width: number; height: number },
    theme: ThemeName = "outdoor",
  ): Promise<void> => {
    await page.setViewportSize(size);
    await page.goto(`${server.url}/?tab=${query}`);
    await page.getByRole("button", { name: "Account menu" }).waitFor(WAIT);
    await page.evaluate((detail) => {
      window.dispatchEvent(new CustomEvent("understory-theme", { detail }));
    }, theme);
  };
  /** The texts of elements that have less room than they need. */
  const cut = async (selector: string): Promise<(string | null)[]> => {
    await page.locator(selector).first().waitFor(WAIT);
    return page
      .locator(selector)
      .evaluateAll((all) =>
        all
          .filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1)
          .map(({ textContent }) => textContent),
      );
  };

  it("show a photo of each Sentinel on a tablet, in the width of the table", async () => {
    await open("devices", TABLET);
    await page.locator("thead th[data-column=photo]").waitFor(WAIT);
    await page.locator("thead th[data-column=seen]").waitFor(WAIT);
    const hiddenPx = () =>
      page
        .locator("main table")
        .evaluate(({ scrollWidth, parentElement }) => scrollWidth - (parentElement?.clientWidth ?? 0));
    await expect.poll(hiddenPx, WAIT).toBeLessThanOrEqual(0);
  });

  it.each(["light", "outdoor"] as const)(
    "have the titles of alerts and the reasons of failed updates whole on a tablet: %s",
    async (theme) => {
      await open("alerts", TABLET, theme);
      await expect.poll(() => cut("main tbody tr[data-row] th button > *"), WAIT).toEqual([]);
      await open("updates", TABLET, theme);
      await page.getByText(/battery too low to write the firmware/).waitFor(WAIT);
      await expect.poll(() => cut("main tbody tr[data-row] td:last-child span[title]"), WAIT).toEqual([]);
    },
  );

  it.each(["light", "outdoor"] as const)(
    "show a whole Sentinel on a phone on its side: %s",
    async (theme) => {
      await open("devices", PHONE_ON_ITS_SIDE, theme);
      const card = page.locator("main li[data-row]").first();
      // The order and what is wrong come with the alerts, after the Sentinels.
      await card.getByText("Battery Levels Low").waitFor(WAIT);
      const endPx = async () => {
        const box = await card.boundingBox();
        return (box?.y ?? 0) + (box?.height ?? PHONE_ON_ITS_SIDE.height);
      };
      const bar = await page.getByRole("link", { name: "Dashboard" }).last().boundingBox();
      await expect.poll(endPx, WAIT).toBeLessThanOrEqual(bar?.y ?? 0);
    },
  );
});
