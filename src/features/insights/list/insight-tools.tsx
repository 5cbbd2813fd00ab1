import { insightsMessages } from "../../../messages/insights/insights.ts";
import type { Group } from "../../../protocol/shapes.ts";
import type { InsightEngine, InsightPage, InsightQuery, InsightRow } from "../../../query/insight-engine.ts";
import { CsvButton } from "../../../ui/data-table/csv/csv-button.tsx";
import type { CsvSource } from "../../../ui/data-table/csv/csv-job.ts";
import type { TableColumn } from "../../../ui/data-table/table-column.ts";
import type { TableSettingsControl } from "../../../ui/data-table/table-settings.ts";
import { ColumnsButton } from "../../../ui/data-table/tools/columns-button.tsx";
import { ViewsButton } from "../../../ui/data-table/tools/views-button.tsx";
import type { AddressActions } from "./address-actions.ts";
import { OfflineSetButton } from "./offline-set-notice.tsx";
import { insightsIn } from "./rows/table-states.tsx";

const { csv: words } = insightsMessages;

/** Key of the stored settings, and the file's name. */
export const INSIGHTS_TABLE = "insights";

interface InsightToolsProps {
  view: InsightEngine;
  query: InsightQuery;
  page: InsightPage | null;
  columns: readonly TableColumn<InsightRow>[];
  settings: TableSettingsControl;
  address: Pick<AddressActions, "own" | "open">;
  groups: readonly Group[];
  narrow: boolean;
  /** The part of all insights that is on this device; null where all are. */
  covers: string | null;
}

/** Columns, saved views and export. Cards have no columns, so a phone shows the last two, as icons. */
export function InsightTools(props: InsightToolsProps) {
  const { view, query, page, columns, settings, address, narrow } = props;
  const { layout, views } = settings;
  const source: CsvSource<InsightRow> = {
    table: INSIGHTS_TABLE,
    columns,
    open: (whole, signal) =>
      view.snapshot({ ...query, filter: whole ? { showArchived: true } : query.filter }, signal),
    matched: page === null || page.countsLater ? null : page.matched,
    held: page?.held ?? 0,
    covers: props.covers,
    unit: unitOf(query, page),
  };
  const short = narrow ? { trigger: null } : {};
  return (
    <>
      {!narrow && <ColumnsButton columns={columns} layout={layout} onLayout={settings.setLayout} />}
      <ViewsButton
        {...short}
        views={views}
        address={address.own()}
        layout={layout}
        onOpen={(saved) => {
          settings.setLayout(saved.layout);
          address.open(saved.address);
        }}
        onSave={settings.saveView}
        onRemove={settings.removeView}
      />
      <OfflineSetButton
        filter={query.filter}
        groups={props.groups}
        disabled={page === null || page.matched === 0}
        narrow={narrow}
      />
      <CsvButton {...short} source={source} />
    </>
  );
}

/** With collections a row of the file need not be an insight. */
function unitOf({ grouped }: InsightQuery, page: InsightPage | null): string {
  const insights = page === null || page.countsLater ? null : insightsIn(page);
  if (!grouped) return words.rowsAre;
  return insights === null
    ? words.rowsAreCollections
    : `${words.rowsAreCollections} ${words.holds(insights)}`;
}
