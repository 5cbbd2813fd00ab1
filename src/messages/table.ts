import { countText } from "../domain/insight/insight-text.ts";
import type { ColumnType } from "../domain/table/table-cell.ts";
import { TRY_AGAIN } from "./words.ts";

const rowsOf = (count: number): string => `${countText(count)} ${count === 1 ? "row" : "rows"}`;

/** The two orders of a column, ascending first. */
const ORDERS: Readonly<Record<ColumnType, readonly [ascending: string, descending: string]>> = {
  string: ["A to Z", "Z to A"],
  list: ["A to Z", "Z to A"],
  element: ["A to Z", "Z to A"],
  buttons: ["A to Z", "Z to A"],
  number: ["lowest first", "highest first"],
  percent: ["lowest first", "highest first"],
  date: ["oldest first", "newest first"],
};

export const tableMessages = {
  selectPage: "Select all on this page",
  selectShown: "Select all that are shown",
  selectMatching: (count: number) => `Select all ${countText(count)} that match`,
  selectAll: "Select all that match",
  sortBy: (column: string) => `Sort by ${column}`,
  sortField: "Sort",
  ascending: (column: string, type: ColumnType) => `${column}, ${ORDERS[type][0]}`,
  descending: (column: string, type: ColumnType) => `${column}, ${ORDERS[type][1]}`,
  widthOf: (column: string) => `Width of ${column}`,
  absent: "–",

  pages: {
    rows: (first: number, last: number) => `Rows ${countText(first)}–${countText(last)}`,
    row: (place: number) => `Row ${countText(place)}`,
    of: (all: number) => ` of ${countText(all)}`,
    perPage: "Rows per page",
    page: (page: number) => `Page ${countText(page)}`,
    previous: "Previous page",
    next: "Next page",
    nav: "Pages",
    scroll: "Scroll without pages",
    heading: "Pages",
  },

  columns: {
    button: "Columns",
    heading: "Columns",
    up: (column: string) => `Move ${column} up`,
    down: (column: string) => `Move ${column} down`,
    moved: (column: string, place: number, count: number) => `${column} is column ${place} of ${count}`,
    layout: "Layout",
    modes: { resize: "Adjustable widths", padding: "Roomy cells" },
    reset: "Reset",
    density: "Row height",
    densities: { comfortable: "Comfortable", compact: "Compact" },
  },

  csv: {
    button: "CSV",
    heading: "Save as CSV",
    /** @param count null while they are not counted yet */
    filtered: (count: number | null) =>
      count === null ? "Filtered rows only" : `Filtered rows only: ${rowsOf(count)}`,
    whole: "Everything on this device",
    save: "Save the file",
    progress: (done: number, total: number) => `${countText(done)} of ${rowsOf(total)} written`,
    done: (name: string, count: number) => `${name} is saved: ${rowsOf(count)}.`,
    failed: "The file could not be written. Try again.",
    cancel: "Stop",
    cancelled: "Stopped. No file was written.",
    /** The last column of a partial file, because its name and header are fixed by the specification. */
    covers: "File covers",
    fileKind: "Comma-separated values",
  },

  views: {
    button: "Views",
    heading: "Saved views",
    none: "A view keeps the filters, the order and the columns under a name.",
    name: "Name of this view",
    save: "Save this view",
    remove: (name: string) => `Remove ${name}`,
    open: (name: string) => `Open ${name}`,
  },

  filters: {
    button: (count: number) => (count === 0 ? "Filters" : `Filters (${countText(count)})`),
    heading: "Filters",
    contains: (column: string) => `${column} contains`,
    equals: (column: string) => `${column} equals`,
    percent: (column: string) => `${column} equals, percent`,
    from: (column: string) => `${column} from`,
    to: (column: string) => `${column} to`,
    /** Under the name of the column. */
    fromShort: "From",
    toShort: "To",
    matches: (count: number) => (count === 1 ? "1 row matches" : `${rowsOf(count)} match`),
    utc: "Days in UTC, both included",
    lastDays: (days: number) => (days === 1 ? "Today" : `Last ${days} days`),
    reversed: (column: string) => `${column}: “from” is later than “to”, so nothing can match.`,
    clear: "Clear all filters",
  },

  counts: (matched: number, held: number) =>
    matched === held ? rowsOf(held) : `${countText(matched)} of ${rowsOf(held)}`,
  empty: "Nothing to show",
  emptyFiltered: "Nothing matches the filters",
  failed: "The rows could not be read.",
  retry: TRY_AGAIN,
  /** The menu of tools above a list on a phone. */
  menu: "List tools",
  /** The actions on the chosen rows. */
  chosen: "Selected rows",
} as const;
