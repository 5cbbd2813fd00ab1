import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const PROJECT = resolve(import.meta.dirname, "../../..");

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "understory-lint-"));
  cpSync(join(PROJECT, "biome.json"), join(root, "biome.json"));
  symlinkSync(join(PROJECT, "node_modules"), join(root, "node_modules"));
  writeFileSync(join(root, ".gitignore"), "node_modules\n");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** The rules that the real linter names, each with its file, as `rule file`. */
function lint(): string[] {
  const biome = join(PROJECT, "node_modules/.bin/biome");
  const { stdout } = spawnSync(biome, ["lint", "--reporter=json"], { cwd: root, encoding: "utf8" });
  const report: unknown = JSON.parse(stdout);
  expect(report).toMatchObject({ diagnostics: expect.any(Array) });
  const { diagnostics } = report as { diagnostics: { category: string; location: { path: unknown } }[] };
  return diagnostics.map(({ category, location }) => {
    return `${category.split("/").at(-1)} ${JSON.stringify(location.path).match(/[\w./-]+\.ts/)?.[0]}`;
  });
}

/** A function whose body has so many lines. */
function functionOf(lines: number): string {
  const body = Array.from({ length: lines }, (_, at) => `  seen += ${at};\n`).join("");
  return `export function long(): number {\n${body}}\n`
    .replace("seen += 0;", "let seen = 0;")
    .replace(`seen += ${lines - 1};`, "return seen;");
}

describe("the linter", { timeout: 60_000 }, () => {
  it.each(["src", "sw", "server", "cli"])("refuses a function of more than 100 lines in %s", (folder) => {
    write(`${folder}/fits.ts`, functionOf(100));
    write(`${folder}/planted.ts`, functionOf(101));
    expect(lint()).toEqual([`noExcessiveLinesPerFunction ${folder}/planted.ts`]);
  });

  it("lets a suite of tests be as long as its subject needs", () => {
    write("tests/planted.test.ts", functionOf(101));
    expect(lint()).toEqual([]);
  });

  it("refuses a promise that is neither awaited nor caught, whatever module it comes from", () => {
    write("src/save.ts", "export async function save(): Promise<void> {}\n");
    write(
      "src/planted.ts",
      'import { save } from "./save.ts";\n\nexport function start(): void {\n  save();\n}\n',
    );
    write(
      "src/waits.ts",
      'import { save } from "./save.ts";\n\nexport async function start(): Promise<void> {\n  await save();\n}\n',
    );
    expect(lint()).toEqual(["noFloatingPromises src/planted.ts"]);
  });

  it.each(["private", "protected", "public"])(
    "refuses the keyword %s: private fields are #fields",
    (keyword) => {
      const counter = (declared: string, name: string) =>
        `export class Counter {\n  ${declared} = 0;\n  next(): number {\n    this.${name} += 1;\n    return this.${name};\n  }\n}\n`;
      write("server/planted.ts", counter(`${keyword} count`, "count"));
      write("server/fine.ts", counter("#count", "#count"));
      expect(lint()).toEqual(["useConsistentMemberAccessibility server/planted.ts"]);
    },
  );
});
