import LayoutGrid from "lucide-react/icons/layout-grid";
import { insightListMessages } from "../../../messages/insights/insight-list.ts";
import { insightsMessages } from "../../../messages/insights/insights.ts";
import { OfflineSetButton } from "../../../parts/offline-set/offline-set-button.tsx";
import type { Group } from "../../../protocol/shapes.ts";
import type { InsightEngine, InsightOrder, InsightRow, PageSummary } from "../../../query/insight-engine.ts";
import { IconButton } from "../../../ui/controls/icon-button.tsx";
import { CsvButton } from "../../../ui/data-table/csv/csv-button.tsx";
import type { CsvSource } from "../../../ui/data-table/csv/csv-job.ts";
import type { TableColumn } from "../../../ui/data-table/table-column.ts";
import type { SavedView, TableSettingsControl } from "../../../ui/data-table/table-settings.ts";
import { ColumnsButton } from "../../../ui/data-table/tools/columns-button.tsx";
import { ViewsButton } from "../../../ui/data-table/tools/views-button.tsx";
import type { AddressActions } from "./address-actions.ts";
import { insightsIn } from "./rows/table-states.tsx";

const { csv: words } = insightsMessages;

/** Key of the stored settings, and the file's name. */
export const INSIGHTS_TABLE = "insights";

interface CsvInput {
  view: InsightEngine;
  query: InsightOrder;
  page: PageSummary | null;
  columns: readonly TableColumn<InsightRow>[];
  /** The part of all insights that is on this device; null where all are. */
  covers: string | null;
}

interface InsightToolsProps extends CsvInput {
  settings: TableSettingsControl;
  address: AddressActions;
  groups: readonly Group[];
}

/** Columns, saved views, offline sets and export, on a desk. */
export function InsightTools(props: InsightToolsProps) {
  const { query, page, columns, settings, address } = props;
  const { layout, setLayout } = settings;
  const isGrid = layout.look === "grid";
  return (
    <>
      <IconButton
        label={insightListMessages.grid.switch}
        icon={<LayoutGrid size={16} aria-hidden="true" />}
        pressed={isGrid}
        onClick={() => setLayout({ ...layout, look: isGrid ? "rows" : "grid" })}
      />
      <ColumnsButton columns={columns} layout={layout} onLayout={setLayout} />
      <ViewsButton {...viewsOf(settings, address)} />
      <OfflineSetButton
        filter={query.filter}
        groups={props.groups}
        disabled={page === null || page.matched === 0}
        narrow={false}
      />
      <CsvButton source={csvSourceOf(props)} />
    </>
  );
}

/** The saved views of this list, and how one is opened. */
export function viewsOf(settings: TableSettingsControl, address: Pick<AddressActions, "own" | "open">) {
  return {
    views: settings.views,
    address: address.own(),
    layout: settings.layout,
    onOpen(saved: SavedView) {
      settings.setLayout(saved.layout);
      address.open(saved.address);
    },
    onSave: settings.saveView,
    onRemove: settings.removeView,
  };
}

export function csvSourceOf({ view, query, page, columns, covers }: CsvInput): CsvSource<InsightRow> {
  return {
    table: INSIGHTS_TABLE,
    columns,
    open: (whole, signal) =>
      view.snapshot({ ...query, filter: whole ? { showArchived: true } : query.filter }, signal),
    matched: page === null || page.countsLater ? null : page.matched,
    held: page?.held ?? 0,
    covers,
    unit: unitOf(query, page),
  };
}

/** With collections a row of the file need not be an insight. */
function unitOf({ grouped }: InsightOrder, page: PageSummary | null): string {
  const insights = page === null || page.countsLater ? null : insightsIn(page);
  if (!grouped) return words.rowsAre;
  return insights === null
    ? words.rowsAreCollections
    : `${words.rowsAreCollections} ${words.holds(insights)}`;
}
