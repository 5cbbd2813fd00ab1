import { type MouseEvent, memo, type RefObject, useEffect, useRef, useState } from "react";
import { classNames } from "../../class-names.ts";
import type { Fling } from "../fling/fling.ts";
import type { TableColumn } from "../table-column.ts";
import styles from "./data-table.module.css";
import { plainCellText, TableCellContent } from "./table-cell-content.tsx";

export interface RowOptions<Row> {
  rowId(row: Row): string;
  /** The accessible name of its checkbox. */
  selectLabel?: (row: Row) => string;
  onSelect?: (row: Row, range: boolean) => void;
  isUnsent?: (row: Row) => boolean;
  rowAttributes?: (row: Row) => Readonly<Record<`data-${string}`, string>>;
}

interface DataTableRowProps<Row> {
  row: Row;
  columns: readonly TableColumn<Row>[];
  /** Must keep its identity between renders, or every row renders again. */
  options: RowOptions<Row>;
  current: boolean;
  selected: boolean;
  /** From 1, the head counted; only where rows are missing from the document. */
  rowIndex: number | undefined;
  /** Of the list around it, where that is scrolled without pages. */
  fling?: Fling | undefined;
}

function DataTableRowBody<Row>({
  row,
  columns,
  options,
  current,
  selected,
  rowIndex,
  fling,
}: DataTableRowProps<Row>) {
  const { onSelect } = options;
  const element = useRef<HTMLTableRowElement>(null);
  const whole = useIsWhole(element, fling);
  const toggle = (event: MouseEvent) => onSelect?.(row, event.shiftKey);
  return (
    <tr
      ref={element}
      {...options.rowAttributes?.(row)}
      data-row={options.rowId(row)}
      data-plain={!whole || undefined}
      tabIndex={-1}
      aria-rowindex={rowIndex}
      className={classNames(
        styles.row,
        selected && styles.selected,
        current && styles.current,
        options.isUnsent?.(row) && styles.unsent,
      )}
      style={whole ? undefined : { height: fling?.rowPx() }}
      onClick={(event) => {
        // Shift marks text in a table; here it marks rows.
        if (!event.shiftKey || (event.target as Element).closest("button, input, a")) return;
        // The label around the checkbox would press it too, in some browsers.
        event.preventDefault();
        toggle(event);
      }}
      onMouseDown={(event) => {
        if (event.shiftKey) event.preventDefault();
      }}
    >
      {whole ? (
        <WholeCells {...{ row, columns, options, selected, toggle }} />
      ) : (
        <PlainCells {...{ row, columns, selectable: onSelect !== undefined }} />
      )}
    </tr>
  );
}

interface WholeCellsProps<Row>
  extends Pick<DataTableRowProps<Row>, "row" | "columns" | "options" | "selected"> {
  toggle(event: MouseEvent): void;
}

function WholeCells<Row>({ row, columns, options, selected, toggle }: WholeCellsProps<Row>) {
  const { onSelect, selectLabel } = options;
  return (
    <>
      {onSelect && (
        <td className={styles.select}>
          <label className={styles.boxTarget}>
            <input
              type="checkbox"
              className={styles.box}
              aria-label={selectLabel?.(row) ?? options.rowId(row)}
              checked={selected}
              onChange={() => {}}
              onClick={toggle}
            />
          </label>
        </td>
      )}
      {columns.map((column) => {
        const cell = classNames(styles[column.type], column.className);
        return column.rowHeader ? (
          <th key={column.id} scope="row" className={cell}>
            <TableCellContent column={column} row={row} />
          </th>
        ) : (
          <td key={column.id} className={cell} title={column.title?.(row)}>
            <TableCellContent column={column} row={row} />
          </td>
        );
      })}
    </>
  );
}

interface PlainCellsProps<Row> extends Pick<DataTableRowProps<Row>, "row" | "columns"> {
  selectable: boolean;
}

/**
 * The cells of a row that has come by a fling and waits for its turn to be drawn whole: those up to its header, which
 * alone has words.
 */
function PlainCells<Row>({ row, columns, selectable }: PlainCellsProps<Row>) {
  const header = Math.max(
    0,
    columns.findIndex(({ rowHeader }) => rowHeader),
  );
  return (
    <>
      {selectable && <td className={styles.select} />}
      {columns.slice(0, header + 1).map((column, at) => {
        const cell = classNames(styles[column.type], column.className);
        return at < header ? (
          <td key={column.id} className={cell} />
        ) : (
          <th key={column.id} scope="row" className={cell}>
            {plainCellText(column, row)}
          </th>
        );
      })}
    </>
  );
}

/** False for a row that comes by a fling, until its list has slowed down. */
function useIsWhole(row: RefObject<HTMLElement | null>, fling: Fling | undefined): boolean {
  const [whole, setWhole] = useState(() => fling?.isPlain() !== true);
  useEffect(() => {
    if (whole || row.current === null) return;
    return fling?.whenSlow(row.current, () => setWhole(true));
  }, [whole, row, fling]);
  return whole || fling === undefined;
}

// memo keeps no type parameter; the cast gives it back.
export const DataTableRow = memo(DataTableRowBody) as typeof DataTableRowBody;
