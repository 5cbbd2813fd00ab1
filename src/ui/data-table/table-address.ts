import type { ColumnType } from "../../domain/table/table-cell.ts";
import type { ColumnFilter } from "../../domain/table/table-filter.ts";
import { isFilterable, testOfTyped } from "../../domain/table/table-filter.ts";
import type { PageSizes } from "../../domain/table/table-page.ts";
import type { TableSort } from "../../domain/table/table-query.ts";
import { readPaging, readSort, sortText, type TablePaging, writePaging } from "./table-paging.ts";

/** The state of a table in the address bar, so that a link or the back button brings it back. */
export interface TableAddress extends TablePaging {
  /** The text of each filter, by column. */
  typed: Readonly<Record<string, string>>;
  sort: TableSort | null;
}

interface AddressColumn {
  id: string;
  type: ColumnType;
  sortable?: boolean;
  /** Rows of other kinds pass this column's filter. */
  rowKind?: string;
}

const FILTER = "f.";

/**
 * Reads a query string; columns that the table does not have are left out.
 *
 * @param scrolls whether the list is scrolled where the query string does not say it
 */
export function readTableAddress(
  search: URLSearchParams,
  columns: readonly AddressColumn[],
  scrolls = false,
  sizes?: PageSizes,
): TableAddress {
  const sortable = columns.filter((column) => column.sortable).map(({ id }) => id);
  return {
    typed: readTypedFilters(search, columns),
    sort: readSort(search.get("sort"), sortable),
    ...readPaging(search, scrolls, sizes),
  };
}

/** Returns a copy of `search` with the address; foreign parameters stay, defaults are left out. */
export function writeTableAddress(
  address: TableAddress,
  search: URLSearchParams,
  scrolls = false,
  sizes?: PageSizes,
): URLSearchParams {
  const { sort } = address;
  const written = writeTypedFilters(address.typed, search);
  if (sort === null) written.delete("sort");
  else written.set("sort", sortText(sort));
  writePaging(address, written, scrolls, sizes);
  return written;
}

/** The text of each filter of a query string, by column. */
export function readTypedFilters(
  search: URLSearchParams,
  columns: readonly Pick<AddressColumn, "id" | "type">[],
): Readonly<Record<string, string>> {
  const typed = columns.flatMap(({ id, type }) => {
    const text = search.get(FILTER + id) ?? "";
    return text !== "" && isFilterable(type) ? [[id, text] as const] : [];
  });
  return Object.fromEntries(typed);
}

/** Returns a copy of `search` with these filters alone; all else stays. */
export function writeTypedFilters(
  typed: Readonly<Record<string, string>>,
  search: URLSearchParams,
): URLSearchParams {
  const written = new URLSearchParams(search);
  for (const name of [...written.keys()]) if (name.startsWith(FILTER)) written.delete(name);
  for (const [id, text] of Object.entries(typed)) if (text !== "") written.set(FILTER + id, text);
  return written;
}

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
