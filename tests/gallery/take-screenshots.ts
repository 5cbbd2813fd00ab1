import { mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { launchChromium } from "../support/browser/chromium.ts";
import { signIn } from "../support/browser/ranger-browser.ts";
import { DEMO, startServer } from "../support/server/server-process.ts";
import { SCREENSHOT_SIZES, SCREENSHOTS, type Screenshot } from "./screenshot-list.ts";

// npm run screenshots               takes every picture of screenshot-list.ts anew, from the demo as it was built
// npm run screenshots -- NAME …     some of them
// exit: 1 where the pictures of the landing page are larger than 600 kB together
const FOLDERS = { landing: "src/features/landing/pictures", docs: "docs/pictures", card: "public" } as const;
const MOST_LANDING_BYTES = 600_000;
const INSIGHTS = 2_000;

const { positionals: names } = parseArgs({ allowPositionals: true });
const wanted = SCREENSHOTS.filter(({ name }) => names.length === 0 || names.includes(name));

const server = await startServer({ demoInsights: INSIGHTS });
const browser = await launchChromium();
try {
  for (const screenshot of wanted) await store(screenshot, await take(screenshot));
} finally {
  await browser.close();
  await server.stop();
}

const files = readdirSync(FOLDERS.landing).map((name) => join(FOLDERS.landing, name));
const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
console.log(
  `screenshots: ${files.length} files of the landing page, ${Math.round(bytes / 1000)} kB together`,
);
process.exitCode = bytes > MOST_LANDING_BYTES ? 1 : 0;

/** A profile of its own for each, so that no picture shows what an earlier one changed. */
async function take({ name, path, size, theme = "light", ready }: Screenshot): Promise<Buffer> {
  const { viewport, density } = SCREENSHOT_SIZES[size];
  const context = await browser.newContext({
    viewport,
    deviceScaleFactor: density,
    reducedMotion: "reduce",
    ...(size === "phone" && { hasTouch: true, isMobile: true }),
  });
  try {
    await context.addInitScript((chosen) => localStorage.setItem("theme", chosen), theme);
    const page = await context.newPage();
    await signIn(page, server.url, DEMO);
    await page.goto(`${server.url}${path}`);
    await ready(page);
    // Tiles, charts and thumbnails are drawn after what `ready` waits for.
    await page.waitForLoadState("networkidle");
    await page.waitForTimeout(1_500);
    console.log(`screenshots: ${name}`);
    return await page.screenshot();
  } finally {
    await context.close();
  }
}

async function store({ name, size, use }: Screenshot, png: Buffer): Promise<void> {
  mkdirSync(FOLDERS[use], { recursive: true });
  if (use === "docs") {
    await sharp(png)
      .webp({ quality: 80, effort: 6 })
      .toFile(join(FOLDERS.docs, `${name}.webp`));
    return;
  }
  if (use === "card") {
    await sharp(png)
      .jpeg({ quality: 78 })
      .toFile(join(FOLDERS.card, `${name}.jpg`));
    return;
  }
  for (const width of SCREENSHOT_SIZES[size].widths) {
    const image = sharp(png).resize(width);
    await image
      .clone()
      .avif({ quality: 52, effort: 6 })
      .toFile(join(FOLDERS.landing, `${name}-${width}.avif`));
    await image
      .clone()
      .webp({ quality: 70, effort: 6 })
      .toFile(join(FOLDERS.landing, `${name}-${width}.webp`));
  }
}
