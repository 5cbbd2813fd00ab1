import { COMMS_SOURCES, type CommsSource, isInsightStatus, toWholePercent } from "../../domain/insight.ts";
import { utcDay, utcDayRange } from "../../domain/insight-text.ts";
import { DEFAULT_PAGE_SIZE, pageSizeOf } from "../../domain/table-page.ts";
import type { InsightFilter, InsightQuery, SortColumn } from "../../query/insight-view.ts";

const SORT_COLUMNS: readonly SortColumn[] = ["time", "className", "confidence", "device", "status", "source"];
const DEFAULT_SORT: InsightQuery["sort"] = { column: "time", descending: true };

/** What the address bar says of the insights screen: everything that a link or the back button must bring back. */
export interface InsightAddress {
  filter: InsightFilter;
  sort: InsightQuery["sort"];
  /** From 1. */
  page: number;
  pageSize: number;
  /** All rows in one list instead of pages. */
  scroll: boolean;
}

/** Reads the query string of the insights tab; what makes no sense is left out rather than refused. */
export function readAddress(search: URLSearchParams): InsightAddress {
  const filter: InsightFilter = { showArchived: search.get("archived") === "1" };
  const put = <Key extends keyof InsightFilter>(key: Key, value: InsightFilter[Key] | null) => {
    if (value !== null) filter[key] = value;
  };
  const list = (name: string) => {
    const values = search.getAll(name).filter((value) => value !== "");
    return values.length > 0 ? [...new Set(values)] : null;
  };
  const only = <Value extends string>(name: string, isOne: (value: string) => value is Value) => {
    const values = list(name)?.filter(isOne) ?? [];
    return values.length > 0 ? values : null;
  };
  put("text", textIn(search.get("q")));
  put("deviceName", search.get("device_name") || null);
  put("classNames", list("class"));
  put("deviceIds", list("device_id"));
  put("groupIds", list("group_id"));
  put("statuses", only("status", isInsightStatus));
  put("sources", only("source", isCommsSource));
  put("fromMs", utcDayRange(search.get("from") ?? "")?.firstMs ?? null);
  put("toMs", utcDayRange(search.get("to") ?? "")?.lastMs ?? null);
  put("minConfidence", readPercent(search.get("confidence")));
  put("maxConfidence", readPercent(search.get("confidence_to")));
  put("classList", textIn(search.get("class_list")));
  // Whoever asks for what is archived must also see it.
  if (filter.statuses?.includes("archive")) filter.showArchived = true;
  return {
    filter,
    sort: readSort(search.get("sort")),
    page: Math.max(1, readWhole(search.get("page")) ?? 1),
    pageSize: pageSizeOf(readWhole(search.get("rows"))),
    scroll: search.get("view") === "scroll",
  };
}

/** Writes the address into a copy of `search`; parameters of others (the tab) stay, defaults are left out. */
export function writeAddress(address: InsightAddress, search: URLSearchParams): URLSearchParams {
  const { filter, sort } = address;
  const written = new URLSearchParams(search);
  const set = (name: string, value: string | null | undefined) => {
    written.delete(name);
    if (value) written.set(name, value);
  };
  const setAll = (name: string, values: readonly string[] | undefined) => {
    written.delete(name);
    for (const value of values ?? []) written.append(name, value);
  };
  set("q", filter.text);
  set("device_name", filter.deviceName);
  setAll("class", filter.classNames);
  setAll("device_id", filter.deviceIds);
  setAll("group_id", filter.groupIds);
  setAll("status", filter.statuses);
  setAll("source", filter.sources);
  set("from", filter.fromMs === undefined ? null : utcDay(filter.fromMs));
  set("to", filter.toMs === undefined ? null : utcDay(filter.toMs));
  set("confidence", percentIn(filter.minConfidence));
  set("confidence_to", percentIn(filter.maxConfidence));
  set("class_list", filter.classList);
  set("archived", filter.showArchived ? "1" : null);
  const isDefaultSort = sort.column === DEFAULT_SORT.column && sort.descending === DEFAULT_SORT.descending;
  set("sort", isDefaultSort ? null : `${sort.descending ? "-" : ""}${sort.column}`);
  set("page", address.page > 1 ? String(address.page) : null);
  set("rows", address.pageSize === DEFAULT_PAGE_SIZE ? null : String(address.pageSize));
  set("view", address.scroll ? "scroll" : null);
  return written;
}

/** The question to ask of the view. */
export function queryOf(address: InsightAddress, grouped: boolean): InsightQuery {
  return {
    filter: address.filter,
    sort: address.sort,
    grouped,
    offset: (address.page - 1) * address.pageSize,
    limit: address.pageSize,
  };
}

/** The parts of a filter that narrow what is shown; a range of dates or of percents counts once. */
export type FilterPart =
  | "text"
  | "deviceName"
  | "classNames"
  | "deviceIds"
  | "groupIds"
  | "statuses"
  | "sources"
  | "dates"
  | "confidence"
  | "classList";

/** Which parts of a filter are set, in the order of the chips. */
export function activeParts(filter: InsightFilter): FilterPart[] {
  const parts: FilterPart[] = [];
  if (filter.text) parts.push("text");
  if (filter.deviceName) parts.push("deviceName");
  if (filter.fromMs !== undefined || filter.toMs !== undefined) parts.push("dates");
  if (filter.minConfidence !== undefined || filter.maxConfidence !== undefined) parts.push("confidence");
  if (filter.classList) parts.push("classList");
  for (const key of ["classNames", "deviceIds", "groupIds", "statuses", "sources"] as const) {
    if ((filter[key]?.length ?? 0) > 0) parts.push(key);
  }
  return parts;
}

/** The same filter without one part. */
export function withoutPart(filter: InsightFilter, part: FilterPart): InsightFilter {
  const rest = { ...filter };
  if (part === "dates") {
    delete rest.fromMs;
    delete rest.toMs;
  } else if (part === "confidence") {
    delete rest.minConfidence;
    delete rest.maxConfidence;
  } else {
    delete rest[part];
  }
  return rest;
}

/** The filter with a text that must be contained; an empty one asks for nothing. */
export function withText(filter: InsightFilter, part: "text" | "classList", text: string): InsightFilter {
  return text.trim() === "" ? withoutPart(filter, part) : { ...filter, [part]: text };
}

/** Blanks alone ask for nothing. */
function textIn(text: string | null): string | null {
  return text === null || text.trim() === "" ? null : text;
}

function isCommsSource(value: string): value is CommsSource {
  return COMMS_SOURCES.some((source) => source === value);
}

function readSort(text: string | null): InsightQuery["sort"] {
  const name = text?.replace(/^-/, "");
  const column = SORT_COLUMNS.find((candidate) => candidate === name);
  return column === undefined ? DEFAULT_SORT : { column, descending: text?.startsWith("-") ?? false };
}

function readWhole(text: string | null): number | null {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

function readPercent(text: string | null): number | null {
  const percent = readWhole(text);
  return percent === null || percent > 100 ? null : percent / 100;
}

function percentIn(fraction: number | undefined): string | null {
  return fraction === undefined ? null : String(toWholePercent(fraction));
}
