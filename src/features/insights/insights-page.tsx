import { useLiveQuery } from "dexie-react-hooks";
import { lazy, Suspense, useEffect, useId, useMemo, useRef, useState } from "react";
import { useSearchParams } from "wouter";
import { TABLE_CARDS_PX } from "../../domain/breakpoints.ts";
import type { ReviewAction } from "../../domain/insight.ts";
import { maySaveBulkActions, type Role } from "../../domain/role.ts";
import { pageCount } from "../../domain/table-page.ts";
import { insightsMessages } from "../../messages/insights.ts";
import { systemClock } from "../../platform/system-clock.ts";
import type { Group } from "../../protocol/shapes.ts";
import type { InsightQuery, InsightRow, InsightView } from "../../query/insight-view.ts";
import { PageBar } from "../../ui/data-table/page-bar.tsx";
import { useTableSettings } from "../../ui/data-table/table-settings.ts";
import { useScrollWindow } from "../../ui/data-table/use-scroll-window.ts";
import { LoadingNotice } from "../../ui/loading-notice.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Switch } from "../../ui/switch.tsx";
import { useMediaQuery } from "../../ui/use-media-query.ts";
import { useServices } from "../services.tsx";
import { useOutboxState, useSyncStatus } from "../use-sync.ts";
import { CapNotice } from "./cap-notice.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { activeParts, type InsightAddress, queryOf } from "./insight-address.ts";
import { InsightCards } from "./insight-cards.tsx";
import { insightColumns } from "./insight-columns.tsx";
import { type InsightListProps, InsightTable } from "./insight-table.tsx";
import { INSIGHTS_TABLE, InsightTools } from "./insight-tools.tsx";
import { InsightsHead } from "./insights-head.tsx";
import styles from "./insights-page.module.css";
import { PhotoViewer } from "./photo-viewer.tsx";
import { REVIEW_PARAMETER } from "./review-mode/review-address.ts";
import { useStableHandlers } from "./row-handlers.ts";
import { togglePage } from "./row-selection.ts";
import { SelectionBar } from "./selection-bar.tsx";
import { SortField } from "./sort-field.tsx";
import { NothingShown, ReadFailed } from "./table-states.tsx";
import { ThumbnailContext } from "./thumbnail.tsx";
import { createThumbnailQueue } from "./thumbnail-queue.ts";
import { overlayUnsaved, staysShown } from "./unsaved-overlay.ts";
import { UnsavedBar, UnsavedPanel, UnsavedSheet } from "./unsaved-panel.tsx";
import { useCollections } from "./use-collections.ts";
import { useGrowingList } from "./use-growing-list.ts";
import { useInsightAddress } from "./use-insight-address.ts";
import { useInsightPage, useViewValue } from "./use-insight-page.ts";
import { useInsightSelection } from "./use-insight-selection.ts";
import { useReview } from "./use-review.ts";
import { useReviewCommands } from "./use-review-commands.ts";
import { useRowCursor } from "./use-row-cursor.ts";
import { useViewedRow } from "./use-viewed-row.ts";

const ReviewMode = lazy(async () => ({
  default: (await import("./review-mode/review-mode.tsx")).ReviewMode,
}));

/** From this width on the list of unsaved actions fits beside a table that still shows its columns. */
const PANEL_FROM_PX = 1360;
/** Lower than this, a phone on its side, the page's head and foot scroll with the rows, or there is no room for these. */
const LOW_PX = 480;
const NO_ROWS: readonly InsightRow[] = [];
const readFacets = (view: InsightView) => view.facets();

