import { type RefObject, useId, useMemo, useRef } from "react";
import { useServices } from "../../../client/services.tsx";
import { useOutboxState, useSyncStatus } from "../../../client/use-sync.ts";
import { useUtcDay } from "../../../client/use-utc-day.ts";
import { maySaveBulkActions, type Role } from "../../../domain/account/role.ts";
import { TABLE_CARDS_PX } from "../../../domain/breakpoints.ts";
import { insightListMessages } from "../../../messages/insights/insight-list.ts";
import { COVERAGE } from "../../../messages/offline/coverage.ts";
import { useCoverage } from "../../../parts/coverage.tsx";
import { useFilterCounts } from "../../../parts/insight-filter/use-filter-counts.ts";
import { savableCount } from "../../../parts/unsent-work.ts";
import type { Group } from "../../../protocol/shapes.ts";
import type { InsightEngine, InsightQuery, InsightRow } from "../../../query/insight-engine.ts";
import { showToast } from "../../../state/toast-store.ts";
import { useTableState } from "../../../ui/data-table/use-table.ts";
import { useTableSettings } from "../../../ui/data-table/use-table-settings.ts";
import { useElementWidth } from "../../../ui/use-element-width.ts";
import { useMediaQuery } from "../../../ui/use-media-query.ts";
import { useStableHandlers } from "../../../ui/use-stable-handlers.ts";
import type { Review } from "../actions/review.ts";
import { useReview } from "../actions/use-review.ts";
import { useOfferedInsights } from "../desk/use-offered-insights.ts";
import { usePressedRow } from "../desk/use-pressed-row.ts";
import { useKnownValues } from "../filter/use-known-values.ts";
import { useHeldThumbnails, useThumbnailsOfFling } from "../photo/thumbnail.tsx";
import type { AddressActions } from "./address-actions.ts";
import type { CollectionsChoice } from "./collections.ts";
import { createInsightList, type InsightListStore, type InsightListView } from "./insight-list-store.ts";
import { INSIGHTS_TABLE } from "./insight-tools.tsx";
import { InsightsBody } from "./insights-body.tsx";
import { ListFrame } from "./list-frame.tsx";
import { ListHead } from "./list-head.tsx";
import type { AnsweredQuery } from "./opening.ts";
import { insightColumns } from "./rows/insight-columns.tsx";
import { listName, selectionShown } from "./rows/insight-selection.ts";
import type { ListWork } from "./rows/list-work.ts";
import type { CursorList } from "./rows/row-cursor.ts";
import type { RowHandlers } from "./rows/row-handlers.ts";
import { useRowCursor } from "./rows/use-row-cursor.ts";
import { type NoteRows, useRowsGlide } from "./rows/use-rows-glide.ts";
import { useSelecting } from "./rows/use-selecting.ts";
import { wayToPage } from "./rows/way-to-page.ts";
import { useNamedCollections } from "./use-collections.ts";
import { useAskedAhead } from "./use-insight-address.ts";
import { useInsightList } from "./use-insight-list.ts";
import { useReviewCommands } from "./use-review-commands.ts";
import { useReviewReturn } from "./use-review-return.ts";

/** Measuring rows would force a layout before their first painting. */
const NOT_MEASURED: RefObject<null> = { current: null };
/** A photo of the grid is at least so wide, except on phones, in pixels. */
const PHOTO_PX = 176;

interface InsightsScreenProps {
  role: Role;
  paged: InsightQuery;
  /** Its answer, where it came before the screen. */
  first: AnsweredQuery | null;
  work: ListWork;
  address: AddressActions;
  collections: CollectionsChoice;
  groups: readonly Group[];
}

