import type { Clock } from "../../src/domain/clock.ts";

/**
 * A clock that shows the present time once, now, and from then on counts the time that passes. When the system's clock
 * is set, limits that count by this one neither end early nor hold longer.
 *
 * @param elapsedMs milliseconds since any moment, as `performance.now`
 */
export function steadyClock(clock: Clock, elapsedMs: () => number): Clock {
  const startMs = clock.now() - elapsedMs();
  return { now: () => Math.round(startMs + elapsedMs()) };
}
