import { HOUR_MS, MINUTE_MS } from "../time.ts";

/** The wait after each failed attempt; the last one repeats. */
const WAITS_MS = [MINUTE_MS / 2, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS] as const;
/** The longest wait that a provider may ask for; a greater one is a mistake. */
const LONGEST_ASKED_MS = 24 * HOUR_MS;

export interface RetryQuestion {
  /** Attempts so far, the failed one included. */
  readonly attempts: number;
  readonly nowMs: number;
  readonly giveUpAtMs: number;
  /** The wait that the provider asked for; undefined: none. */
  readonly askedMs?: number | undefined;
  /** 0–1: spreads the attempts of many messages. */
  readonly random: number;
}

/** When a message is tried again, at the latest when it would be given up; null: it is given up. */
export function nextAttemptMs({
  attempts,
  nowMs,
  giveUpAtMs,
  askedMs,
  random,
}: RetryQuestion): number | null {
  if (nowMs >= giveUpAtMs) return null;
  const index = Math.min(Math.max(attempts, 1), WAITS_MS.length) - 1;
  const wait = WAITS_MS[index] ?? HOUR_MS;
  const spread = wait * (0.8 + 0.4 * random);
  const asked = Math.min(askedMs ?? 0, LONGEST_ASKED_MS);
  return Math.min(nowMs + Math.round(Math.max(spread, asked)), giveUpAtMs);
}
