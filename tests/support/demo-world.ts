import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { launchChromium, whyNoChromium } from "./chromium.ts";
import { type KillableChromium, startKillableChromium } from "./killable-chromium.ts";
import { openInsights, signIn, turnCollections, untilInstalled } from "./ranger-browser.ts";
import { readTruth } from "./review-truth.ts";
import { DEMO, type ServerOptions, type ServerProcess, startServer } from "./server-process.ts";
import { startTcpProxy, type TcpProxy } from "./tcp-proxy.ts";

/*
 * The set of a browser test: what each `use…` returns is there when the tests of its describe run, and gone after
 * them. A later `use…` may rest on an earlier one.
 */

/** Whether tests with a browser are skipped here; says so, once for each file, by what it would have shown. */
export function skippedWithoutChromium(what: string): boolean {
  const reason = whyNoChromium();
  if (reason !== null) console.warn(`Skipped: ${what}, because ${reason}.`);
  return reason !== null;
}

/** The production server with the demo's data, each insight with a row of its own, behind a proxy. */
export interface DemoServer {
  /** Where browsers find it: the proxy, at one address whatever becomes of the server. */
  readonly url: string;
  readonly proxy: TcpProxy;
  readonly process: ServerProcess;
  readonly dataDir: string;
  /** Ends it as an operator does, or by `kill` as a power cut does, and starts it on the same data and address. */
  restart(
    change?: Pick<ServerOptions, "env" | "program"> & { kill?: boolean; whileDown?: () => void },
  ): Promise<void>;
}

/** The proxy lets all pass again after each test. */
export function useDemoServer(options: Pick<ServerOptions, "env" | "demoInsights">): DemoServer {
  let dataDir = "";
  let server: ServerProcess;
  let proxy: TcpProxy;
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "understory-demo-"));
    server = await startServer({ ...options, dataDir });
    proxy = await startTcpProxy(server.port);
    await turnCollections(server.url, DEMO, false);
  });
  afterEach(() => proxy.restore());
  afterAll(async () => {
    await proxy?.stop();
    await server?.stop();
    if (dataDir) rmSync(dataDir, { recursive: true, force: true });
  });
  return {
    get url() {
      return proxy.url;
    },
    get proxy() {
      return proxy;
    },
    get process() {
      return server;
    },
    get dataDir() {
      return dataDir;
    },
    async restart({ kill = false, whileDown, ...change } = {}) {
      await (kill ? server.kill() : server.stop());
      whileDown?.();
      server = await startServer({ env: options.env ?? {}, ...change, dataDir, port: server.port });
    },
  };
}

/** The table of all insights on one page, archived ones too. */
export const ALL_ROWS = "&archived=1&rows=100";
const DESK = { width: 1440, height: 900 };

/** One Chromium whose profile outlives it: it can be killed as a phone's system does, and started again. */
export interface Phone {
  readonly context: BrowserContext;
  /** The one page that is open; others are closed. */
  page(): Promise<Page>;
  /** That page, at the table of all insights. */
  openRows(): Promise<Page>;
  kill(): Promise<void>;
  /** As a person closes it: what was stored a moment ago is written down first. */
  close(): Promise<void>;
  start(): Promise<void>;
}

/** @param signedIn as the demo's ranger, with the app installed */
export function usePhone(server: { readonly url: string }, { signedIn = true } = {}): Phone {
  let profile = "";
  let browser: KillableChromium;
  const phone: Phone = {
    get context() {
      return browser.context;
    },
    async page() {
      const [first, ...others] = browser.context.pages();
      for (const other of others) await other.close();
      const page = first ?? (await browser.context.newPage());
      await page.setViewportSize(DESK);
      return page;
    },
    async openRows() {
      const page = await phone.page();
      await openInsights(page, server.url, ALL_ROWS);
      return page;
    },
    kill: () => browser.kill(),
    close: () => browser.close(),
    async start() {
      browser = await startKillableChromium(profile);
    },
  };
  beforeAll(async () => {
    profile = mkdtempSync(join(tmpdir(), "understory-profile-"));
    await phone.start();
    if (!signedIn) return;
    const page = await phone.page();
    await signIn(page, server.url, DEMO);
    await untilInstalled(page);
  });
  afterAll(async () => {
    await browser?.close();
    if (profile) rmSync(profile, { recursive: true, force: true });
  });
  return phone;
}

/** A fresh browser profile with one page, for each test its own. */
export interface FreshPage {
  readonly browser: Browser;
  readonly context: BrowserContext;
  readonly page: Page;
  /** Signs in as the demo's ranger, with the app installed, and opens the table of all insights. */
  openRows(): Promise<void>;
}

export function useFreshPage(server: { readonly url: string }): FreshPage {
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  beforeEach(async () => {
    context = await browser.newContext({ viewport: DESK });
    page = await context.newPage();
  });
  afterEach(() => context.close());
  afterAll(() => browser?.close());
  return {
    get browser() {
      return browser;
    },
    get context() {
      return context;
    },
    get page() {
      return page;
    },
    async openRows() {
      await signIn(page, server.url, DEMO);
      await untilInstalled(page);
      await openInsights(page, server.url, ALL_ROWS);
    },
  };
}

/** Holds that the server has this status of each of them, set once by the demo's ranger and by nobody else. */
export async function expectOnce(server: DemoServer, ids: readonly string[], status: string): Promise<void> {
  const { statuses, history } = await readTruth(server.dataDir, ids);
  expect([...statuses.values()]).toEqual(ids.map(() => status));
  expect(history.map(({ insightId }) => insightId).sort()).toEqual([...ids].sort());
  expect(new Set(history.map(({ to, username }) => `${to} by ${username}`))).toEqual(
    new Set([`${status} by ranger`]),
  );
}
