import { DAY_MS, startOfLastDaysMs, startOfUtcDayMs } from "../time.ts";

/** The UTC days on which each Sentinel reported, by device id. */
export type ReportDays = ReadonlyMap<string, readonly DayRun[]>;

/** Days that follow each other, both included, as days since 1970-01-01. Runs ascend and do not touch. */
export type DayRun = readonly [first: number, last: number];

/** How far back the server looks for reports, the day of the question included; bounds the work of one call. */
export const MOST_REPORT_DAYS = 3 * 366;

/** Whole UTC days, epoch ms: midnight of the first, and the last millisecond of the last. None where it is reversed. */
export interface DaySpan {
  fromMs: number;
  toMs: number;
}

/** Bounds of the days over which effort is counted. */
interface EffortBounds {
  /** When the server answered with the days of reports, epoch ms. */
  readAtMs: number;
  /** The dates of a filter, both included; undefined for no bound. */
  filter: { fromMs?: number | undefined; toMs?: number | undefined };
}

/** The days within the dates of a filter of which this device knows whether a Sentinel reported. */
export function reportedSpan({ readAtMs, filter }: EffortBounds): DaySpan {
  const { fromMs = Number.NEGATIVE_INFINITY, toMs = Number.POSITIVE_INFINITY } = filter;
  return {
    fromMs: Math.max(startOfLastDaysMs(MOST_REPORT_DAYS, readAtMs), startOfUtcDayMs(fromMs)),
    toMs: Math.min(startOfUtcDayMs(readAtMs), startOfUtcDayMs(toMs)) + DAY_MS - 1,
  };
}

/**
 * The days of which this device holds the insights too: a rate needs both. The day in which `heldFromMs` lies is left
 * out unless all of it is held.
 *
 * @param heldFromMs from when on all insights are here; null: of any age
 */
export function ratedSpan(reported: DaySpan, heldFromMs: number | null): DaySpan {
  if (heldFromMs === null) return reported;
  return { ...reported, fromMs: Math.max(reported.fromMs, startOfUtcDayMs(heldFromMs + DAY_MS - 1)) };
}

/**
 * Trap nights of a Sentinel: the UTC days of a span on which it reported at least once. A camera trap's
 * effort is the number of 24-hour periods in which it worked (Rovero and Marshall 2009, Journal of Applied Ecology
 * 46:1011–1017, "camera days"); a day without any report does not count, whatever was planned.
 */
export function trapNights(runs: readonly DayRun[] | undefined, { fromMs, toMs }: DaySpan): number {
  const [from, to] = [Math.floor(fromMs / DAY_MS), Math.floor(toMs / DAY_MS)];
  let days = 0;
  for (const [first, last] of runs ?? []) {
    days += Math.max(0, Math.min(last, to) - Math.max(first, from) + 1);
  }
  return days;
}

/** Days as runs. @param days days since 1970-01-01, ascending, each once */
export function dayRuns(days: readonly number[]): DayRun[] {
  const runs: [number, number][] = [];
  for (const day of days) {
    const last = runs.at(-1);
    if (last !== undefined && last[1] === day - 1) last[1] = day;
    else runs.push([day, day]);
  }
  return runs;
}

/**
 * Detections per 100 trap nights, the relative abundance index of camera trapping (O'Brien, Kinnaird and Wibisono
 * 2003, Animal Conservation 6:131–139): 100 × detections / trap nights. A detection is one insight. Null without
 * effort.
 */
export function detectionsPer100TrapNights(detections: number, nights: number): number | null {
  return nights === 0 ? null : (100 * detections) / nights;
}
