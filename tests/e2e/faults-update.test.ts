import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchChromium, whyNoChromium } from "../support/chromium.ts";
import { WAIT } from "../support/patience.ts";
import { copyProgram, type ProgramCopy } from "../support/program-copy.ts";
import {
  openInsights,
  review,
  save,
  signIn,
  turnCollections,
  untilInstalled,
  untilUnsent,
  untouchedInsights,
} from "../support/ranger-browser.ts";
import { readTruth } from "../support/review-truth.ts";
import { DEMO, type ServerProcess, startServer } from "../support/server-process.ts";

const noChromium = whyNoChromium();
if (noChromium) console.warn(`Skipped: a new version in a browser, because ${noChromium}.`);

const ALL_ROWS = "&archived=1&rows=100";

describe.skipIf(noChromium !== null)("a new version of the app on the server", () => {
  let dataDir: string;
  let newer: ProgramCopy;
  let server: ServerProcess;
  let browser: Browser;

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "understory-update-"));
    newer = copyProgram();
    newer.changeApp("newer");
    [server, browser] = await Promise.all([startServer({ dataDir, demoInsights: 24 }), launchChromium()]);
    await turnCollections(server.url, DEMO, false);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    newer?.remove();
    if (dataDir) rmSync(dataDir, { recursive: true, force: true });
  });

  const versionOf = (page: Page) =>
    page.evaluate(
      () => document.querySelector<HTMLMetaElement>('meta[name="test-version"]')?.content ?? "older",
    );
  const offer = (page: Page) => page.getByText(/^Update ready/);

  it("waits while three tabs hold unsaved actions; taken in one tab, all run it and the list survives in each [OFF-28]", async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const first = await context.newPage();
    await signIn(first, server.url, DEMO);
    await untilInstalled(first);
    await openInsights(first, server.url, ALL_ROWS);
    const second = await context.newPage();
    const third = await context.newPage();
    for (const page of [second, third]) await openInsights(page, server.url, ALL_ROWS);
    const tabs = [first, second, third];
    const ids = await untouchedInsights(first, 3);
    for (const [index, id] of ids.entries()) await review(tabs[index] ?? first, id, "favorite");
    for (const tab of tabs) await untilUnsent(tab, 3);

    await server.stop();
    server = await startServer({ dataDir, port: server.port, program: newer.folder });
    // A page looks for a new version whenever it comes into view.
    await second.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    for (const tab of tabs) await offer(tab).waitFor(WAIT);
    // A reload alone does not take it: the worker of the old version still serves every tab.
    await third.reload();
    await offer(third).waitFor(WAIT);
    for (const tab of tabs) {
      expect(await versionOf(tab)).toBe("older");
      await untilUnsent(tab, 3);
    }

    await first.getByRole("button", { name: "Reload" }).click();
    await untilVersion(first, "newer");
    // In the second tab somebody is at work: it is told, and waits. Nobody looks at the third: it follows.
    await second.getByText(/^Another tab has updated the app/).waitFor(WAIT);
    expect(await versionOf(second)).toBe("older");
    await third.evaluate(() => {
      Object.defineProperty(document, "visibilityState", { configurable: true, value: "hidden" });
      document.dispatchEvent(new Event("visibilitychange"));
    });
    await untilVersion(third, "newer");
    await second.getByRole("button", { name: "Reload" }).click();
    await untilVersion(second, "newer");

    for (const tab of tabs) {
      await untilUnsent(tab, 3);
      await tab.getByRole("heading", { name: "Unsaved actions (3)" }).waitFor(WAIT);
      for (const id of ids) {
        await tab
          .locator(`tr[data-insight="${id}"] [data-action="favorite"][aria-pressed="true"]`)
          .waitFor(WAIT);
      }
    }
    await save(third);
    for (const tab of tabs) await untilUnsent(tab, 0);
    const { statuses, history } = await readTruth(dataDir, ids);
    expect([...statuses.values()]).toEqual(["favorite", "favorite", "favorite"]);
    expect(history).toHaveLength(3);
    await context.close();
  });

  async function untilVersion(page: Page, version: string) {
    // While the page is between two documents there is nothing to ask.
    await expect.poll(() => versionOf(page).catch(() => "between"), WAIT).toBe(version);
  }
});
