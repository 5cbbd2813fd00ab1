import { join } from "node:path";
import type { BrowserContext, FrameLocator, Page } from "playwright-core";

const ORIGIN = "https://js.stripe.com";
const FOLDER = join(import.meta.dirname, "stripe");

/**
 * Stands in for js.stripe.com: a script that makes a frame of that origin with a field for a card, and exchanges what
 * was typed for a token through it, as Stripe's own does. The page's content policy is the real one, so that a missing
 * origin fails the test.
 *
 * @returns the paths that were loaded of it
 */
export async function standInForStripe(context: BrowserContext): Promise<{ readonly requests: string[] }> {
  const requests: string[] = [];
  await context.route(`${ORIGIN}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    requests.push(pathname);
    await route.fulfill({ path: join(FOLDER, pathname.endsWith("/stripe.js") ? "stripe.js" : "card.html") });
  });
  return { requests };
}

/** The field in the stand-in's frame. */
export function cardField(page: Page): FrameLocator {
  return page.frameLocator(`iframe[src^="${ORIGIN}"]`);
}
