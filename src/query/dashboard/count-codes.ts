import type { ClassCount, DashboardCounts } from "../../domain/dashboard/counts.ts";
import { COMMS_SOURCES, INSIGHT_STATUSES, type InsightStatus } from "../../domain/insight/insight.ts";
import { compareNames } from "../../domain/text-order.ts";
import type { CountedInsights } from "./counted-insights.ts";

export function countTotal({ passes }: CountedInsights): number {
  let total = 0;
  for (const passed of passes) total += passed;
  return total;
}

export function countClasses({ queries, passes }: CountedInsights): ClassCount[] {
  const { classes, classCode, timeMs } = queries.columns;
  const counts = new Uint32Array(classes.texts.length);
  const firstMs = new Float64Array(classes.texts.length).fill(Number.POSITIVE_INFINITY);
  const lastMs = new Float64Array(classes.texts.length).fill(Number.NEGATIVE_INFINITY);
  for (let place = 0; place < passes.length; place += 1) {
    if (passes[place] !== 1) continue;
    const code = classCode[place] ?? 0;
    counts[code] = (counts[code] ?? 0) + 1;
    const atMs = timeMs[place] ?? 0;
    if (atMs < (firstMs[code] ?? 0)) firstMs[code] = atMs;
    if (atMs > (lastMs[code] ?? 0)) lastMs[code] = atMs;
  }
  return classes.texts
    .map((className, code) => ({
      className,
      count: counts[code] ?? 0,
      firstMs: firstMs[code] ?? 0,
      lastMs: lastMs[code] ?? 0,
    }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count || compareNames(one.className, other.className));
}

export function countDevices({ queries, passes }: CountedInsights): Map<string, number> {
  const { devices, deviceCode } = queries.columns;
  const counts = countsOf(passes, deviceCode, devices.texts.length);
  return new Map(
    devices.texts.flatMap((deviceId, code): [string, number][] => {
      const count = counts[code] ?? 0;
      return count === 0 ? [] : [[deviceId, count]];
    }),
  );
}

export function countStatuses({ passes, status }: CountedInsights): DashboardCounts["statuses"] {
  const counts = countsOf(passes, status, INSIGHT_STATUSES.length);
  return Object.fromEntries(INSIGHT_STATUSES.map((name, code) => [name, counts[code] ?? 0])) as Record<
    InsightStatus,
    number
  >;
}

export function countSources({ queries, passes }: CountedInsights): DashboardCounts["sources"] {
  const counts = countsOf(passes, queries.columns.sourceCode, COMMS_SOURCES.length + 1);
  return [
    ...COMMS_SOURCES.map((source, at) => ({ source, count: counts[at + 1] ?? 0 })),
    { source: null, count: counts[0] ?? 0 },
  ];
}

/** A table of all pairs is kept up to this size; beyond it the pairs that occur, which are few then. */
const PAIRS_IN_TABLE = 4_000_000;

export function countDeviceClasses({ queries, passes }: CountedInsights): DashboardCounts["deviceClasses"] {
  const { devices, deviceCode, classes, classCode } = queries.columns;
  const width = classes.texts.length;
  const pairs = devices.texts.length * width;
  const table = pairs <= PAIRS_IN_TABLE ? new Uint32Array(pairs) : null;
  const sparse = new Map<number, number>();
  for (let place = 0; place < passes.length; place += 1) {
    if (passes[place] !== 1) continue;
    const pair = (deviceCode[place] ?? 0) * width + (classCode[place] ?? 0);
    if (table !== null) table[pair] = (table[pair] ?? 0) + 1;
    else sparse.set(pair, (sparse.get(pair) ?? 0) + 1);
  }
  const entry = (pair: number, count: number) => ({
    deviceId: devices.texts[Math.floor(pair / width)] ?? "",
    className: classes.texts[pair % width] ?? "",
    count,
  });
  if (table === null) return [...sparse].map(([pair, count]) => entry(pair, count));
  const found: { deviceId: string; className: string; count: number }[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    const count = table[pair] ?? 0;
    if (count > 0) found.push(entry(pair, count));
  }
  return found;
}

function countsOf(passes: Uint8Array, codes: Uint8Array | Uint32Array, length: number): Uint32Array {
  const counts = new Uint32Array(length);
  for (let place = 0; place < passes.length; place += 1) {
    const code = codes[place] ?? 0;
    counts[code] = (counts[code] ?? 0) + (passes[place] ?? 0);
  }
  return counts;
}
