// npm run check: everything that can be said about the code without running it. Each part runs even
// where one before it failed, so that one run shows all that there is to mend.
import { spawnSync } from "node:child_process";

const PARTS = [
  ["format and lint", "npx biome check --error-on-warnings"],
  ["types", "npx tsc -b"],
  ["layers", "node scripts/check-layers.mjs"],
  ["dead code", "npx knip"],
  ["diagram", "node scripts/diagram.mjs --check"],
  ["settings", "npx tsx scripts/settings-table.mjs --check"],
  ["bundle size", "node scripts/check-bundle.mjs"],
];

const failed = [];
for (const [name, command] of PARTS) {
  const started = Date.now();
  console.log(`\n── ${name}: ${command}`);
  const { status } = spawnSync(command, { shell: true, stdio: ["ignore", "inherit", "inherit"] });
  if (status !== 0) failed.push(name);
  console.log(
    `── ${name}: ${status === 0 ? "fine" : "FAILED"} (${((Date.now() - started) / 1000).toFixed(1)} s)`,
  );
}

if (failed.length > 0) {
  console.error(`\ncheck failed: ${failed.join(", ")}`);
  process.exit(1);
}
console.log("\ncheck: all fine");
