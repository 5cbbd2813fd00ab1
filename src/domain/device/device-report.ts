import { insightTimeMs } from "../insight/insight.ts";

/** How far ahead of the server's clock a reported moment may lie: clocks of Sentinels and gateways differ from it. */
export const CLOCK_TOLERANCE_MS = 5 * 60_000;

/** A greater reading of a battery is in millivolts. */
const MOST_VOLTS = 100;

/** Volts of a reading that may be in millivolts. */
export function voltsOf(reading: number): number {
  return reading > MOST_VOLTS ? reading / 1000 : reading;
}

/** Whether a reported moment lies further ahead than clocks differ. */
export function isOfTheFuture(timeMs: number, nowMs: number): boolean {
  return timeMs > nowMs + CLOCK_TOLERANCE_MS;
}

/**
 * When a Sentinel saw an insight, by the camera-time rule, but never later than now: with a camera clock that runs
 * ahead, "last seen" would stay in the future.
 */
export function lastSightMs(insight: { timeStampMs: number; fileCtimeMs: number | null }, nowMs: number) {
  return Math.min(insightTimeMs(insight), nowMs);
}
