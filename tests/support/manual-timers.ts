import type { Timers } from "../../src/platform/timers.ts";
import type { TestClock } from "./test-clock.ts";

/** Timers that fire when the test moves the clock. */
export class ManualTimers implements Timers {
  readonly #clock: TestClock;
  readonly #due = new Set<{ atMs: number; callback: () => void }>();

  constructor(clock: TestClock) {
    this.#clock = clock;
  }

  after(delayMs: number, callback: () => void): () => void {
    const entry = { atMs: this.#clock.now() + delayMs, callback };
    this.#due.add(entry);
    return () => this.#due.delete(entry);
  }

  advance(ms: number): void {
    this.#clock.advance(ms);
    for (const entry of [...this.#due].sort((a, b) => a.atMs - b.atMs)) {
      if (entry.atMs > this.#clock.now()) continue;
      this.#due.delete(entry);
      entry.callback();
    }
  }
}
