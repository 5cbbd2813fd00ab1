import { type ReactNode, useCallback } from "react";
import type { ColumnFilter } from "../../domain/table/table-filter.ts";
import type { TablePage, TableQuery } from "../../domain/table/table-query.ts";
import { tableMessages } from "../../messages/table.ts";
import { Button } from "../controls/button.tsx";
import { CsvButton } from "./csv/csv-button.tsx";
import styles from "./record-table.module.css";
import { readTableAddress, type TableAddress, writeTableAddress } from "./table-address.ts";
import type { TableColumn } from "./table-column.ts";
import type { TableSettingsControl } from "./table-settings.ts";
import type { TablePageSource } from "./table-source.ts";
import { ColumnsButton } from "./tools/columns-button.tsx";
import { FiltersButton } from "./tools/filters-button.tsx";
import { ViewsButton } from "./tools/views-button.tsx";

interface RecordToolsProps<Row> {
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
  /** The actions on the chosen rows, where there are some. */
  actions: ReactNode;
  /** Chooses all that match; null where that is not offered. */
  onSelectAll: (() => void) | null;
}

/** Filters, count, actions, columns, views and the file of a table. */
export function RecordTools<Row>(props: RecordToolsProps<Row>) {
  const { columns, source, fileSource, query, page, address, onAddress, filters, settings, nowMs } = props;
  const { layout, setLayout } = settings;
  const matched = page?.matched ?? 0;
  const countOf = useCallback(
    async (columnId: string) => {
      const alone = filters.filter(({ column }) => column === columnId);
      return (await source.page({ filters: alone, sort: null, offset: 0, limit: 0 })).matched;
    },
    [filters, source],
  );
  return (
    <div className={styles.bar}>
      <FiltersButton
        columns={columns}
        typed={address.typed}
        onTyped={(typed) => onAddress({ typed })}
        countOf={countOf}
        nowMs={nowMs}
      />
      <span className={styles.count} role="status">
        {page !== null && tableMessages.counts(page.matched, page.held)}
      </span>
      {props.actions}
      {props.onSelectAll && (
        <Button variant="plain" onClick={props.onSelectAll}>
          {tableMessages.selectMatching(matched)}
        </Button>
      )}
      <ColumnsButton columns={columns} layout={layout} onLayout={setLayout} />
      <ViewsButton
        views={settings.views}
        address={writeTableAddress(address, new URLSearchParams()).toString()}
        layout={layout}
        onOpen={(view) => {
          setLayout(view.layout);
          onAddress(readTableAddress(new URLSearchParams(view.address), columns));
        }}
        onSave={settings.saveView}
        onRemove={settings.removeView}
      />
      <CsvButton
        source={{
          table: props.table,
          columns,
          async open(whole, signal) {
            const asked = { ...query, filters: whole ? [] : filters };
            const { matched } = await fileSource.page({ ...asked, offset: 0, limit: 0 }, signal);
            const rows = async (from: number, count: number) =>
              (await fileSource.page({ ...asked, offset: from, limit: count }, signal)).rows;
            return { matched, rows, release() {} };
          },
          matched,
          held: page?.held ?? 0,
        }}
      />
    </div>
  );
}