/** The list of insights: draws what its store holds, and leads keys and presses to it. */
export function InsightsScreen({
  role,
  paged,
  first,
  work,
  address: control,
  collections,
  groups,
}: InsightsScreenProps) {
  const { insights: view, outbox } = useServices();
  const { address } = control;
  const { filter } = address;
  const settings = useTableSettings(INSIGHTS_TABLE);
  const scroller = useRef<HTMLDivElement>(null);
  const perLine = usePhotosPerLine(scroller, settings.layout.look === "grid");
  // Dragging over photos reaches further than a page.
  const scroll = address.scroll || perLine !== null;
  const store = useListStore(view, { paged, scroll, first, work });
  const state = useTableState(store.table, scroll);
  useAskedAhead(store, { paged, scroll });
  const sync = useSyncStatus();
  const covers = useCoverage();
  const { unsaved } = useOutboxState();
  const mayAct = maySaveBulkActions(role);
  // Rows that a step past the cap has taken are no longer chosen, so that the same key does not clear it again.
  const steps = useReview(outbox, mayAct, store.table.clear);
  const narrow = useMediaQuery(`(max-width: ${TABLE_CARDS_PX}px)`);
  const { setPage } = control;
  const list = useInsightList({
    ...{ store, state, view, paged, address, scroll, setPage, narrow, perLine, unsaved, scroller },
  });
  const { page, shown, rows } = list;
  const review = useListSteps(steps, { work, glide: useRowsGlide(scroller, shown, list.answered) });
  // Where the next rows cannot be read, the shown ones stay.
  useHeldThumbnails(list.stale && !list.failed);
  useThumbnailsOfFling(list.window?.fling);
  const partly = covers?.sentence ?? (page?.complete === false ? COVERAGE.notYet : null);
  const counts = useFilterCounts(view, filter, collections.grouped, rows !== null);
  useNamedCollections(collections, control, rows !== null);
  const unknown = useKnownValues({ address: control, counts, groups, page });
  const nowMs = useUtcDay();
  const reasonId = useId();
  const search = useRef<HTMLInputElement>(null);
  const { insightsIn } = store;
  const selection = selectionShown(state, {
    ...{ list: listName(list.query), grouped: list.query.grouped },
    ...{ rows: shown, page, narrow, scroll, insightsIn },
  });
  const cursor = useRowCursor(rowsForKeys(list, control, scroll), scroller);
  useReviewReturn(paged, cursor, control, scroll);
  usePressedRow(scroller, shown, cursor.place);
  const { select, clear } = store.table;
  const pressesLong = narrow && mayAct && perLine === null;
  const { selecting, setSelecting } = useSelecting(selection, store.table, {
    scroller: pressesLong ? scroller : null,
    narrow,
  });
  const commands = useReviewCommands({
    review,
    outbox,
    cursor,
    perLine,
    selectedCount: selection.count,
    readSelected: store.readSelected,
    onClear: clear,
    onSelect: ({ insightId }, range) => select(insightId, range),
    onSelectAll: store.table.selectEverything,
    onExtend: store.table.extend,
    onOpen: store.openPhoto,
    onSearch: () => search.current?.focus(),
  });
  useOfferedInsights(scroller, {
    ...{ address: control, counts, mayAct, nowMs, commands, review },
    ...{ table: store.table, viewed: store.viewed },
    ...{ current: cursor.row, selection, toSave: savableCount(unsaved, sync) },
    nextPage: wayToPage(list, control, 1),
    previousPage: wayToPage(list, control, -1),
  });
  const handlers = useRowHandlers(store, cursor, review);
  const { onAct, onOpen } = handlers;
  const columns = useMemo(
    () => insightColumns({ nowMs, mayAct, reasonId, onAct, onOpen }),
    [nowMs, mayAct, reasonId, onAct, onOpen],
  );
  const shared = {
    store,
    list,
    address: control,
    settings,
    columns,
    unknown,
    narrow,
    mayAct,
    reasonId,
    nowMs,
  };
  return (
    <ListFrame
      {...{ store, list, selection, address: control, scroller, cursor, narrow, mayAct, reasonId }}
      partly={partly !== null}
      selecting={selecting}
      review={review}
      onUndo={commands.undo}
      onRedo={commands.redo}
      onActOnSelection={commands.actOnSelection}
      head={
        <ListHead
          {...{ ...shared, list: list.summary, collections, groups, counts, selecting }}
          covers={partly}
          searchRef={search}
          onSelecting={setSelecting}
        />
      }
    >
      <InsightsBody
        {...{ ...shared, ...handlers, work, sync, selecting, perLine }}
        selectedIds={selection.ids}
        cursorId={cursor.cursor?.id ?? null}
      />
    </ListFrame>
  );
}

/** The steps of a reviewer in this list: what they take out of it is seen to leave, and counted as done. */
function useListSteps(review: Review, { work, glide }: { work: ListWork; glide: NoteRows }): Review {
  return {
    ...review,
    act(rows, action) {
      glide(rows);
      work.countDone();
      return review.act(rows, action);
    },
  };
}

/** Photos beside each other, three on a phone; null where the list shows rows. */
function usePhotosPerLine(scroller: RefObject<HTMLElement | null>, isGrid: boolean): number | null {
  const width = useElementWidth(isGrid ? scroller : NOT_MEASURED);
  return isGrid ? Math.max(3, Math.floor((width ?? 0) / PHOTO_PX)) : null;
}

/** The store of the list, made once: later questions are put to it. */
function useListStore(
  view: InsightEngine,
  opening: { paged: InsightQuery; scroll: boolean; first: AnsweredQuery | null; work: ListWork },
): InsightListStore {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the question of the first drawing alone may have been answered before
  return useMemo(
    () =>
      createInsightList({
        view,
        ...opening,
        onEnded: (count) => showToast({ message: insightListMessages.selection.ended(count) }),
      }),
    [view],
  );
}

/** The rows as keys walk through them. */
function rowsForKeys(list: InsightListView, control: AddressActions, windowed: boolean): CursorList {
  const { shown: rows, shownOffset: first, answered, page, failed } = list;
  // Without those that an unsaved action has taken out since the answer.
  const left = page === null ? 0 : page.matched - (page.rows.length - rows.length);
  const shared = { rows, answered, windowed, failed };
  if (windowed) return { ...shared, first, total: left, turnPage: () => false };
  const total = Math.min(answered?.limit ?? 0, left - first);
  const turnPage = (step: number) => {
    const go = wayToPage(list, control, step);
    go?.();
    return go !== null;
  };
  return { ...shared, first: 0, total, turnPage };
}

/** The handlers of presses on a row. */
function useRowHandlers(
  store: InsightListStore,
  cursor: { place(row: InsightRow): void },
  review: Pick<Review, "act">,
) {
  return useStableHandlers<RowHandlers>({
    onAct: (row, action) => {
      cursor.place(row);
      void review.act([row], action);
    },
    onOpen: (row) => {
      cursor.place(row);
      store.openPhoto(row);
    },
    onSelect: ({ insightId }, range) => store.table.select(insightId, range),
    onPlace: cursor.place,
  });
}
