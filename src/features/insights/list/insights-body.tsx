import {
  activeParts,
  reversedParts,
  withRangesTurned,
} from "../../../parts/insight-filter/filter-address.ts";
import type { InsightRow } from "../../../query/insight-engine.ts";
import type { SyncStatus } from "../../../sync/sync-status.ts";
import type { TableColumn } from "../../../ui/data-table/table-column.ts";
import type { TableSettingsControl } from "../../../ui/data-table/table-settings.ts";
import type { UnknownValue } from "../filter/known-values.ts";
import type { AddressActions } from "./address-actions.ts";
import type { InsightListStore, InsightListView } from "./insight-list-store.ts";
import { InsightCards } from "./rows/insight-cards.tsx";
import { type InsightListProps, InsightTable } from "./rows/insight-table.tsx";
import { NothingShown, ReadFailed } from "./rows/table-states.tsx";

interface InsightsBodyProps extends Omit<InsightListProps, "rows" | "expected"> {
  store: InsightListStore;
  list: InsightListView;
  address: AddressActions;
  settings: TableSettingsControl;
  columns: readonly TableColumn<InsightRow>[];
  sync: SyncStatus;
  /** Values of the filter that no row on this device has. */
  unknown: readonly UnknownValue[];
  narrow: boolean;
  /** On a phone: the cards show checkboxes. */
  selecting: boolean;
}

/** The list itself, as a table or as cards, or in its place why there is none. */
export function InsightsBody(props: InsightsBodyProps) {
  const {
    store,
    list,
    address: control,
    settings,
    columns,
    sync,
    unknown,
    narrow,
    selecting,
    ...rowProps
  } = props;
  const { address, setFilter, sortBy } = control;
  const { page } = list;
  if (list.failed && page === null) return <ReadFailed onRetry={store.table.retry} />;
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
        onClearFilters={() => setFilter({ showArchived: address.filter.showArchived })}
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
