import { type MouseEvent, type ReactNode, useCallback, useMemo, useRef, useState } from "react";
import { useSearchParams } from "wouter";
import { TABLE_CARDS_PX } from "../../domain/breakpoints.ts";
import { isReversed } from "../../domain/table/table-filter.ts";
import { isShown, orderColumns, resizeColumns } from "../../domain/table/table-layout.ts";
import { pageCount } from "../../domain/table/table-page.ts";
import { tableMessages } from "../../messages/table.ts";
import { Button } from "../controls/button.tsx";
import { EmptyState } from "../feedback/empty-state.tsx";
import { useMediaQuery } from "../use-media-query.ts";
import { CsvButton } from "./csv/csv-button.tsx";
import styles from "./record-table.module.css";
import { DataTable, spaceForColumns } from "./rows/data-table.tsx";
import type { RowOptions } from "./rows/data-table-row.tsx";
import { writeScrollPlace } from "./rows/scroll-place.ts";
import { TableCards } from "./rows/table-cards.tsx";
import { useCardWindow } from "./rows/use-card-window.ts";
import { useScrollPlace } from "./rows/use-scroll-place.ts";
import { useScrollWindow } from "./rows/use-scroll-window.ts";
import { filtersOf, readTableAddress, type TableAddress, writeTableAddress } from "./table-address.ts";
import type { TableColumn } from "./table-column.ts";
import { useTableSettings } from "./table-settings.ts";
import type { TablePageSource } from "./table-source.ts";
import { ColumnsButton } from "./tools/columns-button.tsx";
import { FiltersButton } from "./tools/filters-button.tsx";
import { PageBar } from "./tools/page-bar.tsx";
import { ViewsButton } from "./tools/views-button.tsx";
import { useRecordSelection } from "./use-record-selection.ts";
import { useTablePage } from "./use-table-page.ts";

const NONE: ReadonlySet<string> = new Set();

interface RecordTableProps<Row> {
  /** Names the table for what is stored and for its file. */
  table: string;
  caption: string;
  columns: readonly TableColumn<Row>[];
  source: TablePageSource<Row>;
  rowId(row: Row): string;
  selectLabel?(row: Row): string;
  /** Marks a row as not yet told to the server. */
  isUnsent?(row: Row): boolean;
  /** What a press on a row does, beside what its cells do by themselves. */
  onOpen?(rowId: string): void;
  /** With these two, rows can be chosen. */
  selectedIds?: ReadonlySet<string>;
  onSelectedIds?: (ids: ReadonlySet<string>) => void;
  /** What can be done with the rows that are chosen. */
  actions?: ReactNode;
  nowMs: number;
}

