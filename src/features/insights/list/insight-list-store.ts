import { createStore, type StoreApi } from "zustand/vanilla";
import type { UnsavedAction } from "../../../domain/outbox/projection.ts";
import { isSameValue } from "../../../domain/same-value.ts";
import type {
  InsightEngine,
  InsightOrder,
  InsightPage,
  InsightQuery,
  InsightRow,
  PageSummary,
} from "../../../query/insight-engine.ts";
import type { RowWindow } from "../../../ui/data-table/rows/row-window.tsx";
import { createTableController, type TableController } from "../../../ui/data-table/table-controller.ts";
import { overlayUnsaved, staysShown } from "../actions/unsaved-overlay.ts";
import type { AnsweredQuery } from "./opening.ts";
import { insightsInRow, listName, readChosen } from "./rows/insight-selection.ts";
import type { ListWork } from "./rows/list-work.ts";
import { idsBetween } from "./rows/range-of-rows.ts";
import { type ViewedRow, viewRow } from "./viewed/viewed-row.ts";

/** Each is looked for in the whole list, so not for many. */
const MOST_LEAVING = 10;

/** The rows that the screen shows, and the questions that they belong to. */
export interface ShownInsights {
  /** The question that is asked now. */
  query: InsightQuery;
  /** The question that the rows answer; null before the first answer. */
  answered: InsightQuery | null;
  rows: readonly InsightRow[];
  /** Place of the first row, from 0. */
  offset: number;
  /** Rows that match in all. */
  matched: number;
}

/** The list of insights without React: its answers, its rows and what is chosen of them. */
export interface InsightListStore {
  readonly table: TableController<InsightQuery, InsightPage>;
  /** Takes over what is shown now; to be called after each drawing. */
  show(shown: ShownInsights): void;
  /** How many insights are in a row of a list, as it was last shown or read; undefined for any other. */
  insightsIn(list: string, insightId: string): number | undefined;
  /** The chosen rows as they are now; null where they cannot be read, which the state then says. */
  readSelected(): Promise<readonly InsightRow[] | null>;
  /** The row whose photo is open. */
  readonly viewed: StoreApi<{ row: ViewedRow | null }>;
  openPhoto(row: InsightRow): void;
  /** Gives up all reading. */
  close(): void;
}

interface InsightListParts {
  view: InsightEngine;
  /** The question of the address, by pages. */
  paged: InsightQuery;
  scroll: boolean;
  /** An answer that came before the screen. */
  first: AnsweredQuery | null;
  /** Takes the number of rows. */
  work: ListWork;
  /** So many rows are chosen no longer, because the list is another one. */
  onEnded(count: number): void;
}

export function createInsightList({
  view,
  paged,
  scroll,
  first,
  work,
  onEnded,
}: InsightListParts): InsightListStore {
  let shown: ShownInsights = { query: paged, answered: null, rows: [], offset: 0, matched: 0 };
  const sizes = createRowSizes();
  const table = createTableController<InsightQuery, InsightPage>({
    first:
      first !== null && !scroll && isSameValue(first.query, paged)
        ? { source: view, query: paged, page: first.page }
        : null,
    total: first?.page.matched ?? 0,
    readBetween: (ends) => {
      const { query } = shown;
      return idsBetween(view, query, ends, (rows) => sizes.add(listName(query), rows));
    },
    onEnded,
  });
  const leaving = watchLeaving(view, table);
  const viewed = createStore<{ row: ViewedRow | null }>(() => ({ row: null }));
  return {
    table,
    show(next) {
      shown = next;
      const list = listName(next.query);
      const isAnswered = next.answered !== null && listName(next.answered) === list;
      work.see(list, isAnswered ? next.matched : 0);
      sizes.begin(list);
      if (isAnswered) sizes.add(list, next.rows);
      const ids = next.rows.map(({ insightId }) => insightId);
      table.show({ list, ids, offset: next.offset, matched: next.matched });
      leaving.look(next.answered, ids);
    },
    insightsIn: sizes.sizeOf,
    async readSelected() {
      try {
        return await readChosen(view, shown.query, table.store.getState(), shown.rows);
      } catch {
        table.setRange("unread");
        return null;
      }
    },
    viewed,
    openPhoto: (row) => viewed.setState({ row: viewRow(row, { rows: shown.rows, first: shown.offset }) }),
    close() {
      leaving.stop();
      table.close();
    },
  };
}

