import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Category, type LighthouseReport, runLighthouse } from "../tests/support/browser/lighthouse.ts";
import { startServer } from "../tests/support/server/server-process.ts";
import { type Bench, besideMs, type Figure, median } from "./bench.ts";

const RUNS = 3;
const LEAST_SCORE = 95;
const CATEGORIES: readonly Category[] = ["performance", "accessibility", "best-practices", "seo"];
const EMPTY_PAGE = `<!doctype html><html lang="en"><head><title>Empty</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="description" content="An empty page.">
</head><body><main><h1>Empty</h1></main></body></html>`;

/**
 * Lighthouse's scores of the public page, 0 to 100, as on a phone of the middle class with a slow connection, and the
 * times of its first paints: medians of three runs, beside an empty static page in the same run.
 */
export const bench: Bench = {
  name: "landing",
  async run(): Promise<Figure[]> {
    const empty = createServer((_request, response) => {
      response.setHeader("content-type", "text/html; charset=utf-8").end(EMPTY_PAGE);
    });
    await new Promise<void>((resolve) => empty.listen(0, "127.0.0.1", resolve));
    const server = await startServer();
    try {
      const page = await repeat(`${server.url}/landing`);
      const baseline = await repeat(`http://127.0.0.1:${(empty.address() as AddressInfo).port}/`);
      return [
        ...CATEGORIES.map((category) =>
          score(category, scoreOf(page, category), scoreOf(baseline, category)),
        ),
        besideMs("landing.first_paint.ms", timeOf(page, FIRST), timeOf(baseline, FIRST)),
        besideMs("landing.largest_paint.ms", timeOf(page, LARGEST), timeOf(baseline, LARGEST)),
      ];
    } finally {
      await server.stop();
      empty.close();
    }
  },
};

const FIRST = "first-contentful-paint";
const LARGEST = "largest-contentful-paint";

async function repeat(url: string): Promise<LighthouseReport[]> {
  const reports: LighthouseReport[] = [];
  for (let run = 0; run < RUNS; run += 1) reports.push(await runLighthouse(url, CATEGORIES));
  return reports;
}

function scoreOf(reports: readonly LighthouseReport[], category: Category): number {
  return median(reports.map(({ scores }) => scores[category] ?? 0));
}

function timeOf(reports: readonly LighthouseReport[], audit: string): number {
  return median(reports.map(({ measured }) => measured[audit] ?? Number.NaN));
}

function score(category: Category, value: number, baseline: number): Figure {
  return {
    id: `landing.lighthouse.${category.replace("-", "_")}`,
    value,
    unit: "points",
    baseline,
    ratio: null,
    goal: `≥ ${LEAST_SCORE}`,
    pass: value >= LEAST_SCORE,
  };
}
