// Writes the table of settings in docs/operators.md from the table that the server reads them by.
//
// usage: npx tsx scripts/settings-table.mjs [--check]   (npm run settings-table)
import { readFileSync, writeFileSync } from "node:fs";
import { SETTINGS } from "../server/settings.ts";

const PAGE = "docs/operators.md";
const BEGIN = "<!-- settings: made from server/settings.ts by npm run settings-table -->";
const END = "<!-- end of settings -->";

const cell = (text) => text.replaceAll("|", "\\|");
const rows = Object.values(SETTINGS).map(
  ({ env, fallback, meaning }) =>
    `| \`${env}\` | ${fallback ? `\`${cell(fallback)}\`` : "–"} | ${cell(meaning)} |`,
);
const table = [BEGIN, "", "| Setting | Default | Meaning |", "|---|---|---|", ...rows, "", END].join("\n");

const page = readFileSync(PAGE, "utf8");
const [start, end] = [page.indexOf(BEGIN), page.indexOf(END)];
if (start < 0 || end < start || rows.length === 0) {
  console.error(`settings: ${PAGE} has no place for the table, or there are no settings`);
  process.exit(1);
}
const written = page.slice(0, start) + table + page.slice(end + END.length);
if (process.argv.includes("--check")) {
  if (written === page) console.log(`settings: ${rows.length} settings, as in ${PAGE}`);
  else console.error(`settings: the table in ${PAGE} is out of date; npm run settings-table writes it anew`);
  process.exit(written === page ? 0 : 1);
}
writeFileSync(PAGE, written);
