// Prints `N passed, N failed, N skipped` over all test-results/*.json; fails where a kind left no results.
import { existsSync, readFileSync } from "node:fs";

const KINDS = ["unit", "contract", "integration", "e2e"];
const count = { passed: 0, failed: 0, skipped: 0 };
const absent = [];
for (const kind of KINDS) {
  const path = `test-results/${kind}.json`;
  if (!existsSync(path)) {
    absent.push(kind);
    continue;
  }
  for (const file of JSON.parse(readFileSync(path, "utf8")).testResults) {
    // A file that broke before its first test has no assertions, and has failed all the same.
    if (file.status === "failed" && file.assertionResults.length === 0) count.failed += 1;
    for (const { status } of file.assertionResults) {
      if (status === "passed" || status === "failed") count[status] += 1;
      else count.skipped += 1;
    }
  }
}
if (absent.length > 0) console.error(`results: none from ${absent.join(", ")}`);
console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
process.exit(count.failed > 0 || absent.length > 0 ? 1 : 0);
