import { useEffect, useEffectEvent } from "react";
import { useSearchParams } from "wouter";
import type { InsightOrder } from "../../../query/insight-engine.ts";
import { writeScrollPlace } from "../../../ui/data-table/rows/scroll-place.ts";
import { takeReviewReturn } from "../review-mode/cursor/review-return.ts";
import type { AddressActions } from "./address-actions.ts";
import type { RowCursorControl } from "./rows/use-row-cursor.ts";

/**
 * After review mode over the same list, brings the list to the image that was reached, and the focus to its row.
 *
 * @param scroll whether the list is scrolled: photos side by side are, whatever the address says
 */
export function useReviewReturn(
  order: InsightOrder,
  cursor: Pick<RowCursorControl, "find">,
  { address, setPage }: Pick<AddressActions, "address" | "setPage">,
  scroll: boolean,
): void {
  const [search, setSearch] = useSearchParams();
  const comeBack = useEffectEvent(() => {
    const place = takeReviewReturn(order);
    if (place?.insightId == null) return;
    const page = Math.floor(place.index / address.pageSize) + 1;
    // Back leads to the address from before review mode.
    if (scroll) setSearch(writeScrollPlace(place.index, search), { replace: true });
    else if (page !== address.page) setPage(page, { replace: true });
    cursor.find([place.insightId]);
  });
  useEffect(() => comeBack(), []);
}
