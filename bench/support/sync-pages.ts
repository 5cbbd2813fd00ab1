import type { Page } from "playwright-core";
import { DEXIE } from "./table-pages.ts";

/** Functions of the sync bench that run inside of pages. */

const PAGE_ROWS = 10_000;
const AT_ONCE = 6;

interface WokenPage {
  wake: { atMs: number | null; postMs: number | null };
}

/**
 * Runs in the page before its own scripts: notes the browser's `online` event, and the first batch sent after it. A
 * string, because a compiled function refers to helpers of its compiler.
 */
export const WATCH_WAKE = `{
  const wake = globalThis.wake = { atMs: null, postMs: null };
  window.addEventListener("online", () => { wake.atMs = performance.now(); wake.postMs = null; }, true);
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) => {
    if (init?.method === "POST" && String(input).includes("/api/updates")) wake.postMs ??= performance.now();
    return fetch(input, init);
  };
}`;

/** Starts to wait for a batch; the time runs from now if there is no `online` event. */
export async function armWake(page: Page, fromNow: boolean): Promise<void> {
  await page.evaluate((now) => {
    Object.assign((globalThis as unknown as WokenPage).wake, {
      atMs: now ? performance.now() : null,
      postMs: null,
    });
  }, fromNow);
}

/** From the event to the first batch that was sent, in ms. */
export async function wakeToPostMs(page: Page): Promise<number> {
  const shown = await page.waitForFunction(
    () => {
      const { atMs, postMs } = (globalThis as unknown as WokenPage).wake;
      return atMs === null || postMs === null ? null : { ms: postMs - atMs };
    },
    null,
    { timeout: 60_000 },
  );
  return ((await shown.jsonValue()) as { ms: number }).ms;
}

/** From the first request of the feed until now, in ms. */
export async function sinceFirstFeedMs(page: Page): Promise<number> {
  const began = await page.evaluate(() => {
    const asked = performance.getEntriesByType("resource").filter(({ name }) => name.includes("/api/sync?"));
    return { ms: performance.now() - Math.min(...asked.map(({ startTime }) => startTime)) };
  });
  return began.ms;
}

/** All insights by the specification's pages, several at once, each put into plain rows; returns the time in ms. */
export async function copyAllPages(page: Page, url: string, token: string, rows: number): Promise<number> {
  await page.goto(`${url}/api/health`);
  await page.evaluate(DEXIE);
  return Number(
    await page.evaluate(`(async () => {
      const headers = { authorization: ${JSON.stringify(`Bearer ${token}`)} };
      const read = async (path) => (await fetch(path, { headers })).json();
      const database = new Dexie("paged-rows");
      database.version(1).stores({ insights: "insight_id, time_stamp, class_name, device_name, insight_status" });
      const begun = performance.now();
      const { count } = (await read("/api/insights/count")).message;
      const offsets = Array.from({ length: Math.ceil(count / ${PAGE_ROWS}) }, (_, at) => at * ${PAGE_ROWS});
      await Promise.all(Array.from({ length: ${AT_ONCE} }, async () => {
        for (let offset = offsets.shift(); offset !== undefined; offset = offsets.shift()) {
          const answer = await read("/api/insights/paginated?limit=${PAGE_ROWS}&offset=" + offset);
          await database.insights.bulkPut(answer.message);
        }
      }));
      const took = performance.now() - begun;
      const held = await database.insights.count();
      if (held !== ${rows}) throw new Error(held + " insights came instead of ${rows}");
      database.close();
      return took;
    })()`),
  );
}
