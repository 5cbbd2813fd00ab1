import { useRef } from "react";
import type { LayoutMode } from "../../../domain/table/table-layout.ts";
import type { TableSort } from "../../../domain/table/table-query.ts";
import { tableMessages } from "../../../messages/table.ts";
import { classNames } from "../../class-names.ts";
import { Skeleton } from "../../feedback/skeleton.tsx";
import { figureWidth, SELECT_PX } from "../columns-that-fit.ts";
import { useFlungRows } from "../fling/flung-rows.ts";
import { useRowDensity } from "../row-density.ts";
import type { TableColumn } from "../table-column.ts";
import { ColumnHead } from "./column-head.tsx";
import styles from "./data-table.module.css";
import { DataTableRow, type RowOptions } from "./data-table-row.tsx";
import { leaveRoomForHead } from "./leave-room-for-head.ts";
import { type RowWindow, Spacer } from "./row-window.tsx";
import { plainCellText } from "./table-cell-content.tsx";
import { useFirstRows } from "./use-first-rows.ts";

interface DataTableProps<Row> {
  caption: string;
  columns: readonly TableColumn<Row>[];
  /** Null before the first answer: skeletons keep the place of `expected` rows. */
  rows: readonly Row[] | null;
  expected: number;
  options: RowOptions<Row>;
  currentId?: string | null;
  selectedIds?: ReadonlySet<string>;
  onSelectPage?: () => void;
  sort: TableSort | null;
  onSort?: (column: string) => void;
  mode: LayoutMode;
  widthsPx: Readonly<Record<string, number>>;
  onResize(widthsPx: Readonly<Record<string, number>>): void;
  busy: boolean;
  window?: RowWindow | undefined;
  /** Below this width the table scrolls sideways, so that no column is squeezed away. */
  minWidthPx?: number | undefined;
  className?: string | undefined;
}

const NONE: ReadonlySet<string> = new Set();

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, rows, options, selectedIds = NONE, sort, onSort, mode, busy, window: rowWindow } = props;
  const density = useRowDensity();
  const selectable = options.onSelect !== undefined;
  // Never in two steps: a windowed list places rows by number, and the current row must be in the document to take the
  // focus.
  const partly = rowWindow === undefined && (props.currentId ?? null) === null;
  const drawn = useFirstRows(rows, partly, options.rowId);
  const body = useRef<HTMLTableSectionElement>(null);
  const header = columns.find(({ rowHeader }) => rowHeader);
  useFlungRows<Row>(header && rowWindow?.fling, body, {
    rowId: options.rowId,
    headerText: (row) => (header === undefined ? "" : plainCellText(header, row)),
    selectedIds,
    className: header?.className,
    first: rowWindow?.offset ?? 0,
    count: rows?.length ?? 0,
  });
  const widths = columns.map(({ id }) => (mode === "resize" ? props.widthsPx[id] : undefined));
  const wholePx = widths.every((width) => width !== undefined)
    ? widths.reduce<number>((sum, width) => sum + (width ?? 0), selectable ? SELECT_PX : 0)
    : undefined;
  return (
    <table
      className={classNames(styles.table, mode === "padding" && styles.padding, props.className)}
      style={wholePx === undefined ? { minWidth: props.minWidthPx } : { width: wholePx, minWidth: wholePx }}
      data-density={density}
      data-mode={mode}
      aria-busy={busy || rows === null}
      aria-rowcount={rowWindow && rowWindow.total + 1}
    >
      <caption className="visually-hidden">{props.caption}</caption>
      <thead ref={leaveRoomForHead}>
        <tr aria-rowindex={rowWindow && 1}>
          {selectable && (
            <th scope="col" className={styles.select}>
              <SelectAll
                ids={rows?.map(options.rowId) ?? []}
                selectedIds={selectedIds}
                label={rowWindow ? tableMessages.selectShown : tableMessages.selectPage}
                onChange={props.onSelectPage}
              />
            </th>
          )}
          {columns.map((column, at) => (
            <ColumnHead
              key={column.id}
              column={column}
              sort={sort}
              onSort={onSort}
              width={widths[at] ?? (mode === "padding" ? undefined : figureWidth(column))}
              onResize={mode === "resize" ? props.onResize : undefined}
            />
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        <Spacer heightPx={rowWindow?.beforePx} rowPx={rowWindow?.rowPx} />
        {drawn?.map((row, at) => {
          const id = options.rowId(row);
          return (
            <DataTableRow
              key={id}
              row={row}
              columns={columns}
              options={options}
              current={id === props.currentId}
              selected={selectedIds.has(id)}
              rowIndex={rowWindow && rowWindow.offset + at + 2}
              fling={rowWindow?.fling}
            />
          );
        }) ?? <SkeletonRows count={props.expected} span={columns.length + (selectable ? 1 : 0)} />}
        <Spacer heightPx={rowWindow?.afterPx} rowPx={rowWindow?.rowPx} />
      </tbody>
    </table>
  );
}

interface SelectAllProps {
  ids: readonly string[];
  selectedIds: ReadonlySet<string>;
  label: string;
  onChange: (() => void) | undefined;
}

function SelectAll({ ids, selectedIds, label, onChange }: SelectAllProps) {
  const chosen = ids.filter((id) => selectedIds.has(id)).length;
  const all = chosen > 0 && chosen === ids.length;
  return (
    <label className={styles.boxTarget}>
      <input
        type="checkbox"
        className={styles.box}
        aria-label={label}
        checked={all}
        disabled={ids.length === 0 || onChange === undefined}
        ref={(box) => {
          if (box) box.indeterminate = chosen > 0 && !all;
        }}
        onChange={onChange}
      />
    </label>
  );
}

interface SkeletonRowsProps {
  count: number;
  span: number;
}

/** One cell a row, because a slow phone draws these first and for a moment only. */
function SkeletonRows({ count, span }: SkeletonRowsProps) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: empty rows have nothing else to tell them apart
    <tr key={index} className={styles.row}>
      <td colSpan={span}>
        <Skeleton height={12} />
      </td>
    </tr>
  ));
}
