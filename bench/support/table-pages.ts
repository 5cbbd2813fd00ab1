import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

/** Functions of the table bench that run inside of pages: the app's, and one with plain Dexie rows. */

const INSIGHT_ROW = "tr[data-insight]";
const ANY_ROW = `${INSIGHT_ROW}, tr[data-row]`;
const FILL_PART = 5_000;

/** The time of one question in ms: in the worker with both messages, and until its answer was painted. */
export interface AnswerTimes {
  workerMs: number;
  pixelsMs: number;
}

interface WatchedPage {
  bench: {
    /** Returns when the next frame was painted, in ms since the navigation. */
    afterPaint(tell: (atMs: number) => void): void;
    /** When the first row of a table was painted, in ms since the navigation; null before. */
    firstRowMs: number | null;
    /** The last answer over all insights to a question for a page. */
    lastWhole: { roundTripMs: number; count: number; held: number; complete: boolean } | null;
    shown(): string;
    /** Asks the app's worker with this text and order; returns the ms until its answer is here. */
    ask(text: string, sort: { column: string; descending: boolean }): Promise<number>;
  };
}

/**
 * Runs in the page before its own scripts: notes when the first row is painted, and listens to the messages of
 * the worker. A string, because a compiled function refers to helpers of its compiler.
 */
export const WATCH = `{
  // A message to oneself arrives right after the frame; a timer would wait for other tasks of the page.
  const afterPaint = (tell) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => tell(performance.now());
    port2.postMessage(null);
  });
  const bench = globalThis.bench = {
    afterPaint,
    firstRowMs: null,
    lastWhole: null,
    shown: () => [...document.querySelectorAll(${JSON.stringify(INSIGHT_ROW)})]
      .map((row) => row.getAttribute("data-insight")).join(),
  };
  const watcher = new MutationObserver(() => {
    if (!document.querySelector(${JSON.stringify(ANY_ROW)})) return;
    watcher.disconnect();
    afterPaint((atMs) => { bench.firstRowMs = atMs; });
  });
  watcher.observe(document, { childList: true, subtree: true });
  const asked = new Map();
  let count = 0;
  let lastPage = null;
  bench.ask = (text, sort) => new Promise((resolve, reject) => {
    const { worker, message } = lastPage;
    const [query] = message.asked;
    // The page asks with numbers of its own, and ignores answers to others.
    const id = -performance.now();
    const hear = ({ data }) => {
      if (data?.id !== id) return;
      worker.removeEventListener("message", hear);
      if (data.kind === "page" && data.page.rows.length > 0) resolve(performance.now() - begun);
      else reject(new Error(data.message ?? "no rows came"));
    };
    worker.addEventListener("message", hear);
    const begun = performance.now();
    worker.postMessage({ ...message, id, asked: [{ ...query, filter: { ...query.filter, text }, sort }] });
  });
  globalThis.Worker = class extends Worker {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", ({ data }) => {
        if (data?.kind !== "page" || !asked.has(data.id)) return;
        const roundTripMs = performance.now() - asked.get(data.id);
        asked.delete(data.id);
        if (data.page.provisional) return;
        count += 1;
        const { held, complete } = data.page;
        bench.lastWhole = { roundTripMs, count, held, complete };
      });
    }
    postMessage(message, ...rest) {
      if (message?.kind === "ask" && message.name === "page" && message.id >= 0) {
        asked.set(message.id, performance.now());
        lastPage = { worker: this, message };
      }
      super.postMessage(message, ...rest);
    }
  };
}`;

/** Opens a table again; returns when its first row was painted, in ms since the navigation. */
export async function openTable(page: Page, url: string, search = "tab=insights"): Promise<number> {
  // Navigates away first: opening the shown address would change nothing but the fragment.
  await page.goto("about:blank");
  await page.goto(`${url}/?${search}`, { waitUntil: "commit" });
  const painted = await page.waitForFunction(
    () => (globalThis as unknown as WatchedPage).bench.firstRowMs,
    null,
    {
      timeout: 120_000,
    },
  );
  return Number(await painted.jsonValue());
}

/** Waits until the whole first copy is on the device; throws where it has another size. */
export async function untilHeld(page: Page, size: number): Promise<void> {
  const held = await page.waitForFunction(
    () => {
      const last = (globalThis as unknown as WatchedPage).bench.lastWhole;
      return last?.complete ? last.held : null;
    },
    null,
    { timeout: 300_000, polling: 100 },
  );
  if ((await held.jsonValue()) !== size)
    throw new Error(`${await held.jsonValue()} insights came, not ${size}`);
}

/** Waits for an answer over all insights. */
export async function untilWhole(page: Page): Promise<void> {
  await page.waitForFunction(() => (globalThis as unknown as WatchedPage).bench.lastWhole !== null, null, {
    timeout: 120_000,
  });
}

/**
 * Sets a filter and an order by the address, as a link or the back button does; returns the time of the worker and
 * the time until other rows were painted.
 */
