import { countText } from "../domain/insight/insight-text.ts";
import { TRY_AGAIN } from "./words.ts";

const rowsOf = (count: number): string => `${countText(count)} ${count === 1 ? "row" : "rows"}`;

export const tableMessages = {
  selectPage: "Select all on this page",
  selectShown: "Select all that are shown",
  selectMatching: (count: number) => `Select all ${countText(count)} that match`,
  sortBy: (column: string) => `Sort by ${column}`,
  sortField: "Sort",
  ascending: (column: string) => `${column}, up`,
  descending: (column: string) => `${column}, down`,
  widthOf: (column: string) => `Width of ${column}`,
  absent: "–",

  pages: {
    rows: (first: number, last: number) => `Rows ${countText(first)}–${countText(last)}`,
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
    reset: "As it was at first",
  },

  csv: {
    button: "CSV",
    heading: "Save as CSV",
    /** @param count null while they are not counted yet */
    filtered: (count: number | null) =>
      count === null ? "What the filters let through" : `What the filters let through: ${rowsOf(count)}`,
    whole: "Everything on this device",
    save: "Save the file",
    progress: (done: number, total: number) => `${countText(done)} of ${rowsOf(total)} written`,
    done: (name: string, count: number) => `${name} is written: ${rowsOf(count)}.`,
    failed: "The file could not be written. Nothing on this device was changed.",
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
    save: "Keep this view",
    remove: (name: string) => `Remove ${name}`,
    open: (name: string) => `Open ${name}`,
  },

  filters: {
    button: (count: number) => (count === 0 ? "Filters" : `Filters (${countText(count)})`),
    heading: "Filters",
    contains: (column: string) => `${column} contains`,
    equals: (column: string) => `${column} is`,
    percent: (column: string) => `${column} is, percent`,
    from: (column: string) => `${column} from`,
    to: (column: string) => `${column} to`,
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
  menu: "Tools of this list",
  /** The actions on the chosen rows. */
  chosen: "Chosen rows",
} as const;
