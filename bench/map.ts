import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { launchChromium, launchChromiumWithProfile } from "../tests/support/browser/chromium.ts";
import { openInsights, signIn, untilInstalled } from "../tests/support/browser/ranger-browser.ts";
import { openHeatPage } from "../tests/support/maps/heat-page.ts";
import { DEMO, startServer } from "../tests/support/server/server-process.ts";
import { type Bench, type Figure, median, rounded } from "./bench.ts";
import { withOfflineSentinels } from "./support/offline-sentinels.ts";
import { untilHeld, WATCH } from "./support/table-pages.ts";

const SIZES = [1_000, 10_000, 30_000] as const;
const HEAT_SIZES = [10_000, 100_000] as const;
const INSIGHTS = 100_000;
const RUNS = 5;
const SLOWED = 6;
const FIRST_CLUSTERS_MS = 700;
const VS_BARE = 2;
const ZOOM_FRAME_MS = 100;
const THROTTLED_OPEN_MS = 3_000;

/**
 * The map in a real Chromium, the server stopped:
 *
 * - devices: from the press on its link until clusters are painted, and the longest frame while zooming, with a
 * thousand, ten and thirty thousand Sentinels. Baseline: leaflet.markercluster alone with the same points;
 * - throttled_open: a navigation to the map with a hundred thousand insights on the device, until the markers and the
 * ground are painted, with the page's main thread six times slower (Chromium does not throttle workers);
 * - heat: a heatmap of so many places, until it is painted.
 */
export const bench: Bench = {
  name: "map",
  async run(): Promise<Figure[]> {
    const figures: Figure[] = [];
    for (const size of SIZES) if (isWanted(`devices${size}`)) figures.push(...(await deviceFigures(size)));
    if (isWanted("throttled")) figures.push(await throttledOpen());
    if (isWanted("heat")) figures.push(...(await heatFigures()));
    return figures;
  },
};

/** BENCH_MAP_PARTS=devices10000,heat measures those parts alone. */
function isWanted(part: string): boolean {
  return process.env.BENCH_MAP_PARTS?.split(",").includes(part) ?? true;
}

async function deviceFigures(size: number): Promise<Figure[]> {
  return withOfflineSentinels(
    {
      name: "map",
      size,
      sentinel: (at) => {
        const [latitude, longitude] = positionOf(at);
        return { device_name: `Sentinel ${at}`, latitude, longitude };
      },
      async open(page, url) {
        await page.goto(`${url}/?tab=map`);
        await page.getByText(shownSentinels(size)).waitFor({ timeout: 120_000 });
      },
    },
    async (page, url) => {
      const first: number[] = [];
      for (let run = 0; run < RUNS; run += 1) first.push(await firstClusters(page, url));
      const zoomFrame = await longestZoomFrame(page);
      const points = Array.from({ length: size }, (_, at) => positionOf(at));
      const bare: number[] = [];
      for (let run = 0; run < RUNS; run += 1) bare.push(await bareClusters(page, points));
      const [own, alone] = [median(first), median(bare)];
      const id = `map.${size / 1000}k_devices`;
      const isGoal = size === 10_000;
      return [
        figure(`${id}.first_clusters_ms`, own, "ms", isGoal ? FIRST_CLUSTERS_MS : null, alone),
        figure(`${id}.vs_bare`, own / alone, "×", isGoal ? VS_BARE : null),
        figure(`${id}.zoom_frame_ms`, zoomFrame, "ms", isGoal ? ZOOM_FRAME_MS : null),
      ];
    },
  );
}

/** North and east of a Sentinel by its number: they stand in forty reserves over three continents. */
function positionOf(at: number): [number, number] {
  const reserve = at % 40;
  const [north, east] = [-30 + ((reserve * 37) % 85), -70 + ((reserve * 53) % 110)];
  return [north + ((at * 7919) % 10_007) / 9_000, east + ((at * 104_729) % 10_009) / 9_000];
}

/** As the map says it: the demo's own Sentinels are there too. */
function shownSentinels(size: number): RegExp {
  return new RegExp(`^${size / 1000},0\\d\\d Sentinels`);
}

/** Opens a server's app in a browser of its own, signed in and installed. The work stops the server. */
async function installed<T>(url: string, work: (page: Page) => Promise<T>): Promise<T> {
  const profile = mkdtempSync(join(tmpdir(), "understory-bench-browser-"));
  const browser = await launchChromiumWithProfile(profile);
  try {
    const page = browser.pages()[0] ?? (await browser.newPage());
    await page.addInitScript({ content: WATCH });
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn(page, url, DEMO);
    await untilInstalled(page);
    return await work(page);
  } finally {
    await browser.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

async function throttledOpen(): Promise<Figure> {
  const server = await startServer({ demoInsights: INSIGHTS });
  try {
    return await installed(server.url, async (page) => {
      await openInsights(page, server.url);
      await untilHeld(page, INSIGHTS);
      await server.stop();
      await page.setViewportSize({ width: 390, height: 780 });
      const session = await page.context().newCDPSession(page);
      await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWED });
      const times: number[] = [];
      for (let run = 0; run < RUNS; run += 1) times.push(await openMap(page, server.url));
      return figure("map.100k_insights.throttled_open_ms", median(times), "ms", THROTTLED_OPEN_MS);
    });
  } finally {
    await server.stop();
  }
}

/** From the beginning of the navigation, in ms until the markers and the ground are painted. */
async function openMap(page: Page, url: string): Promise<number> {
  await page.goto("about:blank");
  await page.goto(`${url}/?tab=map`, { waitUntil: "commit" });
  await page.waitForSelector('[data-ground="drawn"] .leaflet-marker-icon', { timeout: 60_000 });
  return Number(await page.evaluate(`(${LOOK})(0)`));
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

async function heatFigures(): Promise<Figure[]> {
  const browser = await launchChromium();
  try {
    const heat = await openHeatPage(browser);
    const figures: Figure[] = [];
    for (const size of HEAT_SIZES) {
      const places = Array.from({ length: size }, (_, at) => ({
        latitude: 40 + ((at * 7919) % 100_003) / 20_000,
        longitude: 5 + ((at * 104_729) % 100_003) / 15_000,
        count: 1 + (at % 9),
      }));
      const times: number[] = [];
      for (let run = 0; run < RUNS; run += 1) {
        await heat.show([]);
        times.push((await heat.show(places)) ?? Number.NaN);
      }
      figures.push(figure(`map.heat.${size / 1000}k.ms`, median(times), "ms", null));
    }
    await heat.close();
    return figures;
  } finally {
    await browser.close();
  }
}
