import type { InsightFilter, SortColumn } from "../../../query/insight-engine.ts";
import { sortPressed } from "../../../ui/data-table/table-paging.ts";
import { type InsightAddress, readAddress, writeAddress } from "./insight-address.ts";

const TYPED = ["text", "classText", "classList", "minConfidence", "maxConfidence", "columns"] as const;

/**
 * Where an address is written: `replace` makes it no step to go back to, and `sameRows` leaves a scrolled list where it
 * stands.
 */
export type WriteAddress = (next: InsightAddress, options?: { replace: boolean; sameRows?: boolean }) => void;

const SAME_ROWS = { replace: true, sameRows: true };

/** The address of the insights screen, and every way to change it. */
export interface AddressActions {
  readonly address: InsightAddress;
  setFilter(filter: InsightFilter): void;
  /** The same question, better written: no step to go back to. */
  mendFilter(filter: InsightFilter): void;
  setPage(page: number, options?: { replace: boolean }): void;
  setPageSize(pageSize: number): void;
  setScroll(scroll: boolean): void;
  setSort(sort: InsightAddress["sort"]): void;
  /** A second press on a column turns its order; words begin with A, figures with the highest. */
  sortBy(column: SortColumn): void;
  setCollections(collections: boolean): void;
  /** Writes what holds anyway: no step to go back to, because the rows stay as they are. */
  nameCollections(collections: boolean): void;
  /** Removes the parts that are not understood. */
  dropUnread(): void;
  /** The query string of this screen alone, for a saved view. */
  own(): string;
  open(own: string): void;
}

/** @param nowMs days of a range that follows today are counted from it */
export function createAddressActions(
  address: InsightAddress,
  write: WriteAddress,
  nowMs: number,
): AddressActions {
  /** Without the values that were not understood of a part for which a value is chosen now. */
  const without = (part: string) => ({
    ...address,
    unread: address.unread.filter(([name]) => name !== part),
  });
  const setSort: AddressActions["setSort"] = (sort) => write({ ...without("sort"), sort, page: 1 });
  return {
    address,
    // Text that is being typed is no step to go back to.
    setFilter: (filter) =>
      write(
        { ...address, filter, page: 1 },
        { replace: TYPED.some((part) => filter[part] !== address.filter[part]) },
      ),
    mendFilter: (filter) => write({ ...address, filter }, SAME_ROWS),
    setPage: (page, options) => write({ ...address, page }, options),
    setPageSize: (pageSize) => write({ ...address, pageSize, page: 1 }),
    setScroll: (scroll) => write({ ...address, scroll, page: 1 }),
    setSort,
    sortBy: (column) =>
      setSort(sortPressed(address.sort, column, column === "time" || column === "confidence")),
    setCollections: (collections) => write({ ...address, collections, page: 1 }),
    nameCollections: (collections) => write({ ...address, collections }, SAME_ROWS),
    dropUnread: () => write({ ...address, unread: [] }, SAME_ROWS),
    own: () => writeAddress(address, new URLSearchParams()).toString(),
    open: (own) => write(readAddress(new URLSearchParams(own), nowMs)),
  };
}
