import { offsetMinutes, offsetText, type TimeZoneRule } from "./time-zone.ts";

/** A moment of the source. */
export interface SourceTime {
  /** UTC epoch milliseconds. */
  epochMs: number;
  /** As the source wrote it. */
  text: string;
  /** "+02:00" where the source gave an offset ("Z" is "+00:00"); null where it gave none. */
  offset: string | null;
}

const YEAR_FIRST =
  /^(\d{4})[-:/.](\d{1,2})[-:/.](\d{1,2})(?:(?:T| +)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?$/i;
const MONTH_FIRST =
  /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})(?:(?:T| +)(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([AP]M)?)?$/i;

/**
 * Reads a time as camera-trap exports write it: ISO 8601 with or without offset, "2018-08-28 14:23:08", EXIF's
 * "2019:10:01 05:56:36" (in literal quotation marks too), "10/22/14 0:00" as month/day/year. A date alone is its
 * first moment. Null for anything else, and for days that no calendar has.
 */
export function parseSourceTime(text: string, zone: TimeZoneRule): SourceTime | null {
  const bare = text.replace(/^["']+|["']+$/g, "").trim();
  const local = yearFirst(bare) ?? monthFirst(bare);
  if (local === null) return null;
  if (local.offset === null) {
    const epochMs = local.localMs - zone.offsetMinutesAt(local.localMs) * 60_000;
    return { epochMs, text, offset: null };
  }
  return {
    epochMs: local.localMs - local.offset * 60_000,
    text,
    offset: offsetText(local.offset),
  };
}

interface LocalTime {
  localMs: number;
  offset: number | null;
}

function yearFirst(text: string): LocalTime | null {
  const match = YEAR_FIRST.exec(text);
  if (match === null) return null;
  const [, year, month, day, hour, minute, second, fraction, zone] = match;
  const offset = zone === undefined ? null : offsetMinutes(zone);
  if (zone !== undefined && offset === null) return null;
  const ms = fraction === undefined ? 0 : Number(fraction.padEnd(3, "0").slice(0, 3));
  return local(Number(year), month, day, hour, minute, second, ms, offset);
}

function monthFirst(text: string): LocalTime | null {
  const match = MONTH_FIRST.exec(text);
  if (match === null) return null;
  const [, month, day, year = "", hour, minute, second, half] = match;
  // Two digits as in POSIX: 69 to 99 belong to the last century.
  const full = year.length === 4 ? Number(year) : Number(year) + (Number(year) >= 69 ? 1900 : 2000);
  let hours = hour;
  if (half !== undefined && hour !== undefined) {
    if (Number(hour) < 1 || Number(hour) > 12) return null;
    hours = String((Number(hour) % 12) + (half.toUpperCase() === "PM" ? 12 : 0));
  }
  return local(full, month, day, hours, minute, second, 0, null);
}

function local(
  year: number,
  month = "",
  day = "",
  hour = "0",
  minute = "0",
  second = "0",
  ms = 0,
  offset: number | null = null,
): LocalTime | null {
  const [mo, d, h, mi, s] = [Number(month), Number(day), Number(hour), Number(minute), Number(second)];
  if (year < 1970 || mo < 1 || mo > 12 || d < 1 || h > 23 || mi > 59 || s > 59) return null;
  const localMs = Date.UTC(year, mo - 1, d, h, mi, s, ms);
  return new Date(localMs).getUTCDate() === d ? { localMs, offset } : null;
}
