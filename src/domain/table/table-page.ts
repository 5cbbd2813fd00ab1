/** How many rows a page can have. */
export const PAGE_SIZES = [5, 10, 25, 50, 100] as const;
export const DEFAULT_PAGE_SIZE = 25;

/** One of the offered sizes, else the default. */
export function pageSizeOf(wanted: number | null): number {
  return PAGE_SIZES.find((size) => size === wanted) ?? DEFAULT_PAGE_SIZE;
}

/** Never less than one, so that an empty table is page 1 of 1. */
export function pageCount(matched: number, pageSize: number): number {
  return Math.max(1, Math.ceil(matched / pageSize));
}
