import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const PROJECT = resolve(import.meta.dirname, "../../..");

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "understory-runner-"));
  mkdirSync(join(root, "main/test-results"), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Runs one of our scripts in a folder of its own, beside which nothing lies. */
function run(script: string, args: string[] = [], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync("node", [join(PROJECT, "scripts", script), ...args], {
    cwd: join(root, "main"),
    encoding: "utf8",
    env: { PATH: process.env.PATH, ...env },
  });
  return { status, said: stdout + stderr };
}

function writeResults(
  kind: string,
  tests: { fullName: string; status: string; failureMessages?: string[] }[],
): void {
  const results = { testResults: [{ status: "passed", assertionResults: tests }] };
  writeFileSync(join(root, `main/test-results/${kind}.json`), JSON.stringify(results));
}

describe("npm test", () => {
  // A browser that is named and not there is neither looked for elsewhere nor installed.
  const without = { CHROMIUM_PATH: "/nowhere/chromium", TEST_DATABASE_URL: "postgres://127.0.0.1:1/none" };

  it("skips what it cannot run, and says so at the end", () => {
    const { status, said } = run("test.mjs", ["e2e"], without);
    expect(said).toContain("skipped: Chromium was not found");
    expect(said).toContain("skipped: ../shared/data is not there");
    expect(status).toBe(0);
  });

  it("fails with CI=true where something is missing", () => {
    const { status, said } = run("test.mjs", ["e2e"], { ...without, CI: "true" });
    expect(said).toContain("MISSING: Chromium was not found");
    expect(said).toContain("MISSING: ../shared/data is not there");
    expect(status).toBe(1);
  });

  it("leaves no results of an earlier run behind", () => {
    writeResults("e2e", [{ fullName: "of yesterday", status: "passed" }]);
    run("test.mjs", ["e2e"], without);
    expect(run("count-results.mjs").said).toContain("results: none from unit, contract, integration, e2e");
  });
});

describe("the count of the results", () => {
  it("adds all kinds, and fails on a failed test or a kind without results", () => {
    for (const kind of ["unit", "contract", "integration"])
      writeResults(kind, [{ fullName: "a", status: "passed" }]);
    expect(run("count-results.mjs").status).toBe(1);
    writeResults("e2e", [
      { fullName: "b", status: "passed" },
      { fullName: "c", status: "pending" },
    ]);
    expect(run("count-results.mjs")).toMatchObject({ status: 0, said: "4 passed, 0 failed, 1 skipped\n" });
    writeResults("e2e", [{ fullName: "b", status: "failed" }]);
    const { status, said } = run("count-results.mjs");
    expect(status).toBe(1);
    expect(said).toContain("3 passed, 1 failed, 0 skipped\n");
  });

  it("names what failed, and what passed only when it was repeated", () => {
    for (const kind of ["unit", "contract", "integration"])
      writeResults(kind, [{ fullName: "a", status: "passed" }]);
    writeResults("e2e", [{ fullName: "b", status: "passed", failureMessages: ["Error: too slow\n  at b"] }]);
    const repeated = run("count-results.mjs");
    expect(repeated.status).toBe(0);
    expect(repeated.said).toContain("results: passed when repeated: e2e: b: Error: too slow\n");
    writeResults("e2e", [{ fullName: "b", status: "failed", failureMessages: ["Error: wrong"] }]);
    expect(run("count-results.mjs").said).toContain("results: FAILED: e2e: b: Error: wrong\n");
  });
});

describe("the check of the finished areas", () => {
  /** Says what the real tool says: "AREA: 1 of 2 named by a passed test", then what is missing. */
  const TOOL = `
    const area = process.argv.at(-1);
    if (area !== "INS") console.log("spec coverage: 1 of 2");
    else console.log("INS: 1 of 2 named by a passed test\\n  INS-02  Show a table.\\nspec coverage: 1 of 2");`;

  beforeEach(() => {
    mkdirSync(join(root, "shared/tools"), { recursive: true });
    mkdirSync(join(root, "main/tests"));
    writeFileSync(join(root, "shared/tools/spec-coverage.mjs"), TOOL);
    writeResults("unit", [{ fullName: "a [INS-01]", status: "passed" }]);
  });
  const finish = (list: string) => writeFileSync(join(root, "main/tests/finished-areas.txt"), list);

  it("fails on a requirement that no passed test names", () => {
    finish("# done\nINS\n");
    const { status, said } = run("check-coverage.mjs");
    expect(said).toContain("INS-02  Show a table.");
    expect(status).toBe(1);
  });

  it("lets pass what is said to come later, and nothing where no area is finished", () => {
    finish("INS but INS-02  # with the map\n");
    expect(run("check-coverage.mjs")).toMatchObject({ status: 0, said: "coverage: INS: complete\n" });
    finish("# none yet\n");
    expect(run("check-coverage.mjs").status).toBe(0);
  });

  it("fails on a fault that no passed test is said to survive, where that is finished", () => {
    finish("faults\n");
    const survived = (faults: number[]) =>
      faults.map((fault) => ({ fullName: `a (fault ${fault})`, status: "passed" }));
    const all = Array.from({ length: 33 }, (_, index) => index + 1);
    writeResults("unit", survived(all.slice(0, -1)));
    writeResults("e2e", [{ fullName: "a (fault 33)", status: "failed" }]);
    expect(run("check-coverage.mjs")).toMatchObject({
      status: 1,
      said: expect.stringContaining("  fault 33"),
    });
    writeResults("e2e", survived([33]));
    expect(run("check-coverage.mjs")).toMatchObject({ status: 0, said: "coverage: faults: complete\n" });
  });

  it("fails on an area that does not exist", () => {
    finish("INSIGHTS\n");
    expect(run("check-coverage.mjs")).toMatchObject({ status: 1, said: expect.stringContaining("INSIGHTS") });
  });
});

describe("the README", () => {
  it("names the test command that continuous integration runs, and the demo's", () => {
    const readme = readFileSync(join(PROJECT, "README.md"), "utf8");
    const ci = readFileSync(join(PROJECT, ".ci/run"), "utf8");
    expect(ci).toContain("npm ci && npm test");
    expect(readme).toContain("npm ci && npm test ");
    expect(readme).toContain("npm ci && npm run demo ");
  });
});
