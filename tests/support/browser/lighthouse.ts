import lighthouse from "lighthouse";
import { freePort } from "../server/ports.ts";
import { launchChromium } from "./chromium.ts";

export type Category = "performance" | "accessibility" | "best-practices" | "seo";

export interface LighthouseReport {
  /** From 0 to 100. */
  readonly scores: Readonly<Record<string, number>>;
  /** The audits that cost points, each with its reason. */
  readonly faults: readonly string[];
  /** Of audits that measure, as `largest-contentful-paint`, in the unit of the audit. */
  readonly measured: Readonly<Record<string, number>>;
}

/** Runs Lighthouse on a page in a Chromium of its own, as on a phone of the middle class with a slow connection. */
export async function runLighthouse(url: string, categories: readonly Category[]): Promise<LighthouseReport> {
  const port = await freePort();
  const browser = await launchChromium({ args: [`--remote-debugging-port=${port}`] });
  try {
    const result = await lighthouse(url, { port, logLevel: "error", onlyCategories: [...categories] });
    if (result === undefined) throw new Error(`Lighthouse gave no result for ${url}`);
    const { audits, categories: found, runtimeError } = result.lhr;
    if (runtimeError !== undefined) throw new Error(`Lighthouse on ${url}: ${runtimeError.message}`);
    const refs = Object.values(found).flatMap(({ auditRefs }) => auditRefs);
    const faults = refs.flatMap(({ id, weight }) => {
      const audit = audits[id];
      return audit && weight > 0 && audit.score !== null && audit.score < 0.9
        ? [`${id}: ${audit.title}`]
        : [];
    });
    return {
      scores: Object.fromEntries(
        Object.entries(found).map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]),
      ),
      faults,
      measured: Object.fromEntries(
        Object.values(audits).flatMap(({ id, numericValue }) =>
          numericValue === undefined ? [] : [[id, numericValue]],
        ),
      ),
    };
  } finally {
    await browser.close();
  }
}
