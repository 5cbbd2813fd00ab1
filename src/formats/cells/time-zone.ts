import { DAY_MS } from "../../domain/time.ts";
import { FormatError } from "../format-error.ts";

/** The zone of clocks without one: its offset from UTC, in minutes, at a local time given as if it were UTC. */
export interface TimeZoneRule {
  offsetMinutesAt(localMs: number): number;
}

export const UTC_RULE: TimeZoneRule = { offsetMinutesAt: () => 0 };

const CACHE_STEP_MS = 15 * 60_000;

/**
 * A zone as a person writes it: "UTC", an offset ("+02:00", "-5"), or an IANA name ("America/Lima"). A time that
 * a change of clocks repeats is read as the first of the two, one that it skips as if the clock had not changed.
 *
 * @throws FormatError `unknown_zone`
 */
export function parseTimeZone(text: string): TimeZoneRule {
  const minutes = offsetMinutes(text.trim());
  if (minutes !== null) return { offsetMinutesAt: () => minutes };
  const format = formatOf(text.trim());
  const known = new Map<number, number>();
  return {
    offsetMinutesAt(localMs) {
      const slot = Math.floor(localMs / CACHE_STEP_MS);
      let offset = known.get(slot);
      if (offset === undefined) {
        const localStart = slot * CACHE_STEP_MS;
        const before = zoneOffset(format, localStart - DAY_MS);
        const guess = zoneOffset(format, localStart - before * 60_000);
        offset = guess === before ? before : settle(format, localStart, before, guess);
        known.set(slot, offset);
      }
      return offset;
    },
  };
}

/** Minutes of an offset such as "Z", "+02:00", "+0200", "-5"; null where it is none or beyond 14 hours. */
export function offsetMinutes(text: string): number | null {
  if (/^(z|utc|gmt)$/i.test(text)) return 0;
  const match = /^([+-])(\d{1,2})(?::?(\d{2}))?$/.exec(text);
  if (match === null) return null;
  const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0);
  if (minutes > 14 * 60 || Number(match[3] ?? 0) > 59) return null;
  return match[1] === "-" && minutes !== 0 ? -minutes : minutes;
}

/** An offset in the form "+02:00". */
export function offsetText(minutes: number): string {
  const size = Math.abs(minutes);
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${minutes < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** Around a change of clocks both offsets are possible: the one that yields itself is taken, of two the earlier. */
function settle(format: Intl.DateTimeFormat, localMs: number, before: number, guess: number): number {
  if (zoneOffset(format, localMs - before * 60_000) === before) return before;
  return zoneOffset(format, localMs - guess * 60_000) === guess ? guess : before;
}

function formatOf(zone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
  } catch {
    throw new FormatError("unknown_zone", { zone });
  }
}

function zoneOffset(format: Intl.DateTimeFormat, utcMs: number): number {
  const at = { year: 0, month: 1, day: 1, hour: 0, minute: 0, second: 0 };
  for (const { type, value } of format.formatToParts(utcMs)) {
    if (type in at) at[type as keyof typeof at] = Number(value);
  }
  const local = Date.UTC(at.year, at.month - 1, at.day, at.hour, at.minute, at.second);
  return Math.round((local - utcMs) / 60_000);
}
