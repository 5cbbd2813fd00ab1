import type { InsightFilter } from "../insight-engine.ts";
import type { InsightQueries, Overlay } from "../insight-query.ts";

/** The input of a counter: columns by row number, and which rows pass. */
export interface CountedInsights {
  queries: InsightQueries;
  overlay: Overlay;
  filter: InsightFilter;
  nowMs: number;
  /** 1 for each row that passes. */
  passes: Uint8Array;
  /** The shown status of each row, a place in INSIGHT_STATUSES. */
  status: Uint8Array;
}

/** Insights by themselves and not as collections: members of a collection may differ in status and hour. */
export function countedInsights(
  queries: InsightQueries,
  filter: InsightFilter,
  overlay: Overlay,
  nowMs: number,
): CountedInsights {
  const { passes, status } = queries.counted({ filter, grouped: false }, overlay);
  return { queries, overlay, filter, nowMs, passes, status };
}
