/** What a simulation sent and heard. */
export class Tally {
  calls = 0;
  /** Calls, or their answers, that a bad link swallowed. */
  lost = 0;
  /** Times that the server asked to come later. */
  throttled = 0;
  /** Calls that ended in an error that no field should see; empty is what is hoped for. */
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
