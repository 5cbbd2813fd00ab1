import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchChromium } from "../../support/browser/chromium.ts";
import { skippedWithoutChromium } from "../../support/browser/stage.ts";
import { type HeatPage, openHeatPage } from "../../support/maps/heat-page.ts";
import { WAIT } from "../../support/time/time-limits.ts";

const skipped = skippedWithoutChromium("The heatmap in a browser");

describe.skipIf(skipped)("the heatmap of insights", () => {
  let browser: Awaited<ReturnType<typeof launchChromium>>;
  let heat: HeatPage;
  beforeAll(async () => {
    browser = await launchChromium();
    heat = await openHeatPage(browser);
  });
  afterAll(async () => {
    await heat?.close();
    await browser?.close();
  });

  it("is drawn by leaflet.heat, is points from zoom 14 on, and says 'No Data' without places [MAP-38, OFF-35]", async () => {
    const { page } = heat;
    const none = [
      { latitude: null, longitude: 5, count: 3 },
      { latitude: 51, longitude: 0, count: 3 },
    ];
    expect(await heat.show(none)).toBeNull();
    await page.getByText("No Data", { exact: true }).waitFor(WAIT);

    expect(await heat.show([...none, { latitude: 51.3, longitude: 5.4, count: 7 }])).not.toBeNull();
    const map = page.locator("[data-zoom]");
    const zoom = () => map.getAttribute("data-zoom");
    await expect.poll(zoom, WAIT).toBe("10");
    expect(await map.getAttribute("data-heat")).toBe("heat");
    await map.focus();
    for (const next of ["11", "12", "13"]) {
      await page.keyboard.press("+");
      await expect.poll(zoom, WAIT).toBe(next);
      expect(await map.getAttribute("data-heat")).toBe("heat");
    }
    await page.keyboard.press("+");
    await expect.poll(zoom, WAIT).toBe("14");
    await expect.poll(() => map.getAttribute("data-heat"), WAIT).toBe("points");
    expect(await page.locator("canvas.leaflet-heatmap-layer").count()).toBe(0);
    await page.keyboard.press("-");
    await expect.poll(() => map.getAttribute("data-heat"), WAIT).toBe("heat");
  });
});
