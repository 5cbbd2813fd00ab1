import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { launchChromiumWithProfile } from "../tests/support/browser/chromium.ts";
import { openInsights, signIn, untilInstalled } from "../tests/support/browser/ranger-browser.ts";
import { DEMO, startServer } from "../tests/support/server/server-process.ts";
import { startBareShell } from "./baselines/bare-shell.ts";
import { answerInBareWorker, type BareQuestion } from "./baselines/bare-worker.ts";
import { type Bench, type Figure, median, rounded, timesBaseline } from "./bench.ts";
import {
  type AnswerTimes,
  askWorker,
  fillPlainRows,
  filterAndSort,
  filterPlainRows,
  openPlainRows,
  openTable,
  untilHeld,
  untilWhole,
  WATCH,
} from "./support/table-pages.ts";

const SIZES = [5_000, 100_000, 500_000, 2_000_000] as const;
/** Above, to fill plain Dexie rows takes minutes; the other baselines are for any size. */
const PLAIN_ROWS_MAX = 100_000;
const RUNS = 5;
const COLD_RUNS = 3;
/** The head is stored one second after the last change. */
const SETTLED_AFTER_MS = 4_000;
/** By then the counts beside the rows are answered. */
const IDLE_AFTER_MS = 2_000;

/** Each has another text and is the first in its order, so that no part of the answer is cached. */
const QUESTIONS: readonly BareQuestion[] = [
  { words: ["a"], sort: "confidence", descending: true },
  { words: ["e"], sort: "className", descending: false },
  { words: ["o"], sort: "device", descending: false },
  { words: ["r"], sort: "status", descending: false },
  { words: ["i"], sort: "source", descending: false },
];

/** Two words each, one of which may be in the class and the other in the Sentinel's name; the order stays. */
const WORDS: readonly BareQuestion[] = ["a e", "e r", "o a", "r i", "i e"].map((text) => ({
  words: text.split(" "),
  sort: "time",
  descending: true,
}));

/**
 * The insights table at each size, in a real Chromium with the server stopped:
 *
 * - open_offline: a warm navigation, until the first row is painted; `cold`: as the first page of a browser that was
 * just started; `throttled`: with the page's main thread six times slower (Chromium does not throttle workers);
 * - filter_sort: text over class and Sentinel names together with another order; `worker`: with both messages,
 * `pixels`: until other rows are painted;
 * - words: two words over class and Sentinel names, in a cached order, in the worker.
 *
 * Baseline of each, up to 100,000: plain Dexie rows, one record for each insight, without the app. Beside that,
 * `vs_shell` compares with a bare PWA that shows 25 rows, opened in turn with the app, and `vs_limit` the app's
 * worker, asked while its page is idle, with a bare worker that answers the same questions by plain loops.
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

/** Medians in ms. */
interface Limits {
  filterSort: number;
  words: number;
}

async function measure(size: number): Promise<Figure[]> {
  const profile = mkdtempSync(join(tmpdir(), "understory-bench-browser-"));
  const server = await startServer({ demoInsights: size });
  const shell = await startBareShell();
  let running = true;
  const { url } = server;
  try {
    const plain = size <= PLAIN_ROWS_MAX ? await plainRows(profile, url, size) : null;
    await inBrowser(profile, (page) => synced(page, url, size));
    const limits = await inBrowser(profile, async (page) => {
      const measured = async (questions: readonly BareQuestion[]) =>
        median(await answerInBareWorker(page, shell, server.dataDir, questions));
      const filterSort = await measured(QUESTIONS);
      const words = await measured(WORDS);
      await openTable(page, shell.url);
      await page.evaluate("navigator.serviceWorker.ready.then(() => null)");
      return { filterSort, words };
    });
    await shell.stop();
    await server.stop();
    running = false;
    return await offline(profile, { url, shellUrl: shell.url, size, plain, limits });
  } finally {
    if (running) {
      await shell.stop();
      await server.stop();
    }
    rmSync(profile, { recursive: true, force: true });
  }
}

async function plainRows(profile: string, url: string, size: number) {
  const warm = await inBrowser(profile, async (page) => {
    await fillPlainRows(page, url, size);
    const open = await repeat(RUNS, () => openPlainRows(page, url));
    const filter = await repeat(COLD_RUNS, () => filterPlainRows(page, ["a"]));
    const words = await repeat(COLD_RUNS, () => filterPlainRows(page, ["a", "e"]));
    return { open: median(open), filter: median(filter), words: median(words) };
  });
  const cold = await repeat(COLD_RUNS, () => inBrowser(profile, (page) => openPlainRows(page, url)));
  return { ...warm, cold: median(cold) };
}

