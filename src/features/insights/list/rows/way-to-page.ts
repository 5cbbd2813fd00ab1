import { pageCount } from "../../../../domain/table/table-page.ts";
import type { AddressActions } from "../address-actions.ts";
import type { InsightListView } from "../insight-list-store.ts";

/**
 * The way to the page so many further. Null where there is none, in a list without pages, and while the rows of another
 * page are still to come.
 */
export function wayToPage(
  list: Pick<InsightListView, "page" | "stale" | "window">,
  { address, setPage }: Pick<AddressActions, "address" | "setPage">,
  step: number,
): (() => void) | null {
  const { page } = list;
  if (page === null || list.stale || list.window !== undefined) return null;
  const wanted = address.page + step;
  const isThere = wanted >= 1 && (page.countsLater || wanted <= pageCount(page.matched, address.pageSize));
  return isThere ? () => setPage(wanted) : null;
}
