import { DAY_MS, HOUR_MS, MINUTE_MS } from "../domain/time.ts";

/** How long ago in one unit: "just now", "47 min old", "3 h old", "12 d old". A clock set back counts as just now. */
export function ageWords(ms: number, nowMs: number): string {
  const age = nowMs - ms;
  if (age < MINUTE_MS) return "just now";
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min old`;
  if (age < 2 * DAY_MS) return `${Math.floor(age / HOUR_MS)} h old`;
  return `${Math.floor(age / DAY_MS)} d old`;
}
