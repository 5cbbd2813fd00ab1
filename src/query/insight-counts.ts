import { COMMS_SOURCES, INSIGHT_STATUSES } from "../domain/insight/insight.ts";
import { compareIds, compareNames } from "../domain/text-order.ts";
import { DAY_MS, utcDay } from "../domain/time.ts";
import type { GroupColumn, HistogramColumn, InsightCount, InsightSet } from "./insight-engine.ts";
import type { InsightQueries, Overlay } from "./insight-query.ts";

/** See InsightEngine.group. */
export function countGroups(
  queries: InsightQueries,
  by: GroupColumn,
  set: InsightSet,
  overlay: Overlay,
): InsightCount[] {
  const { columns, names } = queries;
  const { rows, status, passes } = queries.counted(set, overlay);
  const { byTime, counts } = rows;
  switch (by) {
    case "className":
      return mostFrequentFirst(countCodes(counts, passes, rows.classCode, columns.classes.texts));
    case "device":
      return mostFrequentFirst(
        countCodes(counts, passes, rows.deviceCode, columns.devices.texts).map((entry) => ({
          ...entry,
          name: names.devices.get(entry.value)?.displayName ?? entry.value,
        })),
      );
    case "status":
      return mostFrequentFirst(countPlaces(passes, status, INSIGHT_STATUSES, 0));
    case "source":
      return mostFrequentFirst(countPlaces(passes, rows.sourceCode, COMMS_SOURCES, 1));
    case "day":
      return countDays(byTime, passes, rows.timeMs);
  }
}

/** See InsightEngine.histogram. */
export function countBins(
  queries: InsightQueries,
  over: HistogramColumn,
  bounds: readonly number[],
  set: InsightSet,
  overlay: Overlay,
): number[] {
  const ascends = bounds.every((bound, at) => at === 0 || bound > (bounds[at - 1] ?? Number.NaN));
  if (bounds.length < 2 || !ascends)
    throw new RangeError("A histogram needs two or more bounds that ascend.");
  const { rows, passes } = queries.counted(set, overlay);
  const values = over === "time" ? rows.timeMs : rows.confidence;
  const edges = Float64Array.from(bounds);
  const last = edges.length - 1;
  const [least, most] = [edges[0] ?? 0, edges[last] ?? 0];
  const counts = new Array<number>(last).fill(0);
  for (const place of rows.byTime) {
    const value = values[place] ?? Number.NaN;
    if (passes[place] !== 1 || !(value >= least && value <= most)) continue;
    let [low, high] = [0, last];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((edges[middle] ?? 0) <= value) low = middle;
      else high = middle;
    }
    counts[low] = (counts[low] ?? 0) + 1;
  }
  return counts;
}

/** Counts by the texts that any row has, 0 where none of its rows passes. */
function countCodes(
  isRow: Uint8Array,
  passes: Uint8Array,
  codes: Uint32Array,
  texts: readonly string[],
): InsightCount[] {
  const counts = new Uint32Array(texts.length);
  const isThere = new Uint8Array(texts.length);
  // Two passes: one pass that writes both arrays takes longer, since most rows are of few classes.
  for (let place = 0; place < isRow.length; place += 1)
    if (isRow[place] === 1) isThere[codes[place] ?? 0] = 1;
  for (let place = 0; place < passes.length; place += 1) {
    const code = codes[place] ?? 0;
    counts[code] = (counts[code] ?? 0) + (passes[place] ?? 0);
  }
  return texts
    .map((value, code) => ({ value, name: value, count: counts[code] ?? 0 }))
    .filter((_, code) => isThere[code] === 1);
}

/** Counts by the entries of a fixed list. @param offset the code of its first entry */
function countPlaces(
  passes: Uint8Array,
  codes: Uint8Array,
  list: readonly string[],
  offset: number,
): InsightCount[] {
  const counts = new Uint32Array(256);
  for (let place = 0; place < passes.length; place += 1) {
    const code = codes[place] ?? 0;
    counts[code] = (counts[code] ?? 0) + (passes[place] ?? 0);
  }
  return list.map((value, at) => ({ value, name: value, count: counts[at + offset] ?? 0 }));
}

/** Rows of one day follow each other, so each day is counted in one go. */
function countDays(byTime: Uint32Array, passes: Uint8Array, timeMs: Float64Array): InsightCount[] {
  const days: InsightCount[] = [];
  let [day, count] = [Number.NaN, 0];
  const close = () => {
    const value = utcDay(day * DAY_MS);
    if (count > 0) days.push({ value, name: value, count });
  };
  for (const place of byTime) {
    if (passes[place] !== 1) continue;
    const on = Math.floor((timeMs[place] ?? 0) / DAY_MS);
    if (on !== day) {
      close();
      [day, count] = [on, 0];
    }
    count += 1;
  }
  close();
  return days;
}

function mostFrequentFirst(counts: InsightCount[]): InsightCount[] {
  return counts.sort(
    (a, b) => b.count - a.count || compareNames(a.name, b.name) || compareIds(a.value, b.value),
  );
}
