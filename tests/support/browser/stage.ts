import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { readTruth } from "../client/review-truth.ts";
import { startTcpProxy, type TcpProxy } from "../network/tcp-proxy.ts";
import { DEMO, type ServerOptions, type ServerProcess, startServer } from "../server/server-process.ts";
import { DESK, openApp } from "./app-page.ts";
import { launchChromium, whyNoChromium } from "./chromium.ts";
import { type KillableChromium, startKillableChromium } from "./killable-chromium.ts";
import { type Credentials, openInsights, startSignedIn, turnCollections } from "./ranger-browser.ts";
import { noteShown } from "./shown-on-failure.ts";

/*
 * The shared browser of the tests. A file has one server (`useServer`) and one of these:
 *
 * - `usePage`: one page in one profile, for tests that follow each other on it;
 * - `useFreshPage`: a profile for each test, signed in when the test asks for it;
 * - `useContexts`: profiles that a test opens as it needs them;
 * - `usePhone`: a Chromium of its own whose profile outlives it, for tests that kill or restart it.
 *
 * The first three share one Chromium for all files of a worker. The result of each `use…` is available while the
 * tests of its describe run. A later `use…` may depend on an earlier one.
 */

/** Whether tests with a browser are skipped here; prints the reason once for each file. */
export function skippedWithoutChromium(what: string): boolean {
  const reason = whyNoChromium();
  if (reason !== null) console.warn(`Skipped: ${what}, because ${reason}.`);
  return reason !== null;
}

/** The production server behind a proxy. */
export interface StageServer {
  /** The address for browsers: the proxy's, which stays the same while servers stop and start. */
  readonly url: string;
  readonly proxy: TcpProxy;
  readonly process: ServerProcess;
  readonly dataDir: string;
  /** Ends it as an operator does, or by `kill` as a power cut does, and starts it on the same data and address. */
  restart(
    change?: Pick<ServerOptions, "env" | "program"> & { kill?: boolean; whileDown?: () => void },
  ): Promise<void>;
}

export interface StageServerOptions extends Pick<ServerOptions, "env" | "demoInsights"> {
  /** Whether the demo's person has the feature; without it each insight has a row of its own. */
  collections?: boolean;
  /** The state of the connection after each test that passed: restored, or as the test left it. */
  afterEach?: "restore" | "stay";
}

export function useServer(options: StageServerOptions = {}): StageServer {
  const { collections = false, afterEach: then = "restore", ...settings } = options;
  let dataDir = "";
  let server: ServerProcess;
  let proxy: TcpProxy;
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "understory-stage-"));
    server = await startServer({ ...settings, dataDir });
    proxy = await startTcpProxy(server.port);
    if (settings.demoInsights !== undefined && !collections) await turnCollections(server.url, DEMO, false);
  });
  afterEach(({ task }) => {
    if (task.result?.state === "fail") proxy.reset();
    else if (then === "restore") proxy.restore();
  });
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

let shared: Promise<Browser> | null = null;

/** One Chromium for all files of this worker, as long as it lives; Playwright ends it with the process. */
async function sharedChromium(): Promise<Browser> {
  const running = await shared?.catch(() => null);
  if (running?.isConnected()) return running;
  shared = launchChromium();
  return shared;
}

const workersOf = (installed: boolean) => ({ serviceWorkers: installed ? "allow" : "block" }) as const;

/** One page in a profile of its own, for all tests of a describe. */
export interface StagePage {
  readonly browser: Browser;
  readonly context: BrowserContext;
  readonly page: Page;
}

interface StagePageOptions {
  /** The person signed in when the first test runs; null for no one. */
  as?: Credentials | null;
  size?: BrowserContextOptions;
  /** See Contexts.open; otherwise the app is installed before the first test. */
  installed?: boolean;
}

/** The server of a stage. Where it has a proxy, a repeated attempt begins with the connection restored. */
type Reached = Pick<StageServer, "url"> & Partial<Pick<StageServer, "proxy">>;

export function usePage(
  server: Reached,
  { as = DEMO, size = DESK, installed = true }: StagePageOptions = {},
): StagePage {
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  beforeAll(async () => {
    browser = await sharedChromium();
    context = await browser.newContext({ ...workersOf(installed), ...size });
    page = await context.newPage();
    if (as !== null) await startSignedIn(page, server.url, as, { installed });
  });
  /** Takes back what a failed attempt left: pages, routes, the size and motion of the page, and what was stored. */
  const beginAnew = async () => {
    if (page.isClosed()) page = await context.newPage();
    for (const other of context.pages()) if (other !== page) await other.close();
    for (const routed of [context, page]) await routed.unrouteAll({ behavior: "ignoreErrors" });
    if (size.viewport) await page.setViewportSize(size.viewport);
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await forgetStored(page, server);
  };
  afterEach(async (test) => {
    await noteShown(test, [context]);
    if (test.task.result?.state === "fail") await beginAnew().catch(() => undefined);
  });
  afterAll(() => context?.close());
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
  };
}

/**
 * Leaves nothing stored in the browser but the installed app and who is signed in. It restores the connection, because
 * a hook of the server does so only later.
 *
 * @param options.signedIn false: whoever is signed in is forgotten too
 */
