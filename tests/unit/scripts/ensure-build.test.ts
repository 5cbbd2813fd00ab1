import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";

const SCRIPT = resolve("scripts/ensure-build.mjs");
/** Stands in for the build: says that it began, and ends once the file `go` is there. */
const BUILD = `
  const { appendFileSync, existsSync, mkdirSync, writeFileSync } = require("node:fs");
  appendFileSync("builds", "x");
  const look = setInterval(() => {
    if (!existsSync("go")) return;
    clearInterval(look);
    mkdirSync("dist/web", { recursive: true });
    mkdirSync("dist/node/server", { recursive: true });
    writeFileSync("dist/web/index.html", "");
    writeFileSync("dist/node/server/main.js", "");
  }, 10);
`;

let folder: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ensure-build-"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ scripts: { build: "node build.cjs" } }));
  writeFileSync(join(folder, "build.cjs"), BUILD);
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill();
  rmSync(folder, { recursive: true, force: true });
});

function start() {
  const child = spawn(process.execPath, [SCRIPT], { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  let said = "";
  child.stdout.on("data", (text) => {
    said += String(text);
  });
  const ended = new Promise<number | null>((done) => child.on("exit", done));
  return { said: () => said, ended };
}
const builds = () => {
  const file = join(folder, "builds");
  return existsSync(file) ? readFileSync(file, "utf8").length : 0;
};

it("is done once by two that start at the same time: the second waits for the first", async () => {
  const first = start();
  await expect.poll(builds).toBe(1);
  const second = start();
  await expect.poll(second.said).toContain("waiting for it");
  writeFileSync(join(folder, "go"), "");
  expect(await Promise.all([first.ended, second.ended])).toEqual([0, 0]);
  expect(builds()).toBe(1);
  expect(existsSync(join(folder, "dist/building"))).toBe(false);
});

it("is done where an earlier one was ended in the middle", async () => {
  mkdirSync(join(folder, "dist/building"), { recursive: true });
  const gone = spawn(process.execPath, ["-e", ""]);
  await new Promise((done) => gone.on("exit", done));
  writeFileSync(join(folder, "dist/building/pid"), String(gone.pid));
  writeFileSync(join(folder, "go"), "");
  expect(await start().ended).toBe(0);
  expect(builds()).toBe(1);
});

it("is done again only where a source is newer", async () => {
  writeFileSync(join(folder, "go"), "");
  expect(await start().ended).toBe(0);
  expect(await start().ended).toBe(0);
  expect(builds()).toBe(1);
  writeFileSync(join(folder, "index.html"), "");
  const laterS = Date.now() / 1000 + 60;
  utimesSync(join(folder, "index.html"), laterS, laterS);
  expect(await start().ended).toBe(0);
  expect(builds()).toBe(2);
});
