import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { openDatabase } from "../server/db/open-database.ts";
import { launchChromiumWithProfile } from "../tests/support/browser/chromium.ts";
import { signIn, untilInstalled } from "../tests/support/browser/ranger-browser.ts";
import { DEMO, startServer } from "../tests/support/server/server-process.ts";
import { type Bench, besideMs, type Figure, median } from "./bench.ts";
import { DEXIE } from "./table-pages.ts";

const SIZE = 10_000;
const RUNS = 5;
/** The columns that are sorted by turns, so that each time other rows come to the top. */
const COLUMNS = ["battery", "name"] as const;

/**
 * My Devices with ten thousand Sentinels in a real Chromium, the server stopped: a warm navigation until the first
 * row is painted, and another order until other rows are. Baseline: the same rows of the same database in a plain
 * table without the app.
 */
export const bench: Bench = {
  name: "devices",
  async run(): Promise<Figure[]> {
    const folder = mkdtempSync(join(tmpdir(), "understory-bench-devices-"));
    const profile = mkdtempSync(join(tmpdir(), "understory-bench-browser-"));
    const dataDir = join(folder, "data");
    await (await startServer({ demoInsights: 0, dataDir })).stop();
    await addSentinels(dataDir);
    const server = await startServer({ dataDir });
    const browser = await launchChromiumWithProfile(profile);
    let running = true;
    try {
      const page = browser.pages()[0] ?? (await browser.newPage());
      await page.setViewportSize({ width: 1440, height: 900 });
      await signIn(page, server.url, DEMO);
      await untilInstalled(page);
      await openDevices(page, server.url);
      // The demo's own Sentinels are among them, so the number at the end is not fixed.
      await page.waitForFunction(() => /10,0\d\d/.test(document.body.textContent ?? ""), null, {
        timeout: 120_000,
      });
      await server.stop();
      running = false;

      const open: number[] = [];
      for (let run = 0; run < RUNS; run += 1) open.push(await openDevices(page, server.url));
      const sort: number[] = [];
      for (let run = 0; run < RUNS; run += 1)
        sort.push(await sortBy(page, COLUMNS[run % COLUMNS.length] ?? "name"));
      const bare = { open: [] as number[], sort: [] as number[] };
      for (let run = 0; run < RUNS; run += 1) {
        const { openMs, sortMs } = await bareTable(page, server.url);
        bare.open.push(openMs);
        bare.sort.push(sortMs);
      }
      return [
        besideMs(`devices.${SIZE}.open.ms`, median(open), median(bare.open)),
        besideMs(`devices.${SIZE}.sort.ms`, median(sort), median(bare.sort)),
      ];
    } finally {
      await browser.close();
      if (running) await server.stop();
      for (const path of [folder, profile]) rmSync(path, { recursive: true, force: true });
    }
  },
};

/** Adds Sentinels to the demo's ranger. */
async function addSentinels(dataDir: string): Promise<void> {
  const db = await openDatabase({ databaseUrl: null, dataDir });
  try {
    const { user_id } = await db.reader.selectFrom("users").select("user_id").executeTakeFirstOrThrow();
    const nowMs = Date.now();
    const numbers = Array.from({ length: SIZE }, (_, at) => at);
    await db.write(async (transaction) => {
      await db.dialect.insertMany(
        transaction,
        "devices",
        numbers.map((at) => ({
          device_id: `BENCH-${at}`,
          device_name: `Sentinel ${(at * 7919) % SIZE}`,
          battery_voltage: 3 + ((at * 31) % 130) / 100,
          last_seen: nowMs - at * 60_000,
          allow_complete_images: 0,
          allow_wifi_insights: 0,
          created_at: nowMs,
        })),
      );
      const rows = await transaction
        .selectFrom("devices")
        .select("device_ref")
        .where("device_id", "like", "BENCH-%")
        .execute();
      if (rows.length !== SIZE) throw new Error(`${rows.length} Sentinels were made, not ${SIZE}`);
      await db.dialect.insertMany(
        transaction,
        "device_users",
        rows.map(({ device_ref }) => ({ device_ref, user_id, after_insight_id: 0, granted_at: nowMs })),
      );
    });
  } finally {
    await db.close();
  }
}

/** Opens the screen again; returns when its first row was painted, in ms since the navigation. */
async function openDevices(page: Page, url: string): Promise<number> {
  await page.goto("about:blank");
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
