import type { Clock, Ids } from "../../../src/domain/clock.ts";
import type { Timers } from "../../../src/platform/timers.ts";

/**
 * The clock of all tests. It stands still until a test moves it, and code under test gets its timers from `timers()`.
 * No real time passes in a test; code that uses the browser's own timers (React, the service worker) runs under
 * `vi.useFakeTimers`.
 */
export class TestClock implements Clock {
  #nowMs: number;
  #elapsedMs = 0;

  /** @param startMs UTC epoch milliseconds */
  constructor(startMs: number = Date.UTC(2024, 4, 1, 6, 0, 0)) {
    this.#nowMs = startMs;
  }

  now(): number {
    return this.#nowMs;
  }

  /** Moves the time alone: no timer fires. */
  advance(ms: number): void {
    this.#nowMs += ms;
    this.#elapsedMs += ms;
  }

  /** Sets the time as an operator does: forward or back, while no time passes. */
  set(byMs: number): void {
    this.#nowMs += byMs;
  }

  /** The time that has passed, however the clock was set. */
  elapsedMs(): number {
    return this.#elapsedMs;
  }

  /** Timers of one machine on this clock; each machine fires its own. */
  timers(): TestTimers {
    return new TestTimers(this);
  }
}

export class TestTimers implements Timers {
  readonly #clock: TestClock;
  readonly #waiting = new Set<{ atMs: number; callback: () => void }>();

  constructor(clock: TestClock) {
    this.#clock = clock;
  }

  after(delayMs: number, callback: () => void): () => void {
    const entry = { atMs: this.#clock.now() + delayMs, callback };
    this.#waiting.add(entry);
    return () => this.#waiting.delete(entry);
  }

  elapsedMs(): number {
    return this.#clock.now();
  }

  /** Moves the clock, then fires the timers due by then, the earliest first. */
  advance(ms: number): void {
    this.#clock.advance(ms);
    for (const entry of [...this.#waiting].sort((a, b) => a.atMs - b.atMs)) {
      if (entry.atMs > this.#clock.now()) continue;
      this.#waiting.delete(entry);
      entry.callback();
    }
  }

  /** Fires all waiting timers, whenever they are due; the clock stays. */
  fireAll(): void {
    const entries = [...this.#waiting];
    this.#waiting.clear();
    for (const { callback } of entries) callback();
  }

  /** How many wait. */
  waiting(): number {
    return this.#waiting.size;
  }
}

/** Ids that count up, in the form of UUIDs. */
export function countingIds(): Ids {
  let count = 0;
  return {
    uuid() {
      count += 1;
      return `00000000-0000-4000-8000-${String(count).padStart(12, "0")}`;
    },
  };
}
