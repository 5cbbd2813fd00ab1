import { existsSync, statfsSync } from "node:fs";
import { type Browser, type BrowserContext, chromium, type LaunchOptions } from "playwright-core";

const DEBIAN_CHROMIUM = "/usr/bin/chromium";

/** Where the browser lies: CHROMIUM_PATH (`npm test` sets it), Debian's, Playwright's; null for none. */
export function chromiumPath(): string | null {
  const candidates = [process.env.CHROMIUM_PATH, DEBIAN_CHROMIUM, chromium.executablePath()];
  return candidates.find((path) => path && existsSync(path)) ?? null;
}

/** Why the browser tests are skipped here, or null. With CI=true a missing browser is an error. */
export function whyNoChromium(): string | null {
  if (chromiumPath()) return null;
  const reason = "no Chromium (CHROMIUM_PATH, /usr/bin/chromium); `npm test` finds or installs one";
  if (process.env.CI === "true") throw new Error(reason);
  return reason;
}

const SHARED_MEMORY = "/dev/shm";
const ENOUGH_SHARED_MEMORY = 2 ** 30;

/**
 * Whether Chromium may share memory where it does by itself. Many containers have 64 MB there, with which it crashes;
 * files instead take the file system time with every page.
 */
function hasSharedMemory(): boolean {
  if (!existsSync(SHARED_MEMORY)) return false;
  const { bavail, bsize } = statfsSync(SHARED_MEMORY);
  return bavail * bsize >= ENOUGH_SHARED_MEMORY;
}

// Read by Playwright when a service worker starts. Its requests are reported to nobody unless a test asks for them
// (`withWorkerRequests`): the installation makes 171 of them, and to report them takes a fifth of the time it takes.
process.env.PLAYWRIGHT_DISABLE_SERVICE_WORKER_NETWORK ??= "1";

/** Until the returned function is called, `route` also meets the requests of service workers that start. */
export function withWorkerRequests(): () => void {
  const before = process.env.PLAYWRIGHT_DISABLE_SERVICE_WORKER_NETWORK;
  delete process.env.PLAYWRIGHT_DISABLE_SERVICE_WORKER_NETWORK;
  return () => {
    process.env.PLAYWRIGHT_DISABLE_SERVICE_WORKER_NETWORK = before;
  };
}

const WITHOUT_SHARED_MEMORY = "--disable-dev-shm-usage";

/**
 * The features that Playwright 1.65 disables, except those for Windows, macOS and Edge. If `--disable-features` is given
 * twice, Chromium uses the last one only. Our list replaces Playwright's, so it must name these features too.
 */
const OFF_BY_PLAYWRIGHT = [
  "AimEnabled",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "ThirdPartyStoragePartitioning",
];
/** The suggestions of the address bar. When they are enabled, each window loads two pages for them in a separate process. */
const ADDRESS_BAR = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"];

const DISABLED = `--disable-features=${[...OFF_BY_PLAYWRIGHT, ...ADDRESS_BAR].join(",")}`;

// Root has no sandbox in a container.
const NEEDED = "--no-sandbox";

/** For a Chromium that is started without Playwright, as a person's is. */
export const CHROMIUM_ARGS = [NEEDED, ...(hasSharedMemory() ? [] : [WITHOUT_SHARED_MEMORY])];

function options(extra: LaunchOptions = {}): LaunchOptions {
  const executablePath = chromiumPath();
  if (!executablePath) throw new Error("no Chromium to launch");
  return {
    executablePath,
    headless: true,
    ...extra,
    args: [NEEDED, DISABLED, ...(extra.args ?? [])],
    // Playwright's own.
    ignoreDefaultArgs: hasSharedMemory() ? [WITHOUT_SHARED_MEMORY] : [],
  };
}

export function launchChromium(extra?: LaunchOptions): Promise<Browser> {
  return chromium.launch(options(extra));
}

/** A browser whose profile lies in `folder` and outlives it: for tests that close it and come back. */
export function launchChromiumWithProfile(folder: string, extra?: LaunchOptions): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, options(extra));
}
