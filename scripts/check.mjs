// npm run check: everything that can be said about the code without running it. As many parts at a time as there are
// processors; each runs even where another failed, so that one run shows all that there is to mend.
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";

// The longest come first, so that the short ones fill what is left of the time.
const PARTS = [
  ["types", "npm run --silent types"],
  ["format and lint", "npx biome check --error-on-warnings"],
  ["layers", "node scripts/check-layers.mjs"],
  ["dead code", "npx knip"],
  ["diagram", "node scripts/diagram.mjs --check"],
  ["settings", "npx tsx scripts/settings-table.mjs --check"],
  ["rooms", "node scripts/check-rooms.mjs"],
  ["bundle size", "node scripts/check-bundle.mjs"],
];

const failed = [];
const waiting = [...PARTS];
await Promise.all(Array.from({ length: availableParallelism() }, runNext));

if (failed.length > 0) {
  console.error(`\ncheck failed: ${failed.join(", ")}`);
  process.exit(1);
}
console.log("\ncheck: all fine");

async function runNext() {
  for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
    const [name, command] = part;
    const started = Date.now();
    const { status, said } = await run(command);
    if (status !== 0) failed.push(name);
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    console.log(
      `\n── ${name}: ${command}\n${said}── ${name}: ${status === 0 ? "fine" : "FAILED"} (${seconds} s)`,
    );
  }
}

/** Prints the output of a command when it ends, so that lines of parallel commands do not mix. */
function run(command) {
  return new Promise((resolve) => {
    let said = "";
    const child = spawn(command, { shell: true, stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        said += text;
      });
    }
    child.once("close", (status) => resolve({ status, said }));
  });
}
