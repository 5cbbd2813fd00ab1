import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";

const PROJECT = resolve(import.meta.dirname, "../../..");
const DOCUMENTS = [
  "README.md",
  "CONTRIBUTING.md",
  "docs/architecture.md",
  "docs/glossary.md",
  "docs/sync.md",
];
const CODE = ["src", "sw", "server", "cli", "scripts", "tests", "bench"];

const allFiles = CODE.flatMap((folder) =>
  readdirSync(join(PROJECT, folder), { recursive: true, encoding: "utf8" }).map(
    (path) => `/${folder}/${path}`,
  ),
);

/** Paths in backticks; those with a placeholder (NAME, *) or of other formats are left out. */
function namedPaths(document: string): string[] {
  const text = readFileSync(join(PROJECT, document), "utf8");
  const quoted = Array.from(text.matchAll(/`([\w./-]+)`/g), ([, path]) => path ?? "");
  const ours = new RegExp(`^(${CODE.join("|")})/|\\.(ts|tsx|mjs|cjs)$`);
  return quoted.filter((path) => ours.test(path) && !/[A-Z]{3}/.test(path));
}

it.each(DOCUMENTS)("finds each file and folder that %s names", (document) => {
  const missing = namedPaths(document).filter(
    (path) => !existsSync(join(PROJECT, path)) && !allFiles.some((file) => file.endsWith(`/${path}`)),
  );
  expect(missing).toEqual([]);
});
