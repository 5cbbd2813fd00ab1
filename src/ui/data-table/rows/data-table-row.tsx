import { type MouseEvent, memo } from "react";
import { classNames } from "../../class-names.ts";
import type { TableColumn } from "../table-column.ts";
import styles from "./data-table.module.css";
import { TableCellContent } from "./table-cell-content.tsx";

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
}

function DataTableRowBody<Row>({
  row,
  columns,
  options,
  current,
  selected,
  rowIndex,
}: DataTableRowProps<Row>) {
  const { onSelect, selectLabel } = options;
  const toggle = (event: MouseEvent) => onSelect?.(row, event.shiftKey);
  return (
    <tr
      {...options.rowAttributes?.(row)}
      data-row={options.rowId(row)}
      tabIndex={-1}
      aria-rowindex={rowIndex}
      className={classNames(
        styles.row,
        selected && styles.selected,
        current && styles.current,
        options.isUnsent?.(row) && styles.unsent,
      )}
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
    </tr>
  );
}

// memo keeps no type parameter; the cast gives it back.
export const DataTableRow = memo(DataTableRowBody) as typeof DataTableRowBody;
