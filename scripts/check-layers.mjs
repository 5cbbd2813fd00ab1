// Does every import go the way that the architecture says? The rules are in .dependency-cruiser.cjs.
//
// usage: node scripts/check-layers.mjs [ROOT]   (ROOT: another copy of the project, for the tests)
// exit: 1 where a rule is broken, or where nothing was read: a check that saw no file proves nothing
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { cruise } from "dependency-cruiser";

const root = resolve(process.argv[2] ?? process.cwd());
process.chdir(root);

const config = createRequire(import.meta.url)(resolve(root, ".dependency-cruiser.cjs"));
const folders = ["src", "sw", "server", "cli"].filter((folder) => existsSync(folder));
const { options, forbidden } = config;
const result = await cruise(folders, { ...options, ruleSet: { forbidden }, validate: true });

const { modules, summary } = result.output;
const read = modules.filter((module) => folders.some((folder) => module.source.startsWith(`${folder}/`)));
const unread = folders.filter((folder) => !read.some((module) => module.source.startsWith(`${folder}/`)));

if (read.length === 0 || unread.length > 0) {
  console.error(`layers: no module was read in ${unread.join(", ") || "the project"}; nothing is proven.`);
  process.exit(1);
}

for (const { rule, from, to, cycle, comment } of summary.violations) {
  const path = cycle ? cycle.map((step) => step.name ?? step).join(" → ") : to;
  console.error(`layers: ${rule.name}: ${from} → ${path}`);
  const why = comment ?? forbidden.find((each) => each.name === rule.name)?.comment;
  if (why) console.error(`        ${why}`);
}
console.log(`layers: ${read.length} modules read, ${summary.violations.length} broken rules`);
process.exit(summary.violations.length > 0 ? 1 : 0);
