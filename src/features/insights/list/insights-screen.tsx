import { useId, useMemo, useRef, useState } from "react";
import { useServices } from "../../../client/services.tsx";
import { useOutboxState, useSyncStatus } from "../../../client/use-sync.ts";
import { maySaveBulkActions, type Role } from "../../../domain/account/role.ts";
import { TABLE_CARDS_PX } from "../../../domain/breakpoints.ts";
import { insightListMessages } from "../../../messages/insights/insight-list.ts";
import { insightsMessages } from "../../../messages/insights/insights.ts";
import { COVERAGE } from "../../../messages/offline/coverage.ts";
import { CapNotice } from "../../../parts/cap-notice.tsx";
import { useCoverage } from "../../../parts/coverage.tsx";
import { activeParts } from "../../../parts/insight-filter/filter-address.ts";
import { useFilterCounts } from "../../../parts/insight-filter/use-filter-counts.ts";
import { systemClock } from "../../../platform/system-clock.ts";
import type { Group } from "../../../protocol/shapes.ts";
import type { InsightQuery } from "../../../query/insight-engine.ts";
import { showToast } from "../../../state/toast-store.ts";
import { useTableSettings } from "../../../ui/data-table/table-settings.ts";
import { PageBar } from "../../../ui/data-table/tools/page-bar.tsx";
import { Notice } from "../../../ui/feedback/notice.tsx";
import { useMediaQuery } from "../../../ui/use-media-query.ts";
import { useReview } from "../actions/use-review.ts";
import { FilterBar } from "../filter/filter-bar.tsx";
import { useKnownValues } from "../filter/use-known-values.ts";
import { PhotoViewer } from "../photo/photo-viewer.tsx";
import { useHeldThumbnails } from "../photo/thumbnail.tsx";
import { UnsavedBar, UnsavedPanel, UnsavedSheet } from "../unsaved/unsaved-panel.tsx";
import { useUnsavedPlace } from "../unsaved/use-unsaved-placement.ts";
import { INSIGHTS_TABLE, InsightTools } from "./insight-tools.tsx";
import { InsightsBody } from "./insights-body.tsx";
import { InsightsHead } from "./insights-head.tsx";
import { InsightsLayout } from "./insights-layout.tsx";
import { InsightsSwitches } from "./insights-switches.tsx";
import { LinkNotices } from "./link-notices.tsx";
import { insightColumns } from "./rows/insight-columns.tsx";
import { useStableHandlers } from "./rows/row-handlers.ts";
import { SelectionBar } from "./rows/selection-bar.tsx";
import { useInsightSelection } from "./rows/use-insight-selection.ts";
import { useRowCursor } from "./rows/use-row-cursor.ts";
import { useViewedRow } from "./rows/use-viewed-row.ts";
import { type useCollections, useNamedCollections } from "./use-collections.ts";
import type { useInsightAddress } from "./use-insight-address.ts";
import { useInsightList } from "./use-insight-list.ts";
import type { AnsweredQuery } from "./use-insight-page.ts";
import { useReviewCommands } from "./use-review-commands.ts";

interface InsightsScreenProps {
  role: Role;
  /** The question of the address. */
  paged: InsightQuery;
  /** Its answer, where it came before the screen. */
  first: AnsweredQuery | null;
  address: ReturnType<typeof useInsightAddress>;
  collections: ReturnType<typeof useCollections>;
  groups: readonly Group[];
}

