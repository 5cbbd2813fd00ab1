import { DEFAULT_PAGE_SIZE, pageSizeOf } from "../../../domain/table/table-page.ts";
import {
  type AddressFilter,
  readFilter,
  readWhole,
  UNDERSTOOD_OF_FILTERS,
  writeFilter,
} from "../../../parts/insight-filter/filter-address.ts";
import type { InsightQuery, SortColumn } from "../../../query/insight-engine.ts";

const SORT_COLUMNS: readonly SortColumn[] = ["time", "className", "confidence", "device", "status", "source"];
/** Whether insights are folded into collections: `1` or `0`. */
export const COLLECTIONS = "collections";
/** Parts of which there may be several. */
const LISTS: readonly string[] = ["status", "source"];
const DEFAULT_SORT: InsightQuery["sort"] = { column: "time", descending: true };

/** What the address bar says of the insights screen: everything that a link or the back button must bring back. */
export interface InsightAddress {
  filter: AddressFilter;
  sort: InsightQuery["sort"];
  /** From 1. */
  page: number;
  pageSize: number;
  /** All rows in one list instead of pages. */
  scroll: boolean;
  /**
   * Whether insights are folded into collections, where the address names it: then it wins over what this browser's
   * person prefers, for as long as this address is looked at, and what they prefer stays as it was.
   */
  collections: boolean | null;
  /** What it says in parts of ours and is not understood, by name: kept, so that it is passed on with the link. */
  unread: readonly AddressPart[];
}

/** One part of a query string, as it stands there. */
export type AddressPart = readonly [name: string, value: string];

/**
 * Reads the query string of the insights tab; what makes no sense is not asked for, and listed rather than refused.
 *
 * @param nowMs the days of a range that follows today are counted from it
 */
export function readAddress(search: URLSearchParams, nowMs: number): InsightAddress {
  const filter = readFilter(search, nowMs);
  return {
    filter,
    sort: readSort(search.get("sort")),
    page: Math.max(1, readWhole(search.get("page")) ?? 1),
    pageSize: pageSizeOf(readWhole(search.get("rows"))),
    scroll: search.get("view") === "scroll",
    collections: readSwitch(search.get(COLLECTIONS)),
    unread: unreadParts(search),
  };
}

/** By name, which values are understood; lists of names and texts take any. */
const UNDERSTOOD: ReadonlyMap<string, (value: string) => boolean> = new Map(
  Object.entries({
    ...UNDERSTOOD_OF_FILTERS,
    [COLLECTIONS]: (value: string) => readSwitch(value) !== null,
    sort: (value: string) => isSortText(value),
    page: (value: string) => (readWhole(value) ?? 0) > 0,
    rows: (value: string) => pageSizeOf(readWhole(value)) === Number(value),
    view: (value: string) => value === "scroll" || value === "pages",
  }),
);

function unreadParts(search: URLSearchParams): AddressPart[] {
  return [...search].filter(([name, value]) => value !== "" && UNDERSTOOD.get(name)?.(value) === false);
}

/** Writes the address into a copy of `search`; parameters of others (the tab) stay, defaults are left out. */
export function writeAddress(address: InsightAddress, search: URLSearchParams): URLSearchParams {
  const { filter, sort } = address;
  const written = writeFilter(filter, search);
  const set = (name: string, value: string | null | undefined) => {
    written.delete(name);
    if (value) written.set(name, value);
  };
  const isDefaultSort = sort.column === DEFAULT_SORT.column && sort.descending === DEFAULT_SORT.descending;
  set("sort", isDefaultSort ? null : `${sort.descending ? "-" : ""}${sort.column}`);
  set("page", address.page > 1 ? String(address.page) : null);
  set("rows", address.pageSize === DEFAULT_PAGE_SIZE ? null : String(address.pageSize));
  set("view", address.scroll ? "scroll" : null);
  set(COLLECTIONS, address.collections === null ? null : address.collections ? "1" : "0");
  // Whoever has chosen something in its stead does not want it back.
  for (const [name, value] of address.unread) {
    if (!written.has(name) || LISTS.includes(name)) written.append(name, value);
  }
  return written;
}

/** The question to ask of the view. */
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

function readSort(text: string | null): InsightQuery["sort"] {
  const name = text?.replace(/^-/, "");
  const column = SORT_COLUMNS.find((candidate) => candidate === name);
  return column === undefined ? DEFAULT_SORT : { column, descending: text?.startsWith("-") ?? false };
}

function isSortText(text: string): boolean {
  return SORT_COLUMNS.some((column) => column === text.replace(/^-/, ""));
}

function readSwitch(text: string | null): boolean | null {
  return text === "1" ? true : text === "0" ? false : null;
}
