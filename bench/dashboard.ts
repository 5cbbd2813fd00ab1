import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { launchChromiumWithProfile } from "../tests/support/browser/chromium.ts";
import { openInsights, signIn, untilInstalled } from "../tests/support/browser/ranger-browser.ts";
import { DEMO, startServer } from "../tests/support/server/server-process.ts";
import { type Bench, type Figure, median, rounded } from "./bench.ts";
import { untilHeld, WATCH } from "./support/table-pages.ts";

const INSIGHTS = 500_000;
const RUNS = 5;
const DRAWN_GOAL_MS = 700;
const REFILTER_GOAL_MS = 250;
/** Each lets other insights through, so that no answer is there already. */
const FILTERS = ["?days=30d", "?status=none", "?source=wifi", "?days=7d", "?status=favorite"] as const;

/** Runs in the page: waits until the frame that is drawn next was painted, and answers when, ms of the page's clock. */
const AFTER_PAINT = `() => new Promise((tell) => globalThis.bench.afterPaint(tell))`;

/**
 * The dashboard over half a million insights in a real Chromium:
 *
 * - drawn: from the press on its link, on another screen whose insights are read, until every widget has its figures and
 *   each chart in sight is painted; beside chart.js alone, which draws as many charts as the whole dashboard has, with
 *   ready numbers;
 * - refilter: from another filter in the address until all that is in sight is painted anew.
 */
export const bench: Bench = {
  name: "dashboard",
  async run(): Promise<Figure[]> {
    const profile = mkdtempSync(join(tmpdir(), "understory-bench-dashboard-"));
    const server = await startServer({ demoInsights: INSIGHTS });
    const browser = await launchChromiumWithProfile(profile);
    try {
      const page = browser.pages()[0] ?? (await browser.newPage());
      await page.addInitScript({ content: WATCH });
      await signIn(page, server.url, DEMO);
      await openInsights(page, server.url);
      await untilInstalled(page);
      await untilHeld(page, INSIGHTS);
      const drawn: number[] = [];
      for (let run = 0; run <= RUNS; run += 1) {
        const ms = await drawFromInsights(page);
        // The first loads the chunk.
        if (run > 0) drawn.push(ms);
      }
      const refiltered: number[] = [];
      for (const search of FILTERS) refiltered.push(await refilter(page, search));
      const bare: number[] = [];
      for (let run = 0; run < RUNS; run += 1) bare.push(await drawBare(await browser.newPage()));
      return [
        figure("dashboard.500k.drawn_ms", median(drawn), median(bare), DRAWN_GOAL_MS),
        figure("dashboard.500k.refilter_ms", median(refiltered), null, REFILTER_GOAL_MS),
      ];
    } finally {
      await browser.close();
      await server.stop();
      rmSync(profile, { recursive: true, force: true });
    }
  },
};

/** Goes to the insights, then to the dashboard; answers how long until all its widgets were painted, in ms. */
async function drawFromInsights(page: Page): Promise<number> {
  await page.getByRole("link", { name: "Insights", exact: true }).click();
  await page.locator("tr[data-insight]").first().waitFor();
  await page.waitForTimeout(500);
  const ms = await page.evaluate(`(async () => {
    const afterPaint = ${AFTER_PAINT};
    const link = [...document.querySelectorAll("nav a")].find((one) => one.textContent === "Dashboard");
    const begun = performance.now();
    link.click();
    const all = () => [...document.querySelectorAll("[data-widget]")];
    const isBlank = (place) => {
      const { top, bottom } = place.getBoundingClientRect();
      return bottom > 0 && top < innerHeight && place.querySelector("canvas") === null;
    };
    const isDrawn = () =>
      all().length > 0 &&
      all().every((card) => card.dataset.state === "shown") &&
      ![...document.querySelectorAll("[data-near]")].some(isBlank);
    while (!isDrawn())
      await new Promise((next) => setTimeout(next));
    const painted = await afterPaint();
    const total = document.querySelector('[data-widget="totalInsights"]').textContent.replaceAll(/\\D/g, "");
    if (Number(total) < ${INSIGHTS / 2}) throw new Error("only " + total + " insights were counted");
    return painted - begun;
  })()`);
  return Number(ms);
}

/** Sets a filter by the address, as a link or the back button does. */
async function refilter(page: Page, search: string): Promise<number> {
  const ms = await page.evaluate(`(async () => {
    const afterPaint = ${AFTER_PAINT};
    const figure = () => document.querySelector('[data-widget="totalInsights"] p').textContent;
    const before = figure();
    const begun = performance.now();
    history.pushState(null, "", "/${search}");
    dispatchEvent(new PopStateEvent("popstate"));
    while (figure() === before) await new Promise((next) => setTimeout(next));
    return (await afterPaint()) - begun;
  })()`);
  return Number(ms);
}

/** As many charts as the dashboard has, with ready numbers and no app around them. */
async function drawBare(page: Page): Promise<number> {
  const require = createRequire(import.meta.url);
  const chartJs = join(require.resolve("chart.js"), "..", "chart.umd.min.js");
  await page.goto("about:blank");
  await page.setContent(
    `<body>${'<div style="width:600px;height:240px"><canvas></canvas></div>'.repeat(12)}</body>`,
  );
  await page.evaluate(WATCH);
  await page.evaluate(readFileSync(chartJs, "utf8"));
  const ms = await page.evaluate(`(async () => {
    const afterPaint = ${AFTER_PAINT};
    const begun = performance.now();
    for (const [at, canvas] of [...document.querySelectorAll("canvas")].entries()) {
      const series = at % 4 === 0 ? 6 : 1;
      const labels = Array.from({ length: 24 }, (_, hour) => String(hour));
      const datasets = Array.from({ length: series }, () => ({ label: "a", data: labels.map((_, hour) => hour * 7) }));
      new Chart(canvas, {
        type: "bar",
        data: { labels, datasets },
        options: { animation: false, maintainAspectRatio: false, plugins: { legend: { display: false } } },
      });
    }
    return (await afterPaint()) - begun;
  })()`);
  await page.close();
  return Number(ms);
}

function figure(id: string, value: number, baseline: number | null, most: number): Figure {
  return {
    id,
    value: rounded(value),
    unit: "ms",
    baseline: baseline === null ? null : rounded(baseline),
    ratio: baseline === null ? null : rounded(value / baseline),
    goal: `≤ ${most}`,
    pass: value <= most,
  };
}
