import type { InsightStatus } from "../insight/insight.ts";

interface ArchiveFilter {
  showArchived: boolean;
  statuses?: readonly InsightStatus[];
}

export type ArchiveChange =
  | { kind: "switch"; on: boolean }
  | { kind: "statuses"; statuses: readonly InsightStatus[] };

/**
 * The two-way rule of "Show archived" and the status filter. The switch turned on clears the exclusion; choosing
 * archived turns the switch on; the switch turned off takes archived out of the status filter again.
 */
export function changeArchive<Filter extends ArchiveFilter>(filter: Filter, change: ArchiveChange): Filter {
  if (change.kind === "statuses") {
    const showArchived = filter.showArchived || change.statuses.includes("archive");
    return withStatuses({ ...filter, showArchived }, change.statuses);
  }
  if (change.on) return { ...filter, showArchived: true };
  const others = filter.statuses?.filter((status) => status !== "archive") ?? [];
  return withStatuses({ ...filter, showArchived: false }, others);
}

/**
 * The filter under which the Insight Delay widget counts: without the archive filter, be it the exclusion or the
 * choice of archived, and of the Sentinel filters with the name alone. `deviceIds` are Sentinels chosen by name.
 */
export function delayFilter<Filter extends ArchiveFilter & { groupIds?: readonly string[] }>(
  filter: Filter,
): Filter {
  const { groupIds: _, ...rest } = filter;
  const others = filter.statuses?.filter((status) => status !== "archive") ?? [];
  return withStatuses({ ...(rest as Filter), showArchived: true }, others);
}

function withStatuses<Filter extends ArchiveFilter>(
  filter: Filter,
  statuses: readonly InsightStatus[],
): Filter {
  const { statuses: _, ...rest } = filter;
  return (statuses.length === 0 ? rest : { ...rest, statuses }) as Filter;
}
