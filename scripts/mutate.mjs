// npm run mutate -- PATHS: does some unit test fail for each change of the code? Changes ("mutants") are made by
// StrykerJS, see stryker.config.mjs. A folder or file of src is tested by the folder of tests/unit that mirrors it.
//
// usage: npm run mutate -- src/domain/table            one room
//        npm run mutate -- src/domain/time.ts --concurrency 2   options go to StrykerJS as they are
// exit: 1 under 95 % of mutants found
import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { dirname } from "node:path";

const args = process.argv.slice(2);
const optionsAt = args.findIndex((arg) => arg.startsWith("--"));
const paths = optionsAt === -1 ? args : args.slice(0, optionsAt);
const options = optionsAt === -1 ? [] : args.slice(optionsAt);
const missing = paths.filter((path) => !existsSync(path));
if (paths.length === 0 || missing.length > 0) {
  console.error(
    paths.length === 0 ? "usage: npm run mutate -- PATHS" : `mutate: not there: ${missing.join(", ")}`,
  );
  process.exit(2);
}

const isFolder = (path) => statSync(path).isDirectory();
const mutated = paths.map((path) => (isFolder(path) ? `${path.replace(/\/$/, "")}/**/*.ts*` : path));
const tests = new Set(paths.map((path) => `${mirroring(path)}/**/*.test.ts`));

const { status } = spawnSync("npx", ["stryker", "run", "--mutate", mutated.join(","), ...options], {
  stdio: "inherit",
  env: { ...process.env, MUTATE_TESTS: [...tests].join(",") },
});
process.exit(status ?? 1);

/** The nearest folder of tests/unit that mirrors the path. */
function mirroring(path) {
  let folder = (isFolder(path) ? path : dirname(path)).replace(/^src\/?/, "").replace(/\/$/, "");
  while (folder !== "." && !existsSync(`tests/unit/${folder}`)) folder = dirname(folder);
  return `tests/unit/${folder}`;
}
