import { lazy, Suspense } from "react";
import {
  activeParts,
  reversedParts,
  withRangesTurned,
} from "../../../parts/insight-filter/filter-address.ts";
import type { InsightRow } from "../../../query/insight-engine.ts";
import type { SyncStatus } from "../../../sync/sync-status.ts";
import type { TableColumn } from "../../../ui/data-table/table-column.ts";
import type { TableSettingsControl } from "../../../ui/data-table/table-settings.ts";
import { LoadingNotice } from "../../../ui/feedback/loading-notice.tsx";
import type { UnknownValue } from "../filter/known-values.ts";
import type { AddressActions } from "./address-actions.ts";
import type { InsightListStore, InsightListView } from "./insight-list-store.ts";
import { AllDone } from "./rows/all-done.tsx";
import { InsightCards } from "./rows/insight-cards.tsx";
import { listName } from "./rows/insight-selection.ts";
import { type InsightListProps, InsightTable } from "./rows/insight-table.tsx";
import type { ListWork } from "./rows/list-work.ts";
import { NothingShown, ReadFailed } from "./rows/table-states.tsx";

const InsightGrid = lazy(() => import("./rows/insight-grid.tsx"));

interface InsightsBodyProps extends Omit<InsightListProps, "rows" | "expected"> {
  store: InsightListStore;
  work: ListWork;
  list: InsightListView;
  address: AddressActions;
  settings: TableSettingsControl;
  columns: readonly TableColumn<InsightRow>[];
  sync: SyncStatus;
  /** Values of the filter that no row on this device has. */
  unknown: readonly UnknownValue[];
  narrow: boolean;
  /** Photos beside each other in the grid; null for rows. */
  perLine: number | null;
  /** On a phone: the cards show checkboxes. */
  selecting: boolean;
}

/** The list itself, as a table or as cards, or in its place why there is none. */
export function InsightsBody(props: InsightsBodyProps) {
  const {
    store,
    work,
    list,
    address: control,
    settings,
    columns,
    sync,
    unknown,
    narrow,
    perLine,
    selecting,
    ...rowProps
  } = props;
  const { address, setFilter, sortBy } = control;
  const { page } = list;
  if (list.failed && page === null) return <ReadFailed onRetry={store.table.retry} />;
  // Rows that left with the data of this device, deleted or not yet complete, are not done.
  const isWhole = page?.complete === true && page.held > 0;
  const done = list.empty && isWhole ? work.doneOf(listName(list.query)) : null;
  const clearFilters = () => setFilter({ showArchived: address.filter.showArchived });
  if (done !== null) {
    return <AllDone count={done} query={list.query} onFilter={setFilter} onClearFilters={clearFilters} />;
  }
  if (list.empty && page !== null) {
    return (
      <NothingShown
        page={page}
        sync={sync}
        unknown={unknown}
        reversed={reversedParts(address.filter)}
        onTurnRanges={() => setFilter(withRangesTurned(address.filter))}
        filtered={activeParts(address.filter).length > 0}
        archivedHidden={!address.filter.showArchived}
        onClearFilters={clearFilters}
        onShowArchived={() => setFilter({ ...address.filter, showArchived: true })}
      />
    );
  }
  const rows = {
    ...rowProps,
    // During the first sync the page may still come.
    rows: list.shown.length === 0 && page?.complete === false ? null : list.rows,
    expected: address.pageSize,
    busy: list.stale,
  };
  if (perLine !== null) {
    return (
      <Suspense fallback={<LoadingNotice />}>
        <InsightGrid
          {...rows}
          perLine={perLine}
          selecting={selecting}
          window={list.window}
          onMark={store.table.mark}
        />
      </Suspense>
    );
  }
  if (narrow) {
    return <InsightCards {...rows} selecting={selecting} window={list.window} />;
  }
  return (
    <InsightTable
      {...rows}
      columns={columns}
      layout={settings.layout}
      onLayout={settings.setLayout}
      sort={address.sort}
      onSort={sortBy}
      onSelectPage={store.table.selectPage}
      window={list.window}
    />
  );
}