/** How many insights are in the rows of one list that were shown or read: a chosen row may be on another page. */
function createRowSizes() {
  let noted = "";
  let sizes = new Map<string, number>();
  return {
    begin(list: string): void {
      if (list !== noted) [noted, sizes] = [list, new Map()];
    },
    /** Rows of another list, as of one that was left while they were read, are left out. */
    add(list: string, rows: readonly InsightRow[]): void {
      if (list !== noted) return;
      for (const row of rows) sizes.set(row.insightId, insightsInRow(row));
    },
    sizeOf: (list: string, insightId: string) => (list === noted ? sizes.get(insightId) : undefined),
  };
}

/** Removes chosen rows that leave the list while its page stays: they are not on another page either. */
function watchLeaving(view: InsightEngine, table: InsightListStore["table"]) {
  let before: { query: InsightQuery | null; ids: readonly string[] } = { query: null, ids: [] };
  let asking: AbortController | null = null;
  return {
    look(query: InsightQuery | null, ids: readonly string[]): void {
      const earlier = before;
      if (earlier.query === query && isSameOrder(earlier.ids, ids)) return;
      before = { query, ids };
      asking?.abort();
      if (query === null || earlier.query !== query) return;
      const chosen = table.store.getState().chosen.selection.ids;
      const missing = earlier.ids.filter((id) => chosen.has(id) && !ids.includes(id));
      // Where many are missing at once, others came in and moved them to the next page.
      if (missing.length === 0 || missing.length > MOST_LEAVING) return;
      asking = new AbortController();
      const { signal } = asking;
      Promise.all(missing.map((id) => view.placeOf(query, [id], signal))).then(
        (places) => {
          if (!signal.aborted) table.drop(missing.filter((_, at) => places[at] === null));
        },
        () => undefined,
      );
    },
    stop: () => asking?.abort(),
  };
}

function isSameOrder(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id, at) => id === other[at]);
}

/** The list as the screen shows it. */
export interface InsightListView {
  query: InsightQuery;
  /** The question that the rows answer; null before the first answer. */
  answered: InsightQuery | null;
  page: InsightPage | null;
  /** Null while nothing was answered yet. */
  rows: readonly InsightRow[] | null;
  shown: readonly InsightRow[];
  /** Place of the first row that is shown, from 0. */
  shownOffset: number;
  /** The rows answer an earlier question; further rows of the same list are no other question. */
  stale: boolean;
  /** Nothing passes the filters. */
  empty: boolean;
  failed: boolean;
  /** The same object while rows alone change. */
  summary: ListSummary;
  /** Where the rows lie in a list that is scrolled. */
  window: RowWindow | undefined;
  /** Scrolls such a list to a row, from 0. */
  scrollTo(row: number): void;
}

/** A list without its rows. */
export interface ListSummary extends Pick<InsightListView, "stale" | "empty" | "failed"> {
  query: InsightOrder;
  page: PageSummary | null;
}

/**
 * Returns the summary of a list, the same object while it is equal: a component that shows it alone is then not drawn
 * again with every answer of a scroll.
 */
export function createSummaryShown() {
  let before: ListSummary | null = null;
  return ({ page, ...now }: Omit<ListSummary, "page"> & { page: InsightPage | null }): ListSummary => {
    const summary = { ...now, page: page === null ? null : withoutRows(page) };
    if (before === null || !isSameValue(before, summary)) before = summary;
    return before;
  };
}

function withoutRows(page: InsightPage): PageSummary {
  const { rows: _, ...counts } = page;
  return counts;
}

/**
 * Returns the rows of a page overlaid with the unsaved list, without those that it archives. A row that equals one of
 * the call before is that one: an answer has copies of all its rows, and while a list is scrolled most of them are drawn
 * already and would be drawn again.
 */
export function createRowsShown() {
  let before = new Map<string, InsightRow>();
  return (page: InsightPage, unsaved: readonly UnsavedAction[], showArchived: boolean): InsightRow[] => {
    const rows = overlayUnsaved(page.rows, unsaved).filter((row) => staysShown(row, showArchived));
    const kept = rows.map((row) => {
      const drawn = before.get(row.insightId);
      return drawn !== undefined && isSameValue(drawn, row) ? drawn : row;
    });
    before = new Map(kept.map((row) => [row.insightId, row]));
    return kept;
  };
}
