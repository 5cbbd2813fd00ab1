import { KEY_RETENTION_MS } from "./bulk-update.ts";
import { MINUTE_MS } from "./time.ts";

/**
 * When a decision was made, by the server's clock in epoch milliseconds: not before `fromMs`, not after `toMs`. Null is
 * a device that could not say, or whose clock was set in between: then it is only known when the decision arrived.
 */
export interface DecisionSpan {
  readonly fromMs: number | null;
  readonly toMs: number;
}

/** What a device knows about the time of a decision when it sends it, by its own clock. */
export interface DecisionClock {
  /** The device's time at sending, epoch milliseconds. */
  readonly sentAtMs: number;
  /** The age of the decision at sending, in milliseconds. */
  readonly ageMs: number;
  /** How far the device's clock was ahead of the server's when they last spoke before the decision, in milliseconds. */
  readonly aheadMs: number;
}

/** Two reckonings that differ by more mean that the device's clock was set between the decision and its sending. */
const CLOCK_TOLERANCE_MS = 2 * MINUTE_MS;
/**
 * The span of a decision that arrived at this moment of the server.
 *
 * It is reckoned in two ways, each of which is right if the device's clock was wrong by the same amount all the time:
 * back from the arrival, by the decision's age, and from the device's time, by the last difference of the clocks. The
 * first is too late by the time that the request took, the second too early by the time that the last answer took, so
 * the truth lies between them. Where the clock was set in between, they differ by that much and neither counts.
 */
export function decisionSpan(clock: DecisionClock | null, arrivedAtMs: number): DecisionSpan {
  const unknown: DecisionSpan = { fromMs: null, toMs: arrivedAtMs };
  if (clock === null) return unknown;
  const byAge = arrivedAtMs - clock.ageMs;
  const byClock = clock.sentAtMs - clock.ageMs - clock.aheadMs;
  const fromMs = Math.min(byAge, byClock);
  const toMs = Math.max(byAge, byClock);
  if (toMs - fromMs > CLOCK_TOLERANCE_MS || toMs > arrivedAtMs + CLOCK_TOLERANCE_MS) return unknown;
  // An idempotency key is not kept longer either: a greater age is taken for a device's mistake.
  if (arrivedAtMs - fromMs > KEY_RETENTION_MS) return unknown;
  return { fromMs: Math.min(fromMs, arrivedAtMs), toMs: Math.min(toMs, arrivedAtMs) };
}

/** Whether one decision was made before the other for certain. */
export function isSurelyEarlier(one: DecisionSpan, other: DecisionSpan): boolean {
  return other.fromMs !== null && one.toMs < other.fromMs;
}
