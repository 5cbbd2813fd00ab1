import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContext, Page } from "playwright-core";
import { launchChromiumWithProfile } from "../tests/support/browser/chromium.ts";
import { review, tokenOf } from "../tests/support/browser/ranger-browser.ts";
import { DEMO, startServer } from "../tests/support/server/server-process.ts";
import { startBareShell } from "./baselines/bare-shell.ts";
import { type Bench, type Figure, rounded } from "./bench.ts";
import { openPlainPage } from "./support/plain-browser.ts";
import { sinceFirstFeedMs } from "./support/sync-pages.ts";
import { openTable, untilHeld, untilWhole, WATCH } from "./support/table-pages.ts";

const SIZES = [500_000, 2_000_000] as const;
const LEAST_ROWS_PER_S = 40_000;
/** Of resident memory, in MB of 1,000,000 bytes. */
const MOST_MB: Readonly<Record<number, { copied: number | null; reloaded: number }>> = {
  500000: { copied: 500, reloaded: 400 },
  2000000: { copied: null, reloaded: 1_200 },
};
/** Compaction and the head for the next start come soon after the first copy. */
const SETTLED_AFTER_MS = 8_000;
/** V8 frees what it took for the work only once a page has rested for a while. */
const RESTED_AFTER_MS = 30_000;
const WAIT = { timeout: 120_000 };

/**
 * The first copy of all insights in a real Chromium, the server on the same machine: rows a second from the first request
 * of the feed until answers are over all of them, the time until the first rows are painted, and until a row that was
 * acknowledged meanwhile shows it. Then the memory of the page's process, after the first copy and after a reload; the
 * browser's own part of it, its program above all, is that of a bare PWA in the same run. After the first copy also in a
 * browser that nobody watches, which keeps no answers of the server.
 */
export const bench: Bench = {
  name: "first-copy",
  async run(): Promise<Figure[]> {
    const figures: Figure[] = [];
    const shellMb = await bareShellMb();
    for (const size of chosenSizes()) figures.push(...(await measure(size, shellMb)));
    return figures;
  },
};

/** All sizes, or those that BENCH_COPY_SIZES names, because the largest takes minutes. */
function chosenSizes(): readonly number[] {
  const named = process.env.BENCH_COPY_SIZES?.split(",").map(Number);
  return SIZES.filter((size) => named === undefined || named.includes(size));
}

/** The memory of a bare PWA that shows 25 rows. */
async function bareShellMb(): Promise<number> {
  const profile = mkdtempSync(join(tmpdir(), "understory-bench-browser-"));
  const shell = await startBareShell();
  try {
    return await inBrowser(profile, async (page) => {
      await openTable(page, shell.url);
      await page.waitForTimeout(SETTLED_AFTER_MS);
      return rendererMb(profile);
    });
  } finally {
    await shell.stop();
    rmSync(profile, { recursive: true, force: true });
  }
}

async function measure(size: number, shellMb: number): Promise<Figure[]> {
  const profile = mkdtempSync(join(tmpdir(), "understory-bench-browser-"));
  const server = await startServer({ demoInsights: size });
  try {
    const token = await tokenOf(server.url, DEMO);
    const copied = await inBrowser(profile, async (page) => {
      await storeToken(page, server.url, token);
      const firstRowMs = await openTable(page, server.url);
      const reviewMs = await acknowledgeFirst(page);
      await untilHeld(page, size);
      const copyMs = await sinceFirstFeedMs(page);
      await page.waitForTimeout(SETTLED_AFTER_MS);
      return { firstRowMs, reviewMs, copyMs, memoryMb: rendererMb(profile) };
    });
    const reloadedMb = await inBrowser(profile, async (page) => {
      await openTable(page, server.url);
      await untilWhole(page);
      await page.waitForTimeout(SETTLED_AFTER_MS);
      return rendererMb(profile);
    });
    const unwatched = await copiedUnwatched(server.url, token);
    const id = `table.${size / 1_000}k`;
    const most = MOST_MB[size];
    const rowsPerS = size / (copied.copyMs / 1_000);
    const least = size === 500_000 ? LEAST_ROWS_PER_S : null;
    return [
      {
        ...atMost(`${id}.first_copy.rows_per_s`, rowsPerS, "rows/s", null),
        goal: least === null ? null : `≥ ${least}`,
        pass: least === null ? null : rowsPerS >= least,
      },
      atMost(`${id}.first_copy.first_rows_ms`, copied.firstRowMs, "ms", null),
      atMost(`${id}.first_copy.review_ms`, copied.reviewMs, "ms", null),
      // Limited is what a person's browser holds: one that is driven keeps each answer for who drives it.
      ...memoryFigures(`${id}.memory.after_first_copy`, copied.memoryMb, shellMb, null),
      ...memoryFigures(
        `${id}.memory.after_first_copy_unwatched`,
        unwatched.settledMb,
        shellMb,
        most?.copied ?? null,
      ),
      ...memoryFigures(`${id}.memory.rested_after_first_copy`, unwatched.restedMb, shellMb, null),
      ...memoryFigures(`${id}.memory.after_reload`, reloadedMb, shellMb, most?.reloaded ?? null),
    ];
  } finally {
    await server.stop();
    rmSync(profile, { recursive: true, force: true });
  }
}

