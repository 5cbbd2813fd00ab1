import { type RefObject, useEffect, useLayoutEffect, useMemo, useState } from "react";
import type { UnsavedAction } from "../../../domain/outbox/projection.ts";
import { pageCount } from "../../../domain/table/table-page.ts";
import type { InsightEngine, InsightPage, InsightQuery, InsightRow } from "../../../query/insight-engine.ts";
import type { TableAnswer, TableState } from "../../../ui/data-table/table-controller.ts";
import { useTable } from "../../../ui/data-table/use-table.ts";
import type { InsightAddress } from "./insight-address.ts";
import {
  createRowsShown,
  createSummaryShown,
  type InsightListStore,
  type InsightListView,
} from "./insight-list-store.ts";

const NO_ROWS: readonly InsightRow[] = [];

interface InsightListInput {
  store: InsightListStore;
  state: TableState<InsightQuery, InsightPage>;
  view: InsightEngine;
  /** The question as the address has it, by pages. */
  paged: InsightQuery;
  address: InsightAddress;
  /** All rows in one list instead of pages. */
  scroll: boolean;
  setPage(page: number, options: { replace: boolean }): void;
  narrow: boolean;
  /** Photos beside each other in the grid; null for rows. */
  perLine: number | null;
  unsaved: readonly UnsavedAction[];
  scroller: RefObject<HTMLElement | null>;
}

/** Draws the list of a store: one page, or where the list is scrolled the rows in sight. */
export function useInsightList(input: InsightListInput): InsightListView {
  const { store, state, paged, address, unsaved, scroll } = input;
  const { filter } = address;
  const isOfList = (answer: TableAnswer<InsightQuery, InsightPage> | null) =>
    answer?.query.filter === paged.filter && answer.query.sort === paged.sort;
  const table = useTable({
    controller: store.table,
    state,
    source: input.view,
    paged,
    list: paged,
    scroll,
    narrow: input.narrow,
    perLine: input.perLine,
    scroller: input.scroller,
    // A count that may be too low would bring the list to another row, and that row into the address.
    reach: (answer) =>
      answer === null || answer.page.provisional || !isOfList(answer) ? 0 : answer.page.matched,
  });
  const { page, query, failed } = table;
  const { showArchived } = filter;
  const [rowsShown] = useState(createRowsShown);
  const [summaryShown] = useState(createSummaryShown);
  const rows = useMemo(
    () => (page === null ? null : rowsShown(page, unsaved, showArchived)),
    [page, unsaved, showArchived, rowsShown],
  );
  const shown = rows ?? NO_ROWS;
  usePageThatExists(table.stale || scroll || page?.provisional ? null : page, address, input.setPage);
  const answered = table.answer?.query ?? null;
  const stale = table.stale && !(scroll && isOfList(table.answer));
  const { offset } = table;
  const matched = page?.matched ?? 0;
  useLayoutEffect(
    () => store.show({ query, answered, rows: shown, offset, matched }),
    [store, query, answered, shown, offset, matched],
  );
  useLayoutEffect(() => () => store.close(), [store]);
  const empty = page !== null && shown.length === 0 && page.matched === 0 && !stale;
  return {
    query,
    answered,
    page,
    rows,
    shown,
    shownOffset: offset,
    stale,
    empty,
    failed,
    summary: summaryShown({ query: paged, page, stale, empty, failed }),
    scrollTo: table.scrollTo,
    window: rows === null ? undefined : table.windowOf(rows.length),
  };
}

/**
 * Goes to the last page where the one in the address lies beyond it, for instance when all its rows were archived.
 * While the first copy is on its way that page may still come.
 */
function usePageThatExists(
  page: InsightPage | null,
  address: InsightAddress,
  setPage: InsightListInput["setPage"],
): void {
  const last = page === null || !page.complete ? null : pageCount(page.matched, address.pageSize);
  const beyond = last !== null && address.page > last ? last : null;
  useEffect(() => {
    if (beyond !== null) setPage(beyond, { replace: true });
  }, [beyond, setPage]);
}
