import {
  activeParts,
  reversedParts,
  withRangesTurned,
} from "../../../parts/insight-filter/filter-address.ts";
import type { SyncStatus } from "../../../sync/sync-status.ts";
import type { useTableSettings } from "../../../ui/data-table/table-settings.ts";
import type { UnknownValue } from "../filter/use-known-values.ts";
import { InsightCards } from "./rows/insight-cards.tsx";
import type { insightColumns } from "./rows/insight-columns.tsx";
import { type InsightListProps, InsightTable } from "./rows/insight-table.tsx";
import { NothingShown, ReadFailed } from "./rows/table-states.tsx";
import type { useInsightSelection } from "./rows/use-insight-selection.ts";
import type { useInsightAddress } from "./use-insight-address.ts";
import type { useInsightList } from "./use-insight-list.ts";

interface InsightsBodyProps extends Omit<InsightListProps, "rows" | "expected" | "selectedIds"> {
  list: ReturnType<typeof useInsightList>;
  selected: ReturnType<typeof useInsightSelection>;
  address: ReturnType<typeof useInsightAddress>;
  settings: ReturnType<typeof useTableSettings>;
  columns: ReturnType<typeof insightColumns>;
  sync: SyncStatus;
  /** What the filter asks for and nothing here has. */
  unknown: readonly UnknownValue[];
  narrow: boolean;
  /** On a phone: boxes to choose with are shown on the cards. */
  selecting: boolean;
}

/** The list itself, as a table or as cards, or in its place why there is none. */
export function InsightsBody(props: InsightsBodyProps) {
  const {
    list,
    selected,
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
  if (list.failed && page === null) return <ReadFailed onRetry={list.retry} />;
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
    // A page that the first copy has not reached yet is waited for.
    rows: list.shown.length === 0 && page?.complete === false ? null : list.rows,
    expected: address.pageSize,
    selectedIds: selected.selection.ids,
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
      onSelectPage={selected.selectPage}
      window={list.window}
    />
  );
}
