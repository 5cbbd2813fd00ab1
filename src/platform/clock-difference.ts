import { LOCAL_KEYS, type LocalValues } from "./stored-values.ts";

/*
 * How far the device's clock is ahead of the server's. Stored, because a decision that is made without a connection
 * needs the difference of before, and because a page may be killed in between. Every tab shares it.
 */

/** An answer that took longer shows a greater difference: up to here that is no sign that a clock was set. */
const SLOW_ANSWER_MS = 10_000;
/** A smaller difference is nearer to the truth; so small a gain is not worth a write. */
const NOTED_FROM_MS = 250;
const NOTED_EVERY_MS = 60_000;

/** Notes the difference with an answer of the server. */
export function noteServerTime(local: LocalValues, deviceMs: number, serverMs: number): void {
  const aheadMs = deviceMs - serverMs;
  const known = read(local);
  const isFresh = known !== null && deviceMs >= known.seenAtMs && deviceMs - known.seenAtMs < NOTED_EVERY_MS;
  const change = aheadMs - (known?.aheadMs ?? aheadMs);
  if (isFresh && change > -NOTED_FROM_MS && change < SLOW_ANSWER_MS) return;
  local.set(LOCAL_KEYS.clockAhead, `${Math.round(aheadMs)} ${Math.round(deviceMs)}`);
}

/**
 * The last known difference, in milliseconds. Undefined where the server was never heard, and where the device's clock
 * is before the moment at which it was: then it was set since.
 */
export function clockAheadAt(local: LocalValues, deviceMs: number): number | undefined {
  const known = read(local);
  return known === null || deviceMs < known.seenAtMs ? undefined : known.aheadMs;
}

function read(local: LocalValues): { aheadMs: number; seenAtMs: number } | null {
  const [aheadMs = Number.NaN, seenAtMs = Number.NaN] = (local.get(LOCAL_KEYS.clockAhead) ?? "")
    .split(" ")
    .map((text) => (text === "" ? Number.NaN : Number(text)));
  return Number.isSafeInteger(aheadMs) && Number.isSafeInteger(seenAtMs) ? { aheadMs, seenAtMs } : null;
}
