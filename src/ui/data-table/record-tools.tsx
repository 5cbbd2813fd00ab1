import { type ReactNode, useCallback } from "react";
import { createPortal } from "react-dom";
import type { ColumnFilter } from "../../domain/table/table-filter.ts";
import type { PageSizes } from "../../domain/table/table-page.ts";
import type { TablePage, TableQuery } from "../../domain/table/table-query.ts";
import { tableMessages } from "../../messages/table.ts";
import { Button } from "../controls/button.tsx";
import { CsvButton } from "./csv/csv-button.tsx";
import styles from "./record-table.module.css";
import { readTableAddress, type TableAddress, writeTableAddress } from "./table-address.ts";
import type { TableColumn } from "./table-column.ts";
import type { SavedView, TableSettingsControl } from "./table-settings.ts";
import type { TablePageSource } from "./table-source.ts";
import { ColumnsButton } from "./tools/columns-button.tsx";
import { FiltersButton } from "./tools/filters-button.tsx";
import { ViewsButton } from "./tools/views-button.tsx";

export interface RecordToolsProps<Row> {
  table: string;
  columns: readonly TableColumn<Row>[];
  source: TablePageSource<Row>;
  /** The rows of the CSV file. */
  fileSource: TablePageSource<Row>;
  query: TableQuery;
  page: TablePage<Row> | null;
  address: TableAddress;
  onAddress(next: Partial<TableAddress>): void;
  filters: readonly ColumnFilter[];
  settings: TableSettingsControl;
  nowMs: number;
  /** Whether the list is scrolled where its address does not say it. */
  scrolls: boolean;
  /** The usual ones where left out. */
  pageSizes: PageSizes | undefined;
}

interface ShownToolsProps<Row> extends RecordToolsProps<Row> {
  /** The actions on the chosen rows, where there are some. */
  actions: ReactNode;
  /** Chooses all that match; null where that is not offered. */
  onSelectAll: (() => void) | null;
  /** The bar that takes them; null until it is drawn, left out for one of their own. */
  toolsIn?: HTMLElement | null | undefined;
}

/** How many rows one filter alone lets through. */
export function useCountOf<Row>({ source, filters }: RecordToolsProps<Row>) {
  return useCallback(
    async (columnId: string) => {
      const alone = filters.filter(({ column }) => column === columnId);
      return (await source.page({ filters: alone, sort: null, offset: 0, limit: 0 })).matched;
    },
    [filters, source],
  );
}

/** The props of each tool of a table. */
export function toolsOf<Row>(props: RecordToolsProps<Row>) {
  const { table, columns, fileSource, query, page, address, onAddress, filters, settings } = props;
  const { scrolls, pageSizes } = props;
  const { layout, setLayout } = settings;
  return {
    filters: {
      columns,
      typed: address.typed,
      onTyped: (typed: TableAddress["typed"]) => onAddress({ typed }),
      nowMs: props.nowMs,
    },
    columns: { columns, layout, onLayout: setLayout },
    views: {
      views: settings.views,
      address: writeTableAddress(address, new URLSearchParams(), scrolls, pageSizes).toString(),
      layout,
      onOpen(view: SavedView) {
        setLayout(view.layout);
        onAddress(readTableAddress(new URLSearchParams(view.address), columns, scrolls, pageSizes));
      },
      onSave: settings.saveView,
      onRemove: settings.removeView,
    },
    csv: {
      table,
      columns,
      async open(whole: boolean, signal: AbortSignal) {
        const asked = { ...query, filters: whole ? [] : filters };
        const { matched } = await fileSource.page({ ...asked, offset: 0, limit: 0 }, signal);
        const rows = async (from: number, count: number) =>
          (await fileSource.page({ ...asked, offset: from, limit: count }, signal)).rows;
        return { matched, rows, release() {} };
      },
      matched: page?.matched ?? 0,
      held: page?.held ?? 0,
    },
  };
}

/** Filters, count, actions, columns, views and the file of a table. */
export function RecordTools<Row>(props: ShownToolsProps<Row>) {
  const { page } = props;
  const countOf = useCountOf(props);
  const tools = toolsOf(props);
  const parts = (
    <>
      <FiltersButton {...tools.filters} countOf={countOf} />
      <span className={styles.count} role="status">
        {page !== null && tableMessages.counts(page.matched, page.held)}
      </span>
      <ChosenTools {...props} />
      <ColumnsButton {...tools.columns} />
      <ViewsButton {...tools.views} />
      <CsvButton source={tools.csv} />
    </>
  );
  if (props.toolsIn !== undefined) return props.toolsIn && createPortal(parts, props.toolsIn);
  return <div className={styles.bar}>{parts}</div>;
}

/** The actions on the chosen rows. */
export function ChosenTools<Row>({
  page,
  actions,
  onSelectAll,
}: Pick<ShownToolsProps<Row>, "page" | "actions" | "onSelectAll">) {
  return (
    <>
      {actions && (
        <span className={styles.actions} data-chosen-actions>
          {actions}
        </span>
      )}
      {onSelectAll && (
        <Button variant="plain" onClick={onSelectAll}>
          {tableMessages.selectMatching(page?.matched ?? 0)}
        </Button>
      )}
    </>
  );
}
