// Builds app and server where the build is missing or older than what it is made of; else does nothing.
// npm start, npm run demo, npm test and npm run bench begin with it.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const SOURCES = [
  "src",
  "sw",
  "server",
  "cli",
  "public",
  "index.html",
  "landing.html",
  "vite.config.ts",
  "scripts/classic-parts.mjs",
  "scripts/first-parts.mjs",
  "scripts/landing-page.mjs",
  "scripts/world-map.mjs",
  "package-lock.json",
  "tsconfig.base.json",
];
const PRODUCTS = ["dist/web/index.html", "dist/node/server/main.js"];
const STAMP = "dist/built";
/** A folder, because two processes cannot both make it; it holds the id of the process that builds. */
const LOCK = "dist/building";
const LOOK_AGAIN_MS = 250;
const LEFT_AFTER_MS = 10_000;

/** True where a build stands that is as new as the sources, or has just been made. */
export function ensureBuild() {
  for (let waited = false; !isFresh(); waited = true) {
    if (takeLock()) {
      try {
        // Another process may have built between the two looks.
        return isFresh() || build();
      } finally {
        rmSync(LOCK, { recursive: true, force: true });
      }
    }
    if (!waited) console.log("Another process is building; waiting for it.");
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_AGAIN_MS);
  }
  return true;
}

/** @returns whether this process may build; a lock whose process has ended is taken over */
function takeLock() {
  mkdirSync("dist", { recursive: true });
  try {
    mkdirSync(LOCK);
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    if (!isLeft()) return false;
    rmSync(LOCK, { recursive: true, force: true });
    return takeLock();
  }
  writeFileSync(join(LOCK, "pid"), String(process.pid));
  return true;
}

/** Whether the process that holds the lock has ended without giving it back. */
function isLeft() {
  try {
    const pid = Number(readFileSync(join(LOCK, "pid"), "utf8"));
    if (pid > 0) process.kill(pid, 0);
    return false;
  } catch (error) {
    if (error.code === "ESRCH") return true;
    // Without the file the other process is between two lines, has ended there, or has just given the lock back.
    return existsSync(LOCK) && statSync(LOCK).mtimeMs < Date.now() - LEFT_AFTER_MS;
  }
}

function build() {
  console.log("Building app and server.");
  const startedAt = new Date();
  const { status } = spawnSync("npm", ["run", "--silent", "build"], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (status !== 0) return false;
  // The stamp carries the start, so that a file saved during the build counts as newer.
  writeFileSync(STAMP, `${startedAt.toISOString()}\n`);
  return true;
}

function isFresh() {
  if (![...PRODUCTS, STAMP].every((path) => existsSync(path))) return false;
  const builtAt = Date.parse(readFileSync(STAMP, "utf8").trim());
  return SOURCES.every((path) => newestChange(path) <= builtAt);
}

function newestChange(path) {
  if (!existsSync(path)) return 0;
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return readdirSync(path).reduce(
    (newest, name) => Math.max(newest, newestChange(join(path, name))),
    stat.mtimeMs,
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exit(ensureBuild() ? 0 : 1);
