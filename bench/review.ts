import type { Browser, Page } from "playwright-core";
import { launchChromium } from "../tests/support/browser/chromium.ts";
import { signIn, untilInstalled } from "../tests/support/browser/ranger-browser.ts";
import { DEMO, startServer } from "../tests/support/server/server-process.ts";
import { type Bench, besideMs, type Figure } from "./bench.ts";

const INSIGHTS = 600;
const MOVES = 60;
const MOST_TRIES = 95;
/** A slow phone beside this computer. */
const SLOWED = 6;
const TIMES_SWAP = 1.5;
/** The size of a thumbnail in px. */
const SWAPPED = { width: 240, height: 180 };
/** The pace of a quick reviewer. */
const PACE_MS = 200;
const GOAL_MS = 50;
const WAIT = { timeout: 60_000 };
/** The photo of review mode and of the viewer; thumbnails beside it are no `div`. */
const PHOTO = "dialog[open] div[data-photo]";

/**
 * Review mode in Chromium on the production build, with the page's main thread six times slower: from the key to the
 * frame in which the next image is painted, with the thumbnails in this device's cache. Baseline: an image element alone,
 * of which the key sets another address. `vs_viewer`: beside the same move over the same images in the list's photo
 * viewer, which prefetches nothing.
 */
export const bench: Bench = {
  name: "review",
  async run(): Promise<Figure[]> {
    const server = await startServer({ demoInsights: INSIGHTS });
    const browser = await launchChromium();
    try {
      const page = await openRanger(browser, server.url);
      const list = `${server.url}/?tab=insights&rows=100`;
      const openReview = async () => {
        await page.goto(`${list}&review=1`);
        await page.locator(PHOTO).waitFor(WAIT);
      };
      const openViewer = async () => {
        await page.goto(list);
        await page.locator("tr[data-insight]").first().waitFor(WAIT);
        await page.keyboard.press("j");
        await page.keyboard.press("Enter");
        await page.locator(PHOTO).waitFor(WAIT);
      };
      // Shows the same images once, so that each thumbnail is in the cache.
      await openReview();
      await advanceImages(page);
      await openReview();
      const session = await page.context().newCDPSession(page);
      await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWED });
      const value = percentile95(await advanceImages(page));
      await openViewer();
      const viewer = percentile95(await advanceImages(page));
      await openBareSwap(page, server.url);
      const swap = percentile95(await advanceImages(page));
      return [
        {
          ...besideMs("review.key_to_image.p95_ms", value, swap),
          goal: `≤ ${GOAL_MS}, or ≤ ${TIMES_SWAP}×`,
          pass: value <= GOAL_MS || value <= TIMES_SWAP * swap,
        },
        besideMs("review.key_to_image.vs_viewer", value, viewer),
      ];
    } finally {
      await browser.close();
      await server.stop();
    }
  },
};

/** A page with nothing but an image and its next addresses, marked as those of the app are. */
async function openBareSwap(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/theme.js`);
  await page.evaluate(`(async () => {
    const canvas = document.createElement("canvas");
    Object.assign(canvas, ${JSON.stringify(SWAPPED)});
    const context = canvas.getContext("2d");
    const addresses = [];
    for (let at = 0; at < ${MOST_TRIES + 1}; at += 1) {
      for (let stripe = 0; stripe < 40; stripe += 1) {
        context.fillStyle = "hsl(" + (at * 37 + stripe * 9) + " 60% " + (20 + stripe) + "%)";
        context.fillRect(stripe * 6, 0, 6, canvas.height);
      }
      addresses.push(URL.createObjectURL(await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg"))));
    }
    document.body.innerHTML = "<dialog open><div data-photo='here'><img></div></dialog>";
    const image = document.querySelector("img");
    let at = 0;
    image.src = addresses[at];
    addEventListener("keydown", () => { image.src = addresses[++at]; });
  })()`);
  await page.locator(PHOTO).waitFor(WAIT);
}

async function openRanger(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  // The loader of this file adds a helper to named functions, which a page does not have.
  await context.addInitScript({ content: "globalThis.__name = (named) => named;" });
  const page = await context.newPage();
  await signIn(page, url, DEMO);
  await untilInstalled(page);
  return page;
}

/** Moves image by image and returns the milliseconds of each; images without a photo are skipped. */
async function advanceImages(page: Page): Promise<number[]> {
  const measured: number[] = [];
  for (let tries = 0; measured.length < MOVES; tries += 1) {
    if (tries === MOST_TRIES) throw new Error(`only ${measured.length} of ${MOVES} moves showed a photo`);
    await page.waitForTimeout(PACE_MS);
    const painted = await page.evaluateHandle(watchNextPhoto, PHOTO);
    await page.keyboard.press("j");
    const elapsedMs = await painted.evaluate((watch) => watch.elapsedMs);
    await painted.dispose();
    if (elapsedMs !== null) measured.push(elapsedMs);
  }
  return measured;
}

/**
 * Runs in the page. Time runs from the key's time stamp to the end of the frame in which another picture is painted;
 * null where the next image has no photo.
 */
function watchNextPhoto(photo: string): { elapsedMs: Promise<number | null> } {
  const picture = () => document.querySelector<HTMLImageElement>(`${photo} > img`);
  const before = picture()?.src;
  const elapsedMs = new Promise<number | null>((resolve) => {
    const begin = (key: KeyboardEvent) => {
      const look = () => {
        const now = picture();
        if (document.querySelector(`${photo}[data-photo=missing]`) !== null) return resolve(null);
        if (now === null || now.src === before || !now.complete || now.naturalWidth === 0) {
          requestAnimationFrame(look);
          return;
        }
        // Runs right after the frame to which this callback belongs; a message or a timer would wait for what the page
        // draws later by intention.
        void scheduler.postTask(() => resolve(performance.now() - key.timeStamp), {
          priority: "user-blocking",
        });
      };
      requestAnimationFrame(look);
    };
    window.addEventListener("keydown", begin, { capture: true, once: true });
  });
  return { elapsedMs };
}

function percentile95(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN;
}
