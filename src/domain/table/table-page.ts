/** How many rows a page can have. */
export const PAGE_SIZES = [5, 10, 25, 50, 100] as const;
export const DEFAULT_PAGE_SIZE = 25;

/** The sizes that a table offers. */
export interface PageSizes {
  readonly sizes: readonly number[];
  /** Where none was chosen. */
  readonly own: number;
}

export const USUAL_SIZES: PageSizes = { sizes: PAGE_SIZES, own: DEFAULT_PAGE_SIZE };

/** One of the offered sizes, else the default. */
export function pageSizeOf(wanted: number | null, { sizes, own }: PageSizes = USUAL_SIZES): number {
  return sizes.find((size) => size === wanted) ?? own;
}

/** Never less than one, so that an empty table is page 1 of 1. */
export function pageCount(matched: number, pageSize: number): number {
  return Math.max(1, Math.ceil(matched / pageSize));
}
