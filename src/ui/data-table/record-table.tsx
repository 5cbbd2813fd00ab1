import {
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useSearchParams } from "wouter";
import { TABLE_CARDS_PX } from "../../domain/breakpoints.ts";
import type { ColumnType } from "../../domain/table/table-cell.ts";
import { isShown, orderColumns, type TableLayout } from "../../domain/table/table-layout.ts";
import { type PageSizes, pageCount } from "../../domain/table/table-page.ts";
import type { TablePage, TableQuery, TableSort } from "../../domain/table/table-query.ts";
import { tableMessages } from "../../messages/table.ts";
import { useMediaQuery } from "../use-media-query.ts";
import { columnsThatFit } from "./columns-that-fit.ts";
import { PhoneHead } from "./phone-head.tsx";
import { recordIdsBetween } from "./record-reader.ts";
import { RecordRows } from "./record-rows.tsx";
import styles from "./record-table.module.css";
import { ChosenTools, RecordTools, type RecordToolsProps } from "./record-tools.tsx";
import type { RowOptions } from "./rows/data-table-row.tsx";
import { writeScrollPlace } from "./rows/scroll-place.ts";
import { useSwipeRows } from "./rows/use-swipe-rows.ts";
import { filtersOf, readTableAddress, type TableAddress, writeTableAddress } from "./table-address.ts";
import type { TableColumn } from "./table-column.ts";
import { createTableController, type TableController } from "./table-controller.ts";
import type { TablePageSource } from "./table-source.ts";
import { PageBar } from "./tools/page-bar.tsx";
import { SortSelect } from "./tools/sort-select.tsx";
import type { ListAction } from "./tools/tools-menu.tsx";
import { useOfferedTable } from "./use-offered-table.ts";
import { useRoom } from "./use-room.ts";
import { useTable, useTableState } from "./use-table.ts";
import { useTableSettings } from "./use-table-settings.ts";

const NONE: ReadonlySet<string> = new Set();
/** From this width on all columns of any table have room beside the open navigation, outdoors in their larger letters too. */
const ALL_COLUMNS_PX = 1440;

interface RecordTableProps<Row> {
  /** Key of the stored settings, and part of the file's name. */
  table: string;
  caption: string;
  columns: readonly TableColumn<Row>[];
  source: TablePageSource<Row>;
  rowId(row: Row): string;
  selectLabel?(row: Row): string;
  isUnsent?(row: Row): boolean;
  /** On a press on the row, but not on a control in it. */
  onOpen?(rowId: string): void;
  /** Rows can be chosen where both are given. */
  selectedIds?: ReadonlySet<string>;
  onSelectedIds?: (ids: ReadonlySet<string>) => void;
  actions?: ReactNode;
  nowMs: number;
  /** The order where the address names none. */
  defaultSort?: TableSort;
  rowAttributes?: RowOptions<Row>["rowAttributes"];
  /** A finger has moved the row with this `data-swipe-id` aside, see `useSwipeRows`. */
  onSwipe?(id: string): void;
  phone?: PhoneCards<Row>;
  /** For a table that is a part of a page: as high as its rows, always in pages, and these are their sizes. */
  pageSizes?: PageSizes;
  /** A bar of the screen that takes the tools; null until it is drawn. On a phone they stand in the head of the page. */
  toolsIn?: HTMLElement | null;
}

/** Cards made for their subject, in one list that is scrolled. */
interface PhoneCards<Row> {
  /** @param shows whether a column is shown, by its id: a card leaves out what this person has hidden */
  card(row: Row, shows: (columnId: string) => boolean): ReactNode;
  /** Whole cards, below them the columns that are hidden by default and were chosen; else lines of a list. */
  look?: "cards" | "lines";
  /** The name of the order where the address names none. */
  restOrder?: string;
  /** Above the tools of every table, in their menu. */
  actions?: readonly ListAction[];
  /** The first list of its page, also where it is always in pages: its tools stand in the head of the page. */
  leads?: boolean;
  /** Rows of the file where a card stands for several. */
  fileSource?: TablePageSource<Row>;
}

