import {
  COMMS_SOURCES,
  type CommsSource,
  isInsightStatus,
  toWholePercent,
} from "../../domain/insight/insight.ts";
import { isReversed, lastDaysIn, lastDaysRange, typedOfTest } from "../../domain/table/table-filter.ts";
import { utcDay, utcDayRange } from "../../domain/time.ts";
import { FILTERED_COLUMNS } from "../../query/column-filters.ts";
import type { InsightFilter } from "../../query/insight-engine.ts";
import { filtersOf, readTypedFilters, writeTypedFilters } from "../../ui/data-table/table-address.ts";
import { readWholeNumber } from "../../ui/data-table/table-paging.ts";

/** A range of dates that follows today, as `7d`. */
const DAYS = "days";

/** A filter that may keep its dates as they were chosen. */
export interface AddressFilter extends InsightFilter {
  /** The last so many days, today included: `fromMs` and `toMs` are made of it whenever the address is read. */
  lastDays?: number;
}

/**
 * Reads the filter of a query string; values that are not valid are left out.
 *
 * @param nowMs the days of a range that follows today are counted from it
 */
export function readFilter(search: URLSearchParams, nowMs: number): AddressFilter {
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
  put("classText", textIn(search.get("class_text")));
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
  put("hour", readHour(search.get("hour")));
  put("receivedHour", readHour(search.get("received_hour")));
  put("receivedWeekday", readWeekday(search.get("received_day")));
  put("minDelayHours", readHours(search.get("delay")));
  put("maxDelayHours", readHours(search.get("delay_to")));
  const columns = filtersOf(readTypedFilters(search, FILTERED_COLUMNS), FILTERED_COLUMNS, nowMs);
  put("columns", columns.length > 0 ? columns : null);
  // A filter for archived insights also shows them.
  if (filter.statuses?.includes("archive")) filter.showArchived = true;
  return filter;
}

/** Writes a filter into a copy of `search`; other parameters stay, empty parts are left out. */
export function writeFilter(filter: AddressFilter, search: URLSearchParams): URLSearchParams {
  const written = writeTypedFilters(typedOf(filter), search);
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
  set("class_text", filter.classText);
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
  set("hour", wholeIn(filter.hour));
  set("received_hour", wholeIn(filter.receivedHour));
  set("received_day", wholeIn(filter.receivedWeekday));
  set("delay", wholeIn(filter.minDelayHours));
  set("delay_to", wholeIn(filter.maxDelayHours));
  set("archived", filter.showArchived ? "1" : null);
  return written;
}

/** The text of each filter of a column, by the column. */
export function typedOf({ columns = [] }: InsightFilter): Readonly<Record<string, string>> {
  return Object.fromEntries(columns.map(({ column, test }) => [column, typedOfTest(test)]));
}

/** The filter with another text for one of `FILTERED_COLUMNS`; an empty one asks for nothing. */
export function withTyped(filter: AddressFilter, column: string, text: string, nowMs: number): AddressFilter {
  const columns = filtersOf({ ...typedOf(filter), [column]: text }, FILTERED_COLUMNS, nowMs);
  return columns.length === 0 ? withoutPart(filter, "columns") : { ...filter, columns };
}

/** By name, which values are understood; lists of names and texts take any. */
export const UNDERSTOOD_OF_FILTERS: Readonly<Record<string, (value: string) => boolean>> = {
  status: isInsightStatus,
  source: isCommsSource,
  from: (value) => utcDayRange(value) !== null,
  to: (value) => utcDayRange(value) !== null,
  [DAYS]: (value) => lastDaysIn(value) !== null,
  confidence: (value) => readPercent(value) !== null,
  confidence_to: (value) => readPercent(value) !== null,
  hour: (value) => readHour(value) !== null,
  received_hour: (value) => readHour(value) !== null,
  received_day: (value) => readWeekday(value) !== null,
  delay: (value) => readHours(value) !== null,
  delay_to: (value) => readHours(value) !== null,
  archived: (value) => value === "1" || value === "0",
};

/** The parts of a filter that narrow what is shown; a range of dates or of percents counts once. */
export type FilterPart =
  | "text"
  | "deviceName"
  | "classNames"
  | "classText"
  | "deviceIds"
  | "groupIds"
  | "statuses"
  | "sources"
  | "dates"
  | "confidence"
  | "classList"
  | "packId"
  | "columns"
  | LinkPart;

/** Parts that a link from the dashboard asks for; no field of the panel sets them. */
export const LINK_PARTS = ["hour", "received", "delay"] as const;
export type LinkPart = (typeof LINK_PARTS)[number];

