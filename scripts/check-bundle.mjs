// How much script does a phone load before the first screen? Reads the build's manifest, follows the
// static imports of the entry, compresses each file with brotli as the server does for files, and adds.
//
// usage: node scripts/check-bundle.mjs [--required] [--json]
//   --required  fail where there is no build (without it: say so and pass)
//   --json      print {"kilobytes": number, "limit": number} alone, for the bench
// exit: 1 over the limit
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const LIMIT_KB = 120;
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

const scripts = [...firstLoad(entry)].map((key) => manifest[key].file).filter((file) => file.endsWith(".js"));
const sizes = scripts.map((file) => ({ file, bytes: compressedBytes(file) }));
const kilobytes = Math.round(sizes.reduce((sum, { bytes }) => sum + bytes, 0) / 100) / 10;

if (process.argv.includes("--json")) {
  console.log(JSON.stringify({ kilobytes, limit: LIMIT_KB }));
} else {
  for (const { file, bytes } of sizes)
    console.log(`bundle: ${(bytes / 1000).toFixed(1).padStart(7)} kB  ${file}`);
  console.log(`bundle: ${kilobytes} kB of script before the first screen, ${LIMIT_KB} kB at most`);
}
process.exit(kilobytes > LIMIT_KB ? 1 : 0);