/** A whole table with its filters, columns, views, file and pages, for rows of any kind; its state is in the address. */
export function RecordTable<Row>(props: RecordTableProps<Row>) {
  const { table, caption, columns, source, selectedIds = NONE, onSelectedIds, nowMs } = props;
  const [search, setSearch] = useSearchParams();
  const settings = useTableSettings(table);
  const { layout, setLayout } = settings;
  const narrow = useMediaQuery(`(max-width: ${TABLE_CARDS_PX}px)`);
  const scroller = useRef<HTMLDivElement>(null);
  // Where a list is scrolled to is no question of its own, and a new question begins at its top.
  const text = writeScrollPlace(0, search).toString();
  // What lies over a screen has its name there too, and must not make the table read anew.
  const own = writeTableAddress(readTableAddress(search, columns), new URLSearchParams()).toString();
  const address = useMemo(() => readTableAddress(new URLSearchParams(own), columns), [own, columns]);
  const change = (next: Partial<TableAddress>) =>
    setSearch(writeTableAddress({ ...address, page: 1, ...next }, new URLSearchParams(text)));

  const rolls = address.scroll && !narrow;
  const [total, setTotal] = useState(0);
  const filters = useMemo(() => filtersOf(address.typed, columns, nowMs), [address.typed, columns, nowMs]);
  const reversed = columns.filter(({ id }) =>
    filters.some(
      ({ column, test }) => column === id && test.kind === "date" && isReversed(test.fromMs, test.toMs),
    ),
  );
  const rowWindow = useScrollWindow(rolls, scroller, total);
  const cardWindow = useCardWindow({
    enabled: address.scroll && narrow,
    scroller,
    total,
    question: own,
  });
  const scrolled = rolls ? rowWindow : cardWindow;
  // A page beyond the last is the last, as soon as it is known which that is.
  const pageNumber = total === 0 ? address.page : Math.min(address.page, pageCount(total, address.pageSize));
  const offset = address.scroll ? scrolled.offset : (pageNumber - 1) * address.pageSize;
  const limit = address.scroll ? scrolled.limit : address.pageSize;
  const query = useMemo(
    () => ({ filters, sort: address.sort, offset, limit }),
    [filters, address.sort, offset, limit],
  );
  const answer = useTablePage(source, query);
  const { page } = answer;
  useScrollPlace({
    enabled: address.scroll,
    scroller,
    question: own,
    reach: page?.matched ?? 0,
    scrollTo: scrolled.scrollTo,
  });
  if (page !== null && page.matched !== total) setTotal(page.matched);
  const rows = page?.rows ?? null;
  const order = rows?.map(props.rowId) ?? [];
  const shown = useMemo(
    () => orderColumns(columns, layout).filter((column) => isShown(column, layout)),
    [columns, layout],
  );
  const countOf = useCallback(
    async (columnId: string) => {
      const alone = filters.filter(({ column }) => column === columnId);
      return (await source.page({ filters: alone, sort: null, offset: 0, limit: 0 })).matched;
    },
    [filters, source],
  );

  const selection = useRecordSelection({
    source,
    query,
    rowId: props.rowId,
    selectedIds,
    onSelectedIds,
    order,
    offset: answer.offset,
    matched: total,
  });
  const ways: RowOptions<Row> = {
    rowId: props.rowId,
    ...(props.isUnsent && { isUnsent: props.isUnsent }),
    ...(props.selectLabel && { selectLabel: props.selectLabel }),
    ...(onSelectedIds && {
      onSelect: (row: Row, range: boolean) => selection.select(props.rowId(row), range),
    }),
  };

  return (
    <section className={styles.whole} aria-label={caption}>
      <div className={styles.bar}>
        <FiltersButton
          columns={columns}
          typed={address.typed}
          onTyped={(typed) => change({ typed })}
          countOf={countOf}
          nowMs={nowMs}
        />
        <span className={styles.count} role="status">
          {page !== null && tableMessages.counts(page.matched, page.held)}
        </span>
        {selectedIds.size > 0 && props.actions}
        {onSelectedIds && selection.allShown && total > selectedIds.size && (
          <Button variant="plain" onClick={() => void selection.selectAll()}>
            {tableMessages.selectMatching(total)}
          </Button>
        )}
        <ColumnsButton columns={columns} layout={layout} onLayout={setLayout} />
        <ViewsButton
          views={settings.views}
          address={writeTableAddress(address, new URLSearchParams()).toString()}
          layout={layout}
          onOpen={(view) => {
            setLayout(view.layout);
            change(readTableAddress(new URLSearchParams(view.address), columns));
          }}
          onSave={settings.saveView}
          onRemove={settings.removeView}
        />
        <CsvButton
          source={{
            table,
            columns,
            async open(whole, signal) {
              const asked = { ...query, filters: whole ? [] : filters };
              const { matched } = await source.page({ ...asked, offset: 0, limit: 0 }, signal);
              const rows = async (from: number, count: number) =>
                (await source.page({ ...asked, offset: from, limit: count }, signal)).rows;
              return { matched, rows, release() {} };
            },
            matched: total,
            held: page?.held ?? 0,
          }}
        />
      </div>
      {narrow && <SortChoice columns={columns} sort={address.sort} onSort={(sort) => change({ sort })} />}
      {/* biome-ignore lint/a11y: a larger ground for what a button of the row does too */}
      <div
        ref={scroller}
        className={styles.scroller}
        data-cards={narrow || undefined}
        data-opens={props.onOpen && true}
        onClick={props.onOpen && ((event) => openPressed(event, props.onOpen))}
      >
        {answer.failed && page === null ? (
          <EmptyState
            icon={null}
            title={tableMessages.failed}
            action={<Button onClick={answer.retry}>{tableMessages.retry}</Button>}
          />
        ) : page !== null && page.matched === 0 ? (
          <EmptyState
            icon={null}
            title={filters.length > 0 ? tableMessages.emptyFiltered : tableMessages.empty}
          >
            {reversed.length > 0 &&
              reversed.map(({ label }) => tableMessages.filters.reversed(label)).join(" ")}
          </EmptyState>
        ) : narrow ? (
          <TableCards
            label={caption}
            columns={shown}
            rows={rows}
            ways={ways}
            selectedIds={selectedIds}
            busy={answer.stale}
            window={
              address.scroll && rows !== null ? cardWindow.place(answer.offset, rows.length) : undefined
            }
          />
        ) : (
          <DataTable
            caption={caption}
            columns={shown}
            rows={rows}
            expected={address.pageSize}
            ways={ways}
            selectedIds={selectedIds}
            onSelectPage={selection.selectPage}
            sort={address.sort}
            onSort={(column) =>
              change({
                sort: { column, descending: address.sort?.column === column && !address.sort.descending },
              })
            }
            minWidthPx={spaceForColumns(shown)}
            mode={layout.mode}
            widthsPx={layout.widthsPx}
            onResize={(widthsPx) => setLayout(resizeColumns(layout, widthsPx))}
            busy={answer.stale}
            window={rolls && rows !== null ? rowWindow.place(answer.offset, rows.length) : undefined}
          />
        )}
      </div>
      <PageBar
        page={pageNumber}
        pageSize={address.pageSize}
        first={answer.offset + 1}
        shown={rows?.length ?? 0}
        matched={total}
        onPage={(wanted) => change({ page: wanted })}
        onPageSize={(pageSize) => change({ pageSize })}
        scroll={address.scroll}
        onScroll={(scroll) => change({ scroll })}
      />
    </section>
  );
}

