import type { Timers } from "../../src/platform/timers.ts";

/** Timers that run only when they are told to. */
export function createHeldTimers(): Timers & { run(): void; waiting(): number } {
  const waiting = new Map<number, () => void>();
  let last = 0;
  return {
    after(_delayMs, callback) {
      last += 1;
      const id = last;
      waiting.set(id, callback);
      return () => waiting.delete(id);
    },
    run() {
      const due = [...waiting.values()];
      waiting.clear();
      for (const callback of due) callback();
    },
    waiting: () => waiting.size,
  };
}
