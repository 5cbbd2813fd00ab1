import { DAY_MS, HOUR_MS, MINUTE_MS, shortUtc } from "../domain/time.ts";

const JUST_NOW = "just now";

/** How old in one unit: "just now", "47 min old", "3 h old", "12 d old". Data of the future: the clock that dated it was another. */
export function ageWords(atMs: number, nowMs: number): string {
  if (isAhead(atMs, nowMs)) return "from a clock ahead of this device's";
  return spanWords(nowMs - atMs, "old");
}

/** How long ago in one unit: "just now", "47 min ago", "3 h ago", "12 d ago"; of a moment in the future its date. */
export function agoWords(atMs: number, nowMs: number): string {
  if (isAhead(atMs, nowMs)) return shortUtc(atMs, nowMs);
  return spanWords(nowMs - atMs, "ago");
}

/** How long it lasts, in one unit: "just now", "for 47 min", "for 2 d"; of a moment in the future its date. */
export function lastingWords(atMs: number, nowMs: number): string {
  if (isAhead(atMs, nowMs)) return `since ${shortUtc(atMs, nowMs)}`;
  return nowMs - atMs < MINUTE_MS ? JUST_NOW : `for ${unitWords(nowMs - atMs)}`;
}

/** The clocks of two machines differ by so much without anybody's fault. */
const CLOCKS_DIFFER_MS = 2 * MINUTE_MS;

function isAhead(atMs: number, nowMs: number): boolean {
  return atMs - nowMs > CLOCKS_DIFFER_MS;
}

/** A time to wait, in one unit and rounded up: "8 s", "5 min". */
export function durationWords(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds < 100 ? withUnit(seconds, "s") : withUnit(Math.ceil(seconds / 60), "min");
}

/** With a no-break space, so that no line breaks between the number and its unit. */
function withUnit(count: number, unit: "s" | "min" | "h" | "d"): string {
  return `${count.toLocaleString("en")}\u00a0${unit}`;
}

function spanWords(ms: number, word: "old" | "ago"): string {
  return ms < MINUTE_MS ? JUST_NOW : `${unitWords(ms)} ${word}`;
}

/** Of a minute or more, in one unit and rounded down. */
function unitWords(ms: number): string {
  if (ms < HOUR_MS) return withUnit(Math.floor(ms / MINUTE_MS), "min");
  if (ms < 2 * DAY_MS) return withUnit(Math.floor(ms / HOUR_MS), "h");
  return withUnit(Math.floor(ms / DAY_MS), "d");
}
