import { pageSizeOf } from "../../../domain/table/table-page.ts";
import {
  type AddressFilter,
  readFilter,
  UNDERSTOOD_OF_FILTERS,
  writeFilter,
} from "../../../parts/insight-filter/filter-address.ts";
import { type InsightQuery, SORT_COLUMNS } from "../../../query/insight-engine.ts";
import {
  readPaging,
  readSort,
  readWholeNumber,
  sortText,
  type TablePaging,
  writePaging,
} from "../../../ui/data-table/table-paging.ts";

/** Whether insights are folded into collections: `1` or `0`. */
export const COLLECTIONS = "collections";
/** Parts that may repeat. */
const LISTS: readonly string[] = ["status", "source"];
const DEFAULT_SORT: InsightQuery["sort"] = { column: "time", descending: true };

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
  const filter = readFilter(search, nowMs);
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
    ...UNDERSTOOD_OF_FILTERS,
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
  const written = writeFilter(filter, search);
  const set = (name: string, value: string | null | undefined) => {
    written.delete(name);
    if (value) written.set(name, value);
  };
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

function readSwitch(text: string | null): boolean | null {
  return text === "1" ? true : text === "0" ? false : null;
}
