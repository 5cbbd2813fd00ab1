import { DAY_MS } from "../time.ts";

/** The UTC days on which each Sentinel reported, by device id. */
export type ReportDays = ReadonlyMap<string, readonly DayRun[]>;

/** Days that follow each other, both included, as days since 1970-01-01. Runs ascend and do not touch. */
export type DayRun = readonly [first: number, last: number];

/**
 * Trap nights of a Sentinel: the UTC days from `fromMs` to `toMs` on which it reported at least once. A camera trap's
 * effort is the number of 24-hour periods in which it worked (Rovero and Marshall 2009, Journal of Applied Ecology
 * 46:1011–1017, "camera days"); a day without any report does not count, whatever was planned.
 *
 * @param fromMs, toMs epoch ms, both included; undefined for no bound
 */
export function trapNights(
  runs: readonly DayRun[] | undefined,
  fromMs: number | undefined,
  toMs: number | undefined,
): number {
  const from = fromMs === undefined ? Number.NEGATIVE_INFINITY : Math.floor(fromMs / DAY_MS);
  const to = toMs === undefined ? Number.POSITIVE_INFINITY : Math.floor(toMs / DAY_MS);
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
 * 2003, Animal Conservation 6:131–139): 100 × detections / trap nights. A detection is one insight. Null without effort.
 */
export function detectionsPer100TrapNights(detections: number, nights: number): number | null {
  return nights === 0 ? null : (100 * detections) / nights;
}
