import type { RefObject } from "react";
import { useServices } from "../../../client/services.tsx";
import { useSyncStatus } from "../../../client/use-sync.ts";
import { activeParts } from "../../../parts/insight-filter/filter-address.ts";
import type { FilterCounts } from "../../../parts/insight-filter/filter-counts.ts";
import type { Group } from "../../../protocol/shapes.ts";
import type { InsightRow } from "../../../query/insight-engine.ts";
import type { TableColumn } from "../../../ui/data-table/table-column.ts";
import type { TableSettingsControl } from "../../../ui/data-table/table-settings.ts";
import { FilterBar } from "../filter/filter-bar.tsx";
import type { UnknownValue } from "../filter/known-values.ts";
import type { AddressActions } from "./address-actions.ts";
import type { CollectionsChoice } from "./collections.ts";
import type { InsightListStore, InsightListView } from "./insight-list-store.ts";
import { InsightTools } from "./insight-tools.tsx";
import { InsightsHead } from "./insights-head.tsx";
import { InsightsSwitches } from "./insights-switches.tsx";
import { LinkNotices } from "./link-notices.tsx";

interface ListHeadProps {
  store: InsightListStore;
  list: InsightListView;
  address: AddressActions;
  collections: CollectionsChoice;
  settings: TableSettingsControl;
  columns: readonly TableColumn<InsightRow>[];
  groups: readonly Group[];
  counts: FilterCounts | null;
  unknown: readonly UnknownValue[];
  /** The part of all insights that is on this device; null where all are. */
  covers: string | null;
  narrow: boolean;
  mayAct: boolean;
  reasonId: string;
  nowMs: number;
  searchRef: RefObject<HTMLInputElement | null>;
  /** On a phone: the cards show checkboxes. */
  selecting: boolean;
  onSelecting(selecting: boolean): void;
}

/** Title, tools, filters and notices of the list. */
export function ListHead(props: ListHeadProps) {
  const { store, list, address: control, collections, settings, groups, covers, narrow } = props;
  const { insights: view, sync: syncControl } = useServices();
  const sync = useSyncStatus();
  const { page, query } = list;
  const { address } = control;
  const switches = <InsightsSwitches address={control} collections={collections} narrow={narrow} />;
  return (
    <InsightsHead
      page={page}
      filtered={activeParts(address.filter).length > 0}
      grouped={collections.grouped}
      narrow={narrow}
      mayAct={props.mayAct}
      reasonId={props.reasonId}
      sync={sync}
      packId={address.filter.packId}
      failed={list.failed && page !== null}
      onRetry={store.table.retry}
      onPull={() => void syncControl.pullNow()}
      switches={switches}
      selecting={props.selecting}
      onSelecting={props.onSelecting}
      linkNotices={
        <LinkNotices
          address={address}
          unknown={props.unknown}
          matches={!list.empty}
          onDropUnread={control.dropUnread}
        />
      }
      tools={
        <InsightTools
          view={view}
          query={query}
          page={page}
          covers={covers}
          columns={props.columns}
          settings={settings}
          address={control}
          groups={groups}
          narrow={narrow}
        />
      }
    >
      <FilterBar
        filter={address.filter}
        onChange={control.setFilter}
        counts={props.counts}
        covers={covers}
        groups={groups}
        nowMs={props.nowMs}
        switches={switches}
        matched={list.stale ? null : (page?.matched ?? null)}
        narrow={narrow}
        searchRef={props.searchRef}
      />
    </InsightsHead>
  );
}