export async function filterAndSort(page: Page, search: string): Promise<AnswerTimes> {
  return await page.evaluate(async (wanted) => {
    const { bench } = globalThis as unknown as WatchedPage;
    let before = bench.shown();
    const answered = bench.lastWhole?.count ?? 0;
    const begun = performance.now();
    const painted = new Promise<number>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`no other rows for ${wanted}`)), 60_000);
      const watcher = new MutationObserver(() => {
        const shown = bench.shown();
        // The list may draw more of the same rows before the answer is here.
        if ((bench.lastWhole?.count ?? 0) === answered) before = shown;
        if (shown === before || shown === "") return;
        watcher.disconnect();
        clearTimeout(late);
        bench.afterPaint((atMs) => resolve(atMs - begun));
      });
      watcher.observe(document.body, { childList: true, subtree: true, attributes: true });
    });
    history.pushState(null, "", wanted);
    dispatchEvent(new PopStateEvent("popstate"));
    const pixelsMs = await painted;
    return { workerMs: bench.lastWhole?.roundTripMs ?? Number.NaN, pixelsMs };
  }, search);
}

/** Asks the app's worker while its page is idle, so that only the answer takes time; returns the ms of one question. */
export async function askWorker(
  page: Page,
  { words, sort, descending }: { words: readonly string[]; sort: string; descending: boolean },
): Promise<number> {
  return await page.evaluate(
    async ({ text, order }) => await (globalThis as unknown as WatchedPage).bench.ask(text, order),
    { text: words.join(" "), order: { column: sort, descending } },
  );
}

export const DEXIE = readFileSync(createRequire(import.meta.url).resolve("dexie/dist/dexie.min.js"), "utf8");

/** Fills a database with plain rows, one record for each insight, with the indexes that a plain app would have. */
export async function fillPlainRows(page: Page, url: string, rows: number): Promise<void> {
  await page.goto(`${url}/api/health`);
  await page.evaluate(DEXIE);
  await page.evaluate(`(async () => {
    const database = new Dexie("plain-rows");
    database.version(1).stores({ insights: "insightId, timeMs, className, deviceName, status" });
    const classes = ["fox", "roe deer", "boar", "hare", "badger", "empty", "person", "marten"];
    for (let from = 0; from < ${rows}; from += ${FILL_PART}) {
      const part = Array.from({ length: Math.min(${FILL_PART}, ${rows} - from) }, (_, index) => {
        const id = from + index;
        return {
          insightId: String(id), deviceId: String(id % 26), deviceName: "Sentinel " + (id * 7) % 26,
          algId: "1", className: classes[(id * 31) % 8], classId: (id * 31) % 8, classList: [],
          confidence: ((id * 7919) % 1000) / 1000, groupConfidence: null, isFromLora: false,
          timeMs: 1.7e12 + id * 60000, timeStampMs: 1.7e12 + id * 60000, fileCtimeMs: null, commsSource: "wifi",
          latitude: 50.1, longitude: 8.6, photoUrl: String(id), photoCreatedAtMs: 1.7e12, userConfirmed: false,
          status: id % 5 ? "none" : "archive", table: "insights", collectionId: String(id >> 2),
          windowStartMs: null, windowEndMs: null,
        };
      });
      await database.insights.bulkPut(part);
    }
    if (await database.insights.count() !== ${rows}) throw new Error("rows are missing");
    database.close();
  })()`);
}

/** The newest 25 plain rows by their index, in a plain table: ms since the navigation. */
export async function openPlainRows(page: Page, url: string): Promise<number> {
  await page.goto("about:blank");
  await page.goto(`${url}/api/health`);
  await page.evaluate(DEXIE);
  return Number(
    await page.evaluate(
      plainRows("await database.table('insights').orderBy('timeMs').reverse().limit(25).toArray()", false),
    ),
  );
}

/** The app's question by a filter and a sort over plain rows: ms until the rows are painted. */
export async function filterPlainRows(page: Page, words: readonly string[]): Promise<number> {
  const holds = `${JSON.stringify(words)}.every((word) => (row.className + row.deviceName).includes(word))`;
  const query = `(await database.table("insights")
    .filter((row) => row.status !== "archive" && ${holds})
    .sortBy("confidence")).slice(0, 25)`;
  return Number(await page.evaluate(plainRows(query, true)));
}

function plainRows(query: string, fromHere: boolean): string {
  return `(async () => {
    const begun = ${fromHere ? "performance.now()" : "0"};
    const database = new Dexie("plain-rows");
    await database.open();
    const rows = ${query};
    if (rows.length !== 25) throw new Error(rows.length + " rows came instead of 25");
    document.body.replaceChildren(...rows.map((row) => {
      const line = document.createElement("p");
      line.textContent = [row.className, row.confidence, row.deviceName, new Date(row.timeMs), row.status].join(" ");
      return line;
    }));
    const took = await new Promise((resolve) => bench.afterPaint(resolve)) - begun;
    database.close();
    return took;
  })()`;
}
