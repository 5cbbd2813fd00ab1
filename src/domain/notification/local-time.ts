import { MINUTE_MS } from "../time.ts";

/** The time zone of a person who named none. */
export const DEFAULT_TIME_ZONE = "UTC";

/** Whether this runtime knows a zone by its IANA name ("Africa/Nairobi"). */
export function isTimeZone(zone: string): boolean {
  // Runtimes differ in whether they take offsets ("+03:00") for zones; both sides refuse them.
  if (!/^[A-Za-z][\w+/-]{0,63}$/.test(zone)) return false;
  try {
    formatOf(zone);
    return true;
  } catch {
    return false;
  }
}

/** What a clock on the wall shows in a zone. */
export interface LocalTime {
  readonly year: number;
  /** 1–12. */
  readonly month: number;
  readonly day: number;
  /** 0–23. */
  readonly hour: number;
  readonly minute: number;
}

/** @param zone an IANA name; one that is not known counts as UTC */
export function localTime(zone: string, atMs: number): LocalTime {
  const at = { year: 0, month: 1, day: 1, hour: 0, minute: 0 };
  for (const { type, value } of formatOf(isTimeZone(zone) ? zone : DEFAULT_TIME_ZONE).formatToParts(atMs)) {
    if (type in at) at[type as keyof typeof at] = Number(value);
  }
  return at;
}

/** `2026-11-21`, the day on the calendar of a zone. */
export function localDay(zone: string, atMs: number): string {
  const { year, month, day } = localTime(zone, atMs);
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}

/**
 * The last moment, at or before another, at which the clocks of a zone showed this full hour. On a day whose change of
 * clocks skips the hour, the moment at which it would have been; where the hour comes twice, one of the two.
 */
export function lastLocalHour(zone: string, hour: number, nowMs: number): number {
  const { year, month, day } = localTime(zone, nowMs);
  for (let back = 0; ; back += 1) {
    const atMs = utcOf(zone, Date.UTC(year, month - 1, day - back, hour));
    if (atMs <= nowMs) return atMs;
  }
}

/** The UTC moment of a local time that is given as if it were UTC. */
function utcOf(zone: string, localMs: number): number {
  const guess = localMs - offsetMs(zone, localMs);
  return localMs - offsetMs(zone, guess);
}

function offsetMs(zone: string, atMs: number): number {
  const { year, month, day, hour, minute } = localTime(zone, atMs);
  const wholeMinuteMs = Math.floor(atMs / MINUTE_MS) * MINUTE_MS;
  return Date.UTC(year, month - 1, day, hour, minute) - wholeMinuteMs;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format costs a hundred times its use. @throws RangeError where the zone is not known */
function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
    });
    formats.set(zone, format);
  }
  return format;
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;

/** `21 Nov 2026`, as a calendar in the zone shows it. */
export function localDate(zone: string, atMs: number): string {
  const { year, month, day } = localTime(zone, atMs);
  return `${day} ${MONTHS[month - 1]} ${year}`;
}

/** `21 Nov 07:58`, as a clock in the zone shows it. */
export function localMinute(zone: string, atMs: number): string {
  const { month, day, hour, minute } = localTime(zone, atMs);
  return `${day} ${MONTHS[month - 1]} ${two(hour)}:${two(minute)}`;
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}
