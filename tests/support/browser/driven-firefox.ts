import { spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { createConnection, type Socket } from "node:net";
import { join } from "node:path";
import { freePort } from "../server/ports.ts";
import { type DrivenBrowser, openSession, type SendCommand } from "./driven-browser.ts";

/*
 * Firefox's own protocol, Marionette: the commands of WebDriver as JSON over TCP. geckodriver, the usual adapter, is
 * in no Debian package and is not needed.
 */

const CANDIDATES = ["/usr/bin/firefox-esr", "/usr/bin/firefox"];
const READY_WITHIN_MS = 60_000;
const POLL_MS = 50;

export function firefoxPath(): string | null {
  return [process.env.FIREFOX_PATH ?? "", ...CANDIDATES].find((path) => path && existsSync(path)) ?? null;
}

/** Starts Firefox on the profile in `folder`, which outlives it. */
export async function startFirefox(folder: string): Promise<DrivenBrowser> {
  const path = firefoxPath();
  if (path === null) throw new Error("no Firefox to start");
  const port = await freePort();
  writeFileSync(join(folder, "user.js"), preferences(port));
  const child = spawn(
    path,
    ["--headless", "--marionette", "--remote-allow-system-access", "--no-remote", "--profile", folder],
    {
      stdio: "ignore",
      env: { ...process.env, MOZ_CRASHREPORTER_DISABLE: "1" },
    },
  );
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  try {
    const marionette = await connect(port, () => child.exitCode);
    return await openSession(marionette.send, {}, async () => {
      await marionette.quit().catch(() => child.kill("SIGTERM"));
      await exited;
    });
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
}

/** No requests that the test did not cause. */
function preferences(port: number): string {
  const values = {
    "marionette.port": port,
    "app.update.auto": false,
    "browser.shell.checkDefaultBrowser": false,
    "browser.startup.page": 0,
    "browser.startup.homepage": "about:blank",
    "datareporting.policy.dataSubmissionEnabled": false,
    "datareporting.policy.dataSubmissionPolicyBypassNotification": true,
    "network.captive-portal-service.enabled": false,
    "network.connectivity-service.enabled": false,
    "services.settings.server": "data:,",
    "toolkit.telemetry.reportingpolicy.firstRun": false,
  };
  return Object.entries(values)
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    .join("");
}

async function connect(port: number, exitCode: () => number | null) {
  const socket = await untilListening(port, exitCode);
  const waiting = new Map<number, (answer: [unknown, unknown]) => void>();
  let greeted = () => {};
  const greeting = new Promise<void>((resolve) => {
    greeted = resolve;
  });
  let unread = Buffer.alloc(0);
  socket.on("data", (chunk) => {
    unread = Buffer.concat([unread, chunk]);
    for (;;) {
      // Each message is its length in bytes, a colon, and JSON.
      const colon = unread.indexOf(":");
      const length = colon < 0 ? Number.NaN : Number(unread.subarray(0, colon).toString());
      if (!(unread.length >= colon + 1 + length)) return;
      const message: unknown = JSON.parse(unread.subarray(colon + 1, colon + 1 + length).toString());
      unread = unread.subarray(colon + 1 + length);
      if (!Array.isArray(message)) greeted();
      else waiting.get(Number(message[1]))?.([message[2], message[3]]);
    }
  });
  const closed = new Promise<never>((_, reject) =>
    socket.once("close", () => reject(new Error("Firefox closed the connection"))),
  );
  closed.catch(() => undefined);
  let last = 0;
  const call = async (name: string, parameters: object): Promise<unknown> => {
    last += 1;
    const id = last;
    const text = JSON.stringify([0, id, name, parameters]);
    const answered = new Promise<[unknown, unknown]>((resolve) => waiting.set(id, resolve));
    socket.write(`${Buffer.byteLength(text)}:${text}`);
    const [error, value] = await Promise.race([answered, closed]);
    waiting.delete(id);
    if (error !== null) throw new Error(`${name}: ${(error as { message: string }).message}`);
    return value;
  };
  await greeting;
  const send: SendCommand = (name, parameters) => call(`WebDriver:${name}`, parameters);
  const quit = () => call("Marionette:Quit", { flags: ["eForceQuit"] });
  return { send, quit };
}

async function untilListening(port: number, exitCode: () => number | null): Promise<Socket> {
  const deadline = performance.now() + READY_WITHIN_MS;
  while (performance.now() < deadline) {
    if (exitCode() !== null) throw new Error(`Firefox ended with ${exitCode()}`);
    const socket = createConnection({ host: "127.0.0.1", port });
    const open = await new Promise<boolean>((resolve) => {
      socket.once("connect", () => resolve(true));
      socket.once("error", () => resolve(false));
    });
    socket.on("error", () => socket.destroy());
    if (open) return socket;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error("Firefox did not open its port in time");
}
