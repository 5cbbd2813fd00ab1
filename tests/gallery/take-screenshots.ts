import { mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { signUpAccount } from "../support/browser/app-page.ts";
import { launchChromium } from "../support/browser/chromium.ts";
import { signIn } from "../support/browser/ranger-browser.ts";
import { runCommand } from "../support/server/run-command.ts";
import { DEMO, type ServerProcess, startServer } from "../support/server/server-process.ts";
import { SCREENSHOT_SIZES, SCREENSHOTS, type Screenshot } from "./screenshot-list.ts";
import { takeSheet } from "./take-sheet.ts";

// npm run screenshots               takes every picture of screenshot-list.ts anew, from the demo as it was built
// npm run screenshots -- NAME …     some of them
// npm run screenshots -- --sheet    every screen and state in four sizes and three themes, into tests/gallery/sheet;
//                                   NAME …, --size 360x740 and --theme dark take a part, and the rest stays
// exit: 1 where the pictures of the landing page are larger than 600 kB together
const FOLDERS = { landing: "src/features/landing/pictures", docs: "docs/pictures", card: "public" } as const;
const MOST_LANDING_BYTES = 600_000;
const INSIGHTS = 2_000;
const SHEET_INSIGHTS = 300;

const { positionals: names, values } = parseArgs({
  allowPositionals: true,
  options: {
    sheet: { type: "boolean", default: false },
    size: { type: "string", multiple: true, default: [] },
    theme: { type: "string", multiple: true, default: [] },
  },
});
const wanted = SCREENSHOTS.filter(({ name }) => names.length === 0 || names.includes(name));

const browser = await launchChromium();
try {
  if (values.sheet) {
    const server = await startServer({ demoInsights: SHEET_INSIGHTS, env: { STAFF_USER_ID: "1" } });
    const part = { names, sizes: values.size, themes: values.theme };
    await takeSheet(browser, server.url, part).finally(() => server.stop());
  } else {
    await takeAll(
      wanted.filter(({ as }) => as === undefined),
      () => startServer({ demoInsights: INSIGHTS }),
    );
    await takeAll(
      wanted.filter(({ as }) => as === "staff"),
      startStaffServer,
    );
    weigh();
  }
} finally {
  await browser.close();
}

/** Of the pictures of the landing page. */
function weigh(): void {
  const files = readdirSync(FOLDERS.landing).map((name) => join(FOLDERS.landing, name));
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  console.log(
    `screenshots: ${files.length} files of the landing page, ${Math.round(bytes / 1000)} kB together`,
  );
  process.exitCode = bytes > MOST_LANDING_BYTES ? 1 : 0;
}

/** Takes these one after the other on a server of their own, which is not started for none. */
async function takeAll(screenshots: readonly Screenshot[], start: () => Promise<ServerProcess>) {
  if (screenshots.length === 0) return;
  const server = await start();
  try {
    for (const screenshot of screenshots) await store(screenshot, await take(screenshot, server.url));
  } finally {
    await server.stop();
  }
}

/** The demo without insights; its ranger is staff, and has a colleague and something in the audit log. */
async function startStaffServer(): Promise<ServerProcess> {
  const server = await startServer({ demoInsights: 0, env: { STAFF_USER_ID: "1" } });
  await signUpAccount(server.url, "brian");
  for (const words of [
    ["invite"],
    ["assign-device", "SN-1001", "brian@example.org"],
    ["approve-release", "1", "brian@example.org"],
  ]) {
    const { code, stderr } = await runCommand("admin", words, { DATA_DIR: server.dataDir });
    if (code !== 0) throw new Error(stderr);
  }
  return server;
}

/** A profile of its own for each, so that no picture shows what an earlier one changed. */
async function take({ name, path, size, theme = "light", ready }: Screenshot, url: string) {
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
    await signIn(page, url, DEMO);
    await page.goto(`${url}${path}`);
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
