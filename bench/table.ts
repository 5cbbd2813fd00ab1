import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { launchChromiumWithProfile } from "../tests/support/browser/chromium.ts";
import { openInsights, signIn, untilInstalled } from "../tests/support/browser/ranger-browser.ts";
import { DEMO, startServer } from "../tests/support/server/server-process.ts";
import { type Bench, type Figure, median, rounded } from "./bench.ts";
import {
  type AnswerTimes,
  fillPlainRows,
  filterAndSort,
  filterPlainRows,
  openPlainRows,
  openTable,
  untilHeld,
  untilWhole,
  WATCH,
} from "./table-pages.ts";

const SIZES = [5_000, 100_000, 500_000] as const;
const RUNS = 5;
const COLD_RUNS = 3;
/** The head is stored one second after the last change. */
const SETTLED_AFTER_MS = 4_000;

/** Each has another text and is the first in its order, so that no part of the answer is cached. */
const QUESTIONS = [
  "?tab=insights&q=a&sort=-confidence",
  "?tab=insights&q=e&sort=className",
  "?tab=insights&q=o&sort=device",
  "?tab=insights&q=r&sort=status",
  "?tab=insights&q=i&sort=source",
] as const;

/** Two words each, one of which may be in the class and the other in the Sentinel's name; the order stays. */
const WORDS = ["a e", "e r", "o a", "r i", "i e"] as const;

/**
 * The insights table at each size, in a real Chromium with the server stopped:
 *
 * - open_offline: a warm navigation, until the first row is painted; `cold`: as the first page of a browser that was
 * just started; `throttled`: with the page's main thread six times slower (Chromium does not throttle workers);
 * - filter_sort: text over class and Sentinel names together with another order; `worker`: with both messages,
 * `pixels`: until other rows are painted;
 * - words: two words over class and Sentinel names, in a cached order, in the worker.
 *
 * Baseline of each: plain Dexie rows, one record for each insight, without the app.
 */
export const bench: Bench = {
  name: "table",
  async run(): Promise<Figure[]> {
    const figures: Figure[] = [];
    for (const size of chosenSizes()) figures.push(...(await measure(size)));
    return figures;
  },
};

/** All sizes, or those that BENCH_TABLE_SIZES names, because the largest takes minutes. */
export function chosenSizes(): readonly number[] {
  const named = process.env.BENCH_TABLE_SIZES?.split(",").map(Number);
  return SIZES.filter((size) => named === undefined || named.includes(size));
}

async function measure(size: number): Promise<Figure[]> {
  const profile = mkdtempSync(join(tmpdir(), "understory-bench-browser-"));
  const server = await startServer({ demoInsights: size });
  let running = true;
  const { url } = server;
  try {
    const plain = await inBrowser(profile, async (page) => {
      await fillPlainRows(page, url, size);
      const open = await repeat(RUNS, () => openPlainRows(page, url));
      const filter = await repeat(COLD_RUNS, () => filterPlainRows(page, ["a"]));
      const words = await repeat(COLD_RUNS, () => filterPlainRows(page, ["a", "e"]));
      return { open: median(open), filter: median(filter), words: median(words) };
    });
    const plainCold = await repeat(COLD_RUNS, () => inBrowser(profile, (page) => openPlainRows(page, url)));
    await inBrowser(profile, (page) => synced(page, url, size));
    await server.stop();
    running = false;

    const cold = await repeat(COLD_RUNS, () => inBrowser(profile, (page) => openTable(page, url)));
    return await inBrowser(profile, async (page) => {
      await openTable(page, url);
      await untilWhole(page);
      const warm = await repeat(RUNS, () => openTable(page, url));
      const answers: AnswerTimes[] = [];
      await untilWhole(page);
      for (const search of QUESTIONS) answers.push(await filterAndSort(page, search));
      const words: AnswerTimes[] = [];
      for (const text of WORDS)
        words.push(await filterAndSort(page, `?tab=insights&q=${encodeURIComponent(text)}`));
      const throttled = await whileSlowed(page, 6, () => repeat(COLD_RUNS, () => openTable(page, url)));
      const id = `table.${size}`;
      const large = size === 500_000;
      return [
        figure(`${id}.open_offline.ms`, median(warm), plain.open, large ? 1_000 : null),
        figure(`${id}.open_offline_cold.ms`, median(cold), median(plainCold), large ? 1_500 : null),
        figure(`${id}.open_offline_throttled.ms`, median(throttled), null, size === 100_000 ? 2_000 : null),
        figure(
          `${id}.filter_sort.worker_ms`,
          median(answers.map(({ workerMs }) => workerMs)),
          plain.filter,
          large ? 60 : null,
        ),
        figure(
          `${id}.filter_sort.pixels_ms`,
          median(answers.map(({ pixelsMs }) => pixelsMs)),
          plain.filter,
          large ? 100 : null,
        ),
        figure(
          `${id}.words.worker_ms`,
          median(words.map(({ workerMs }) => workerMs)),
          plain.words,
          large ? 60 : null,
        ),
      ];
    });
  } finally {
    if (running) await server.stop();
    rmSync(profile, { recursive: true, force: true });
  }
}

/** A first visit: signs in, and waits until everything is on the device and the head is stored for the next start. */
async function synced(page: Page, url: string, size: number): Promise<void> {
  await signIn(page, url, DEMO);
  await openInsights(page, url);
  await untilInstalled(page);
  await untilHeld(page, size);
  await page.waitForTimeout(SETTLED_AFTER_MS);
}

async function whileSlowed<T>(page: Page, rate: number, work: () => Promise<T>): Promise<T> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate });
  try {
    return await work();
  } finally {
    await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  }
}

async function inBrowser<T>(profile: string, work: (page: Page) => Promise<T>): Promise<T> {
  const browser: BrowserContext = await launchChromiumWithProfile(profile);
  try {
    const page = browser.pages()[0] ?? (await browser.newPage());
    await page.addInitScript({ content: WATCH });
    return await work(page);
  } finally {
    await browser.close();
  }
}

async function repeat(runs: number, work: () => Promise<number>): Promise<number[]> {
  const measured: number[] = [];
  for (let run = 0; run < runs; run += 1) measured.push(await work());
  return measured;
}

function figure(id: string, value: number, baseline: number | null, most: number | null): Figure {
  return {
    id,
    value: rounded(value),
    unit: "ms",
    baseline: baseline === null ? null : rounded(baseline),
    ratio: baseline === null ? null : rounded(value / baseline),
    goal: most === null ? null : `≤ ${most}`,
    pass: most === null ? null : value <= most,
  };
}
