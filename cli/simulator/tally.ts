/** Counts of a simulation. */
export class Tally {
  calls = 0;
  /** Requests and answers that a bad link lost. */
  lost = 0;
  /** Answers that asked to come later. */
  throttled = 0;
  /** Calls that ended in an unexpected error; empty in a good run. */
  readonly failures = new Map<string, number>();
  created = 0;
  duplicate = 0;
  conflict = 0;
  refused = 0;
  photos = 0;
  reports = 0;
  updatesPassed = 0;
  updatesFailed = 0;
  updatesAsked = 0;

  failed(what: string): void {
    this.failures.set(what, (this.failures.get(what) ?? 0) + 1);
  }

  lines(): string[] {
    const { failures: _, ...counts } = this;
    const words = Object.entries(counts).map(([name, count]) => `  ${name.padEnd(14)} ${count}`);
    return [...words, ...Array.from(this.failures, ([what, count]) => `  failed: ${what} (${count} times)`)];
  }
}
