import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { launchChromiumWithProfile } from "../tests/support/browser/chromium.ts";
import { openInsights, signIn, untilInstalled } from "../tests/support/browser/ranger-browser.ts";
import { DEMO, startServer } from "../tests/support/server/server-process.ts";
import { scrollPlainRows } from "./baselines/scroll-plain-rows.ts";
import { type Bench, type Figure, median, rounded, timesBaseline } from "./bench.ts";
import { fillPlainRows, untilHeld, untilWhole, WATCH } from "./support/table-pages.ts";
import { chosenSizes } from "./table.ts";

/** On a busy machine frames of either list are late by chance: the median of three scrolls says little. */
const RUNS = 9;
const TURNS = 150;
const TURN_PX = 400;
/** Rows of a fling, and rows that are drawn by their header alone. */
const NOT_WHOLE = "tbody[aria-hidden], tr[data-plain]";
/** More than a list waits before it takes a movement to be over. */
const REST_FRAMES = 20;
const LONGEST_MS = 50;
const TIMES_BARE = 1.5;
/** More take minutes to be stored as plain rows. */
const MOST_ROWS = 500_000;

/**
 * Scrolls the whole list by the wheel, without a pause: the longest time between two frames. Baseline: a plain list
 * of Dexie rows, which reads its window by an offset in an index.
 */
export const bench: Bench = {
  name: "scroll",
  async run(): Promise<Figure[]> {
    const figures: Figure[] = [];
    for (const size of chosenSizes()) if (size <= MOST_ROWS) figures.push(...(await measure(size)));
    return figures;
  },
};

async function measure(size: number): Promise<Figure[]> {
  const profile = mkdtempSync(join(tmpdir(), "understory-bench-scroll-"));
  const server = await startServer({ demoInsights: size });
  const browser = await launchChromiumWithProfile(profile);
  try {
    const page = browser.pages()[0] ?? (await browser.newPage());
    await page.addInitScript({ content: WATCH });
    await signIn(page, server.url, DEMO);
    await openInsights(page, server.url);
    await untilInstalled(page);
    await untilHeld(page, size);
    await openInsights(page, server.url, "&view=scroll");
    await untilWhole(page);
    // Once, as over the plain list: Playwright waits before it moves the mouse over a row, until that can be pressed.
    await page.locator("tr[data-insight]").nth(3).hover();
    const ours: Frames[] = [];
    for (let run = 0; run < RUNS; run += 1) ours.push(await longestFrames(page, directionOf(run)));
    const reached = Number(await page.locator("tr[data-insight]").first().getAttribute("aria-rowindex"));
    if (reached < (TURNS * TURN_PX) / 200) throw new Error(`the list stands at row ${reached} only`);

    await fillPlainRows(page, server.url, size);
    await scrollPlainRows(page, server.url, size);
    const plain: Frames[] = [];
    for (let run = 0; run < RUNS; run += 1) plain.push(await longestFrames(page, directionOf(run)));
    const of = (frames: readonly Frames[], name: keyof Frames) => median(frames.map((run) => run[name]));
    const [value, baseline] = [of(ours, "scrollingMs"), of(plain, "scrollingMs")];
    const large = size === MOST_ROWS;
    return [
      {
        id: `table.${size}.scroll.longest_frame_ms`,
        value: rounded(value),
        unit: "ms",
        baseline: rounded(baseline),
        ratio: rounded(value / baseline),
        goal: `≤ ${LONGEST_MS}`,
        pass: rounded(value) <= LONGEST_MS,
      },
      timesBaseline(
        large ? "scroll.longest_frame.vs_bare" : `table.${size}.scroll.longest_frame.vs_bare`,
        value,
        baseline,
        large ? TIMES_BARE : null,
      ),
      timesBaseline(
        `table.${size}.scroll.rest_frame.vs_bare`,
        of(ours, "restingMs"),
        of(plain, "restingMs"),
        null,
      ),
    ];
  } finally {
    await browser.close();
    await server.stop();
    rmSync(profile, { recursive: true, force: true });
  }
}

/** Down and up in turns, so that a short list does not end; down first and last. */
function directionOf(run: number): 1 | -1 {
  return run % 2 === 0 ? 1 : -1;
}

/** The longest times between two frames, in ms. */
interface Frames {
  scrollingMs: number;
  /** After the last movement, until all rows are whole. */
  restingMs: number;
}

/** Turns the wheel under the mouse, and lets the list come to rest. */
async function longestFrames(page: Page, direction: 1 | -1): Promise<Frames> {
  await page.evaluate(`{
    // The loop of the run before ends by its own.
    const longest = globalThis.longest = { ms: 0, frames: 0, stop: false };
    let last = performance.now();
    const frame = (now) => {
      longest.ms = Math.max(longest.ms, now - last);
      longest.frames += 1;
      last = now;
      if (!longest.stop) requestAnimationFrame(frame);
    };
    requestAnimationFrame((now) => { last = now; requestAnimationFrame(frame); });
  }`);
  for (let turn = 0; turn < TURNS; turn += 1) await page.mouse.wheel(0, direction * TURN_PX);
  const scrollingMs = Number(await page.evaluate("longest.ms"));
  await page.evaluate("longest.ms = 0, longest.frames = 0");
  const restingMs = await page.evaluate(`new Promise((resolve) => {
    const look = () => {
      const isWhole = document.querySelector(${JSON.stringify(NOT_WHOLE)}) === null;
      if (isWhole && longest.frames >= ${REST_FRAMES}) resolve(longest.ms);
      else requestAnimationFrame(look);
    };
    look();
  }).finally(() => { longest.stop = true; })`);
  return { scrollingMs, restingMs: Number(restingMs) };
}
