import { existsSync } from "node:fs";
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

// Root has no sandbox in a container, and /dev/shm is small there.
export const CHROMIUM_ARGS = ["--no-sandbox", "--disable-dev-shm-usage"];

function options(extra: LaunchOptions = {}): LaunchOptions {
  const executablePath = chromiumPath();
  if (!executablePath) throw new Error("no Chromium to launch");
  return { executablePath, headless: true, ...extra, args: [...CHROMIUM_ARGS, ...(extra.args ?? [])] };
}

export function launchChromium(extra?: LaunchOptions): Promise<Browser> {
  return chromium.launch(options(extra));
}

/** A browser whose profile lies in `folder` and outlives it: for tests that close it and come back. */
export function launchChromiumWithProfile(folder: string, extra?: LaunchOptions): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, options(extra));
}
