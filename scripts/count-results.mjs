// Prints `N passed, N failed, N skipped` over all test-results/*.json, and by name what failed or passed only
// when it was repeated, with what the browser showed; fails where a test failed or a kind left no results.
import { existsSync, readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

const KINDS = ["unit", "contract", "integration", "e2e"];
const count = { passed: 0, failed: 0, skipped: 0 };
const absent = [];
const failed = [];
const repeated = [];
for (const kind of KINDS) {
  const path = `test-results/${kind}.json`;
  if (!existsSync(path)) {
    absent.push(kind);
    continue;
  }
  for (const file of JSON.parse(readFileSync(path, "utf8")).testResults) {
    // A file that broke before its first test has no assertions, and has failed all the same.
    if (file.status === "failed" && file.assertionResults.length === 0) {
      count.failed += 1;
      failed.push(`${kind}: ${file.name}: ${firstLine([file.message])}`);
    }
    for (const { status, fullName, failureMessages, meta } of file.assertionResults) {
      const shown = (meta?.shown ?? []).map((page) => `\n  ${page}`).join("");
      const line = `${kind}: ${fullName}: ${firstLine(failureMessages)}${shown}`;
      if (status === "failed") failed.push(line);
      // A test that passed and yet has a failure to tell of was repeated.
      else if (status === "passed" && failureMessages?.length > 0) repeated.push(line);
      if (status === "passed" || status === "failed") count[status] += 1;
      else count.skipped += 1;
    }
  }
}
if (absent.length > 0) console.error(`results: none from ${absent.join(", ")}`);
for (const line of repeated) console.error(`results: passed when repeated: ${line}`);
for (const line of failed) console.error(`results: FAILED: ${line}`);
console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
process.exit(count.failed > 0 || absent.length > 0 ? 1 : 0);

/**
 * The first line of a failure, what it waited for, or with which seed a property failed and why, and where it stands in
 * the tests; without terminal colours.
 */
function firstLine(messages) {
  const [first = "", ...others] = stripVTControlCharacters(messages?.[0] ?? "").split("\n");
  const told = others.filter((line) => /waiting for |seed: |Caused by: /.test(line)).slice(0, 2);
  const place = others.map((line) => /tests\/[^\s()]+:\d+:\d+/.exec(line)?.[0]).find(Boolean) ?? "";
  return [first, ...told, place]
    .map((part) => part.trim().slice(0, 200))
    .filter((part) => part !== "")
    .join(" | ");
}
