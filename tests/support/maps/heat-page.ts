import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import react from "@vitejs/plugin-react";
import type { Browser, Page } from "playwright-core";
import { build, preview } from "vite";
import { worldMap } from "../../../scripts/world-map.mjs";
import type { HeatPlaceShown } from "./heat-main.tsx";

export interface HeatPage {
  readonly page: Page;
  /** Draws these places. @returns in how many ms the heat was painted; null where none is to be */
  show(places: readonly HeatPlaceShown[]): Promise<number | null>;
  close(): Promise<void>;
}

/** The heatmap alone on a page, built as the app is. */
export async function openHeatPage(browser: Browser): Promise<HeatPage> {
  const outDir = mkdtempSync(join(tmpdir(), "understory-heat-"));
  const root = resolve("tests/support/maps");
  await build({
    configFile: false,
    logLevel: "error",
    root,
    plugins: [react()],
    worker: { plugins: () => [worldMap()] },
    build: { outDir, emptyOutDir: true, rolldownOptions: { input: join(root, "heat.html") } },
  });
  const server = await preview({
    configFile: false,
    logLevel: "error",
    root,
    build: { outDir },
    preview: { host: "127.0.0.1", port: 0 },
  });
  const page = await browser.newPage({ viewport: { width: 1000, height: 600 } });
  await page.goto(`${server.resolvedUrls?.local[0]}heat.html`);
  await page.waitForFunction("typeof showHeat === 'function'");
  return {
    page,
    show: async (places) => {
      await page.evaluate((shown) => Object.assign(window, { places: shown }), places);
      return (await page.evaluate(SHOW)) as number | null;
    },
    async close() {
      await page.close();
      await server.close();
      rmSync(outDir, { recursive: true, force: true });
    },
  };
}

/** Text, because a compiled function carries its compiler's helpers along, which the page does not have. */
const SHOW = `new Promise((resolve) => {
  const begun = performance.now();
  showHeat(window.places);
  const painted = () => {
    const canvas = document.querySelector("canvas.leaflet-heatmap-layer");
    if (canvas === null) return false;
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    return data.some((value) => value !== 0);
  };
  const look = () => {
    if (painted()) resolve(performance.now() - begun);
    // The earlier picture stays until the page is painted again, so an empty result needs some time.
    else if (performance.now() - begun > 300 && /No Data/.test(document.body.textContent)) resolve(null);
    else if (performance.now() - begun > 20000) resolve(null);
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})`;
