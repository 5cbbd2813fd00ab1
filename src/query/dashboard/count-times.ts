import { delayFilter } from "../../domain/dashboard/archived-rule.ts";
import { type DashboardCounts, LAST_DAYS } from "../../domain/dashboard/counts.ts";
import { compareNames } from "../../domain/text-order.ts";
import { DAY_MS, HOUR_MS, startOfLastDaysMs, utcHour, utcWeekday } from "../../domain/time.ts";
import { createNumberReader } from "../../storage/mirror/insight-chunk.ts";
import { countTotal } from "./count-codes.ts";
import { type CountedInsights, countedInsights } from "./counted-insights.ts";

const HOURS_A_DAY = DAY_MS / HOUR_MS;

export function countHours({ queries, passes }: CountedInsights): number[] {
  const { timeMs } = queries.columns;
  const counts = new Array<number>(HOURS_A_DAY).fill(0);
  for (let place = 0; place < passes.length; place += 1) {
    if (passes[place] !== 1) continue;
    const hour = utcHour(timeMs[place] ?? 0);
    counts[hour] = (counts[hour] ?? 0) + 1;
  }
  return counts;
}

export function findSpan(insights: CountedInsights): DashboardCounts["span"] {
  const { queries, passes } = insights;
  const { timeMs } = queries.columns;
  const total = countTotal(insights);
  if (total === 0) return null;
  const byTime = queries.byTime();
  const isIn = (place: number) => passes[place] === 1;
  const timeOf = (place: number | undefined) => timeMs[place ?? 0] ?? 0;
  let before = Math.ceil(total / 2);
  const median = byTime.find((place) => isIn(place) && --before === 0);
  return {
    firstMs: timeOf(byTime.find(isIn)),
    medianMs: timeOf(median),
    lastMs: timeOf(byTime.findLast(isIn)),
  };
}

/** Goes back from the newest as far as the first of the days. */
export function countLastDays({ queries, passes, nowMs }: CountedInsights): DashboardCounts["lastDays"] {
  const { classes, classCode, timeMs } = queries.columns;
  const firstMs = startOfLastDaysMs(LAST_DAYS, nowMs);
  const byTime = queries.byTime();
  const perClass = new Map<number, number[]>();
  for (let at = byTime.length - 1; at >= 0; at -= 1) {
    const place = byTime[at] ?? 0;
    const shownMs = timeMs[place] ?? 0;
    if (shownMs < firstMs) break;
    const day = Math.floor((shownMs - firstMs) / DAY_MS);
    if (passes[place] !== 1 || day >= LAST_DAYS) continue;
    const code = classCode[place] ?? 0;
    let perDay = perClass.get(code);
    if (perDay === undefined) {
      perDay = new Array<number>(LAST_DAYS).fill(0);
      perClass.set(code, perDay);
    }
    perDay[day] = (perDay[day] ?? 0) + 1;
  }
  const sum = (perDay: readonly number[]) => perDay.reduce((total, count) => total + count, 0);
  return [...perClass]
    .map(([code, perDay]) => ({ className: classes.texts[code] ?? "", perDay }))
    .sort(
      (one, other) => sum(other.perDay) - sum(one.perDay) || compareNames(one.className, other.className),
    );
}

export function countReceivedHours({ queries, passes }: CountedInsights): number[][] {
  const counts = Array.from({ length: 7 }, () => new Array<number>(HOURS_A_DAY).fill(0));
  const read = createNumberReader();
  for (const { chunk, start } of queries.columns.chunks()) {
    const { values, all } = read(chunk.numbers.timeStampMs);
    for (let row = 0; row < chunk.rows; row += 1) {
      if (passes[start + row] !== 1) continue;
      const receivedMs = values === null ? all : (values[row] ?? 0);
      const ofDay = counts[utcWeekday(receivedMs) - 1];
      const hour = utcHour(receivedMs);
      if (ofDay !== undefined) ofDay[hour] = (ofDay[hour] ?? 0) + 1;
    }
  }
  return counts;
}

/** Delays up to this many hours are counted in a table, others, which are rare, one by one. */
const COMMON_DELAYS = 4_096;

/** Under the delay widget's own filter; insights without a camera's time are in no count. */
export function countDelays({ queries, overlay, filter, nowMs }: CountedInsights): DashboardCounts["delays"] {
  const { passes } = countedInsights(queries, delayFilter(filter), overlay, nowMs);
  const common = new Uint32Array(COMMON_DELAYS);
  const rare = new Map<number, number>();
  const [readReceived, readMade] = [createNumberReader(), createNumberReader()];
  for (const { chunk, start } of queries.columns.chunks()) {
    const received = readReceived(chunk.numbers.timeStampMs);
    const made = readMade(chunk.numbers.fileCtimeMs);
    for (let row = 0; row < chunk.rows; row += 1) {
      if (passes[start + row] !== 1) continue;
      const receivedMs = received.values === null ? received.all : (received.values[row] ?? Number.NaN);
      const madeMs = made.values === null ? made.all : (made.values[row] ?? Number.NaN);
      const hours = Math.floor((receivedMs - madeMs) / HOUR_MS);
      if (Number.isNaN(hours)) continue;
      if (hours >= 0 && hours < COMMON_DELAYS) common[hours] = (common[hours] ?? 0) + 1;
      else rare.set(hours, (rare.get(hours) ?? 0) + 1);
    }
  }
  const counted = Array.from(common, (count, hours) => ({ hours, count })).filter(({ count }) => count > 0);
  const others = [...rare].map(([hours, count]) => ({ hours, count }));
  return [...counted, ...others].sort((one, other) => one.hours - other.hours);
}
