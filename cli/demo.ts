import { join, resolve } from "node:path";
import { type Config, ConfigError, loadConfig } from "../server/config.ts";
import { DEMO_EMAIL, DEMO_PASSWORD, DEMO_SUPPORT } from "../server/demo/demo-account.ts";
import { claimDemoFolder, finishDemoFolder, lookAtDemoFolder } from "../server/demo/demo-folder.ts";
import { makeDemo } from "../server/demo/make-demo.ts";
import { FolderModelStore } from "../server/files/model-folder.ts";
import { FolderPhotoStore } from "../server/files/photo-folder.ts";
import { openUpToDate, StartError } from "../server/open-up-to-date.ts";
import { startServer } from "../server/start-server.ts";
import { DEMO_MESSAGES as MESSAGES } from "../src/messages/server/demo.ts";

// npm run demo: makes the demo where there is none yet, then serves app and API on one port of this machine.
// Settings: PORT, DATA_DIR, DEMO_INSIGHTS, and all others of npm start that do not open the demo to other machines.

const DEFAULT_INSIGHTS = 5_000;
const MOST_INSIGHTS = 2_000_000;
const LOOPBACK = ["127.0.0.1", "::1", "localhost"];

/** Why the demo cannot start, in a sentence for the user. */
class DemoError extends Error {}

async function runDemo(environment: NodeJS.ProcessEnv): Promise<void> {
  const host = environment.HOST?.trim() || "127.0.0.1";
  if (!LOOPBACK.includes(host)) throw new DemoError(MESSAGES.onlyLoopback(host));
  if (environment.DATABASE_URL?.trim()) throw new DemoError(MESSAGES.onlySqlite);
  const dataDir = resolve(environment.DATA_DIR?.trim() || join("data", "demo"));
  const config = loadConfig({
    LOG_LEVEL: "warn",
    SUPPORT_EMAIL: DEMO_SUPPORT,
    ...environment,
    HOST: host,
    DATA_DIR: dataDir,
    SIGNUP: "open",
  });

  await prepare(config, wantedInsights(environment.DEMO_INSIGHTS));
  const server = await startServer(config);
  console.log(MESSAGES.ready(server.address, DEMO_EMAIL, DEMO_PASSWORD));
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void server.close().then(() => process.exit(0)));
  }
}

function wantedInsights(text: string | undefined): number | null {
  if (!text?.trim()) return null;
  const count = Number(text);
  if (!/^\d+$/.test(text.trim()) || count < 1 || count > MOST_INSIGHTS) {
    throw new DemoError(MESSAGES.wrongCount(1, MOST_INSIGHTS));
  }
  return count;
}

/** Makes the demo in an empty folder. An existing demo stays as it is. */
async function prepare(config: Config, wanted: number | null): Promise<void> {
  const { dataDir } = config;
  const folder = lookAtDemoFolder(dataDir);
  if (folder.kind === "foreign") throw new DemoError(MESSAGES.foreignFolder(dataDir));
  if (folder.kind === "ready") {
    if (wanted !== null && wanted !== folder.insights) {
      throw new DemoError(MESSAGES.otherSize(dataDir, folder.insights, wanted));
    }
    console.log(MESSAGES.kept(folder.insights));
    return;
  }
  const insights = wanted ?? DEFAULT_INSIGHTS;
  claimDemoFolder(dataDir, insights);
  const db = await openUpToDate(config);
  try {
    const line = new ProgressLine();
    await makeDemo(
      { db, photos: new FolderPhotoStore(dataDir), models: new FolderModelStore(dataDir) },
      {
        insights,
        nowMs: Date.now(),
        onDrawn: (done, all) => line.show(MESSAGES.drawing(done, all), done, all),
        onInserted: (done, all) => line.show(MESSAGES.inserting(done, all), done, all),
      },
    );
  } finally {
    await db.close();
  }
  finishDemoFolder(dataDir, insights);
}

/** Progress: one line that is overwritten on a terminal; elsewhere a line at each quarter, for a file keeps them all. */
class ProgressLine {
  #quarter = -1;

  show(text: string, done: number, all: number): void {
    const isLast = done === all;
    if (process.stdout.isTTY) {
      process.stdout.write(`\r\u001b[2K${text}${isLast ? "\n" : ""}`);
      return;
    }
    const quarter = Math.floor((4 * done) / all);
    if (quarter !== this.#quarter) console.log(text);
    this.#quarter = isLast ? -1 : quarter;
  }
}

try {
  await runDemo(process.env);
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof StartError || error instanceof DemoError))
    throw error;
  console.error(error.message);
  process.exitCode = 1;
}