/** A table with filters, columns, views, export and pages; its state is in the address. */
export function RecordTable<Row>(props: RecordTableProps<Row>) {
  const { table, caption, columns, source, rowId, selectedIds = NONE, onSelectedIds, nowMs } = props;
  const narrow = useMediaQuery(`(max-width: ${TABLE_CARDS_PX}px)`);
  const { pageSizes, onOpen } = props;
  const scrolls = narrow && pageSizes === undefined;
  const { address, own, change } = useTableAddress(columns, scrolls, pageSizes);
  const settings = useTableSettings(table);
  const { layout } = settings;
  const scroller = useRef<HTMLDivElement>(null);
  const phone = narrow ? props.phone : undefined;
  const sort = address.sort ?? props.defaultSort ?? null;
  const filters = useMemo(() => filtersOf(address.typed, columns, nowMs), [address.typed, columns, nowMs]);
  const latest = useRef<LatestTable<Row> | null>(null);
  const [controller] = useState(() => createRecordController(latest));
  const state = useTableState(controller, false);
  const { total } = state;
  // A page beyond the end shows the last page once the number of rows is known.
  const pageNumber = total === 0 ? address.page : Math.min(address.page, pageCount(total, address.pageSize));
  const offset = (pageNumber - 1) * address.pageSize;
  const paged = useMemo(
    () => ({ filters, sort, offset, limit: address.pageSize }),
    [filters, sort, offset, address.pageSize],
  );
  const view = useTable({
    controller,
    state,
    source,
    paged,
    list: own,
    scroll: address.scroll,
    narrow,
    scroller,
    reach: (answer) => answer?.page.matched ?? 0,
  });
  const { page, query } = view;
  const ids = page?.rows.map(rowId) ?? [];
  useLayoutEffect(() => {
    latest.current = { source, query, rowId, onSelectedIds };
    controller.show({ list: "", ids, offset: view.offset, matched: total, chosenIds: selectedIds });
  });
  const shown = useShownColumns(columns, layout, {
    scroller,
    narrow,
    selectable: onSelectedIds !== undefined,
  });
  const options = rowOptions(props, controller);
  const allShown = ids.length > 0 && ids.every((id) => selectedIds.has(id));
  useSwipeRows(scroller, props.onSwipe);
  const section = useRef<HTMLElement>(null);
  const pages = pageCount(total, address.pageSize);
  useOfferedTable(section, {
    ...{ caption, columns, address, pageNumber, pages, onAddress: change },
    selectable: onSelectedIds
      ? { selectAll: () => void controller.selectEveryId(), extend: controller.extend }
      : null,
  });
  const chosenTools = {
    actions: selectedIds.size > 0 && props.actions,
    onSelectAll:
      onSelectedIds && allShown && total > selectedIds.size ? () => void controller.selectEveryId() : null,
  };
  const toolProps = {
    ...{ table, columns, source, query, page, address, filters, settings, nowMs, scrolls, pageSizes },
    fileSource: phone?.fileSource ?? source,
    onAddress: change,
  };
  const cardSort = narrow && (
    <CardSort {...{ columns, sort }} rest={phone?.restOrder} onSort={(chosen) => change({ sort: chosen })} />
  );
  return (
    <section
      ref={section}
      className={styles.whole}
      aria-label={caption}
      data-list={onSelectedIds ? "selects" : ""}
      data-part={pageSizes && true}
    >
      <RecordHead {...{ caption, narrow, phone, toolProps, chosenTools, cardSort }} toolsIn={props.toolsIn} />
      {/* biome-ignore lint/a11y: a larger ground for what a button of the row does too */}
      <div
        ref={scroller}
        className={styles.scroller}
        data-cards={narrow || undefined}
        data-opens={onOpen && true}
        onClick={onOpen && ((event) => openPressed(event, onOpen))}
      >
        <RecordRows
          {...{ caption, columns, shown, view, address, sort, settings, options, selectedIds, narrow }}
          card={phone?.card}
          look={phone?.look}
          onAddress={change}
          onSelectPage={controller.selectPage}
          onRetry={controller.retry}
        />
      </div>
      {narrow && (chosenTools.actions || chosenTools.onSelectAll) && (
        <section className={styles.chosen} aria-label={tableMessages.chosen}>
          <ChosenTools page={page} {...chosenTools} />
        </section>
      )}
      {(!narrow || (!address.scroll && pages > 1)) && (
        <PageBar
          page={pageNumber}
          pageSize={address.pageSize}
          first={view.offset + 1}
          shown={page?.rows.length ?? 0}
          matched={total}
          onPage={(wanted) => change({ page: wanted })}
          onPageSize={(pageSize) => change({ pageSize })}
          scroll={address.scroll}
          window={page ? view.windowOf(page.rows.length) : undefined}
          scroller={scroller}
          onScroll={pageSizes === undefined ? (scroll) => change({ scroll }) : undefined}
          sizes={pageSizes?.sizes}
        />
      )}
    </section>
  );
}

const NOT_MEASURED: RefObject<null> = { current: null };

/**
 * The columns in the person's order. Until somebody has said which to show, those without room are left out; in a
 * window that is wide enough for all tables nothing is measured, which would force a layout before the first painting.
 */
function useShownColumns<Row>(
  columns: readonly TableColumn<Row>[],
  layout: TableLayout,
  table: { scroller: RefObject<HTMLElement | null>; narrow: boolean; selectable: boolean },
): readonly TableColumn<Row>[] {
  const wide = useMediaQuery(`(min-width: ${ALL_COLUMNS_PX}px)`);
  const fits = wide || table.narrow || Object.keys(layout.shown).length > 0;
  const roomPx = useRoom(fits ? NOT_MEASURED : table.scroller);
  const { selectable } = table;
  const shown = useMemo(
    () => orderColumns(columns, layout).filter((column) => isShown(column, layout)),
    [columns, layout],
  );
  // The same list where all have room, or every row would be drawn again once the width is known.
  return useMemo(
    () => (fits || roomPx === null ? shown : columnsThatFit(shown, roomPx, selectable)),
    [shown, fits, roomPx, selectable],
  );
}

