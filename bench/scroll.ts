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
const FLUNG_ROWS = "tbody[aria-hidden] > tr";
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
    const ours: number[] = [];
    for (let run = 0; run < RUNS; run += 1) ours.push(await longestFrame(page, directionOf(run)));
    // The rows of a fling have no number.
    await page.locator(FLUNG_ROWS).first().waitFor({ state: "detached" });
    const reached = Number(await page.locator("tr[data-insight]").first().getAttribute("aria-rowindex"));
    if (reached < (TURNS * TURN_PX) / 200) throw new Error(`the list stands at row ${reached} only`);

    await fillPlainRows(page, server.url, size);
    await scrollPlainRows(page, server.url, size);
    const plain: number[] = [];
    for (let run = 0; run < RUNS; run += 1) plain.push(await longestFrame(page, directionOf(run)));
    const [value, baseline] = [median(ours), median(plain)];
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

/** Turns the wheel under the mouse; returns the longest time between two frames, in ms. */
async function longestFrame(page: Page, direction: 1 | -1): Promise<number> {
  await page.evaluate(`{
    // The loop of the run before ends by its own.
    const longest = globalThis.longest = { ms: 0, stop: false };
    let last = performance.now();
    const frame = (now) => {
      longest.ms = Math.max(longest.ms, now - last);
      last = now;
      if (!longest.stop) requestAnimationFrame(frame);
    };
    requestAnimationFrame((now) => { last = now; requestAnimationFrame(frame); });
  }`);
  for (let turn = 0; turn < TURNS; turn += 1) await page.mouse.wheel(0, direction * TURN_PX);
  return Number(await page.evaluate("longest.stop = true, longest.ms"));
}
