import { insightTimeMs } from "../insight/insight.ts";

/**
 * How far ahead of the server's clock a moment may lie that a Sentinel or a gateway calls the present: their clocks
 * are never quite right.
 */
export const CLOCK_TOLERANCE_MS = 5 * 60_000;

/** Beyond it a reading of a battery is in millivolts: no camera runs on so many volts. */
const MOST_VOLTS = 100;

/** Volts of a reading that may be in millivolts. */
export function voltsOf(reading: number): number {
  return reading > MOST_VOLTS ? reading / 1000 : reading;
}

/** Whether a moment that is called the present lies further ahead than clocks differ. */
export function isOfTheFuture(timeMs: number, nowMs: number): boolean {
  return timeMs > nowMs + CLOCK_TOLERANCE_MS;
}

/**
 * When a Sentinel last saw something, by one insight: the camera-time rule, but that a camera whose clock runs
 * ahead cannot push the moment beyond now, where it would stay for ever.
 */
export function lastSightMs(insight: { timeStampMs: number; fileCtimeMs: number | null }, nowMs: number) {
  return Math.min(insightTimeMs(insight), nowMs);
}
