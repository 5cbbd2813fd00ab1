import type { RefObject } from "react";
import { insightsMessages } from "../../../messages/insights/insights.ts";
import { useCoverage } from "../../../parts/coverage.tsx";
import { PageBar } from "../../../ui/data-table/tools/page-bar.tsx";
import type { AddressActions } from "./address-actions.ts";
import type { InsightListView } from "./insight-list-store.ts";

interface ListPageBarProps {
  list: InsightListView;
  address: AddressActions;
  scroller: RefObject<HTMLElement | null>;
}

/** Which rows are shown; nothing where there are none. */
export function ListPageBar({ list, address: control, scroller }: ListPageBarProps) {
  const covers = useCoverage();
  const { page } = list;
  const { address } = control;
  // Photos in a grid are one list whatever the address says.
  const scroll = list.window !== undefined;
  if (page === null || list.empty) return null;
  return (
    <PageBar
      page={address.page}
      pageSize={address.pageSize}
      first={list.shownOffset + 1}
      shown={list.shown.length}
      matched={page.matched}
      countsLater={page.countsLater}
      covers={covers?.words ?? (page.complete ? null : insightsMessages.counts.soFar)}
      onPage={control.setPage}
      onPageSize={control.setPageSize}
      scroll={scroll}
      window={list.window}
      scroller={scroller}
      onScroll={scroll === address.scroll ? control.setScroll : undefined}
    />
  );
}
