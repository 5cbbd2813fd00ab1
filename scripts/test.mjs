// npm test: all tests, browser included. Finds or installs Chromium and PostgreSQL, starts a database
// cluster for this run, builds the app once, runs each kind of test, leaves test-results/<kind>.json.
//
// usage: npm test                        everything
//        npm test -- unit contract       some kinds
//        npm test -- integration -t words   other arguments go to vitest as they are
// With CI=true whatever is missing fails the run; elsewhere it is skipped, and said at the end.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBuild } from "./ensure-build.mjs";
import { findOrInstallChromium } from "./find-chromium.mjs";
import { findOrInstallPostgres, startPostgresCluster } from "./postgres-cluster.mjs";

const KINDS = ["unit", "contract", "integration", "e2e"];
const RESULTS = "test-results";
const inCi = process.env.CI === "true";

const args = process.argv.slice(2);
const chosen = args.filter((arg) => KINDS.includes(arg));
const kinds = chosen.length > 0 ? chosen : KINDS;
const vitestArgs = args.filter((arg) => !KINDS.includes(arg));

const say = (sentence) => console.log(`test: ${sentence}`);
const missing = [];
const env = { ...process.env };

// Results of an earlier run must not pass for results of this one.
mkdirSync(RESULTS, { recursive: true });
for (const kind of kinds) rmSync(`${RESULTS}/${kind}.json`, { force: true });

let cluster = null;
let demoFolder = null;
let running = null;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    running?.kill(signal);
    cleanUp();
    process.exit(130);
  });
}

let failed = [];
try {
  if (!existsSync("../shared/data"))
    missing.push("../shared/data is not there: tests on real data were skipped.");
  await prepareDatabase();
  const runnable = prepareBrowser(kinds);
  if (inCi && missing.length > 0) failed = ["preparation"];
  else for (const kind of runnable) if (!(await runVitest(kind))) failed.push(kind);
} catch (error) {
  failed.push("preparation");
  console.error(`test: ${error.message}`);
} finally {
  cleanUp();
}

for (const sentence of missing)
  (inCi ? console.error : console.log)(`test: ${inCi ? "MISSING" : "skipped"}: ${sentence}`);
if (failed.length > 0) console.error(`test: FAILED: ${failed.join(", ")}`);
process.exit(failed.length > 0 ? 1 : 0);

function cleanUp() {
  cluster?.stop();
  if (demoFolder !== null) rmSync(demoFolder, { recursive: true, force: true });
}

/** PostgreSQL: the one that TEST_DATABASE_URL names, or a cluster of our own. */
async function prepareDatabase() {
  if (env.TEST_DATABASE_URL) return;
  const binaries = findOrInstallPostgres(say);
  if (!binaries) {
    missing.push(
      "PostgreSQL was not found (TEST_DATABASE_URL, /usr/lib/postgresql, PATH): its suites were skipped.",
    );
    return;
  }
  cluster = await startPostgresCluster(binaries);
  env.TEST_DATABASE_URL = cluster.url;
}

/** The kinds that can run here: the browser's need a Chromium and a build. */
function prepareBrowser(wanted) {
  if (!wanted.includes("e2e")) return wanted;
  const chromium = findOrInstallChromium(say);
  if (!chromium) {
    missing.push(
      "Chromium was not found (CHROMIUM_PATH, /usr/bin/chromium) and could not be installed: e2e was skipped.",
    );
    return wanted.filter((kind) => kind !== "e2e");
  }
  env.CHROMIUM_PATH = chromium;
  if (!ensureBuild()) throw new Error("the build failed, so the browser tests cannot run");
  // Tests that start a server of their own need not compile it once more.
  env.TEST_BUILD_IS_FRESH = "true";
  env.TEST_DEMO_FOLDER = demoFolder = mkdtempSync(join(tmpdir(), "understory-demos-"));
  return wanted;
}

function runVitest(kind) {
  say(`${kind} tests`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${RESULTS}/${kind}.json`];
  return new Promise((resolve) => {
    running = spawn(
      "npx",
      ["vitest", "run", `--project=${kind}*`, "--passWithNoTests", ...reporters, ...vitestArgs],
      {
        env,
        stdio: ["ignore", "inherit", "inherit"],
      },
    );
    running.once("exit", (code) => resolve(code === 0));
  });
}
