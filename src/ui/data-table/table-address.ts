import type { ColumnType } from "../../domain/table/table-cell.ts";
import type { ColumnFilter } from "../../domain/table/table-filter.ts";
import { isFilterable, testOfTyped } from "../../domain/table/table-filter.ts";
import { DEFAULT_PAGE_SIZE, pageSizeOf } from "../../domain/table/table-page.ts";
import type { TableSort } from "../../domain/table/table-query.ts";

/** What the address bar says of a table, so that a link or the back button brings it back. */
export interface TableAddress {
  /** What was typed into the filters, by column. */
  typed: Readonly<Record<string, string>>;
  sort: TableSort | null;
  /** From 1. */
  page: number;
  pageSize: number;
  /** All rows in one list instead of pages. */
  scroll: boolean;
}

interface AddressColumn {
  id: string;
  type: ColumnType;
  sortable?: boolean;
  /** Rows of other kinds pass this column's filter. */
  rowKind?: string;
}

const FILTER = "f.";

/** Reads a query string; columns that the table does not have are left out. */
export function readTableAddress(search: URLSearchParams, columns: readonly AddressColumn[]): TableAddress {
  const typed = columns.flatMap(({ id, type }) => {
    const text = search.get(FILTER + id) ?? "";
    return text !== "" && isFilterable(type) ? [[id, text] as const] : [];
  });
  const sort = search.get("sort") ?? "";
  const column = columns.find(({ id, sortable }) => sortable && id === sort.replace(/^-/, ""));
  return {
    typed: Object.fromEntries(typed),
    sort: column === undefined ? null : { column: column.id, descending: sort.startsWith("-") },
    page: Math.max(1, wholeOf(search.get("page")) ?? 1),
    pageSize: pageSizeOf(wholeOf(search.get("rows"))),
    scroll: search.get("view") === "scroll",
  };
}

/** Writes it into a copy of `search`; parameters of others stay, defaults are left out. */
export function writeTableAddress(address: TableAddress, search: URLSearchParams): URLSearchParams {
  const { sort } = address;
  const written = new URLSearchParams(search);
  for (const name of [...written.keys()]) if (name.startsWith(FILTER)) written.delete(name);
  for (const [id, text] of Object.entries(address.typed)) if (text !== "") written.set(FILTER + id, text);
  const set = (name: string, value: string | null) =>
    value === null ? written.delete(name) : written.set(name, value);
  set("sort", sort && `${sort.descending ? "-" : ""}${sort.column}`);
  set("page", address.page > 1 ? String(address.page) : null);
  set("rows", address.pageSize === DEFAULT_PAGE_SIZE ? null : String(address.pageSize));
  set("view", address.scroll ? "scroll" : null);
  return written;
}

/** The filters that what was typed asks for. */
export function filtersOf(
  typed: Readonly<Record<string, string>>,
  columns: readonly AddressColumn[],
  nowMs: number,
): ColumnFilter[] {
  return columns.flatMap(({ id, type, rowKind }) => {
    const test = testOfTyped(type, typed[id] ?? "", nowMs);
    if (test === null) return [];
    return [rowKind === undefined ? { column: id, test } : { column: id, test, rowKind }];
  });
}

function wholeOf(text: string | null): number | null {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}
