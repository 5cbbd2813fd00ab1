import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { openDatabase } from "../../../server/db/open-database.ts";
import { DEMO_EMAIL, DEMO_PASSWORD, makeDemoAccount } from "../../../server/demo/demo-account.ts";
import { makeDemo } from "../../../server/demo/make-demo.ts";
import { FolderModelStore } from "../../../server/files/model-folder.ts";
import { FolderPhotoStore } from "../../../server/files/photo-folder.ts";
import { TEST_SETUP_CODE } from "../signup.ts";
import { freePort } from "./ports.ts";

/** The production server in a process of its own, with the built app, on a data folder of its own. */
export interface ServerProcess {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly dataDir: string;
  /** The output of the process so far, for a failed test's message. */
  output(): string;
  /** Ends it as an operator does; the data folder is removed unless the caller gave it. */
  stop(): Promise<void>;
  /** Ends it as a power cut does; the data folder stays, for a start after the crash. */
  kill(): Promise<void>;
}

export interface ServerOptions {
  /** Settings of the product, as its operator would set them. */
  env?: Readonly<Record<string, string>>;
  /** A folder to go on with, for instance after `kill`; without it a new one. */
  dataDir?: string;
  /** For a second start at the address that a browser knows. */
  port?: number;
  /**
   * Fills a new folder with the demo's account (see DEMO), Sentinels, groups, models and alerts, and with this many
   * insights. Their pictures take a second for about twenty; 0 draws none.
   */
  demoInsights?: number;
  /** The folder that the built program lies in, as `copyProgram` makes one; without it this repository. */
  program?: string;
}

/** The account that `demoInsights` makes. */
export const DEMO = { email: DEMO_EMAIL, password: DEMO_PASSWORD } as const;

const ENTRY = "dist/node/server/main.js";
const APP = "dist/web/index.html";
const READY_WITHIN_MS = 60_000;
const DRAWN_WITHIN_MS = 120_000;
const POLL_MS = 25;

export async function startServer(options: ServerOptions = {}): Promise<ServerProcess> {
  const [entry, app] = [join(options.program ?? "", ENTRY), join(options.program ?? "", APP)];
  for (const part of [entry, app]) {
    if (!existsSync(part)) throw new Error(`${part} is not there: npm run build makes it`);
  }
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), "understory-server-"));
  if (options.demoInsights !== undefined) await fillWithDemo(dataDir, options.demoInsights);
  const port = options.port ?? (await freePort());
  const child = spawn(process.execPath, [entry], {
    env: {
      PATH: process.env.PATH,
      HOST: "127.0.0.1",
      LOG_LEVEL: "warn",
      SETUP_CODE: TEST_SETUP_CODE,
      ...options.env,
      PORT: String(port),
      DATA_DIR: dataDir,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const chunks: string[] = [];
  child.stdout.on("data", (chunk) => chunks.push(String(chunk)));
  child.stderr.on("data", (chunk) => chunks.push(String(chunk)));
  const output = () => chunks.join("");
  const url = `http://127.0.0.1:${port}`;

  try {
    await untilHealthy(url, child, output);
  } catch (error) {
    await end(child, "SIGKILL");
    throw error;
  }
  return {
    url,
    port,
    pid: child.pid ?? 0,
    dataDir,
    output,
    async stop() {
      await end(child, "SIGTERM");
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
    kill: () => end(child, "SIGKILL"),
  };
}

/**
 * Drawing a demo takes longer than most tests. `npm test` names a folder for its run, in which each size is made once
 * and copied from; by hand it is drawn by the present code.
 */
async function fillWithDemo(dataDir: string, insights: number): Promise<void> {
  const folder = process.env.TEST_DEMO_FOLDER;
  if (folder === undefined) return drawDemo(dataDir, insights);
  const template = join(folder, String(insights));
  if (!existsSync(template)) await drawOnce(template, insights);
  cpSync(template, dataDir, { recursive: true });
}

/** Drawn by the first test file that needs it; the others, which would draw it at the same time, wait for it. */
async function drawOnce(template: string, insights: number): Promise<void> {
  const draft = `${template}-draft`;
  mkdirSync(dirname(template), { recursive: true });
  try {
    mkdirSync(draft);
  } catch {
    const untilMs = performance.now() + DRAWN_WITHIN_MS;
    while (existsSync(draft)) {
      if (performance.now() > untilMs) throw new Error(`the demo of ${insights} insights was not drawn`);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    // Where drawing has failed there, this file says why too.
    if (!existsSync(template)) await drawOnce(template, insights);
    return;
  }
  try {
    await drawDemo(draft, insights);
    renameSync(draft, template);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
}

/** One encounter for each Sentinel keeps the drawing of pictures short. */
async function drawDemo(dataDir: string, insights: number): Promise<void> {
  mkdirSync(dataDir, { recursive: true });
  const db = await openDatabase({ databaseUrl: null, dataDir });
  try {
    await db.migrate();
    const plan = { insights, nowMs: Date.now(), encountersASentinel: 1 };
    const models = new FolderModelStore(dataDir);
    if (insights === 0) await makeDemoAccount({ db, models }, plan.nowMs);
    else await makeDemo({ db, models, photos: new FolderPhotoStore(dataDir) }, plan);
  } finally {
    await db.close();
  }
}

async function untilHealthy(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}:\n${output()}`);
    const healthy = await fetch(`${url}/api/health`).then(
      (response) => response.ok,
      () => false,
    );
    if (healthy) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(`the server was not ready within ${READY_WITHIN_MS} ms:\n${output()}`);
}

function end(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once("exit", () => resolve());
    child.kill(signal);
  });
}
