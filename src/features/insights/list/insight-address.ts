import {
  COMMS_SOURCES,
  type CommsSource,
  isInsightStatus,
  toWholePercent,
} from "../../../domain/insight/insight.ts";
import { isReversed, lastDaysIn, lastDaysRange } from "../../../domain/table/table-filter.ts";
import { pageSizeOf } from "../../../domain/table/table-page.ts";
import { utcDay, utcDayRange } from "../../../domain/time.ts";
import type { InsightFilter, InsightQuery, SortColumn } from "../../../query/insight-engine.ts";
import {
  readPaging,
  readSort,
  readWholeNumber,
  sortText,
  type TablePaging,
  writePaging,
} from "../../../ui/data-table/table-paging.ts";

export const SORT_COLUMNS: readonly SortColumn[] = [
  "time",
  "className",
  "confidence",
  "device",
  "status",
  "source",
];
/** A range that follows today: `7d`. */
const DAYS = "days";
/** Whether insights are folded into collections: `1` or `0`. */
export const COLLECTIONS = "collections";
/** Parts that may repeat. */
const LISTS: readonly string[] = ["status", "source"];
const DEFAULT_SORT: InsightQuery["sort"] = { column: "time", descending: true };

export interface AddressFilter extends InsightFilter {
  /** The last days, today included; `fromMs` and `toMs` follow from it when the address is read. */
  lastDays?: number;
}

/** The state of the insights screen in the address bar: all that a link or the back button must bring back. */
export interface InsightAddress extends TablePaging {
  filter: AddressFilter;
  sort: InsightQuery["sort"];
  /**
   * Whether insights are folded into collections; null where the address does not say. It overrides the stored
   * preference, and does not change it.
   */
  collections: boolean | null;
  /** Parts of ours whose values are not understood; kept, so that the link stays whole. */
  unread: readonly AddressPart[];
}

export type AddressPart = readonly [name: string, value: string];

/**
 * Reads the query string of the insights tab; values that are not understood are listed in `unread`.
 *
 * @param nowMs for a range that follows today
 */
export function readAddress(search: URLSearchParams, nowMs: number): InsightAddress {
  const filter: AddressFilter = { showArchived: search.get("archived") === "1" };
  const put = <Key extends keyof AddressFilter>(key: Key, value: AddressFilter[Key] | null) => {
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
  const lastDays = lastDaysIn(search.get(DAYS) ?? "");
  if (lastDays !== null && filter.fromMs === undefined && filter.toMs === undefined) {
    Object.assign(filter, { lastDays, ...lastDaysRange(lastDays, nowMs) });
  }
  put("minConfidence", readPercent(search.get("confidence")));
  put("maxConfidence", readPercent(search.get("confidence_to")));
  put("classList", textIn(search.get("class_list")));
  put("packId", search.get("pack") || null);
  // A filter for archived insights must also show them.
  if (filter.statuses?.includes("archive")) filter.showArchived = true;
  return {
    filter,
    sort: readSort(search.get("sort"), SORT_COLUMNS) ?? DEFAULT_SORT,
    ...readPaging(search),
    collections: readSwitch(search.get(COLLECTIONS)),
    unread: unreadParts(search),
  };
}

/** By name; lists of names and texts take any value. */
const UNDERSTOOD: ReadonlyMap<string, (value: string) => boolean> = new Map(
  Object.entries({
    status: isInsightStatus,
    source: isCommsSource,
    from: (value: string) => utcDayRange(value) !== null,
    to: (value: string) => utcDayRange(value) !== null,
    [DAYS]: (value: string) => lastDaysIn(value) !== null,
    confidence: (value: string) => readPercent(value) !== null,
    confidence_to: (value: string) => readPercent(value) !== null,
    archived: (value: string) => value === "1" || value === "0",
    [COLLECTIONS]: (value: string) => readSwitch(value) !== null,
    sort: (value: string) => readSort(value, SORT_COLUMNS) !== null,
    page: (value: string) => (readWholeNumber(value) ?? 0) > 0,
    rows: (value: string) => pageSizeOf(readWholeNumber(value)) === Number(value),
    view: (value: string) => value === "scroll" || value === "pages",
  }),
);

function unreadParts(search: URLSearchParams): AddressPart[] {
  return [...search].filter(([name, value]) => value !== "" && UNDERSTOOD.get(name)?.(value) === false);
}

/** Returns a copy of `search` with the address; foreign parameters (the tab) stay, defaults are left out. */
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
  const { lastDays, fromMs, toMs } = filter;
  set(DAYS, lastDays === undefined ? null : `${lastDays}d`);
  set("from", lastDays !== undefined || fromMs === undefined ? null : utcDay(fromMs));
  set("to", lastDays !== undefined || toMs === undefined ? null : utcDay(toMs));
  set("confidence", percentIn(filter.minConfidence));
  set("confidence_to", percentIn(filter.maxConfidence));
  set("class_list", filter.classList);
  set("pack", filter.packId);
  set("archived", filter.showArchived ? "1" : null);
  const isDefaultSort = sort.column === DEFAULT_SORT.column && sort.descending === DEFAULT_SORT.descending;
  set("sort", isDefaultSort ? null : sortText(sort));
  writePaging(address, written);
  set(COLLECTIONS, address.collections === null ? null : address.collections ? "1" : "0");
  // A value that was chosen since replaces the one that was not understood.
  for (const [name, value] of address.unread) {
    if (!written.has(name) || LISTS.includes(name)) written.append(name, value);
  }
  return written;
}

