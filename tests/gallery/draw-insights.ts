import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { launchChromium } from "../support/browser/chromium.ts";
import { signIn } from "../support/browser/ranger-browser.ts";
import { DEMO, startServer } from "../support/server/server-process.ts";
import { WAIT } from "../support/time/time-limits.ts";

// npm run gallery:insights: draws the insights screen of the demo, as it was built, into test-results/gallery.
const OUT = "test-results/gallery";
const SIZES = { phone: { width: 360, height: 780 }, desk: { width: 1440, height: 900 } } as const;
const THEMES = ["light", "dark", "outdoor"] as const;

mkdirSync(OUT, { recursive: true });
const server = await startServer({ demoInsights: 240 });
const browser = await launchChromium();
const context = await browser.newContext({ reducedMotion: "reduce" });
const page = await context.newPage();
await signIn(page, server.url, DEMO);
for (const theme of THEMES) {
  await page.evaluate((choice) => localStorage.setItem("theme", choice), theme);
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    const shoot = (name: string) =>
      page.screenshot({ path: join(OUT, `insights-${name}-${size}-${theme}.png`) });
    await drawAll(page, size === "phone", shoot);
  }
}
await browser.close();
await server.stop();

async function drawAll(on: Page, phone: boolean, shoot: (name: string) => Promise<unknown>) {
  const open = async (query = "") => {
    await on.goto(`${server.url}/?tab=insights&rows=25${query}`);
    await on.locator("[data-insight]").first().waitFor(WAIT);
    await on.locator("[data-insight] img").first().waitFor(WAIT);
  };
  const press = (name: string | RegExp) => on.getByRole("button", { name }).first().click();
  await open();
  await shoot("list");
  const tool = async (name: string) => {
    if (!phone) return press(name);
    await press("List tools");
    await on.getByRole("menuitem", { name }).click();
  };
  await tool("CSV");
  await on.getByRole("dialog", { name: "Save as CSV" }).waitFor(WAIT);
  await shoot("csv");
  await on.keyboard.press("Escape");
  await press(phone ? /^Filters|^\d+ filters?$/ : "Class");
  await on.getByRole("group", { name: "Class" }).waitFor(WAIT);
  await shoot("filters");

  if (phone) {
    await open();
    await press("List tools");
    await on.getByRole("menuitemcheckbox", { name: "Select" }).click();
    for (const at of [0, 1])
      await on.locator("[data-insight]").nth(at).getByRole("checkbox").check({ force: true });
  } else {
    await open();
    await on.locator("thead input[type=checkbox]").click();
    await shoot("page-chosen");
    await press(/^Select all/);
    await on.locator("tr[data-insight] input[type=checkbox]").nth(2).click();
  }
  await on.getByRole("toolbar", { name: "Actions for the selection" }).waitFor(WAIT);
  await shoot("chosen");

  await on.goto(`${server.url}/?tab=insights&from=2026-12-01&to=2026-01-01`);
  await on.getByText("No insight matches").waitFor(WAIT);
  await shoot("reversed");
  await press(phone ? /^\d+ filters?$/ : "1 Dec to 1 Jan");
  await on.getByRole("group", { name: "Dates" }).scrollIntoViewIfNeeded();
  await shoot("reversed-field");

  await open();
  await on
    .locator("[data-insight]", { has: on.locator("img") })
    .first()
    .getByRole("button")
    .first()
    .click();
  await on.locator("dialog[open] div[data-photo=image]").waitFor(WAIT);
  await shoot("photo");
  await open();
  await press("Review");
  await on.locator("dialog[open] img").first().waitFor(WAIT);
  await shoot("review");

  await on.goto(`${server.url}/?tab=insights&collections=0&archived=1&review=1`);
  await on.locator("dialog[open] img").first().waitFor(WAIT);
  await on.keyboard.press("g");
  const burst = on.getByRole("region", { name: /^Burst of/ });
  for (let step = 0; step < 20 && (await burst.count()) === 0; step += 1) {
    await on.keyboard.press("j");
    await on.evaluate(() => new Promise(requestAnimationFrame));
  }
  await on.locator("dialog[open] div[data-photo=image], div[data-photo=missing]").first().waitFor(WAIT);
  await shoot("review-burst");
  await on.keyboard.press("g");

  await open("&sort=colour&from=2026-99-01&class=unicorn&class=Agouti");
  await on.getByText(/^This version does not know a part of the link/).waitFor(WAIT);
  await shoot("link");

  await open();
  const favorite = on.locator("[data-insight] [data-action=favorite]");
  for (const at of [0, 1, 2]) await favorite.nth(at).click();
  if (phone)
    await on
      .getByRole("button", { name: /unsaved/ })
      .first()
      .click();
  await on.getByRole("button", { name: "Cancel all" }).waitFor(WAIT);
  await shoot("unsaved");
  await on.getByRole("button", { name: "Cancel all" }).click();
  const marked = on.locator("[data-insight] [data-action=favorite][aria-pressed=true]");
  await marked.first().waitFor({ state: "detached", ...WAIT });
}
