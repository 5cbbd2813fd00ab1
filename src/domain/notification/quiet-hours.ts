import { DAY_MS, HOUR_MS, MINUTE_MS } from "../time.ts";
import { lastLocalHour, localTime } from "./local-time.ts";
import type { NotificationRules, TimeOfDay } from "./notification-rules.ts";

/** The first moment, at `nowMs` or later, at which a person may be disturbed: now, or the end of the quiet hours. */
export function quietUntilMs(
  { quietHours, timeZone }: Pick<NotificationRules, "quietHours" | "timeZone">,
  nowMs: number,
): number {
  if (quietHours === null) return nowMs;
  const [from, to] = [minuteOf(quietHours.from), minuteOf(quietHours.to)];
  if (!isQuiet(localMinutes(timeZone, nowMs), from, to)) return nowMs;
  const startMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS;
  const endMs = startMs + minutesUntil(to, localMinutes(timeZone, nowMs)) * MINUTE_MS;
  // Where the clocks change in between, the end is looked for once more from an hour before it.
  const nearMs = Math.max(startMs, endMs - 2 * HOUR_MS);
  return nearMs + minutesUntil(to, localMinutes(timeZone, nearMs)) * MINUTE_MS;
}

/** Midnight, in the zone of the rules, at which the day of a moment began. */
export function localDayStartMs(timeZone: string, atMs: number): number {
  return lastLocalHour(timeZone, 0, atMs);
}

function isQuiet(at: number, from: number, to: number): boolean {
  return from <= to ? at >= from && at < to : at >= from || at < to;
}

/** 1 to 1440: at the minute itself it is a whole day away. */
function minutesUntil(to: number, at: number): number {
  const day = DAY_MS / MINUTE_MS;
  return (to - at + day) % day || day;
}

function minuteOf(time: TimeOfDay): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}

function localMinutes(timeZone: string, atMs: number): number {
  const { hour, minute } = localTime(timeZone, atMs);
  return hour * 60 + minute;
}