/** The list of insights with all that stands around it; its parts are put together here, and nothing else. */
export function InsightsScreen(props: InsightsScreenProps) {
  const { role, paged, address: addressControl, collections, groups } = props;
  const { insights: view, outbox, mirror, photos, sync: syncControl } = useServices();
  const { address, setFilter, setPage } = addressControl;
  const settings = useTableSettings(INSIGHTS_TABLE);
  const sync = useSyncStatus();
  const covers = useCoverage();
  const outboxState = useOutboxState();
  const mayAct = maySaveBulkActions(role);
  const review = useReview(outbox, mayAct);
  const narrow = useMediaQuery(`(max-width: ${TABLE_CARDS_PX}px)`);
  const scroller = useRef<HTMLDivElement>(null);
  const list = useInsightList({
    view,
    paged,
    first: props.first,
    address,
    setPage,
    narrow,
    unsaved: outboxState.unsaved,
    scroller,
  });
  const { page, query, shown, stale } = list;
  // Where the others cannot be read, those that are shown stay.
  useHeldThumbnails(stale && !list.failed);
  const partly = covers?.sentence ?? (page?.complete === false ? COVERAGE.notYet : null);
  const counts = useFilterCounts(view, address.filter, collections.grouped, list.rows !== null);
  useNamedCollections(collections, addressControl, list.rows !== null);
  const unknown = useKnownValues({ address: addressControl, mirror, counts, groups, page });
  const unsavedPlace = useUnsavedPlace(narrow);
  const [nowMs] = useState(() => systemClock.now());
  const [selecting, setSelecting] = useState(false);
  const reasonId = useId();
  const search = useRef<HTMLInputElement>(null);

  const selected = useInsightSelection({
    view,
    query,
    answered: list.answered,
    shown,
    shownOffset: list.shownOffset,
    page,
    narrow,
    scroll: address.scroll,
    showArchived: address.filter.showArchived,
    onEnded: (count) => showToast({ message: insightListMessages.selection.ended(count) }),
  });
  const cursor = useRowCursor(shown, scroller, address.scroll ? list.shownOffset : null);
  const viewer = useViewedRow(shown, list.shownOffset, outboxState.unsaved);
  const online = sync.phase === "online";

  const { actOnSelection, undo, redo } = useReviewCommands({
    review,
    cursor,
    selectedCount: selected.count,
    readSelected: selected.read,
    onClear: selected.clear,
    onSelect: selected.select,
    showArchived: address.filter.showArchived,
    onOpen: viewer.open,
    onSearch: () => search.current?.focus(),
  });
  const handlers = useStableHandlers({
    onAct: (row, action) => {
      cursor.place(row);
      void review.act([row], action);
    },
    onOpen: (row) => {
      cursor.place(row);
      viewer.open(row);
    },
    onSelect: selected.select,
  });
  const { onAct, onOpen } = handlers;
  const columns = useMemo(
    () => insightColumns({ nowMs, mayAct, reasonId, onAct, onOpen }),
    [nowMs, mayAct, reasonId, onAct, onOpen],
  );
  const cap = review.capped !== null && (
    <CapNotice
      refused={review.capped.count}
      way={review.capped.way}
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
  const switches = <InsightsSwitches address={addressControl} collections={collections} narrow={narrow} />;

  const head = (
    <InsightsHead
      page={page}
      filtered={activeParts(address.filter).length > 0}
      grouped={collections.grouped}
      narrow={narrow}
      mayAct={mayAct}
      reasonId={reasonId}
      sync={sync}
      packId={address.filter.packId}
      failed={list.failed && page !== null}
      onRetry={list.retry}
      onPull={() => void syncControl.pullNow()}
      switches={switches}
      selecting={selecting}
      onSelecting={(wanted) => {
        setSelecting(wanted);
        selected.clear();
      }}
      linkNotices={
        <LinkNotices
          address={address}
          unknown={unknown}
          matches={!list.empty}
          onDropUnread={addressControl.dropUnread}
        />
      }
      tools={
        <InsightTools
          view={view}
          query={query}
          page={page}
          covers={partly}
          columns={columns}
          settings={settings}
          address={addressControl}
          groups={groups}
          narrow={narrow}
          onLayout={settings.setLayout}
        />
      }
    >
      <FilterBar
        filter={address.filter}
        onChange={setFilter}
        counts={counts}
        covers={partly}
        groups={groups}
        nowMs={nowMs}
        switches={switches}
        matched={stale ? null : (page?.matched ?? null)}
        narrow={narrow}
        searchRef={search}
      />
    </InsightsHead>
  );
  const pageBar = page !== null && !list.empty && (
    <PageBar
      page={address.page}
      pageSize={address.pageSize}
      first={list.shownOffset + 1}
      shown={shown.length}
      matched={page.matched}
      countsLater={page.countsLater}
      covers={covers?.words ?? (page.complete ? null : insightsMessages.counts.soFar)}
      onPage={setPage}
      onPageSize={addressControl.setPageSize}
      scroll={address.scroll}
      onScroll={addressControl.setScroll}
    />
  );
  const selectionBar =
    selected.count > 0 ? (
      <SelectionBar
        selected={selected}
        matched={page?.matched ?? 0}
        partly={partly !== null}
        mayAct={mayAct}
        reasonId={reasonId}
        onAct={(action) => void actOnSelection(action)}
      />
    ) : null;

  const overlays = (
    <>
      <UnsavedSheet {...unsaved} cap={null} open={unsavedPlace.sheetOpen} onClose={unsavedPlace.closeSheet} />
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
            // The list follows: of one without pages, only what is near what it shows is there to move on to.
            if (row !== null) cursor.show(row);
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
    </>
  );

  return (
    <InsightsLayout
      narrow={narrow}
      stale={stale}
      scroller={scroller}
      head={head}
      pageBar={pageBar}
      selectionBar={selectionBar}
      notices={[
        (outboxState.storageError || review.failed) && (
          <Notice tone="danger">{insightsMessages.storageError}</Notice>
        ),
        selected.range === "failed" && (
          <Notice tone="danger">{insightsMessages.selection.rangeFailed}</Notice>
        ),
        selected.range === "unread" && <Notice tone="danger">{insightsMessages.selection.unread}</Notice>,
        !unsavedPlace.panelShown && cap,
      ]}
      unsavedBar={
        !unsavedPlace.panelShown && <UnsavedBar {...unsaved} cap={null} onOpen={unsavedPlace.open} />
      }
      panel={
        unsavedPlace.panelShown && (
          <UnsavedPanel {...unsaved} cap={cap} onCollapse={unsavedPlace.collapsePanel} />
        )
      }
      overlays={overlays}
    >
      <InsightsBody
        {...handlers}
        list={list}
        unknown={unknown}
        selected={selected}
        address={addressControl}
        settings={settings}
        columns={columns}
        sync={sync}
        narrow={narrow}
        selecting={selecting}
        cursorId={cursor.cursor?.id ?? null}
        nowMs={nowMs}
        mayAct={mayAct}
        reasonId={reasonId}
      />
    </InsightsLayout>
  );
}
