import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { launchChromiumWithProfile } from "../tests/support/browser/chromium.ts";
import { openInsights, signIn, untilInstalled } from "../tests/support/browser/ranger-browser.ts";
import { DEMO, startServer } from "../tests/support/server/server-process.ts";
import { type Bench, type Figure, median, rounded } from "./bench.ts";

const INSIGHTS = 5_000;
const RUNS = 5;
const SIGN_IN_FORM = 'form input[type="password"]';
const INSIGHT_ROW = "tr[data-insight]";

/**
 * The size of the scripts before the first screen and before the first insights, in kB, and the time until it is painted in a real Chromium:
 *
 * - cold: a new browser profile, until the sign-in form is painted; everything comes from the server;
 * - warm: an installed, signed-in app with 5,000 insights on the device, until its table is painted;
 * - offline: the same with the server stopped.
 *
 * Times run from the start of the navigation to the frame after the first row or the form is in the page.
 */
export const bench: Bench = {
  name: "first-load",
  async run(): Promise<Figure[]> {
    const profiles: string[] = [];
    const newProfile = () => {
      const folder = mkdtempSync(join(tmpdir(), "understory-bench-browser-"));
      profiles.push(folder);
      return folder;
    };
    const server = await startServer({ demoInsights: INSIGHTS });
    let stopped = false;
    const stop = async () => {
      if (!stopped) await server.stop();
      stopped = true;
    };
    try {
      const cold: number[] = [];
      for (let run = 0; run < RUNS; run += 1) {
        cold.push(
          await inBrowser(newProfile(), (page) => timeUntil(page, `${server.url}/login`, SIGN_IN_FORM)),
        );
      }
      return await inBrowser(newProfile(), async (page) => {
        await signIn(page, server.url, DEMO);
        await openInsights(page, server.url);
        await untilInstalled(page);
        await untilAllIsHere(page);
        const table = `${server.url}/?tab=insights`;
        const warm = await repeat(() => timeUntil(page, table, INSIGHT_ROW));
        await stop();
        const offline = await repeat(() => timeUntil(page, table, INSIGHT_ROW));
        return [...scriptSizes(), time("cold", cold), time("warm", warm), time("offline", offline)];
      });
    } finally {
      await stop();
      for (const folder of profiles) rmSync(folder, { recursive: true, force: true });
    }
  },
};

interface ScriptSize {
  kilobytes: number;
  limit: number;
}

function scriptSizes(): Figure[] {
  const json = execFileSync("node", ["scripts/check-bundle.mjs", "--json"], { encoding: "utf8" });
  const { insights, ...entry } = JSON.parse(json) as ScriptSize & { insights: ScriptSize };
  return [scriptSize("app.first_load.kb_br", entry), scriptSize("app.first_insights.kb_br", insights)];
}

function scriptSize(id: string, { kilobytes, limit }: ScriptSize): Figure {
  return {
    id,
    value: kilobytes,
    unit: "kB",
    baseline: null,
    ratio: null,
    goal: `≤ ${limit}`,
    pass: kilobytes <= limit,
  };
}

function time(state: "cold" | "warm" | "offline", milliseconds: readonly number[]): Figure {
  const value = rounded(median(milliseconds));
  return {
    id: `app.first_screen.${state}.ms`,
    value,
    unit: "ms",
    baseline: null,
    ratio: null,
    goal: null,
    pass: null,
  };
}

async function inBrowser<T>(profile: string, work: (page: Page) => Promise<T>): Promise<T> {
  const browser: BrowserContext = await launchChromiumWithProfile(profile);
  try {
    const page = browser.pages()[0] ?? (await browser.newPage());
    await page.addInitScript({ content: NOTE_PAINTS });
    return await work(page);
  } finally {
    await browser.close();
  }
}

async function repeat(measure: () => Promise<number>): Promise<number[]> {
  const measured: number[] = [];
  for (let run = 0; run < RUNS; run += 1) measured.push(await measure());
  return measured;
}

/**
 * Runs in the page, before its own scripts: notes when each selector is first painted, in ms since navigation. A
 * string, because a compiled function refers to helpers of its compiler, which the page does not have.
 */
const NOTE_PAINTS = `{
  const paints = globalThis.firstPaints = {};
  const look = () => {
    for (const selector of ${JSON.stringify([SIGN_IN_FORM, INSIGHT_ROW])}) {
      if (selector in paints || !document.querySelector(selector)) continue;
      paints[selector] = null;
      requestAnimationFrame(() => setTimeout(() => { paints[selector] = performance.now(); }));
    }
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
}`;

type PageWithPaints = typeof globalThis & { firstPaints?: Record<string, number | null> };

async function timeUntil(page: Page, url: string, selector: string): Promise<number> {
  // Navigates away first: opening the shown address would change nothing but the fragment.
  await page.goto("about:blank");
  await page.goto(url, { waitUntil: "commit" });
  const painted = await page.waitForFunction(
    (wanted) => (globalThis as PageWithPaints).firstPaints?.[wanted],
    selector,
    { timeout: 60_000 },
  );
  return Number(await painted.jsonValue());
}

/** The heading shows the number of insights once the mirror holds all of them. */
async function untilAllIsHere(page: Page): Promise<void> {
  await page.getByText("all on this device").waitFor({ timeout: 120_000 });
}
