import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const PROJECT = resolve(import.meta.dirname, "../../..");

/** Files below tests that name a fault in a title, by its number; the tests of the test runner make titles up. */
function testedFaults(): Map<number, string[]> {
  const found = new Map<number, string[]>();
  const tests = join(PROJECT, "tests");
  for (const path of readdirSync(tests, { recursive: true, encoding: "utf8" }).sort()) {
    if (!/\.test\.tsx?$/.test(path) || path.includes("ground/")) continue;
    const titles = readFileSync(join(tests, path), "utf8").matchAll(/\((?:promise \w+, )?fault (\d+)\)/g);
    for (const fault of new Set(Array.from(titles, ([, number]) => Number(number)))) {
      found.set(fault, [...(found.get(fault) ?? []), path]);
    }
  }
  return found;
}

describe("docs/sync.md", () => {
  it("names for each fault the files that test it", () => {
    const document = readFileSync(join(PROJECT, "docs/sync.md"), "utf8");
    const rows = document.matchAll(/^\| (\d+) \|.*\| ([^|]*) \|$/gm);
    const named = Array.from(rows, ([, fault, files]) => [
      Number(fault),
      Array.from((files ?? "").matchAll(/`([^`]+)`/g), ([, file]) => file),
    ]);
    expect(named).toHaveLength(33);
    expect(named).toEqual([...testedFaults()].sort(([a], [b]) => a - b));
  });
});
