import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { expectAccessible, expectNoSidewaysScroll, PHONE } from "../support/browser/app-page.ts";
import { chipOf, openInsights } from "../support/browser/ranger-browser.ts";
import { skippedWithoutChromium, usePhone, useServer } from "../support/browser/stage.ts";
import { WAIT } from "../support/time/time-limits.ts";

const HELD = 240;

const skipped = skippedWithoutChromium("what a device keeps in a browser");

describe.skipIf(skipped)("what this device keeps, in a browser", () => {
  const server = useServer({ demoInsights: HELD });
  const phone = usePhone(server, { forgets: true });

  const openPanel = async (page: Page) => {
    await chipOf(page).click();
    const panel = page.getByRole("dialog");
    await panel.getByRole("heading", { name: "Kept on this device" }).waitFor(WAIT);
    return panel;
  };

  it("is chosen with its size before it, holds over a restart without a connection, and every count says so", async () => {
    const page = await phone.page();
    await openInsights(page, server.url, "&archived=1");
    await page.getByText(`${HELD} insights, all on this device`).waitFor(WAIT);

    const panel = await openPanel(page);
    await panel.getByRole("button", { name: "Change what is kept on this device" }).click();
    const week = panel.getByRole("radio", { name: /^Last 7 days [\d,]+ insights?, / });
    await week.waitFor(WAIT);
    await expectAccessible(page, "the choice of what is kept");
    const label =
      (await panel
        .getByText(/^Last 7 days/)
        .locator("..")
        .textContent()) ?? "";
    const rows = Number(/days([\d,]+) insight/.exec(label)?.[1]?.replace(",", ""));
    expect(rows).toBeGreaterThan(0);
    expect(rows).toBeLessThan(HELD);
    await week.check();
    await panel.getByRole("button", { name: "Keep this" }).click();
    await panel.getByText(/Insights of the last 7 days/).waitFor(WAIT);
    await page.keyboard.press("Escape");
    await page.getByText(`${rows} insights of the last 7 days · ${HELD} on the server`).waitFor(WAIT);

    server.proxy.cut();
    await page.setViewportSize(PHONE.viewport);
    await page.reload();
    await page.getByText(`${rows} insights of the last 7 days`, { exact: true }).waitFor(WAIT);
    const offline = await openPanel(page);
    await offline.getByRole("button", { name: "Change what is kept on this device" }).click();
    await offline.getByText("Sizes are shown when you are online.").waitFor(WAIT);
    await expectNoSidewaysScroll(page, "the panel");
    await offline.getByRole("radio", { name: "Everything" }).check();
    await offline.getByRole("button", { name: "Keep this" }).click();
    await offline.getByText(/takes effect when you are online/).waitFor(WAIT);
    server.proxy.restore();
    await offline.getByRole("button", { name: "Refresh the data now" }).click();
    await offline.getByText(/Every insight that the server has for you/).waitFor(WAIT);
    await page.keyboard.press("Escape");
    await page.getByText(`${HELD} insights`, { exact: true }).waitFor(WAIT);
  });
});