interface Offline {
  url: string;
  shellUrl: string;
  size: number;
  plain: Awaited<ReturnType<typeof plainRows>> | null;
  limits: Limits;
}

async function offline(profile: string, { url, shellUrl, size, plain, limits }: Offline): Promise<Figure[]> {
  const cold = await repeat(COLD_RUNS, () => inBrowser(profile, (page) => openTable(page, url)));
  return await inBrowser(profile, async (page) => {
    await openTable(page, url);
    await untilWhole(page);
    const warm = await inTurn(RUNS, page, [url, shellUrl]);
    const answers: AnswerTimes[] = [];
    await openTable(page, url);
    await untilWhole(page);
    await page.waitForTimeout(IDLE_AFTER_MS);
    for (const question of QUESTIONS) answers.push(await filterAndSort(page, searchOf(question)));
    const words: AnswerTimes[] = [];
    for (const question of WORDS) words.push(await filterAndSort(page, searchOf(question)));
    const idle = await askIdle(page, url);
    const throttled = await whileSlowed(page, 6, () => inTurn(COLD_RUNS, page, [url, shellUrl]));
    const id = `table.${size}`;
    const short = `table.${size / 1_000}k`;
    const large = size === 500_000;
    const workerMs = median(answers.map((answer) => answer.workerMs));
    const pixelsMs = median(answers.map((answer) => answer.pixelsMs));
    const wordsMs = median(words.map((answer) => answer.workerMs));
    const afterWorkerMs = median(answers.map((answer) => answer.pixelsMs - answer.workerMs));
    const mostPixelsMs = { 500000: 100, 2000000: 110 }[size] ?? null;
    return [
      figure(`${id}.open_offline.ms`, warm.first, plain?.open ?? null, large ? 1_000 : null),
      figure(`${id}.open_offline_cold.ms`, median(cold), plain?.cold ?? null, large ? 1_500 : null),
      figure(`${id}.open_offline_throttled.ms`, throttled.first, null, size === 100_000 ? 2_000 : null),
      figure(`${id}.filter_sort.worker_ms`, workerMs, plain?.filter ?? null, large ? 60 : null),
      figure(`${id}.filter_sort.pixels_ms`, pixelsMs, plain?.filter ?? null, mostPixelsMs),
      figure(`${id}.words.worker_ms`, wordsMs, plain?.words ?? null, large ? 60 : null),
      figure(`${id}.filter_sort.pixels_after_worker_ms`, afterWorkerMs, null, large ? 40 : null),
      timesBaseline(`${short}.filter_sort.vs_limit`, idle.filterSort, limits.filterSort, large ? 2 : null),
      timesBaseline(`${short}.words.vs_limit`, idle.words, limits.words, large ? 2 : null),
      timesBaseline(`${short}.open_offline.vs_shell`, warm.first, warm.second, large ? 2 : null),
      timesBaseline(
        `${short}.open_offline_throttled.vs_shell`,
        throttled.first,
        throttled.second,
        size === 100_000 ? 2 : null,
      ),
    ];
  });
}

/** The same questions to the app's worker alone, in a page that was opened anew: no order is made yet. */
async function askIdle(page: Page, url: string): Promise<Limits> {
  await openTable(page, url);
  await untilWhole(page);
  await page.waitForTimeout(IDLE_AFTER_MS);
  const answered = async (questions: readonly BareQuestion[]) => {
    const measured: number[] = [];
    for (const question of questions) measured.push(await askWorker(page, question));
    return median(measured);
  };
  return { filterSort: await answered(QUESTIONS), words: await answered(WORDS) };
}

function searchOf({ words, sort, descending }: BareQuestion): string {
  const order = sort === "time" ? "" : `&sort=${descending ? "-" : ""}${sort}`;
  return `?tab=insights&q=${encodeURIComponent(words.join(" "))}${order}`;
}

/** Opens two sites by turns, so that a busy machine slows both alike; medians in ms. */
async function inTurn(runs: number, page: Page, urls: readonly [string, string]) {
  const measured: [number[], number[]] = [[], []];
  for (let run = 0; run < runs; run += 1)
    for (const [at, url] of urls.entries()) measured[at]?.push(await openTable(page, url));
  return { first: median(measured[0]), second: median(measured[1]) };
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
