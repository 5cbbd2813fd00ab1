// Draws the README's diagram from the code: one box a folder, one arrow where a module of one folder
// imports a module of another. npm run diagram writes it; npm run check fails where it is out of date.
//
// usage: node scripts/diagram.mjs [--check]
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { cruise } from "dependency-cruiser";

const README = "README.md";
const BEGIN = "<!-- diagram: made from the code by npm run diagram -->";
const END = "<!-- end of diagram -->";

const { options, LAYERS } = createRequire(import.meta.url)("../.dependency-cruiser.cjs");
const folders = ["src", "sw", "server", "cli"].filter((folder) => existsSync(folder));
const { modules } = (await cruise(folders, options)).output;

/** The box that a file belongs to: a folder that has a layer, else (src/main.tsx) the file itself. */
function boxOf(path) {
  const folder = Object.keys(LAYERS).find((each) => path.startsWith(`${each}/`));
  if (folder) return folder;
  return /^src\/main\.tsx$/.test(path) ? "src/main" : null;
}

const boxes = new Set();
const arrows = new Set();
for (const { source, dependencies } of modules) {
  const from = boxOf(source);
  if (!from) continue;
  boxes.add(from);
  for (const { resolved } of dependencies) {
    const to = boxOf(resolved);
    if (to && to !== from) arrows.add(`${from} ${to}`);
  }
}

const name = (box) => box.replaceAll("/", "_");
const short = (box) => box.replace(/^src\//, "");
const inBrowser = [...boxes].filter((box) => box.startsWith("src/") || box === "sw").sort();
const inNode = [...boxes].filter((box) => box === "server" || box === "cli").sort();
const shared = new Set(["src/domain", "src/protocol", "src/formats"]);

/** An arrow is left out where a longer way leads there too: the drawing shows the order, not every import. */
function direct(arrow) {
  const [from, to] = arrow.split(" ");
  const next = (box) =>
    [...arrows].filter((each) => each.startsWith(`${box} `)).map((each) => each.split(" ")[1]);
  const reaches = (box, seen) => {
    if (box === to) return true;
    if (seen.has(box)) return false;
    seen.add(box);
    return next(box).some((each) => reaches(each, seen));
  };
  return !next(from).some((via) => via !== to && reaches(via, new Set([from])));
}

const box = (each) => `    ${name(each)}["${short(each)}"]`;
const diagram = [
  BEGIN,
  "```mermaid",
  "flowchart TD",
  "  subgraph browser",
  ...inBrowser.filter((each) => !shared.has(each)).map(box),
  "  end",
  "  subgraph node [Node]",
  ...inNode.map(box),
  "  end",
  "  subgraph both [both]",
  ...inBrowser.filter((each) => shared.has(each)).map(box),
  "  end",
  ...[...arrows]
    .filter(direct)
    .sort()
    .map((arrow) => `  ${arrow.split(" ").map(name).join(" --> ")}`),
  "```",
  END,
].join("\n");

const readme = readFileSync(README, "utf8");
const [start, end] = [readme.indexOf(BEGIN), readme.indexOf(END)];
if (boxes.size === 0 || start < 0 || end < start) {
  console.error(boxes.size === 0 ? "diagram: no module was read" : `diagram: ${README} has no place for it`);
  process.exit(1);
}
const drawn = readme.slice(0, start) + diagram + readme.slice(end + END.length);
if (process.argv.includes("--check")) {
  if (drawn !== readme)
    console.error(`diagram: the one in ${README} is out of date; npm run diagram draws it anew`);
  else console.log(`diagram: ${boxes.size} folders and ${arrows.size} kinds of import, as in ${README}`);
  process.exit(drawn === readme ? 0 : 1);
}
writeFileSync(README, drawn);