/** The insights tab: everything that the Sentinels saw, and what this person makes of it. */
export function InsightsPage({ role }: { role: Role }) {
  const { mirror, photos } = useServices();
  const collections = useCollections(mirror);
  const address = useInsightAddress();
  const query = useMemo(
    () => queryOf(address.address, collections.grouped),
    [address.address, collections.grouped],
  );
  const queue = useMemo(() => createThumbnailQueue(photos), [photos]);
  const online = useSyncStatus().phase === "online";
  const thumbnails = useMemo(() => ({ queue, online }), [queue, online]);
  const groups = useLiveQuery(() => mirror.groups(), [mirror]);
  const [search] = useSearchParams();
  // Both decide what stands in the page's head; nothing moves there once it is shown.
  if (collections.enabled === undefined || groups === undefined)
    return <div className={styles.page} aria-busy="true" />;
  if (search.has(REVIEW_PARAMETER)) {
    return (
      <Suspense fallback={<LoadingNotice />}>
        <ReviewMode role={role} query={query} pageSize={address.address.pageSize} />
      </Suspense>
    );
  }
  return (
    <ThumbnailContext value={thumbnails}>
      <InsightsScreen role={role} query={query} address={address} collections={collections} groups={groups} />
    </ThumbnailContext>
  );
}

interface InsightsScreenProps {
  role: Role;
  query: InsightQuery;
  address: ReturnType<typeof useInsightAddress>;
  collections: ReturnType<typeof useCollections>;
  groups: readonly Group[];
}

