import { DAY_MS, HOUR_MS, MINUTE_MS } from "../domain/time.ts";

/** How old in one unit: "just now", "47 min old", "3 h old", "12 d old". A clock set back counts as just now. */
export function ageWords(atMs: number, nowMs: number): string {
  return spanWords(nowMs - atMs, "old");
}

/** How long ago in one unit: "just now", "47 min ago", "3 h ago", "12 d ago". A clock set back counts as just now. */
export function agoWords(atMs: number, nowMs: number): string {
  return spanWords(nowMs - atMs, "ago");
}

/** A time to wait, in one unit and rounded up: "8 s", "5 min". */
export function durationWords(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds < 100 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}

function spanWords(ms: number, word: "old" | "ago"): string {
  if (ms < MINUTE_MS) return "just now";
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min ${word}`;
  if (ms < 2 * DAY_MS) return `${Math.floor(ms / HOUR_MS)} h ${word}`;
  return `${Math.floor(ms / DAY_MS).toLocaleString("en")} d ${word}`;
}
