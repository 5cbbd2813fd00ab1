import type { ReactNode } from "react";
import { isReversed } from "../../domain/table/table-filter.ts";
import { resizeColumns } from "../../domain/table/table-layout.ts";
import type { TablePage, TableQuery, TableSort } from "../../domain/table/table-query.ts";
import { tableMessages } from "../../messages/table.ts";
import { Button } from "../controls/button.tsx";
import { EmptyState } from "../feedback/empty-state.tsx";
import { spaceForColumns } from "./columns-that-fit.ts";
import { DataTable } from "./rows/data-table.tsx";
import type { RowOptions } from "./rows/data-table-row.tsx";
import { TableCards } from "./rows/table-cards.tsx";
import type { TableAddress } from "./table-address.ts";
import type { TableColumn } from "./table-column.ts";
import { sortPressed } from "./table-paging.ts";
import type { TableSettingsControl } from "./table-settings.ts";
import type { TableView } from "./table-view.ts";

interface RecordRowsProps<Row> {
  caption: string;
  /** All columns of the table, and those to show in their order. */
  columns: readonly TableColumn<Row>[];
  shown: readonly TableColumn<Row>[];
  view: TableView<TableQuery, TablePage<Row>>;
  address: TableAddress;
  /** The order that is shown: the address's, or that of the table. */
  sort: TableSort | null;
  onAddress(next: Partial<TableAddress>): void;
  settings: TableSettingsControl;
  options: RowOptions<Row>;
  selectedIds: ReadonlySet<string>;
  onSelectPage(): void;
  onRetry(): void;
  narrow: boolean;
  card: ((row: Row, shows: (columnId: string) => boolean) => ReactNode) | undefined;
  look: "cards" | "lines" | undefined;
}

/** The rows as a table or as cards, or in their place the reason why there are none. */
export function RecordRows<Row>(props: RecordRowsProps<Row>) {
  const { caption, shown, view, address, sort, onAddress, settings, options, selectedIds } = props;
  const { page } = view;
  if (view.failed && page === null) {
    return (
      <EmptyState
        icon={null}
        title={tableMessages.failed}
        action={<Button onClick={props.onRetry}>{tableMessages.retry}</Button>}
      />
    );
  }
  if (page !== null && page.matched === 0) {
    return <NoRows columns={props.columns} query={view.query} onClear={() => onAddress({ typed: {} })} />;
  }
  const rows = page?.rows ?? null;
  const rowWindow = rows === null ? undefined : view.windowOf(rows.length);
  if (props.narrow) {
    return (
      <TableCards
        label={caption}
        columns={shown}
        rows={rows}
        options={options}
        selectedIds={selectedIds}
        busy={view.stale}
        window={rowWindow}
        card={props.card}
        look={props.look}
      />
    );
  }
  const { layout, setLayout } = settings;
  return (
    <DataTable
      caption={caption}
      columns={shown}
      rows={rows}
      expected={address.pageSize}
      options={options}
      selectedIds={selectedIds}
      onSelectPage={props.onSelectPage}
      sort={sort}
      onSort={(column) => onAddress({ sort: sortPressed(sort, column) })}
      minWidthPx={spaceForColumns(shown, options.onSelect !== undefined)}
      mode={layout.mode}
      widthsPx={layout.widthsPx}
      onResize={(widthsPx) => setLayout(resizeColumns(layout, widthsPx))}
      busy={view.stale}
      window={rowWindow}
    />
  );
}

interface NoRowsProps {
  columns: readonly { id: string; label: string }[];
  query: TableQuery;
  onClear(): void;
}

/** A range of days that ends before it begins is named as the reason. */
function NoRows({ columns, query: { filters }, onClear }: NoRowsProps) {
  const reversed = columns.filter(({ id }) =>
    filters.some(
      ({ column, test }) => column === id && test.kind === "date" && isReversed(test.fromMs, test.toMs),
    ),
  );
  return (
    <EmptyState
      icon={null}
      title={filters.length > 0 ? tableMessages.emptyFiltered : tableMessages.empty}
      action={filters.length > 0 && <Button onClick={onClear}>{tableMessages.filters.clear}</Button>}
    >
      {reversed.length > 0 && reversed.map(({ label }) => tableMessages.filters.reversed(label)).join(" ")}
    </EmptyState>
  );
}