/** The memory after a first copy of its own, in a browser that Playwright does not watch. */
async function copiedUnwatched(url: string, token: string) {
  const profile = mkdtempSync(join(tmpdir(), "understory-bench-browser-"));
  try {
    await inBrowser(profile, (page) => storeToken(page, url, token));
    const page = await openPlainPage(profile, `${url}/?tab=insights`, WATCH);
    try {
      await page.until("bench.lastWhole?.complete === true");
      await sleep(SETTLED_AFTER_MS);
      const settledMb = rendererMb(profile);
      await sleep(RESTED_AFTER_MS - SETTLED_AFTER_MS);
      return { settledMb, restedMb: rendererMb(profile) };
    } finally {
      await page.close();
    }
  } finally {
    rmSync(profile, { recursive: true, force: true });
  }
}

async function storeToken(page: Page, url: string, token: string): Promise<void> {
  await page.goto(`${url}/theme.js`);
  await page.evaluate((stored) => localStorage.setItem("authToken", stored), `Bearer ${token}`);
}

/** All of it, beside that of a bare PWA, and what the app takes beyond that one. */
function memoryFigures(id: string, mb: number, shellMb: number, most: number | null): Figure[] {
  const whole = atMost(`${id}_mb`, mb, "MB", most);
  return [
    { ...whole, baseline: rounded(shellMb), ratio: rounded(mb / shellMb) },
    atMost(`${id}_above_shell_mb`, mb - shellMb, "MB", null),
  ];
}

/** Acknowledges the first row while the copy runs; the ms until it shows that. */
async function acknowledgeFirst(page: Page): Promise<number> {
  const row = page.locator("tr[data-insight]").first();
  await row.waitFor(WAIT);
  const id = (await row.getAttribute("data-insight")) ?? "";
  const begun = performance.now();
  await review(page, id, "acknowledge");
  return performance.now() - begun;
}

/** The resident memory of the largest renderer process of the browser with this profile. Linux only. */
function rendererMb(profile: string): number {
  const processes = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const renderers = processes.flatMap((pid) => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, "utf8");
      if (!command.includes("--type=renderer") || !belongsTo(pid, profile)) return [];
      const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
      return [(Number(kilobytes) * 1_024) / 1e6];
    } catch {
      // It has ended meanwhile.
      return [];
    }
  });
  if (renderers.length === 0) throw new Error("no process of the page was found");
  return Math.max(...renderers);
}

/** Whether a process was started by the browser with this profile, itself or through others. */
function belongsTo(pid: string, profile: string): boolean {
  for (let at = pid; at !== "1" && at !== "0"; ) {
    if (readFileSync(`/proc/${at}/cmdline`, "utf8").includes(profile)) return true;
    at = /PPid:\s+(\d+)/.exec(readFileSync(`/proc/${at}/status`, "utf8"))?.[1] ?? "0";
  }
  return false;
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

function atMost(id: string, value: number, unit: string, most: number | null): Figure {
  return {
    id,
    value: rounded(value),
    unit,
    baseline: null,
    ratio: null,
    goal: most === null ? null : `≤ ${most}`,
    pass: most === null ? null : value <= most,
  };
}
