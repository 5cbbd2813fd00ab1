import { memo, type ReactNode, type RefObject } from "react";
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
import { SortField } from "../filter/sort-field.tsx";
import type { AddressActions } from "./address-actions.ts";
import type { CollectionsChoice } from "./collections.ts";
import type { InsightListStore, ListSummary } from "./insight-list-store.ts";
import { InsightTools } from "./insight-tools.tsx";
import { InsightsHead, ListNotices, Restricted } from "./insights-head.tsx";
import { InsightsSwitches } from "./insights-switches.tsx";
import { LinkNotices } from "./link-notices.tsx";
import { PhoneHead } from "./phone-head.tsx";

export interface ListHeadProps {
  store: InsightListStore;
  list: ListSummary;
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
  /** On a phone: a press on a card chooses it. */
  selecting: boolean;
  onSelecting(selecting: boolean): void;
}

/** Title, tools, filters and notices of the list. Memoized: the answers of a scroll change none of its props. */
export const ListHead = memo(function ListHead(props: ListHeadProps) {
  const { store, list, address: control, narrow } = props;
  const sync = useSyncStatus();
  const { page } = list;
  const { address } = control;
  const switches = <InsightsSwitches address={control} collections={props.collections} />;
  return (
    <>
      {narrow ? <PhoneHead {...props} switches={switches} /> : <DeskHead {...props} switches={switches} />}
      <ListNotices
        sync={sync}
        packId={address.filter.packId}
        failed={list.failed && page !== null}
        onRetry={store.table.retry}
        linkNotices={
          <LinkNotices
            address={address}
            unknown={props.unknown}
            matches={!list.empty}
            onDropUnread={control.dropUnread}
          />
        }
      >
        {!narrow && !props.mayAct && <Restricted id={props.reasonId} />}
      </ListNotices>
    </>
  );
});

function DeskHead(props: ListHeadProps & { switches: ReactNode }) {
  const { list, address: control, collections, settings, groups, covers, switches } = props;
  const { insights: view } = useServices();
  const { page, query } = list;
  const { filter } = control.address;
  return (
    <InsightsHead
      order={query}
      page={page}
      filtered={activeParts(filter).length > 0}
      grouped={collections.grouped}
      switches={switches}
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
        />
      }
    >
      <FilterBar
        filter={filter}
        onChange={control.setFilter}
        counts={props.counts}
        covers={covers}
        groups={groups}
        nowMs={props.nowMs}
        searchRef={props.searchRef}
      />
      {/* Photos have no column heads to sort by. */}
      {settings.layout.look === "grid" && (
        <SortField isInRow sort={control.address.sort} onSort={control.setSort} />
      )}
    </InsightsHead>
  );
}
