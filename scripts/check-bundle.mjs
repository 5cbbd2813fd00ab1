// How much script does a phone load before the first screen? Reads the build's manifest, follows the
// static imports of the entry, compresses each file with brotli as the server does for files, and adds. The same for what
// a signed-in person needs until the first insights are on screen, and for the scripts of the public page, which its HTML
// names.
//
// usage: node scripts/check-bundle.mjs [--required] [--json]
//   --required  fail where there is no build (without it: say so and pass)
//   --json      print {"kilobytes", "limit", "insights": {…}, "landing": {"kilobytes", "limit"}} alone, for the bench
// exit: 1 over a limit
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const LIMIT_KB = 120;
const INSIGHTS_LIMIT_KB = 200;
/** Chunks that are loaded beside the entry before the table of insights shows. */
const INSIGHTS_PARTS = ["src/app/composition/person.ts", "src/features/insights/insights-page.tsx"];
const LANDING_LIMIT_KB = 40;
const DIST = process.env.BUNDLE_DIST ?? "dist/web";

const manifestPath = [join(DIST, ".vite/manifest.json"), join(DIST, "manifest.json")].find(existsSync);
if (!manifestPath) {
  const required = process.argv.includes("--required");
  const sentence = `bundle: there is no build in ${DIST} (npm run build makes one), so its size was not checked`;
  console[required ? "error" : "log"](sentence);
  process.exit(required ? 1 : 0);
}

const manifest = JSON.parse(readFileSync(manifestPath, "utf8"));
const entry = Object.keys(manifest).find((key) => manifest[key].isEntry);
if (!entry) {
  console.error(`bundle: ${manifestPath} names no entry`);
  process.exit(1);
}

/** The entry and all that it imports statically; a dynamic import is loaded after the first screen. */
function firstLoad(key, seen = new Set()) {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const imported of manifest[key].imports ?? []) firstLoad(imported, seen);
  return seen;
}

/** Size of a script over the wire in bytes: brotli at its highest level, as a file that is packed once. */
function compressedBytes(file) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  return brotliCompressSync(readFileSync(join(DIST, file)), { params }).length;
}

const app = measured(scriptsOf(entry), LIMIT_KB);
const insights = measured(
  scriptsOf(entry, ...INSIGHTS_PARTS.filter((key) => key in manifest)),
  INSIGHTS_LIMIT_KB,
);
const landing = measured(landingScripts(), LANDING_LIMIT_KB);

if (process.argv.includes("--json")) {
  const figures = ({ kilobytes, limit }) => ({ kilobytes, limit });
  console.log(JSON.stringify({ ...figures(app), insights: figures(insights), landing: figures(landing) }));
} else {
  print(app, "before the first screen");
  print(insights, "before the first insights");
  print(landing, "of the public page");
}
process.exit([app, insights, landing].some(({ kilobytes, limit }) => kilobytes > limit) ? 1 : 0);

/** The scripts of these chunks and of all that they import statically, once each. */
function scriptsOf(...keys) {
  const seen = new Set();
  for (const key of keys) firstLoad(key, seen);
  return [...seen].map((key) => manifest[key].file).filter((file) => file.endsWith(".js"));
}

/** The scripts of the public page and their static imports; none where the build has no such page. */
function landingScripts() {
  const page = join(DIST, "landing.html");
  if (!existsSync(page)) return [];
  const found = new Set();
  const add = (file) => {
    if (found.has(file)) return;
    found.add(file);
    const text = readFileSync(join(DIST, file), "utf8");
    for (const [, name] of text.matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g))
      add(`assets/${name}`);
  };
  for (const [, file] of readFileSync(page, "utf8").matchAll(/<script[^>]+src="\/([^"]+)"/g)) add(file);
  return [...found];
}

function measured(files, limit) {
  const sizes = files.map((file) => ({ file, bytes: compressedBytes(file) }));
  const kilobytes = Math.round(sizes.reduce((sum, { bytes }) => sum + bytes, 0) / 100) / 10;
  return { sizes, kilobytes, limit };
}

function print({ sizes, kilobytes, limit }, where) {
  for (const { file, bytes } of sizes)
    console.log(`bundle: ${(bytes / 1000).toFixed(1).padStart(7)} kB  ${file}`);
  console.log(`bundle: ${kilobytes} kB of script ${where}, ${limit} kB at most`);
}
