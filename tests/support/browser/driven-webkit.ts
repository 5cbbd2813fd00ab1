import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { freePort } from "../server/ports.ts";
import {
  type DrivenBrowser,
  openSession,
  type SendCommand,
  type WebDriverCommand,
} from "./driven-browser.ts";

/* WebKitGTK's driver and its small browser, on a virtual screen. */

const DRIVER = "/usr/bin/WebKitWebDriver";
const XVFB = "/usr/bin/Xvfb";
const LIBRARIES = "/usr/lib";
const READY_WITHIN_MS = 60_000;
const POLL_MS = 50;

function miniBrowserPath(): string | null {
  if (!existsSync(LIBRARIES)) return null;
  for (const triplet of readdirSync(LIBRARIES)) {
    for (const version of ["webkitgtk-6.0", "webkit2gtk-4.1", "webkit2gtk-4.0"]) {
      const path = join(LIBRARIES, triplet, version, "MiniBrowser");
      if (existsSync(path)) return path;
    }
  }
  return null;
}

/** Why WebKit cannot be driven here, or null. */
export function whyNoWebKit(): string | null {
  if (!existsSync(DRIVER) || miniBrowserPath() === null) return "webkit2gtk-driver is not installed";
  if (!process.env.DISPLAY && !existsSync(XVFB)) return "there is no screen, and xvfb is not installed";
  return null;
}

/** Starts a WebKit whose profile is deleted when it is closed; its driver has no other. */
export async function startWebKit(): Promise<DrivenBrowser> {
  const screen = process.env.DISPLAY ? null : await startScreen();
  const port = await freePort();
  const driver = spawn(DRIVER, [`--port=${port}`], {
    stdio: "ignore",
    env: { ...process.env, DISPLAY: screen?.display ?? process.env.DISPLAY },
  });
  const end = async () => {
    await ended(driver);
    if (screen) await ended(screen.process);
  };
  try {
    const { send, quit } = await connect(`http://127.0.0.1:${port}`);
    const browserOptions = { binary: miniBrowserPath(), args: ["--automation"] };
    return await openSession(send, { "webkitgtk:browserOptions": browserOptions }, async () => {
      await quit().catch(() => undefined);
      await end();
    });
  } catch (error) {
    await end();
    throw error;
  }
}

/** Where each command lives by the standard, after the session's own address. */
const PATHS: Record<Exclude<WebDriverCommand, "NewSession">, (parameters: { id?: string }) => string> = {
  SetTimeouts: () => "timeouts",
  Navigate: () => "url",
  FindElement: () => "element",
  ElementClick: ({ id }) => `element/${id}/click`,
  ElementSendKeys: ({ id }) => `element/${id}/value`,
  ExecuteAsyncScript: () => "execute/async",
};

async function connect(base: string): Promise<{ send: SendCommand; quit: () => Promise<unknown> }> {
  let session = "";
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`${base}${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
    const { value } = (await answer.json()) as { value: { message?: string } };
    if (!answer.ok) throw new Error(`${method} ${path}: ${value.message}`);
    return value;
  };
  const deadline = performance.now() + READY_WITHIN_MS;
  while (!(await call("GET", "/status").catch(() => null))) {
    if (performance.now() > deadline) throw new Error("WebKitWebDriver was not ready in time");
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  const send: SendCommand = async (name, parameters) => {
    if (name !== "NewSession")
      return await call("POST", `/session/${session}/${PATHS[name](parameters)}`, parameters);
    const made = (await call("POST", "/session", parameters)) as { sessionId: string };
    session = made.sessionId;
    return made;
  };
  return { send, quit: () => call("DELETE", `/session/${session}`) };
}

/** A virtual screen; it chooses its own number and prints it. */
async function startScreen(): Promise<{ display: string; process: ChildProcess }> {
  const child = spawn(XVFB, ["-displayfd", "3", "-screen", "0", "1440x900x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const output = child.stdio[3] as Readable;
  const number = await new Promise<string>((resolve, reject) => {
    output.once("data", (chunk) => resolve(String(chunk).trim()));
    child.once("exit", (code) => reject(new Error(`Xvfb ended with ${code}`)));
  });
  return { display: `:${number}`, process: child };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.kill("SIGTERM");
  await exited;
}
