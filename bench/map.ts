import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { launchChromium } from "../tests/support/browser/chromium.ts";
import { openHeatPage } from "../tests/support/maps/heat-page.ts";
import { type Bench, type Figure, median, rounded } from "./bench.ts";
import { SIZE, withOfflineSentinels } from "./offline-sentinels.ts";

const HEAT_SIZE = 100_000;
const RUNS = 5;
const FIRST_CLUSTERS_MS = 700;
const VS_BARE = 2;
const ZOOM_FRAME_MS = 100;

/**
 * The map with ten thousand Sentinels in a real Chromium, the server stopped: from the press on its link until clusters
 * are painted, and the longest frame while zooming. Beside it leaflet.markercluster alone with the same points. And a
 * heatmap of a hundred thousand places.
 */
export const bench: Bench = {
  name: "map",
  async run(): Promise<Figure[]> {
    const ofMap = await withOfflineSentinels(
      {
        name: "map",
        sentinel: (at) => {
          const [latitude, longitude] = positionOf(at);
          return { device_name: `Sentinel ${at}`, latitude, longitude };
        },
        async open(page, url) {
          await page.goto(`${url}/?tab=map`);
          await page.getByText(/^10,0\d\d Sentinels/).waitFor({ timeout: 120_000 });
        },
      },
      mapFigures,
    );
    return [...ofMap, await heatFigure()];
  },
};

async function mapFigures(page: Page, url: string): Promise<Figure[]> {
  const first: number[] = [];
  for (let run = 0; run < RUNS; run += 1) first.push(await firstClusters(page, url));
  const zoomFrame = await longestZoomFrame(page);
  const points = Array.from({ length: SIZE }, (_, at) => positionOf(at));
  const bare: number[] = [];
  for (let run = 0; run < RUNS; run += 1) bare.push(await bareClusters(page, points));
  const [own, alone] = [median(first), median(bare)];
  return [
    figure("map.10k_devices.first_clusters_ms", own, "ms", FIRST_CLUSTERS_MS, alone),
    figure("map.10k_devices.vs_bare", own / alone, "×", VS_BARE),
    figure("map.10k_devices.zoom_frame_ms", zoomFrame, "ms", ZOOM_FRAME_MS),
  ];
}

/** North and east of a Sentinel by its number: they stand in forty reserves over three continents. */
function positionOf(at: number): [number, number] {
  const reserve = at % 40;
  const [north, east] = [-30 + ((reserve * 37) % 85), -70 + ((reserve * 53) % 110)];
  return [north + ((at * 7919) % 10_007) / 9_000, east + ((at * 104_729) % 10_009) / 9_000];
}

function figure(id: string, value: number, unit: string, most: number | null, baseline?: number): Figure {
  return {
    id,
    value: rounded(value),
    unit,
    baseline: baseline === undefined ? null : rounded(baseline),
    ratio: baseline === undefined ? null : rounded(value / baseline),
    goal: most === null ? null : `≤ ${most}`,
    pass: most === null ? null : value <= most,
  };
}

const LOOK = `(begun) => new Promise((resolve, reject) => {
  const late = setTimeout(() => reject(new Error("no cluster came")), 30000);
  const look = () => document.querySelector(".leaflet-marker-icon") !== null
    ? requestAnimationFrame(() => setTimeout(() => { clearTimeout(late); resolve(performance.now() - begun); }))
    : requestAnimationFrame(look);
  look();
})`;

/** From a press on the link of the map in the running app, in ms until clusters are painted. */
async function firstClusters(page: Page, url: string): Promise<number> {
  await page.goto(`${url}/?tab=groups`);
  await page.getByRole("heading", { level: 1, name: "Groups" }).waitFor();
  await page.waitForTimeout(1_000);
  return Number(
    await page.evaluate(`(() => {
      const begun = performance.now();
      document.querySelector('a[href="/?tab=map"]').click();
      return (${LOOK})(begun);
    })()`),
  );
}

/** Zooms in and out; answers the longest time between two frames, in ms. */
async function longestZoomFrame(page: Page): Promise<number> {
  await page.waitForTimeout(2_000);
  return Number(
    await page.evaluate(`(async () => {
      let [longest, last, runs] = [0, performance.now(), true];
      const step = (now) => {
        longest = Math.max(longest, now - last);
        last = now;
        if (runs) requestAnimationFrame(step);
      };
      requestAnimationFrame((now) => { last = now; requestAnimationFrame(step); });
      for (const name of ["Zoom in", "Zoom in", "Zoom in", "Zoom out", "Zoom out", "Zoom out"]) {
        document.querySelector('button[aria-label="' + name + '"]').click();
        await new Promise((resolve) => setTimeout(resolve, 700));
      }
      runs = false;
      return longest;
    })()`),
  );
}

/** leaflet.markercluster alone: from nothing to painted clusters, in ms. */
async function bareClusters(page: Page, points: readonly [number, number][]): Promise<number> {
  await page.goto("about:blank");
  const read = createRequire(import.meta.url);
  for (const file of ["leaflet/dist/leaflet.js", "leaflet.markercluster/dist/leaflet.markercluster.js"])
    await page.evaluate(readFileSync(read.resolve(file), "utf8"));
  await page.addStyleTag({ content: readFileSync(read.resolve("leaflet/dist/leaflet.css"), "utf8") });
  await page.evaluate((given) => Object.assign(window, { points: given }), points);
  return Number(
    await page.evaluate(`(() => {
      const begun = performance.now();
      document.body.innerHTML = '<div id="map" style="width: 1200px; height: 850px"></div>';
      const map = L.map("map", { maxZoom: 19 });
      map.fitBounds(L.latLngBounds(points), { animate: false });
      const group = L.markerClusterGroup({ maxClusterRadius: 35, disableClusteringAtZoom: 15, animate: false });
      map.addLayer(group);
      group.addLayers(points.map((point) => L.marker(point)));
      return (${LOOK})(begun);
    })()`),
  );
}

async function heatFigure(): Promise<Figure> {
  const browser = await launchChromium();
  try {
    const heat = await openHeatPage(browser);
    const places = Array.from({ length: HEAT_SIZE }, (_, at) => ({
      latitude: 40 + ((at * 7919) % 100_003) / 20_000,
      longitude: 5 + ((at * 104_729) % 100_003) / 15_000,
      count: 1 + (at % 9),
    }));
    const times: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      await heat.show([]);
      times.push((await heat.show(places)) ?? Number.NaN);
    }
    await heat.close();
    return figure("map.heat.100k.ms", median(times), "ms", null);
  } finally {
    await browser.close();
  }
}
