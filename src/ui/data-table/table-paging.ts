import { type PageSizes, pageSizeOf, USUAL_SIZES } from "../../domain/table/table-page.ts";
import type { TableSort } from "../../domain/table/table-query.ts";

const SCROLL = "scroll";
const PAGES = "pages";

/** The parts of the address that every table has. */
export interface TablePaging {
  /** From 1. */
  page: number;
  pageSize: number;
  /** All rows in one list instead of pages. */
  scroll: boolean;
}

/**
 * Reads `page`, `rows` and `view`; a value that makes no sense counts as the default.
 *
 * @param scrolls whether a list without `view` is scrolled
 */
export function readPaging(search: URLSearchParams, scrolls = false, sizes?: PageSizes): TablePaging {
  const view = search.get("view");
  return {
    page: Math.max(1, readWholeNumber(search.get("page")) ?? 1),
    pageSize: pageSizeOf(readWholeNumber(search.get("rows")), sizes),
    scroll: scrolls ? view !== PAGES : view === SCROLL,
  };
}

/** Writes into `search` itself; defaults are left out. @param scrolls as for `readPaging` */
export function writePaging(
  { page, pageSize, scroll }: TablePaging,
  search: URLSearchParams,
  scrolls = false,
  { own }: PageSizes = USUAL_SIZES,
): void {
  const set = (name: string, value: string | null) =>
    value === null ? search.delete(name) : search.set(name, value);
  set("page", page > 1 ? String(page) : null);
  set("rows", pageSize === own ? null : String(pageSize));
  set("view", scroll === scrolls ? null : scroll ? SCROLL : PAGES);
}

/** A column, with a minus before it where its order is descending. */
export function readSort<Column extends string>(
  text: string | null,
  columns: readonly Column[],
): { column: Column; descending: boolean } | null {
  const name = text?.replace(/^-/, "");
  const column = columns.find((candidate) => candidate === name);
  return column === undefined ? null : { column, descending: text?.startsWith("-") ?? false };
}

export function sortText({ column, descending }: TableSort): string {
  return `${descending ? "-" : ""}${column}`;
}

/** The order after a press on a column's head: a second press turns it. */
export function sortPressed<Column extends string>(
  sort: { column: string; descending: boolean } | null,
  column: Column,
  startsDescending = false,
): { column: Column; descending: boolean } {
  return { column, descending: sort?.column === column ? !sort.descending : startsDescending };
}

/** At most nine digits; null for any other text. */
export function readWholeNumber(text: string | null): number | null {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}
