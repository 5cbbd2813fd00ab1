import type { InsightCount } from "../../query/insight-engine.ts";

/** How many rows each choice of a list would show, beside what the other parts of the filter let through. */
export interface FilterCounts {
  classNames: readonly InsightCount[];
  deviceIds: readonly InsightCount[];
  statuses: readonly InsightCount[];
  sources: readonly InsightCount[];
}