function rowOptions<Row>(
  { rowId, isUnsent, rowAttributes, selectLabel, onSelectedIds }: RecordTableProps<Row>,
  controller: TableController<TableQuery, TablePage<Row>>,
): RowOptions<Row> {
  return {
    rowId,
    ...(isUnsent && { isUnsent }),
    ...(rowAttributes && { rowAttributes }),
    ...(selectLabel && { selectLabel }),
    ...(onSelectedIds && {
      onSelect: (row: Row, range: boolean) => controller.select(rowId(row), range),
    }),
  };
}

interface RecordHeadProps<Row> {
  caption: string;
  narrow: boolean;
  phone: PhoneCards<Row> | undefined;
  toolProps: RecordToolsProps<Row>;
  chosenTools: Pick<ComponentProps<typeof ChosenTools<Row>>, "actions" | "onSelectAll">;
  cardSort: ReactNode;
  toolsIn: HTMLElement | null | undefined;
}

/** The tools: above the table, on a phone in the head of the page. */
function RecordHead<Row>(props: RecordHeadProps<Row>) {
  const { caption, narrow, phone, toolProps, chosenTools, cardSort } = props;
  return narrow ? (
    <PhoneHead
      {...toolProps}
      sort={cardSort}
      actions={phone?.actions ?? []}
      caption={caption}
      leads={phone?.leads ?? toolProps.pageSizes === undefined}
    />
  ) : (
    <RecordTools {...toolProps} {...chosenTools} toolsIn={props.toolsIn} />
  );
}

/**
 * @param scrolls whether the list is scrolled where the address does not say it
 * @param sizes of a table that is always in pages
 */
function useTableAddress<Row>(
  columns: readonly TableColumn<Row>[],
  scrolls: boolean,
  sizes: PageSizes | undefined,
) {
  const [search, setSearch] = useSearchParams();
  // The place to which a list is scrolled is no part of the question, and a new question begins at the top.
  const text = writeScrollPlace(0, search).toString();
  // A dialog over the screen has its name in the address too, and must not make the table read again.
  const own = writeTableAddress(
    readTableAddress(search, columns, scrolls, sizes),
    new URLSearchParams(),
    scrolls,
    sizes,
  ).toString();
  const address = useMemo(() => {
    const read = readTableAddress(new URLSearchParams(own), columns, scrolls, sizes);
    return sizes === undefined ? read : { ...read, scroll: false };
  }, [own, columns, scrolls, sizes]);
  const change = (next: Partial<TableAddress>) =>
    setSearch(writeTableAddress({ ...address, page: 1, ...next }, new URLSearchParams(text), scrolls, sizes));
  return { address, own, change };
}

/** The props of the last render, for the controller, which lives longer than a render. */
interface LatestTable<Row> {
  source: TablePageSource<Row>;
  query: TableQuery;
  rowId(row: Row): string;
  onSelectedIds: ((ids: ReadonlySet<string>) => void) | undefined;
}

function createRecordController<Row>(latest: {
  current: LatestTable<Row> | null;
}): TableController<TableQuery, TablePage<Row>> {
  return createTableController<TableQuery, TablePage<Row>>({
    async readBetween(ends) {
      if (latest.current === null) return [];
      const { source, query, rowId } = latest.current;
      return recordIdsBetween(source, query, rowId, ends);
    },
    onChosen: (ids) => latest.current?.onSelectedIds?.(ids),
  });
}

/** A press on a control of the row, or one that marks text, opens nothing. */
function openPressed({ target }: MouseEvent, onOpen: (rowId: string) => void): void {
  if (!(target instanceof Element) || target.closest("a, button, input, label") !== null) return;
  const rowId = target.closest<HTMLElement>("[data-row]")?.dataset.row;
  if (rowId !== undefined && !getSelection()?.toString()) onOpen(rowId);
}

interface CardSortProps {
  columns: readonly { id: string; label: string; type: ColumnType; sortable?: boolean }[];
  sort: TableAddress["sort"];
  /** The name of the order where none was chosen. */
  rest: string | undefined;
  onSort(sort: TableAddress["sort"]): void;
}

function CardSort({ columns, sort, rest = tableMessages.absent, onSort }: CardSortProps) {
  const orders = columns
    .filter(({ sortable }) => sortable)
    .flatMap(({ id, label, type }) => [
      { sort: { column: id, descending: false }, words: tableMessages.ascending(label, type) },
      { sort: { column: id, descending: true }, words: tableMessages.descending(label, type) },
    ]);
  return (
    <SortSelect<TableAddress["sort"]>
      label={tableMessages.sortField}
      sort={sort}
      orders={[{ sort: null, words: rest }, ...orders]}
      onSort={onSort}
      className={styles.sort}
      selectClassName={styles.select}
    />
  );
}
