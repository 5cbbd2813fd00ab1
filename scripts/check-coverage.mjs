// Does a passed test name each requirement of the areas in tests/finished-areas.txt? Asks
// ../shared/tools/spec-coverage.mjs, which prints "AREA: 12 of 14 named by a passed test" and its gaps.
// A line of the list reads `AREA` or `AREA but ID ID …  # why those come later`. The line `faults` asks for a passed
// test of each fault that must be survived, which its title names as `(fault 7)`.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

const TOOL = "../shared/tools/spec-coverage.mjs";
const RESULTS = "test-results";
/** The faults of an unsteady field that sync is built to survive are numbered from 1. */
const FAULTS = 33;

const finished = readFileSync("tests/finished-areas.txt", "utf8")
  .split("\n")
  .map((line) => line.replace(/#.*/, "").trim())
  .filter(Boolean);
const areas = finished
  .filter((line) => line !== "faults")
  .map((line) => {
    const [area, ...later] = line.split(/\s+/).filter((word) => word !== "but");
    return { area, later };
  });

const results = readdirSync(RESULTS)
  .filter((name) => name.endsWith(".json"))
  .map((name) => `${RESULTS}/${name}`);
let gaps = 0;
for (const { area, later } of areas) {
  const report = execFileSync("node", [TOOL, ...results, area], { encoding: "utf8" });
  if (!new RegExp(`^${area}: \\d+ of \\d+ named`, "m").test(report)) {
    console.error(`coverage: there is no requirement area ${area}`);
    gaps += 1;
    continue;
  }
  const missing = report.split("\n").filter((line) => /^ {2}[A-Z]{2,6}-\d{2} /.test(line));
  const due = missing.filter((line) => !later.some((id) => line.startsWith(`  ${id} `)));
  console.log(
    `coverage: ${area}: ${due.length === 0 ? "complete" : `${due.length} not named by a passed test`}`,
  );
  for (const line of due) console.error(line);
  gaps += due.length;
}

if (finished.includes("faults")) {
  const survived = new Set(results.flatMap(faultsSurvived));
  const unproven = Array.from({ length: FAULTS }, (_, index) => index + 1).filter(
    (fault) => !survived.has(fault),
  );
  console.log(
    `coverage: faults: ${unproven.length === 0 ? "complete" : `${unproven.length} not named by a passed test`}`,
  );
  for (const fault of unproven) console.error(`  fault ${fault}`);
  gaps += unproven.length;
}
process.exit(gaps > 0 ? 1 : 0);

/** Numbers of the faults that passed tests of a file of results name. */
function faultsSurvived(path) {
  return JSON.parse(readFileSync(path, "utf8"))
    .testResults.flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === "passed")
    .flatMap(({ fullName }) =>
      Array.from(fullName.matchAll(/\((?:promise \w+, )?fault (\d+)\)/g), ([, fault]) => Number(fault)),
    );
}
