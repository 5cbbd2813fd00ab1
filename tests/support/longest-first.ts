import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The slowest files, in descending order. A slow file that starts last would run alone while the other worker is
 * idle, and a fresh machine has no durations of an earlier run.
 */
const LONGEST = [
  "cafe-fauna",
  "query",
  "spec-only-server",
  "faults-server",
  "shell",
  "review",
  "pwa",
  "insights",
  "faults-platform",
  "offline-sets",
  "faults",
  "auth",
];

/** Starts files by their place in LONGEST, then the others as vitest orders them. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((name) => moduleId.endsWith(`/e2e/${name}.test.ts`));
      return at < 0 ? LONGEST.length : at;
    };
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}
