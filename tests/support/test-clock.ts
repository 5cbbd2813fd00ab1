import type { Clock, Ids } from "../../src/domain/clock.ts";

/** A clock that stands still until a test moves it. */
export class TestClock implements Clock {
  #nowMs: number;

  constructor(startMs: number = Date.UTC(2024, 4, 1, 6, 0, 0)) {
    this.#nowMs = startMs;
  }

  now(): number {
    return this.#nowMs;
  }

  advance(ms: number): void {
    this.#nowMs += ms;
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
