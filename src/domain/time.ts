/** Moments are epoch milliseconds; days, texts and fields of the calendar are those of UTC. */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;

/** `2026-11-21T07:58:11.000Z`, as the wire has moments. @throws RangeError beyond the range of Date */
export function isoTime(atMs: number): string {
  return new Date(atMs).toISOString();
}

export function isoTimeOrNull(atMs: number | null): string | null {
  return atMs === null ? null : isoTime(atMs);
}

/** Whether a moment lies within the range of Date (about 270,000 years to either side), so that it has a text. */
export function isMoment(atMs: number): boolean {
  return !Number.isNaN(new Date(atMs).getTime());
}

/** Midnight at which the day of a moment begins. */
export function startOfUtcDayMs(atMs: number): number {
  return Math.floor(atMs / DAY_MS) * DAY_MS;
}

/** The start of the first of so many UTC days, the last of which is the day of a moment. */
export function startOfLastDaysMs(days: number, atMs: number): number {
  return startOfUtcDayMs(atMs) - (days - 1) * DAY_MS;
}

/** `2026-11-21`, the day that a date input holds; "" where there is no such moment. */
export function utcDay(atMs: number): string {
  return isMoment(atMs) ? isoTime(atMs).slice(0, 10) : "";
}

/** First and last millisecond of a day as a date input gives it; null for text that is no day of the calendar. */
export function utcDayRange(day: string): { firstMs: number; lastMs: number } | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return null;
  const firstMs = Date.parse(`${day}T00:00:00.000Z`);
  return utcDay(firstMs) === day ? { firstMs, lastMs: firstMs + DAY_MS - 1 } : null;
}

/**
 * Whole hours since a moment, rounded up as tables show them; the dashboard rounds down. A moment ahead of the clock
 * counts as now; null where there was none.
 */
export function hoursSinceRoundedUp(atMs: number | null, nowMs: number): number | null {
  return atMs === null || Number.isNaN(atMs) ? null : Math.ceil(Math.max(0, nowMs - atMs) / HOUR_MS);
}

/** The same rounded down, as the dashboard shows it. */
export function hoursSinceRoundedDown(atMs: number | null, nowMs: number): number | null {
  return atMs === null || Number.isNaN(atMs) ? null : Math.floor(Math.max(0, nowMs - atMs) / HOUR_MS);
}

/** `08:14 UTC` today, `19 Nov 08:14 UTC` on another day, with the year in another year. */
export function shortUtc(atMs: number, nowMs: number): string {
  if (utcDay(atMs) === utcDay(nowMs)) return `${clockText(atMs, 5)} UTC`;
  return `${dayWithForeignYear(atMs, nowMs)} ${clockText(atMs, 5)} UTC`;
}

/** `21 Nov 07:58:11`, with the year where it is not the year of `nowMs`; "" where there is no such moment. */
export function shortUtcSeconds(atMs: number, nowMs: number): string {
  return isMoment(atMs) ? `${dayWithForeignYear(atMs, nowMs)} ${clockText(atMs, 8)}` : "";
}

/** `21 Nov`; "" where there is no such moment. */
export function shortUtcDay(atMs: number): string {
  const at = new Date(atMs);
  return isMoment(atMs) ? `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]}` : "";
}

/** `21 Nov 2026, 07:58:11 UTC`: all of a moment, for tooltips and facts; "" where there is no such moment. */
export function fullUtc(atMs: number): string {
  return isMoment(atMs) ? `${shortUtcDay(atMs)} ${utcYear(atMs)}, ${clockText(atMs, 8)} UTC` : "";
}

/** 0–23. */
export function utcHour(atMs: number): number {
  return modulo(Math.floor(atMs / HOUR_MS), 24);
}

/** 1 is Monday, 7 is Sunday, as in ISO 8601. */
export function utcWeekday(atMs: number): number {
  // The day from which moments are counted was a Thursday.
  return modulo(Math.floor(atMs / DAY_MS) + 3, 7) + 1;
}

/** The remainder with the sign of the divisor: moments before 1970 have an hour too. */
function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}

export function utcYear(atMs: number): number {
  return new Date(atMs).getUTCFullYear();
}

function dayWithForeignYear(atMs: number, nowMs: number): string {
  return utcYear(atMs) === utcYear(nowMs) ? shortUtcDay(atMs) : `${shortUtcDay(atMs)} ${utcYear(atMs)}`;
}

/** Hours, minutes and seconds, as far as the given number of characters reaches. */
function clockText(atMs: number, characters: 5 | 8): string {
  return isoTime(atMs).split("T")[1]?.slice(0, characters) ?? "";
}
