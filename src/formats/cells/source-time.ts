import { type DateOrder, orderProvenBy, splitYearLast } from "./date-order.ts";
import { offsetMinutes, offsetText, type TimeZoneRule } from "./time-zone.ts";

/** A moment of the source. */
export interface SourceTime {
  /** UTC epoch milliseconds. */
  epochMs: number;
  /** As the source wrote it. */
  text: string;
  /** "+02:00" where the source gave an offset ("Z" is "+00:00"); null where it gave none. */
  offset: string | null;
  /** Present where the source gave a day only, whose first moment this is. */
  isWholeDay?: true;
}

const YEAR_FIRST =
  /^(\d{4})[-:/.](\d{1,2})[-:/.](\d{1,2})(?:(?:T| +)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?$/i;
/** "17-May-2015 14:23:08", as Timelapse shows it. */
const MONTH_NAMED =
  /^(\d{1,2})[-/ ]([a-z]{3,9})\.?[-/ ](\d{4})(?:(?:T|,? +)(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([AP]M)?)?$/i;
const MONTHS = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];

/**
 * Reads a time as camera-trap exports write it: ISO 8601 with or without offset, "2018-08-28 14:23:08", EXIF's
 * "2019:10:01 05:56:36" (in literal quotation marks too), "10/22/14 0:00", "22.10.2014 0:00" and "22-Oct-2014 0:00". A date
 * alone is its first moment. Null for anything else, for days that no calendar has, and where `order` is null for a date that may
 * be read with the day first and with the month first ("3/4/14").
 */
export function parseSourceTime(
  text: string,
  zone: TimeZoneRule,
  order: DateOrder | null = null,
): SourceTime | null {
  const bare = text.replace(/^["']+|["']+$/g, "").trim();
  const local = yearFirst(bare) ?? monthNamed(bare) ?? yearLast(bare, order);
  if (local === null) return null;
  const day = local.isWholeDay ? ({ isWholeDay: true } as const) : null;
  if (local.offset === null) {
    const epochMs = local.localMs - zone.offsetMinutesAt(local.localMs) * 60_000;
    return { epochMs, text, offset: null, ...day };
  }
  return {
    epochMs: local.localMs - local.offset * 60_000,
    text,
    offset: offsetText(local.offset),
    ...day,
  };
}

interface LocalTime {
  localMs: number;
  offset: number | null;
  isWholeDay: boolean;
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

function yearLast(text: string, given: DateOrder | null): LocalTime | null {
  const date = splitYearLast(text);
  if (date === null) return null;
  const proven = orderProvenBy(date);
  // Equal numbers are the same day in both orders; a point stands behind a day in every country that writes one.
  const order = proven === "equal" || proven === "by_point" ? "dmy" : (given ?? proven);
  if (order !== "dmy" && order !== "mdy") return null;
  const [day, month] = order === "dmy" ? [date.first, date.second] : [date.second, date.first];
  return withHalfDay(fullYear(date.year), month, day, date.time);
}

function monthNamed(text: string): LocalTime | null {
  const [whole, day = "", month = "", year = "", ...time] = MONTH_NAMED.exec(text) ?? [];
  // Whole: in Finnish "marraskuu" is November.
  const index = month === "" ? -1 : MONTHS.findIndex((name) => name.startsWith(month.toLowerCase()));
  return whole === undefined || index === -1 ? null : withHalfDay(Number(year), String(index + 1), day, time);
}

/** @param time hour, minute, second, "AM" or "PM" */
function withHalfDay(
  year: number,
  month: string,
  day: string,
  [hour, minute, seconds, half]: readonly (string | undefined)[],
): LocalTime | null {
  if (half === undefined || hour === undefined)
    return local(year, month, day, hour, minute, seconds, 0, null);
  if (Number(hour) < 1 || Number(hour) > 12) return null;
  const hours = String((Number(hour) % 12) + (half.toUpperCase() === "PM" ? 12 : 0));
  return local(year, month, day, hours, minute, seconds, 0, null);
}

/** Two digits as in POSIX: 69 to 99 belong to the last century. */
function fullYear(year: string): number {
  if (year.length === 4) return Number(year);
  return Number(year) + (Number(year) >= 69 ? 1900 : 2000);
}

function local(
  year: number,
  month = "",
  day = "",
  hour: string | undefined = undefined,
  minute = "0",
  second = "0",
  ms = 0,
  offset: number | null = null,
): LocalTime | null {
  const [mo, d, h, mi, s] = [Number(month), Number(day), Number(hour ?? 0), Number(minute), Number(second)];
  if (year < 1970 || mo < 1 || mo > 12 || d < 1 || h > 23 || mi > 59 || s > 59) return null;
  const localMs = Date.UTC(year, mo - 1, d, h, mi, s, ms);
  return new Date(localMs).getUTCDate() === d ? { localMs, offset, isWholeDay: hour === undefined } : null;
}
