// Builds app and server where the build is missing or older than what it is made of; else does nothing.
// npm start, npm run demo, npm test and npm run bench begin with it.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
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
  "package-lock.json",
  "tsconfig.base.json",
];
const PRODUCTS = ["dist/web/index.html", "dist/node/server/main.js"];
const STAMP = "dist/built";

/** True where a build stands that is as new as the sources, or has just been made. */
export function ensureBuild() {
  if (isFresh()) return true;
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
  const builtAt = Date.parse(readFileSync(STAMP, "utf8"));
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
