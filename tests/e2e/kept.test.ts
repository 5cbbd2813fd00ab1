import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DESK, expectAccessible, expectNoSidewaysScroll, PHONE } from "../support/app-page.ts";
import { whyNoChromium } from "../support/chromium.ts";
import { type KillableChromium, startKillableChromium } from "../support/killable-chromium.ts";
import { WAIT } from "../support/patience.ts";
import { openInsights, signIn, turnCollections, untilInstalled } from "../support/ranger-browser.ts";
import { DEMO, type ServerProcess, startServer } from "../support/server-process.ts";
import { startTcpProxy, type TcpProxy } from "../support/tcp-proxy.ts";

const noChromium = whyNoChromium();
if (noChromium) console.warn(`Skipped: what a device keeps in a browser, because ${noChromium}.`);

const HELD = 300;

describe.skipIf(noChromium !== null)("what this device keeps, in a browser", () => {
  let server: ServerProcess;
  let proxy: TcpProxy;
  let browser: KillableChromium;
  let profile: string;

  beforeAll(async () => {
    profile = mkdtempSync(join(tmpdir(), "understory-kept-"));
    server = await startServer({ demoInsights: HELD });
    await turnCollections(server.url, DEMO, false);
    proxy = await startTcpProxy(server.port);
    browser = await startKillableChromium(profile);
  });
  afterAll(async () => {
    await browser?.close();
    await proxy?.stop();
    await server?.stop();
    if (profile) rmSync(profile, { recursive: true, force: true });
  });

  const openPanel = async (page: Page) => {
    await page.getByRole("button", { name: /^Connection and unsent work/ }).click();
    const panel = page.getByRole("dialog");
    await panel.getByRole("heading", { name: "Kept on this device" }).waitFor(WAIT);
    return panel;
  };

  it("is chosen with its size before it, holds over a restart without a connection, and every count says so", async () => {
    const page = browser.context.pages()[0] ?? (await browser.context.newPage());
    await page.setViewportSize(DESK.viewport);
    await signIn(page, proxy.url, DEMO);
    await untilInstalled(page);
    await openInsights(page, proxy.url, "&archived=1");
    await page.getByText(`${HELD} insights, all on this device`).waitFor(WAIT);

    const panel = await openPanel(page);
    await panel.getByRole("button", { name: "Change what is kept on this device" }).click();
    const week = panel.getByRole("radio", { name: /^Last 7 days [\d,]+ insights?, / });
    await week.waitFor(WAIT);
    await expectAccessible(page, "the choice of what is kept");
    const label =
      (await panel
        .getByText(/^Last 7 days/)
        .locator("..")
        .textContent()) ?? "";
    const rows = Number(/days([\d,]+) insight/.exec(label)?.[1]?.replace(",", ""));
    expect(rows).toBeGreaterThan(0);
    expect(rows).toBeLessThan(HELD);
    await week.check();
    await panel.getByRole("button", { name: "Keep this" }).click();
    await panel.getByText(/Insights of the last 7 days/).waitFor(WAIT);
    await page.keyboard.press("Escape");
    await page.getByText(`${rows} insights of the last 7 days · ${HELD} on the server`).waitFor(WAIT);

    proxy.cut();
    await page.setViewportSize(PHONE.viewport);
    await page.reload();
    await page.getByText(`${rows} of the last 7 days`).waitFor(WAIT);
    const offline = await openPanel(page);
    await offline.getByRole("button", { name: "Change what is kept on this device" }).click();
    await offline.getByText("How much each brings is told with a connection.").waitFor(WAIT);
    await expectNoSidewaysScroll(page, "the panel");
    await offline.getByRole("radio", { name: "Everything" }).check();
    await offline.getByRole("button", { name: "Keep this" }).click();
    await offline.getByText(/takes effect with the next connection/).waitFor(WAIT);
    proxy.restore();
    await offline.getByRole("button", { name: "Refresh the data now" }).click();
    await offline.getByText(/Every insight that the server has for you/).waitFor(WAIT);
    await page.keyboard.press("Escape");
    await page.getByText(`${HELD}`, { exact: true }).waitFor(WAIT);
  });
});
