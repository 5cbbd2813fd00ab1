import type { Page } from "playwright-core";
import { type Bench, besideMs, type Figure, median, timesBaseline } from "./bench.ts";
import { withOfflineSentinels } from "./support/offline-sentinels.ts";
import { DEXIE } from "./support/table-pages.ts";

const SIZE = 10_000;
const RUNS = 5;
const TIMES_BARE = 0.6;
const SETTLED_MS = 1_000;
/** The columns that are sorted by turns, so that each time other rows come to the top. */
const COLUMNS = ["battery", "name"] as const;

/**
 * My Devices with ten thousand Sentinels in a real Chromium, the server stopped. A warm navigation, on a device that has
 * stored which Sentinels are the first and whose page before has ended its reads, until the first row is painted, and another order until other rows are. Baseline: the same rows of the same database in a plain
 * table without the app.
 */
export const bench: Bench = {
  name: "devices",
  run: () =>
    withOfflineSentinels(
      {
        name: "devices",
        size: SIZE,
        sentinel: (at) => ({
          device_name: `Sentinel ${(at * 7919) % SIZE}`,
          battery_voltage: 3 + ((at * 31) % 130) / 100,
        }),
        async open(page, url) {
          await openDevices(page, url);
          // The demo's own Sentinels are among them, so the number at the end is not fixed.
          await page.waitForFunction(() => /10,0\d\d/.test(document.body.textContent ?? ""), null, {
            timeout: 120_000,
          });
          await untilFirstStored(page);
        },
      },
      measure,
    ),
};

async function measure(page: Page, url: string): Promise<Figure[]> {
  const open: number[] = [];
  for (let run = 0; run < RUNS; run += 1) open.push(await openDevices(page, url));
  const sort: number[] = [];
  for (let run = 0; run < RUNS; run += 1)
    sort.push(await sortBy(page, COLUMNS[run % COLUMNS.length] ?? "name"));
  const bare = { open: [] as number[], sort: [] as number[] };
  for (let run = 0; run < RUNS; run += 1) {
    const { openMs, sortMs } = await bareTable(page, url);
    bare.open.push(openMs);
    bare.sort.push(sortMs);
  }
  return [
    timesBaseline(`devices.${SIZE}.open.ms`, median(open), median(bare.open), TIMES_BARE),
    besideMs(`devices.${SIZE}.sort.ms`, median(sort), median(bare.sort)),
  ];
}

/** Waits until the app has stored which Sentinels are the first, as it does a second after the last change of names. */
async function untilFirstStored(page: Page): Promise<void> {
  await page.evaluate(DEXIE);
  const stored = `(async () => {
    const name = (await Dexie.getDatabaseNames()).find((one) => one.startsWith("mirror-"));
    const database = await new Dexie(name).open();
    try {
      return (await database.table("meta").get("firstDevices")) !== undefined;
    } finally {
      database.close();
    }
  })()`;
  await page.waitForFunction(stored, null, { timeout: 60_000, polling: 250 });
}

/** Opens the screen again; returns when its first row was painted, in ms since the navigation. */
async function openDevices(page: Page, url: string): Promise<number> {
  await page.goto("about:blank");
  // Reads that the screen before has requested would delay this one.
  await page.waitForTimeout(SETTLED_MS);
  await page.goto(`${url}/?tab=devices`, { waitUntil: "commit" });
  return Number(
    await page.evaluate(`new Promise((resolve) => {
      const look = () => document.querySelector("[data-row]")
        ? requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
        : requestAnimationFrame(look);
      look();
    })`),
  );
}

/** Presses the head of a column; returns the ms until other rows are painted. */
async function sortBy(page: Page, column: string): Promise<number> {
  return Number(
    await page.evaluate(`new Promise((resolve, reject) => {
      const shown = () => [...document.querySelectorAll("[data-row]")].map((row) => row.dataset.row).join();
      const before = shown();
      const late = setTimeout(() => reject(new Error("no other rows came")), 30_000);
      const begun = performance.now();
      document.querySelector('th[data-column="${column}"] button').click();
      const look = () => shown() !== before
        ? setTimeout(() => { clearTimeout(late); resolve(performance.now() - begun); })
        : requestAnimationFrame(look);
      requestAnimationFrame(look);
    })`),
  );
}

/** The same rows of the same database, sorted by name and then by battery, each drawn as a line. */
async function bareTable(page: Page, url: string): Promise<{ openMs: number; sortMs: number }> {
  await page.goto("about:blank");
  await page.goto(`${url}/manifest.webmanifest`);
  await page.evaluate(DEXIE);
  return (await page.evaluate(`(async () => {
    const name = (await Dexie.getDatabaseNames()).find((one) => one.startsWith("mirror-"));
    const begun = performance.now();
    const database = new Dexie(name);
    await database.open();
    const rows = await database.table("devices").toArray();
    if (rows.length < ${SIZE}) throw new Error(rows.length + " rows came");
    const draw = async () => {
      document.body.replaceChildren(...rows.map((row) => {
        const line = document.createElement("p");
        line.textContent = [row.display_name, row.location_name, row.battery_voltage, row.last_seen].join(" ");
        return line;
      }));
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    };
    rows.sort((a, b) => a.display_name.localeCompare(b.display_name, "en", { numeric: true }));
    await draw();
    const openMs = performance.now() - begun;
    const again = performance.now();
    rows.sort((a, b) => a.battery_voltage - b.battery_voltage);
    await draw();
    const sortMs = performance.now() - again;
    database.close();
    return { openMs, sortMs };
  })()`)) as { openMs: number; sortMs: number };
}
