import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The slowest files, in descending order. A slow file that starts last would run alone while the other worker is
 * idle, and a fresh machine has no durations of an earlier run.
 */
const LONGEST = [
  "e2e/faults/faults-server",
  "e2e/accessibility/axe-all-screens",
  "e2e/hand/task-counts",
  "e2e/admin/admin-writes",
  "e2e/review",
  "e2e/pwa",
  "e2e/faults/faults-platform",
  "e2e/alerts/alerts",
  "e2e/faults/faults",
  "e2e/admin/admin-tables",
  "e2e/shell",
  "e2e/dashboard/dashboard",
  "e2e/cafe-fauna",
  "e2e/insights",
  "e2e/faults/faults-promise-client",
  "e2e/offline-sets",
  "e2e/outbox",
  "e2e/table",
  "e2e/spec-only-server",
  "e2e/map/map",
  "e2e/account/account",
  "e2e/main-job",
  "e2e/account/billing",
  "e2e/auth",
  "e2e/faults/faults-version",
  "integration/client/client-restored-order",
  "integration/neighbours/attacked-process",
  "integration/alerts/alert-month",
  "unit/query/worker-engine",
  "unit/features/insights/list/rows/insights-table",
];

/** Starts files by their place in LONGEST, then the others as vitest orders them. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((name) => moduleId.includes(`/tests/${name}.test.`));
      return at < 0 ? LONGEST.length : at;
    };
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}