/** Not where a cell has an act of its own, nor where somebody marks text. */
function openPressed({ target }: MouseEvent, onOpen: ((rowId: string) => void) | undefined): void {
  if (!(target instanceof Element) || target.closest("a, button, input, label") !== null) return;
  const rowId = target.closest<HTMLElement>("[data-row]")?.dataset.row;
  if (rowId !== undefined && !getSelection()?.toString()) onOpen?.(rowId);
}

interface SortChoiceProps {
  columns: readonly { id: string; label: string; sortable?: boolean }[];
  sort: TableAddress["sort"];
  onSort(sort: TableAddress["sort"]): void;
}

/** The order of cards, which have no heads to press. */
function SortChoice({ columns, sort, onSort }: SortChoiceProps) {
  const value = sort === null ? "" : `${sort.descending ? "-" : ""}${sort.column}`;
  return (
    <label className={styles.sort}>
      {tableMessages.sortField}
      <select
        className={styles.select}
        value={value}
        onChange={({ target }) =>
          onSort(
            target.value === ""
              ? null
              : { column: target.value.replace(/^-/, ""), descending: target.value.startsWith("-") },
          )
        }
      >
        <option value="">{tableMessages.absent}</option>
        {columns
          .filter(({ sortable }) => sortable)
          .map(({ id, label }) => [
            <option key={id} value={id}>
              {tableMessages.ascending(label)}
            </option>,
            <option key={`-${id}`} value={`-${id}`}>
              {tableMessages.descending(label)}
            </option>,
          ])}
      </select>
    </label>
  );
}
