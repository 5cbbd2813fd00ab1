import {
  COMMS_SOURCES,
  type CommsSource,
  INSIGHT_STATUSES,
  type InsightStatus,
} from "../../domain/insight/insight.ts";
import { utcDayRange } from "../../domain/time.ts";
import type { InsightFilter } from "../../query/insight-engine.ts";

/** What the filter panel of the map asks for; an empty text or list asks for nothing. */
export interface MapFilter {
  /** Contained in the name or the id, without regard to case. */
  deviceName: string;
  groupIds: readonly string[];
  classNames: readonly string[];
  statuses: readonly InsightStatus[];
  sources: readonly CommsSource[];
  /** Days in UTC as a date input gives them, both included. */
  from: string;
  to: string;
}

export const NO_FILTER: MapFilter = {
  deviceName: "",
  groupIds: [],
  classNames: [],
  statuses: [],
  sources: [],
  from: "",
  to: "",
};

/** The names of its parts in the address; those that the address of the insights has too are called the same. */
const PARAMETERS = {
  deviceName: "name",
  groupIds: "group_id",
  classNames: "class",
  statuses: "status",
  sources: "source",
  from: "from",
  to: "to",
} as const satisfies Record<keyof MapFilter, string>;

export function readMapFilter(search: URLSearchParams): MapFilter {
  const list = (name: string) => [...new Set(search.getAll(name).filter((value) => value !== ""))];
  const day = (name: string) => {
    const text = search.get(name) ?? "";
    return utcDayRange(text) === null ? "" : text;
  };
  return {
    deviceName: search.get(PARAMETERS.deviceName) ?? "",
    groupIds: list(PARAMETERS.groupIds),
    classNames: list(PARAMETERS.classNames),
    statuses: INSIGHT_STATUSES.filter((status) => search.getAll(PARAMETERS.statuses).includes(status)),
    sources: COMMS_SOURCES.filter((source) => search.getAll(PARAMETERS.sources).includes(source)),
    from: day(PARAMETERS.from),
    to: day(PARAMETERS.to),
  };
}

/** Writes the filter into a copy of an address; what is others' there stays. */
export function writeMapFilter(filter: MapFilter, search: URLSearchParams): URLSearchParams {
  const written = new URLSearchParams(search);
  for (const part of Object.keys(PARAMETERS) as (keyof MapFilter)[]) {
    written.delete(PARAMETERS[part]);
    for (const value of [filter[part]].flat()) if (value !== "") written.append(PARAMETERS[part], value);
  }
  return written;
}

/** How many parts are set; a range of days counts once. */
export function activeParts({ from, to, ...filter }: MapFilter): number {
  const parts = Object.values(filter).filter((value) => value.length > 0).length;
  return parts + (from !== "" || to !== "" ? 1 : 0);
}

export function isReversedRange({ from, to }: MapFilter): boolean {
  return from !== "" && to !== "" && from > to;
}

/** The insights that the filter leaves; what is archived is never counted on the map. */
export function insightFilterOf({ classNames, statuses, sources, from, to }: MapFilter): InsightFilter {
  const [first, last] = [utcDayRange(from), utcDayRange(to)];
  return {
    showArchived: statuses.includes("archive"),
    ...(classNames.length > 0 && { classNames }),
    ...(statuses.length > 0 && { statuses }),
    ...(sources.length > 0 && { sources }),
    ...(first !== null && { fromMs: first.firstMs }),
    ...(last !== null && { toMs: last.lastMs }),
  };
}

/** Whether it asks for something of insights, so that Sentinels without any such are left out. */
export function asksForInsights({ classNames, statuses, sources, from, to }: MapFilter): boolean {
  return classNames.length + statuses.length + sources.length > 0 || from !== "" || to !== "";
}

/** Where all insights of a Sentinel are listed that the map counts. */
export function insightsHref(
  device: { device_id: string; device_name: string | null },
  { classNames, statuses, sources, from, to }: MapFilter,
): string {
  const search = new URLSearchParams({ tab: "insights" });
  if (device.device_name) search.set("device_name", device.device_name);
  search.set("device_id", device.device_id);
  return `/?${writeMapFilter({ ...NO_FILTER, classNames, statuses, sources, from, to }, search)}`;
}