/** Which parts of a filter are set, in the order of the chips. */
export function activeParts(filter: InsightFilter): FilterPart[] {
  const parts: FilterPart[] = [];
  if (filter.text) parts.push("text");
  if (filter.deviceName) parts.push("deviceName");
  if (filter.fromMs !== undefined || filter.toMs !== undefined) parts.push("dates");
  if (filter.minConfidence !== undefined || filter.maxConfidence !== undefined) parts.push("confidence");
  if (filter.classText) parts.push("classText");
  if (filter.classList) parts.push("classList");
  if (filter.packId) parts.push("packId");
  if (filter.hour !== undefined) parts.push("hour");
  if (filter.receivedHour !== undefined || filter.receivedWeekday !== undefined) parts.push("received");
  if (filter.minDelayHours !== undefined || filter.maxDelayHours !== undefined) parts.push("delay");
  for (const key of ["classNames", "deviceIds", "groupIds", "statuses", "sources", "columns"] as const) {
    if ((filter[key]?.length ?? 0) > 0) parts.push(key);
  }
  return parts;
}

/** The same filter without one part. */
export function withoutPart(filter: AddressFilter, part: FilterPart): AddressFilter {
  const rest = { ...filter };
  if (part === "dates") {
    delete rest.lastDays;
    delete rest.fromMs;
    delete rest.toMs;
  } else if (part === "confidence") {
    delete rest.minConfidence;
    delete rest.maxConfidence;
  } else if (part === "received") {
    delete rest.receivedHour;
    delete rest.receivedWeekday;
  } else if (part === "delay") {
    delete rest.minDelayHours;
    delete rest.maxDelayHours;
  } else {
    delete rest[part];
  }
  return rest;
}

/** The filter with these parts alone: one that nothing on a screen shows would hide insights unseen. */
export function filterOfParts(filter: AddressFilter, parts: readonly FilterPart[]): AddressFilter {
  return activeParts(filter)
    .filter((part) => !parts.includes(part))
    .reduce(withoutPart, filter);
}

/** Parts that are a range. */
export type RangePart = Extract<FilterPart, "dates" | "confidence" | "delay">;

/** The ranges whose end lies before their beginning, so that nothing can match. */
export function reversedParts(filter: InsightFilter): RangePart[] {
  const parts: RangePart[] = [];
  if (isReversed(filter.fromMs, filter.toMs)) parts.push("dates");
  if (isReversed(filter.minConfidence, filter.maxConfidence)) parts.push("confidence");
  if (isReversed(filter.minDelayHours, filter.maxDelayHours)) parts.push("delay");
  return parts;
}

/** The same ranges, each that is reversed the right way round. */
export function withRangesTurned(filter: InsightFilter): InsightFilter {
  const { fromMs, toMs, minConfidence, maxConfidence, minDelayHours, maxDelayHours } = filter;
  const turned = { ...filter };
  if (fromMs !== undefined && toMs !== undefined && fromMs > toMs) {
    const [first, last] = [utcDayRange(utcDay(toMs)), utcDayRange(utcDay(fromMs))];
    Object.assign(turned, { fromMs: first?.firstMs ?? toMs, toMs: last?.lastMs ?? fromMs });
  }
  if (minConfidence !== undefined && maxConfidence !== undefined && minConfidence > maxConfidence) {
    Object.assign(turned, { minConfidence: maxConfidence, maxConfidence: minConfidence });
  }
  if (isReversed(minDelayHours, maxDelayHours)) {
    Object.assign(turned, { minDelayHours: maxDelayHours, maxDelayHours: minDelayHours });
  }
  return turned;
}

/** Parts that are a text to be contained. */
export type TextPart = Extract<FilterPart, "text" | "classText" | "classList">;

/** The filter with a text that must be contained; an empty one asks for nothing. */
export function withText(filter: InsightFilter, part: TextPart, text: string): InsightFilter {
  return text.trim() === "" ? withoutPart(filter, part) : { ...filter, [part]: text };
}

/** Blanks alone ask for nothing. */
function textIn(text: string | null): string | null {
  return text === null || text.trim() === "" ? null : text;
}

function isCommsSource(value: string): value is CommsSource {
  return COMMS_SOURCES.some((source) => source === value);
}

function readPercent(text: string | null): number | null {
  const percent = readWholeNumber(text);
  return percent === null || percent > 100 ? null : percent / 100;
}

function percentIn(fraction: number | undefined): string | null {
  return fraction === undefined ? null : String(toWholePercent(fraction));
}

function readHour(text: string | null): number | null {
  const hour = readWholeNumber(text);
  return hour === null || hour > 23 ? null : hour;
}

function readWeekday(text: string | null): number | null {
  const day = readWholeNumber(text);
  return day === null || day < 1 || day > 7 ? null : day;
}

/** Of a delay, which is negative where the camera's clock ran ahead. */
function readHours(text: string | null): number | null {
  return text !== null && /^-?\d{1,9}$/.test(text) ? Number(text) : null;
}

function wholeIn(value: number | undefined): string | null {
  return value === undefined ? null : String(value);
}