function InsightsScreen(props: InsightsScreenProps) {
  const { role, query: paged, address: addressControl, collections, groups } = props;
  const { insights: view, outbox, photos, sync: syncControl } = useServices();
  const { address, setFilter, setPage, setPageSize, sortBy, setSort, setScroll } = addressControl;
  const settings = useTableSettings(INSIGHTS_TABLE);
  const sync = useSyncStatus();
  const outboxState = useOutboxState();
  const mayAct = maySaveBulkActions(role);
  const review = useReview(outbox, mayAct);
  const narrow = useMediaQuery(`(max-width: ${TABLE_CARDS_PX}px)`);
  const scroller = useRef<HTMLDivElement>(null);
  const rolls = address.scroll && !narrow;
  const grows = address.scroll && narrow;
  const [total, setTotal] = useState(0);
  const rowWindow = useScrollWindow(rolls, scroller, total);
  const growing = useGrowingList(grows, paged.filter, paged.sort);
  const { offset, limit } = rolls ? rowWindow : grows ? { offset: 0, limit: growing.limit } : paged;
  const query = useMemo(() => ({ ...paged, offset, limit }), [paged, offset, limit]);
  const answer = useInsightPage(view, query);
  if (answer.page !== null && answer.page.matched !== total) setTotal(answer.page.matched);
  const stale =
    answer.stale &&
    !(address.scroll && answer.query?.filter === paged.filter && answer.query.sort === paged.sort);
  const facets = useViewValue(view, readFacets);
  const scrollsWhole = useMediaQuery(`(max-height: ${LOW_PX}px)`) || narrow;
  const roomForPanel = useMediaQuery(`(min-width: ${PANEL_FROM_PX}px)`);
  const [nowMs] = useState(() => systemClock.now());
  const [panelWanted, setPanelWanted] = useState(true);
  const [sheetOpen, setSheetOpen] = useState(false);
  const [selecting, setSelecting] = useState(false);
  const reasonId = useId();
  const search = useRef<HTMLInputElement>(null);

  const { page } = answer;
  const rows = useMemo(
    () =>
      page === null
        ? null
        : overlayUnsaved(page.rows, outboxState.unsaved).filter((row) =>
            staysShown(row, address.filter.showArchived),
          ),
    [page, outboxState.unsaved, address.filter.showArchived],
  );
  const shown = rows ?? NO_ROWS;
  const selected = useInsightSelection({
    view,
    query,
    shown,
    matched: page?.matched ?? 0,
    scroll: address.scroll,
  });
  const { selection, order } = selected;
  const cursor = useRowCursor(shown, scroller, !address.scroll);
  const viewer = useViewedRow(shown, outboxState.unsaved);
  const filtered = activeParts(address.filter).length > 0;
  const online = sync.phase === "online";
  const panelShown = roomForPanel && panelWanted && !narrow;
  usePageThatExists(answer.stale || address.scroll ? null : page, address, setPage);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another question begins at its top
  useEffect(() => {
    if (scroller.current) scroller.current.scrollTop = 0;
  }, [paged]);

  const act = (row: InsightRow, action: ReviewAction) => {
    cursor.place(row);
    void review.act([row], action);
  };
  const { actOnSelection, undo, redo, select } = useReviewCommands({
    review,
    cursor,
    selection,
    selectedCount: selected.count,
    readSelected: selected.read,
    order,
    onSelection: selected.choose,
    showArchived: address.filter.showArchived,
    onOpen: viewer.open,
    onSearch: () => search.current?.focus(),
  });
  const handlers = useStableHandlers({
    onAct: act,
    onOpen: (row) => {
      cursor.place(row);
      viewer.open(row);
    },
    onSelect: select,
  });
  const { onAct, onOpen } = handlers;
  const columns = useMemo(
    () => insightColumns({ nowMs, mayAct, reasonId, onAct, onOpen }),
    [nowMs, mayAct, reasonId, onAct, onOpen],
  );
  const list: InsightListProps = {
    rows,
    expected: address.pageSize,
    cursorId: cursor.cursor?.id ?? null,
    selectedIds: selection.ids,
    nowMs,
    mayAct,
    reasonId,
    ...handlers,
  };
  const cap = review.capped !== null && (
    <CapNotice
      refused={review.capped.targets.length}
      onContinue={() => {
        review.continuePastCap();
        selected.clear();
      }}
      onLeave={review.leaveCapped}
    />
  );
  const unsaved = {
    outbox,
    state: outboxState,
    view,
    online,
    mayAct,
    onUndo: () => void undo(),
    onRedo: () => void redo(),
    onCancelAll: review.cancelAll,
    onSave: review.save,
  };
  const switches = (
    <>
      {narrow && <SortField sort={address.sort} onSort={setSort} />}
      {collections.enabled && (
        <Switch checked={collections.grouped} onChange={collections.setGrouped}>
          {insightsMessages.filters.collections}
        </Switch>
      )}
      <Switch
        checked={address.filter.showArchived}
        onChange={(showArchived) => setFilter(withArchived(address.filter, showArchived))}
      >
        {insightsMessages.filters.showArchived}
      </Switch>
    </>
  );
  const showsNothing = page !== null && shown.length === 0 && page.matched === 0 && !stale;

  const top = (
    <InsightsHead
      page={page}
      filtered={filtered}
      grouped={collections.grouped}
      narrow={narrow}
      mayAct={mayAct}
      reasonId={reasonId}
      sync={sync}
      failed={answer.failed && page !== null}
      onRetry={answer.retry}
      onPull={() => void syncControl.pullNow()}
      switches={switches}
      selecting={selecting}
      onSelecting={(wanted) => {
        setSelecting(wanted);
        selected.clear();
      }}
      tools={
        <InsightTools
          view={view}
          query={query}
          page={page}
          columns={columns}
          settings={settings}
          address={addressControl}
          narrow={narrow}
          onLayout={settings.setLayout}
        />
      }
    >
      <FilterBar
        filter={address.filter}
        onChange={setFilter}
        facets={facets}
        groups={groups}
        nowMs={nowMs}
        switches={switches}
        narrow={narrow}
        searchRef={search}
      />
    </InsightsHead>
  );
  const body =
    answer.failed && page === null ? (
      <ReadFailed onRetry={answer.retry} />
    ) : showsNothing ? (
      <NothingShown
        page={page}
        sync={sync}
        filtered={filtered}
        onClearFilters={() => setFilter({ showArchived: address.filter.showArchived })}
        onShowArchived={() => setFilter({ ...address.filter, showArchived: true })}
      />
    ) : narrow ? (
      <>
        <InsightCards {...list} selecting={selecting} busy={stale} />
        {grows && page !== null && shown.length < page.matched && <div ref={growing.end} />}
      </>
    ) : (
      <InsightTable
        {...list}
        columns={columns}
        layout={settings.layout}
        onLayout={settings.setLayout}
        busy={stale}
        sort={address.sort}
        onSort={sortBy}
        onSelectPage={() => selected.choose(togglePage(selection, order))}
        window={rolls && rows !== null ? rowWindow.place(answer.query?.offset ?? 0, rows.length) : undefined}
      />
    );
  const pageBar = page !== null && !showsNothing && (
    <PageBar
      page={address.page}
      pageSize={address.pageSize}
      first={(answer.query?.offset ?? 0) + 1}
      shown={shown.length}
      matched={page.matched}
      onPage={setPage}
      onPageSize={setPageSize}
      scroll={address.scroll}
      onScroll={setScroll}
    />
  );
  const selectionBar = selected.count > 0 && (
    <SelectionBar
      count={selected.count}
      everything={selected.offered}
      onEverything={selected.chooseEverything}
      mayAct={mayAct}
      reasonId={reasonId}
      onAct={(action) => void actOnSelection(action)}
      onClear={selected.clear}
    />
  );

  return (
    <section className={styles.page} aria-label={insightsMessages.title}>
      <div className={styles.main}>
        {!scrollsWhole && top}
        <div className={styles.middle}>
          <div
            ref={scroller}
            className={styles.scroller}
            data-stale={stale || undefined}
            data-floating={(!narrow && selected.count > 0) || undefined}
          >
            {scrollsWhole && top}
            {body}
            {scrollsWhole && pageBar}
          </div>
          {!narrow && selectionBar && <div className={styles.floating}>{selectionBar}</div>}
        </div>
        {(outboxState.storageError || review.failed) && (
          <div className={styles.pinned}>
            <Notice tone="danger">{insightsMessages.storageError}</Notice>
          </div>
        )}
        {!panelShown && cap && <div className={styles.pinned}>{cap}</div>}
        {narrow && selectionBar}
        {!panelShown && !(narrow && selectionBar) && (
          <UnsavedBar
            {...unsaved}
            cap={null}
            onOpen={() => (roomForPanel ? setPanelWanted(true) : setSheetOpen(true))}
          />
        )}
        {!scrollsWhole && pageBar}
      </div>
      {panelShown && <UnsavedPanel {...unsaved} cap={cap} onCollapse={() => setPanelWanted(false)} />}
      <UnsavedSheet
        {...unsaved}
        cap={null}
        open={sheetOpen && !panelShown}
        onClose={() => setSheetOpen(false)}
      />
      {viewer.row !== null && (
        <PhotoViewer
          row={viewer.row}
          photos={photos}
          online={online}
          mayAct={mayAct}
          reasonId={reasonId}
          hasPrevious={viewer.hasPrevious}
          hasNext={viewer.hasNext}
          onMove={(step) => {
            const row = viewer.move(step);
            if (row !== null) cursor.place(row);
          }}
          onAct={(row, action) => void review.act([row], action)}
          onUndo={() => void undo()}
          onRedo={() => void redo()}
          onClose={viewer.close}
        />
      )}
      <div className="visually-hidden" role="status" aria-live="polite">
        {review.said}
      </div>
    </section>
  );
}

/** Hiding what is archived also ends asking for it, or the table would be empty without a reason. */
function withArchived(filter: InsightAddress["filter"], showArchived: boolean): InsightAddress["filter"] {
  const statuses = filter.statuses?.filter((status) => showArchived || status !== "archive");
  const { statuses: _, ...rest } = filter;
  return statuses === undefined || statuses.length === 0
    ? { ...rest, showArchived }
    : { ...rest, statuses, showArchived };
}

/** Goes to the last page where the one in the address lies beyond it, for instance when all its rows were archived. */
function usePageThatExists(
  page: { matched: number } | null,
  address: InsightAddress,
  setPage: (page: number, options: { replace: boolean }) => void,
): void {
  const last = page === null ? null : pageCount(page.matched, address.pageSize);
  const beyond = last !== null && address.page > last ? last : null;
  useEffect(() => {
    if (beyond !== null) setPage(beyond, { replace: true });
  }, [beyond, setPage]);
}
