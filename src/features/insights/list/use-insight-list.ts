import { type RefObject, useEffect, useMemo, useState } from "react";
import type { UnsavedAction } from "../../../domain/outbox/projection.ts";
import { pageCount } from "../../../domain/table/table-page.ts";
import type { InsightEngine, InsightPage, InsightQuery, InsightRow } from "../../../query/insight-engine.ts";
import type { RowWindow } from "../../../ui/data-table/rows/data-table.tsx";
import { useCardWindow } from "../../../ui/data-table/rows/use-card-window.ts";
import { useScrollPlace } from "../../../ui/data-table/rows/use-scroll-place.ts";
import { useScrollWindow } from "../../../ui/data-table/rows/use-scroll-window.ts";
import { overlayUnsaved, staysShown } from "../actions/unsaved-overlay.ts";
import type { InsightAddress } from "./insight-address.ts";
import { type AnsweredQuery, useInsightPage } from "./use-insight-page.ts";

const NO_ROWS: readonly InsightRow[] = [];

interface InsightListInput {
  view: InsightEngine;
  /** The question as the address has it, by pages. */
  paged: InsightQuery;
  /** Its answer, where it came before the screen. */
  first: AnsweredQuery | null;
  address: InsightAddress;
  setPage(page: number, options: { replace: boolean }): void;
  narrow: boolean;
  unsaved: readonly UnsavedAction[];
  scroller: RefObject<HTMLElement | null>;
}

/** The rows to show: one page, or where the list is scrolled what is in sight of it, overlaid with what is unsaved. */
export function useInsightList(input: InsightListInput) {
  const { view, paged, address, narrow, unsaved, scroller } = input;
  const rolls = address.scroll && !narrow;
  const [total, setTotal] = useState(input.first?.page.matched ?? 0);
  const rowWindow = useScrollWindow(rolls, scroller, total);
  const cardWindow = useCardWindow({
    enabled: address.scroll && narrow,
    scroller,
    total,
    question: paged,
  });
  const scrolled = rolls ? rowWindow : cardWindow;
  const { offset, limit } = address.scroll ? scrolled : paged;
  const query = useMemo(() => ({ ...paged, offset, limit }), [paged, offset, limit]);
  const answer = useInsightPage(view, query, input.first, address.scroll);
  const { page } = answer;
  if (page !== null && page.matched !== total) setTotal(page.matched);
  const sameList = answer.query?.filter === paged.filter && answer.query.sort === paged.sort;
  const { showArchived } = address.filter;
  const rows = useMemo(
    () =>
      page === null
        ? null
        : overlayUnsaved(page.rows, unsaved).filter((row) => staysShown(row, showArchived)),
    [page, unsaved, showArchived],
  );
  const counted = page?.provisional ? null : page;
  usePageThatExists(answer.stale || address.scroll ? null : counted, address, input.setPage);

  const shown = rows ?? NO_ROWS;
  useScrollPlace({
    enabled: address.scroll,
    scroller,
    question: paged,
    // A count that may be too low would bring the list to another row, and that row into the address.
    reach: counted === null || !sameList ? 0 : counted.matched,
    scrollTo: scrolled.scrollTo,
  });
  const stale = answer.stale && !(address.scroll && sameList);
  const shownOffset = answer.query?.offset ?? 0;
  const place: RowWindow | undefined =
    address.scroll && rows !== null ? scrolled.place(shownOffset, rows.length) : undefined;
  return {
    query,
    /** The question that the rows answer; null before the first answer. */
    answered: answer.query,
    page,
    /** Null while nothing was answered yet. */
    rows,
    shown,
    /** Place of the first row that is shown, from 0. */
    shownOffset,
    /** What is shown answers an earlier question; further rows of the same list are no other question. */
    stale,
    /** Nothing passes the filters. */
    empty: page !== null && shown.length === 0 && page.matched === 0 && !stale,
    failed: answer.failed,
    retry: answer.retry,
    /** Where the rows lie in a list that is scrolled. */
    window: place,
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
