import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Bench, Figure } from "./bench.ts";

// npm run bench                     all benches, as a table
// npm run bench -- NAME …           some of them
// npm run bench -- --json FILE      the figures as JSON too
// exit: 1 where a goal is missed or a bench could not measure

const { values, positionals } = parseArgs({ options: { json: { type: "string" } }, allowPositionals: true });

const benches = await collectBenches();
const unknown = positionals.filter((name) => !benches.some((bench) => bench.name === name));
if (unknown.length > 0) {
  console.error(
    `bench: no ${unknown.join(", ")}; there are: ${benches.map((bench) => bench.name).join(", ")}`,
  );
  process.exit(2);
}

const figures: Figure[] = [];
let broken = false;
for (const bench of benches) {
  if (positionals.length > 0 && !positionals.includes(bench.name)) continue;
  console.log(`bench: ${bench.name}`);
  try {
    figures.push(...(await bench.run()));
  } catch (error) {
    broken = true;
    console.error(
      `bench: ${bench.name} could not measure: ${error instanceof Error ? error.message : error}`,
    );
  }
}

printTable(figures);
if (values.json) writeFileSync(values.json, `${JSON.stringify(figures, null, 2)}\n`);
process.exit(broken || figures.some((figure) => figure.pass === false) ? 1 : 0);

async function collectBenches(): Promise<Bench[]> {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".ts"));
  const found: Bench[] = [];
  for (const file of files.sort()) {
    if (file === "run.ts" || file === "bench.ts" || file.startsWith(".")) continue;
    const module: { bench?: Bench } = await import(join(import.meta.dirname, file));
    if (module.bench) found.push(module.bench);
  }
  return found;
}

function printTable(rows: readonly Figure[]): void {
  const head = ["figure", "value", "baseline", "ratio", "goal", ""];
  const lines = rows.map(({ id, value, unit, baseline, ratio, goal, pass }) => [
    id,
    `${value} ${unit}`,
    baseline === null ? "" : `${baseline} ${unit}`,
    ratio === null ? "" : `${ratio}×`,
    goal ?? "",
    pass === null ? "" : pass ? "met" : "MISSED",
  ]);
  const widths = head.map((title, column) =>
    Math.max(title.length, ...lines.map((line) => line[column]?.length ?? 0)),
  );
  for (const line of [head, ...lines]) {
    console.log(
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
  }
}
