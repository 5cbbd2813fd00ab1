import type { Browser, Page } from "playwright-core";
import { launchChromium } from "../tests/support/browser/chromium.ts";
import {
  openInsights,
  review,
  save,
  signIn,
  turnCollections,
  untilInstalled,
  untilUnsent,
  untouchedInsights,
} from "../tests/support/browser/ranger-browser.ts";
import { startTcpProxy, type TcpProxy } from "../tests/support/network/tcp-proxy.ts";
import { DEMO, startServer } from "../tests/support/server/server-process.ts";
import { type Bench, type Figure, median, rounded } from "./bench.ts";
import { tokenOf } from "./support/sync-answers.ts";
import { armWake, copyAllPages, sinceFirstFeedMs, WATCH_WAKE, wakeToPostMs } from "./support/sync-pages.ts";
import { untilHeld, WATCH } from "./support/table-pages.ts";

const INSIGHTS = 50_000;
const WAKES = 5;
const PLAIN_WAKES = 3;
const WAKE_GOAL_MS = 2_000;
/** How long the network is off: by then the app's own next attempt is some seconds away. */
const AWAY_MS = 12_000;

/**
 * Sync in a real Chromium on the production build:
 *
 * - push.after_wake.ms: the network is off and a batch waits; from the browser's `online` event until the batch's
 * POST is sent, the slowest of several. Baseline: without the event, until the app's own next attempt;
 * - sync.apply.rows_per_s: the whole first copy, from the first request of the feed until all insights are in
 * answers. Baseline: the specification's pages, six at once, put into plain Dexie rows.
 */
export const bench: Bench = {
  name: "sync-browser",
  async run(): Promise<Figure[]> {
    const server = await startServer({ demoInsights: INSIGHTS });
    // Each row is one insight then.
    await turnCollections(server.url, DEMO, false);
    const proxy = await startTcpProxy(server.port);
    const browser = await launchChromium();
    try {
      const plain = await inNewPage(browser, async (page) =>
        copyAllPages(page, server.url, await tokenOf(server.url, DEMO), INSIGHTS),
      );
      return await inNewPage(browser, async (page) => {
        await page.addInitScript({ content: WATCH + WATCH_WAKE });
        await signIn(page, proxy.url, DEMO);
        await openInsights(page, proxy.url);
        await untilHeld(page, INSIGHTS);
        const appliedMs = await sinceFirstFeedMs(page);
        await untilInstalled(page);
        await openInsights(page, proxy.url, "&archived=1&rows=100");
        const woken: number[] = [];
        const unaided: number[] = [];
        for (let run = 0; run < WAKES; run += 1) woken.push(await pushAfter(page, proxy, true));
        for (let run = 0; run < PLAIN_WAKES; run += 1) unaided.push(await pushAfter(page, proxy, false));
        return [
          wakeFigure(Math.max(...woken), median(unaided)),
          rowsFigure(INSIGHTS / (appliedMs / 1000), INSIGHTS / (plain / 1000)),
        ];
      });
    } finally {
      await browser.close();
      await proxy.stop();
      await server.stop();
    }
  },
};

/**
 * Reviews and saves while the network is off, switches it on, and returns the milliseconds until the batch was sent.
 */
async function pushAfter(page: Page, proxy: TcpProxy, woken: boolean): Promise<number> {
  const [id = ""] = await untouchedInsights(page, 1);
  proxy.cut();
  if (woken) await page.context().setOffline(true);
  await review(page, id, "acknowledge");
  await save(page);
  await untilUnsent(page, 1);
  await page.waitForTimeout(AWAY_MS);
  proxy.restore();
  await armWake(page, !woken);
  if (woken) await page.context().setOffline(false);
  const elapsedMs = await wakeToPostMs(page);
  await untilUnsent(page, 0);
  return elapsedMs;
}

function wakeFigure(value: number, baseline: number): Figure {
  return {
    id: "push.after_wake.ms",
    value: rounded(value),
    unit: "ms",
    baseline: rounded(baseline),
    ratio: rounded(value / baseline),
    goal: `≤ ${WAKE_GOAL_MS}`,
    pass: value <= WAKE_GOAL_MS,
  };
}

function rowsFigure(value: number, baseline: number): Figure {
  return {
    id: "sync.apply.rows_per_s",
    value: rounded(value),
    unit: "rows/s",
    baseline: rounded(baseline),
    ratio: rounded(value / baseline),
    goal: null,
    pass: null,
  };
}

async function inNewPage<T>(browser: Browser, work: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    return await work(await context.newPage());
  } finally {
    await context.close();
  }
}