export async function forgetStored(page: Page, server: Reached, { signedIn = true } = {}): Promise<void> {
  server.proxy?.reset();
  await page.goto(`${server.url}/theme.js`);
  await page.evaluate(async (staysSignedIn) => {
    const deleted = (await indexedDB.databases()).map(({ name = "" }) => {
      const request = indexedDB.deleteDatabase(name);
      return new Promise((resolve) => {
        for (const end of ["success", "error", "blocked"]) request.addEventListener(end, resolve);
      });
    });
    await Promise.all(deleted);
    for (const name of await caches.keys()) if (!name.startsWith("workbox-")) await caches.delete(name);
    const files = await navigator.storage.getDirectory();
    for await (const name of files.keys()) await files.removeEntry(name, { recursive: true });
    // With the databases gone, what these values say of stored work is wrong, and the app would report it as lost.
    // The session stays for the next attempt, and the address because a test may sign in by the password alone.
    const kept = staysSignedIn ? ["authToken", "email"] : [];
    for (const key of Object.keys(localStorage)) if (!kept.includes(key)) localStorage.removeItem(key);
  }, signedIn);
}

/** The table of all insights on one page, archived ones too. */
export const ALL_ROWS = "&archived=1&rows=100";

/** A fresh browser profile with one page, for each test its own. */
export interface FreshPage extends StagePage {
  /** Signs in as the demo's ranger, with the app installed, and opens the table of all insights. */
  openRows(): Promise<void>;
}

export function useFreshPage(server: { readonly url: string }): FreshPage {
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  beforeAll(async () => {
    browser = await sharedChromium();
  });
  beforeEach(async () => {
    context = await browser.newContext(DESK);
    page = await context.newPage();
  });
  afterEach(async (test) => {
    await noteShown(test, [context]);
    await context.close();
  });
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
      await startSignedIn(page, server.url, DEMO);
      await openInsights(page, server.url, ALL_ROWS);
    },
  };
}

/** Profiles that a test opens as it needs them. */
export interface Contexts {
  readonly browser: Browser;
  /**
   * A page of the app in a profile of its own, which is closed after the test.
   *
   * @param url the server's where left out
   * @param installed with its service worker, whose installation takes seconds; without it the app needs the server
   *   whenever a page is loaded
   */
  open(options?: Parameters<typeof openApp>[2] & { url?: string; installed?: boolean }): Promise<Page>;
  /**
   * Such a page at an address of the app, with this person signed in.
   *
   * @param prepare what the profile needs before the app is loaded
   */
  openAs(
    person: Credentials,
    options?: Parameters<typeof openApp>[2] & {
      installed?: boolean;
      prepare?: (context: BrowserContext) => Promise<unknown>;
    },
  ): Promise<Page>;
  /** Has this profile closed after the test. */
  closeAfterwards(context: BrowserContext): void;
}

export function useContexts(server: { readonly url: string }): Contexts {
  let browser: Browser;
  let contexts: BrowserContext[] = [];
  beforeAll(async () => {
    browser = await sharedChromium();
  });
  afterEach(async (test) => {
    await noteShown(test, contexts);
    for (const context of contexts) await context.close();
    contexts = [];
  });
  const open: Contexts["open"] = async ({ url = server.url, installed = false, ...options } = {}) => {
    const { page, context } = await openApp(browser, url, { ...workersOf(installed), ...options });
    contexts.push(context);
    return page;
  };
  return {
    get browser() {
      return browser;
    },
    open,
    async openAs(person, { path = "/", installed = false, prepare, ...options } = {}) {
      const page = await open({ path: "/theme.js", installed, ...options });
      await prepare?.(page.context());
      await startSignedIn(page, server.url, person, { path, installed });
      return page;
    },
    closeAfterwards: (context) => void contexts.push(context),
  };
}

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
  /** For a repeated attempt: killed where it still runs, and started without what a failed attempt left in it. */
  startAnew(): Promise<void>;
}

/**
 * @param options.signedIn as the demo's ranger, with the app installed
 * @param options.forgets a repeated attempt of a test begins on a phone that was started anew
 */
export function usePhone(server: Reached, { signedIn = true, forgets = false } = {}): Phone {
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
      await page.setViewportSize(DESK.viewport);
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
    async startAnew() {
      await browser.kill();
      await phone.start();
      await forgetStored(await phone.page(), server);
    },
  };
  beforeAll(async () => {
    profile = mkdtempSync(join(tmpdir(), "understory-profile-"));
    await phone.start();
    if (!signedIn) return;
    await startSignedIn(await phone.page(), server.url, DEMO);
    // Chromium writes local storage to disk up to 5 s late: a test that kills it sooner would also end the session.
    await phone.close();
    await phone.start();
  });
  afterEach(async (test) => {
    await noteShown(test, [browser.context]);
    if (forgets && test.task.result?.state === "fail") await phone.startAnew().catch(() => undefined);
  });
  afterAll(async () => {
    await browser?.close();
    if (profile) rmSync(profile, { recursive: true, force: true });
  });
  return phone;
}

/** Holds that the server has this status of each of them, set once by the demo's ranger and by nobody else. */
export async function expectOnce(
  server: { readonly dataDir: string },
  ids: readonly string[],
  status: string,
): Promise<void> {
  const { statuses, history } = await readTruth(server.dataDir, ids);
  expect([...statuses.values()]).toEqual(ids.map(() => status));
  expect(history.map(({ insightId }) => insightId).sort()).toEqual([...ids].sort());
  expect(new Set(history.map(({ to, username }) => `${to} by ${username}`))).toEqual(
    new Set([`${status} by ranger`]),
  );
}
