import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import react from "@vitejs/plugin-react";
import type { Page } from "playwright-core";
import { createServer } from "vite";
import { launchChromium } from "../support/browser/chromium.ts";
import { WAIT } from "../support/time/time-limits.ts";
import { PACK_STATES } from "./offline-set-states.ts";
import { SYNC_STATES } from "./sync-states.ts";

// npm run gallery [-- STATE...]: draws every state of the sync chip, its panel and offline sets into
// test-results/gallery. The pictures are for people to judge; none is compared.
const OUT = "test-results/gallery";
const SIZES = { phone: { width: 360, height: 780 }, desk: { width: 1440, height: 900 } } as const;
const THEMES = ["light", "dark", "outdoor"] as const;

const wanted = process.argv.slice(2);
const drawn = { ...SYNC_STATES, ...PACK_STATES };
const states = Object.keys(drawn).filter((state) => wanted.length === 0 || wanted.includes(state));
mkdirSync(OUT, { recursive: true });

const vite = await createServer({
  configFile: false,
  logLevel: "error",
  root: resolve("."),
  plugins: [react()],
  // Nothing is edited meanwhile; a page that came anew would be drawn half.
  server: { port: 0, host: "127.0.0.1", hmr: false, watch: null },
});
await vite.listen();
const url = `${vite.resolvedUrls?.local[0]}tests/gallery/index.html`;
const browser = await launchChromium();

for (const theme of THEMES) {
  for (const [size, viewport] of Object.entries(SIZES)) {
    const page = await browser.newPage({ viewport, reducedMotion: "reduce" });
    await page.addInitScript((choice) => localStorage.setItem("theme", choice), theme);
    for (const state of states) await draw(page, state, `${size}-${theme}`);
    await page.close();
  }
}
await browser.close();
await vite.close();

async function draw(page: Page, state: string, kind: string) {
  await page.goto(`${url}?state=${state}&tab=insights`);
  await page.locator("h1").first().waitFor(WAIT);
  const chip = page.locator("button[aria-haspopup=dialog]", { hasText: "Connection and unsent work" });
  await page.screenshot({ path: join(OUT, `${state}-${kind}.png`) });
  if ((await chip.count()) === 0) return;
  await chip.click();
  const panel = page.locator("dialog[open]");
  await panel.waitFor(WAIT);
  // All of the panel, as high as it is.
  const heightPx = await panel.evaluate((dialog) =>
    Math.max(dialog.scrollHeight, ...[...dialog.children].map((part) => part.scrollHeight)),
  );
  const viewport = page.viewportSize() ?? SIZES.desk;
  await page.setViewportSize({
    ...viewport,
    height: Math.max(viewport.height, Math.min(3000, heightPx + 480)),
  });
  await page.screenshot({ path: join(OUT, `${state}-${kind}-panel.png`) });
  await page.setViewportSize(viewport);
  if (drawn[state]?.opensPackDialog !== true) return;
  await panel.getByRole("button", { name: "Save for offline" }).click();
  const dialog = page.getByRole("dialog", { name: "Save for offline" });
  await dialog.waitFor(WAIT);
  if (state !== "offline-set-dialog-asking")
    await dialog.getByText("Working out the size").waitFor({ state: "detached", ...WAIT });
  await page.screenshot({ path: join(OUT, `${state}-${kind}-dialog.png`) });
  // On a low screen the rest is below.
  await dialog.getByLabel("Name").scrollIntoViewIfNeeded();
  await page.screenshot({ path: join(OUT, `${state}-${kind}-dialog-end.png`) });
}
