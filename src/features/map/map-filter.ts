import {
  type AddressFilter,
  activeParts,
  filterOfParts,
  readFilter,
  writeFilter,
} from "../../parts/insight-filter/filter-address.ts";
import type { PanelPart } from "../../parts/insight-filter/panel-fields.tsx";
import type { InsightFilter } from "../../query/insight-engine.ts";

/** The filter of the map. Its groups are of Sentinels; archived insights count only where their status is chosen. */
export interface MapFilter extends AddressFilter {
  /** Contained in the name or the id of a Sentinel, without regard to case. */
  namePart?: string;
}

export const NO_FILTER: MapFilter = { showArchived: false };

export const MAP_FILTER_PARTS = [
  "dates",
  "groupIds",
  "classNames",
  "statuses",
  "sources",
] as const satisfies readonly PanelPart[];

const NAME = "name";

/** Reads the filter of a query string; see `readFilter`. */
export function readMapFilter(search: URLSearchParams, nowMs: number): MapFilter {
  const filter = filterOfParts(readFilter(search, nowMs), MAP_FILTER_PARTS);
  const namePart = search.get(NAME);
  return withArchivedAsAsked(namePart ? { ...filter, namePart } : filter);
}

/** Writes the filter into a copy of an address; parameters of others stay. */
export function writeMapFilter({ namePart, ...filter }: MapFilter, search: URLSearchParams): URLSearchParams {
  const written = writeFilter(withArchivedAsAsked(filter), search);
  written.delete("archived");
  if (namePart) written.set(NAME, namePart);
  else written.delete(NAME);
  return written;
}

/** How many parts are set; a range of days counts once. */
export function countParts(filter: MapFilter): number {
  return activeParts(filter).length + (filter.namePart ? 1 : 0);
}

/** The insights that the filter leaves. */
export function insightFilterOf(filter: MapFilter): InsightFilter {
  const { namePart: _name, groupIds: _groups, lastDays: _days, ...asked } = filter;
  return asked;
}

/** Whether it asks for something of insights, so that Sentinels without any such are left out. */
export function asksForInsights(filter: MapFilter): boolean {
  return activeParts(insightFilterOf(filter)).length > 0;
}

/** Where all insights of a Sentinel are listed that the map counts. */
export function deviceInsightsHref(
  device: { device_id: string; device_name: string | null },
  { namePart: _name, groupIds: _groups, ...asked }: MapFilter,
): string {
  const wanted: AddressFilter = { ...asked, deviceIds: [device.device_id] };
  if (device.device_name) wanted.deviceName = device.device_name;
  const search = writeFilter(wanted, new URLSearchParams({ tab: "insights" }));
  // The map counts insights; folded into collections the list would show fewer rows.
  search.set("collections", "0");
  return `/?${search}`;
}

/** The map has no switch for what is archived: the status alone decides. */
function withArchivedAsAsked<Filter extends AddressFilter>(filter: Filter): Filter {
  return { ...filter, showArchived: filter.statuses?.includes("archive") ?? false };
}
