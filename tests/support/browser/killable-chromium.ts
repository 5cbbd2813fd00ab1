import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium } from "playwright-core";
import { CHROMIUM_ARGS, chromiumPath } from "./chromium.ts";

/** A Chromium that the test starts itself: its profile outlives it, and it can be killed as a phone's system does. */
export interface KillableChromium {
  readonly context: BrowserContext;
  /** Sends SIGKILL to the browser process. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

const READY_WITHIN_MS = 60_000;
const POLL_MS = 20;

/** Starts Chromium on the profile in `folder` (made when absent). */
export async function startKillableChromium(folder: string): Promise<KillableChromium> {
  const path = chromiumPath();
  if (path === null) throw new Error("no Chromium to launch");
  const portFile = join(folder, "DevToolsActivePort");
  rmSync(portFile, { force: true });
  const args = [
    "--headless",
    "--remote-debugging-port=0",
    `--user-data-dir=${folder}`,
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    // A camera, which a page still has to be allowed.
    "--use-fake-device-for-media-stream",
    "--window-size=1440,900",
    ...CHROMIUM_ARGS,
    "about:blank",
  ];
  const child = spawn(path, args, { stdio: "ignore" });
  const browser = await connect(child, portFile);
  const [context] = browser.contexts();
  if (context === undefined) throw new Error("Chromium answers without its default context");
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  return {
    context,
    async kill() {
      child.kill("SIGKILL");
      await exited;
      await browser.close();
    },
    async close() {
      // Closes it as a person does: recent writes of the page are flushed first.
      const session = await browser.newBrowserCDPSession();
      await session.send("Browser.close").catch(() => child.kill("SIGTERM"));
      await exited;
    },
  };
}

async function connect(child: ChildProcess, portFile: string): Promise<Browser> {
  const deadline = performance.now() + READY_WITHIN_MS;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`Chromium ended with ${child.exitCode}`);
    const port = existsSync(portFile) ? readFileSync(portFile, "utf8").split("\n")[0] : "";
    if (port) return await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  child.kill("SIGKILL");
  throw new Error("Chromium did not open its port in time");
}