export function queryOf(
  address: Pick<InsightAddress, "filter" | "sort" | "page" | "pageSize">,
  grouped: boolean,
): InsightQuery {
  const { lastDays: _, ...filter } = address.filter;
  return {
    filter,
    sort: address.sort,
    grouped,
    offset: (address.page - 1) * address.pageSize,
    limit: address.pageSize,
  };
}

/** The parts of a filter; a range counts once. */
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
  | "classList"
  | "packId";

/** In the order of the chips. */
export function activeParts(filter: InsightFilter): FilterPart[] {
  const parts: FilterPart[] = [];
  if (filter.text) parts.push("text");
  if (filter.deviceName) parts.push("deviceName");
  if (filter.fromMs !== undefined || filter.toMs !== undefined) parts.push("dates");
  if (filter.minConfidence !== undefined || filter.maxConfidence !== undefined) parts.push("confidence");
  if (filter.classList) parts.push("classList");
  if (filter.packId) parts.push("packId");
  for (const key of ["classNames", "deviceIds", "groupIds", "statuses", "sources"] as const) {
    if ((filter[key]?.length ?? 0) > 0) parts.push(key);
  }
  return parts;
}

export function withoutPart(filter: AddressFilter, part: FilterPart): AddressFilter {
  const rest = { ...filter };
  if (part === "dates") {
    delete rest.lastDays;
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

/** Ranges that end before they begin. */
export function reversedParts(filter: InsightFilter): ("dates" | "confidence")[] {
  const parts: ("dates" | "confidence")[] = [];
  if (isReversed(filter.fromMs, filter.toMs)) parts.push("dates");
  if (isReversed(filter.minConfidence, filter.maxConfidence)) parts.push("confidence");
  return parts;
}

export function withRangesTurned(filter: InsightFilter): InsightFilter {
  const { fromMs, toMs, minConfidence, maxConfidence } = filter;
  const turned = { ...filter };
  if (fromMs !== undefined && toMs !== undefined && fromMs > toMs) {
    const [first, last] = [utcDayRange(utcDay(toMs)), utcDayRange(utcDay(fromMs))];
    Object.assign(turned, { fromMs: first?.firstMs ?? toMs, toMs: last?.lastMs ?? fromMs });
  }
  if (minConfidence !== undefined && maxConfidence !== undefined && minConfidence > maxConfidence) {
    Object.assign(turned, { minConfidence: maxConfidence, maxConfidence: minConfidence });
  }
  return turned;
}

/** Blank text removes the part. */
export function withText(filter: InsightFilter, part: "text" | "classList", text: string): InsightFilter {
  return text.trim() === "" ? withoutPart(filter, part) : { ...filter, [part]: text };
}

function textIn(text: string | null): string | null {
  return text === null || text.trim() === "" ? null : text;
}

function isCommsSource(value: string): value is CommsSource {
  return COMMS_SOURCES.some((source) => source === value);
}

function readSwitch(text: string | null): boolean | null {
  return text === "1" ? true : text === "0" ? false : null;
}

function readPercent(text: string | null): number | null {
  const percent = readWholeNumber(text);
  return percent === null || percent > 100 ? null : percent / 100;
}

function percentIn(fraction: number | undefined): string | null {
  return fraction === undefined ? null : String(toWholePercent(fraction));
}
