import type { BrowserContext } from "playwright-core";
import type { TestContext } from "vitest";

declare module "vitest" {
  interface TaskMeta {
    /** Address and text of the open pages of each failed attempt; scripts/count-results.mjs prints them. */
    shown?: string[];
  }
}

/** Of the text of a page, so much tells which screen it is and what it says. */
const MOST_CHARACTERS = 600;
const TEXT_MS = 3_000;

/**
 * For `afterEach`: where the attempt failed, notes the address and the text of each open page. A failure on a machine
 * that cannot be looked at says no more than which element did not come.
 */
export async function noteShown({ task }: TestContext, contexts: readonly BrowserContext[]): Promise<void> {
  if (task.result?.state !== "fail") return;
  task.meta.shown ??= [];
  for (const page of contexts.flatMap((context) => context.pages())) {
    const text = await page
      .locator("body")
      .innerText({ timeout: TEXT_MS })
      .catch((error: unknown) => `no text: ${error}`);
    const line = text.replaceAll(/\s+/g, " ").slice(0, MOST_CHARACTERS);
    task.meta.shown.push(`${new URL(page.url()).pathname}${new URL(page.url()).search}: ${line}`);
  }
}
